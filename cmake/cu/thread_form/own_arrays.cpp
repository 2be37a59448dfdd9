// SPDX-License-Identifier: MIT
#include "own_arrays.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace simt::cu::detail {

/// Facts that the tokens from the head of a function on tell about its variables.
class function_text {
 public:
  function_text(code const& text, std::size_t begin, std::size_t end)
      : text_{text}, begin_{begin}, end_{end} {}

  /// An expression that has the same value whenever a thread comes to it, but for counters of loops
  /// of constant bounds. `counter`: a name that counts as constant.
  [[nodiscard]] bool is_constant(std::size_t from, std::size_t to,
                                 std::string_view counter = {}) const {
    for (std::size_t i = from; i < to; ++i) {
      if (!text_[i].is(word::none) || !text_.is_identifier(i) || text_.text(i) == counter) continue;
      if (text_[i + 1].is('(') || text_[i].is(word::device_call)) return false;
      if (!is_constant_name(text_.text(i))) return false;
    }
    return true;
  }

 private:
  /// Names that the function does not declare are constants, macros and parameters of templates,
  /// but for CUDA's own; of those that it does, constants and counters of such loops.
  [[nodiscard]] bool is_constant_name(std::string_view name) const {
    if (name == "threadIdx" || name == "blockIdx" || name == "warpSize") return false;
    for (std::size_t i = begin_; i < end_; ++i)
      if (text_.text(i) == name && is_declared(i) && !is_constant_declaration(i)) return false;
    return true;
  }
  [[nodiscard]] bool is_declared(std::size_t i) const {
    token const& before = text_[i - 1];
    token const& next = text_[i + 1];
    bool const ends = next.is('=') || next.is(';') || next.is(',') || next.is(')') ||
                      next.is('{') || next.is('(') || next.is('[') || next.is(':');
    bool const type = (before.is(token_kind::identifier) && !before.is(word::statement)) ||
                      before.is('*') || before.is('&') || before.is('>') || before.is(',');
    return ends && type;
  }
  [[nodiscard]] bool is_constant_declaration(std::size_t i) const {
    std::size_t first = i;
    while (first > begin_ && !text_[first - 1].is(';') && !text_[first - 1].is('{') &&
           !text_[first - 1].is('}') && !text_[first - 1].is('('))
      --first;
    for (std::size_t k = first; k < i; ++k)
      if (text_.text(k) == "constexpr" || (text_.text(k) == "const" && text_[i + 1].is('=') &&
                                           is_constant(i + 2, end_of_statement(i))))
        return true;
    return first > 0 && text_[first - 1].is('(') && text_.text(first - 2) == "for" &&
           is_counter(first - 1, text_.text(i));
  }
  /// A loop of which nothing but the counter changes: its header has constants alone beside it.
  [[nodiscard]] bool is_counter(std::size_t open, std::string_view name) const {
    std::size_t const close = text_.closing(open);
    if (close == npos) return false;
    std::size_t i = open;
    while (i < close && !text_[i].is('=')) ++i;
    return is_constant(i, close, name);
  }
  [[nodiscard]] std::size_t end_of_statement(std::size_t i) const {
    while (i < end_ && !text_[i].is(';')) ++i;
    return i;
  }

  code const& text_;
  std::size_t begin_, end_;
};

/// True where the array that is used at `i` has to lie in memory for that.
bool asks_for_memory(code const& text, function_text const& around, std::size_t i) {
  if (!text[i + 1].is('[')) return text.text(i - 2) != "sizeof";
  for (std::size_t open = i + 1; text[open].is('[');) {
    std::size_t const close = text.closing(open);
    if (close == npos || !around.is_constant(open + 1, close)) return true;
    open = close + 1;
  }
  return false;
}

/// True where the use at `i` may read or write elements past the compiler's instrumentation: all but
/// elements. `sizes`: how many indices an element has.
bool hides_accesses(code const& text, std::size_t i, unsigned sizes) {
  if (!text[i + 1].is('[')) return text.text(i - 2) != "sizeof";
  if (text[i - 1].is('&')) return true;
  unsigned indices = 0;
  for (std::size_t open = i + 1; text[open].is('['); ++indices) {
    std::size_t const close = text.closing(open);
    if (close == npos) return true;
    open = close + 1;
  }
  return indices < sizes;
}

/// Where the statement begins whose `;` is at `end`.
std::size_t begin_of_statement(code const& text, std::size_t end) {
  std::size_t i = end;
  while (i > 0 && !text[i - 1].is(';') && !text[i - 1].is('{')) {
    if (text[i - 1].is('}')) {  // of initial values, or of what stands in front of the statement
      std::size_t const open = text.opening(i - 1);
      if (open == npos || open == 0 || (!text[open - 1].is('=') && !text[open - 1].is(']'))) break;
      i = open;
    } else {
      --i;
    }
  }
  return i;
}
/// The first name that the statement declares: the token in front of its `[`, `=`, `,` or `;`.
std::size_t first_declared(code const& text, std::size_t begin, std::size_t end) {
  std::size_t i = begin;
  for (; i < end && !text[i + 1].is('[') && !text[i + 1].is('=') && !text[i + 1].is(',') &&
         i + 1 != end;
       ++i)
    if (text[i + 1].is('<')) {
      std::size_t const close = text.closing_angle(i + 1);
      if (close == npos || close >= end) return end;
      i = close - 1;
    }
  return i;
}

/// The type in front of a declared name: words alone, that of a template with its list.
/// `constants`: of constants, too, which a GPU has elsewhere than in local memory.
bool is_type(code const& text, std::size_t begin, std::size_t end, bool constants) {
  if (begin >= end || text[begin].is(word::statement) || text[begin].is('*')) return false;
  std::string_view const key = text.text(begin);
  if (key == "using" || key == "typedef") return false;
  if (begin + 1 == end && (key == "struct" || key == "class" || key == "union" || key == "enum"))
    return false;
  bool is_const = false;  // of the elements
  for (std::size_t i = begin; i < end; ++i) {
    token const& t = text[i];
    if (t.is(word::storage) || t.is(word::extern_) || t.is(word::shared)) return false;
    is_const = text.text(i) == "const" || (is_const && !t.is('*'));
    if (t.is('<')) {
      std::size_t const close = text.closing_angle(i);
      if (close == npos || close >= end) return false;
      i = close;
    } else if (!t.is(token_kind::identifier) && !t.is(symbol::scope) && !t.is('*')) {
      return false;
    }
  }
  token const& last = text[end - 1];
  return (constants || !is_const) &&
         (last.is(token_kind::identifier) || last.is('>') || last.is('*'));
}

/// True where a name is the variable, not a member called so.
bool is_use(code const& text, std::string_view name, std::size_t i) {
  return text.text(i) == name && !text[i - 1].is('.') && !text[i - 1].is(symbol::arrow);
}

/// True where a variable that is declared without a value at `end` may be read before it has one:
/// but where the first that is done with it is to assign a value, whatever way the thread comes.
bool may_be_read_first(code const& text, std::string_view name, std::size_t end,
                       std::size_t close) {
  int within = 0;  // of brackets that have been opened since
  std::size_t use = end + 1;
  for (; use < close && !is_use(text, name, use); ++use)
    within += text.opens(use) ? 1 : text.closes(use) ? -1 : 0;
  if (use >= close) return false;
  std::size_t first = use;  // of `x = y = z = 1`
  while (text[first - 1].is('=') && text.is_identifier(first - 2)) first -= 2;
  token const& before = text[first - 1];
  bool const at_once = within == 0 && (before.is(';') || before.is('}'));
  bool const in_loop_head = within == 1 && before.is('(') && text.text(first - 2) == "for";
  if (!text[use + 1].is('=') || (!at_once && !in_loop_head)) return true;
  for (std::size_t i = use + 2; i < close && !text[i].is(';'); ++i)
    if (is_use(text, name, i)) return true;
  return false;
}

/// True where the type of the name is asked for, which is that of a reference in a checked build.
bool asks_for_type(code const& text, std::string_view name, std::size_t end, std::size_t close) {
  for (std::size_t i = end; i < close; ++i)
    if (text.text(i) == name && text[i - 1].is('(') && text.text(i - 2) == "decltype") return true;
  return false;
}

/// Names what a statement declares with one name.
enum class variable_kind {
  other,
  array_in_memory,  // that has to lie there
  without_value     // no array
};
/// Holds what a statement declares with one name, that at `first`.
struct declared {
  std::size_t first, end;
  variable_kind kind;
  bool seen;  // by its elements alone
};

/// Where the sizes of a declared array end; npos where the initial values give one.
std::size_t end_of_sizes(code const& text, declared const& d) {
  std::size_t i = d.first + 1;
  for (; i < d.end && text[i].is('['); ++i) {
    std::size_t const close = text.closing(i);
    if (close == npos || close == i + 1) return npos;
    i = close;
  }
  return i;
}

/// True where other declarations may stand in the place of the statement: of names alone, past
/// which nothing jumps.
bool may_be_split(code const& text, std::size_t function, std::size_t name, std::size_t close,
                  std::vector<declared> const& all) {
  if (all.size() > 1 && text[name - 1].is('*')) return false;
  for (declared const& d : all)
    if (!text.is_identifier(d.first) ||
        (d.kind == variable_kind::array_in_memory && end_of_sizes(text, d) == npos))
      return false;
  std::size_t const open = text.opening(close);
  if (open > 0 && text[open - 1].is(')')) {
    std::size_t const head = text.opening(open - 1);
    if (head != npos && head > 0 && text.text(head - 1) == "switch") return false;
  }
  for (std::size_t i = function; i < close; ++i)
    if (text.text(i) == "goto") return false;
  return true;
}

/// Writes a declaration for each name, of arrays in memory one between bytes that nobody may
/// access, of numbers without a value one that is told: `int a[4] = {1}, n = 2, m;` becomes
/// `guarded<int[4]> simt_own_a = {{}, {1}, {}}; auto& a = …; int n = 2; own_value<int> simt_own_m;
/// auto& m = …;`.
void write_guarded(code const& text, std::size_t begin, std::vector<declared> const& all,
                   edits& out) {
  std::string const type(
      text.text().substr(text[begin].begin, text[all.front().first - 1].end - text[begin].begin));
  bool first = true;
  for (declared const& d : all) {
    std::string const name(text.text(d.first));
    std::string const between = first ? "" : type + " ";
    if (!first) out.replace(text[d.first - 1].begin, text[d.first - 1].end, ";");
    if (d.kind == variable_kind::other) {
      out.insert(text[d.first].begin, between);
      first = false;
      continue;
    }
    offset const place = first ? text[begin].begin : text[d.first].begin;
    if (d.kind == variable_kind::without_value) {
      out.insert(place, "::simt::cuda::own_value<" + between);
      out.replace(text[d.first].begin, text[d.first].end,
                  "> simt_own_" + name + "; auto& " + name + " = simt_own_" + name + ".told()");
      first = false;
      continue;
    }
    std::size_t const values = end_of_sizes(text, d);
    out.insert(place, "::simt::cuda::guarded<" + between);
    out.replace(text[d.first].begin, text[d.first].end, "");
    std::string behind;
    out.insert(text[values - 1].end, "> simt_own_" + name);
    if (values < d.end) {
      out.insert(text[values + (text[values].is('=') ? 1 : 0)].begin, "{{}, ");
      behind = ", {}}";
    }
    bool const watched = values == d.end && d.seen;
    std::string const array = "simt_own_" + name + ".array";
    behind += "; auto& " + name + " = " +
              (watched ? "::simt::cuda::told_of(" + array + ")" : array) +
              "; ::simt::cuda::own_margins simt_margins_" + name + "{simt_own_" + name +
              (watched ? ", ::simt::cuda::without_values}" : "}");
    out.insert(text[d.end - 1].end, behind);
    first = false;
  }
}

}  // namespace simt::cu::detail

namespace simt::cu {

bool tell_own_arrays(code const& text, std::size_t function, std::size_t end, std::size_t close,
                     own_arrays_for what, edits& out) {
  bool const checked = what == own_arrays_for::checked;
  std::size_t const begin = detail::begin_of_statement(text, end);
  std::size_t const name = detail::first_declared(text, begin, end);
  if (close == npos || name >= end || !text.is_identifier(name) ||
      !detail::is_type(text, begin, name, checked))
    return false;
  detail::function_text const around{text, function, close};
  std::vector<detail::declared> all;
  std::string told;
  bool has_values = true;
  text.for_each_part(name, end, [&](std::size_t first, std::size_t last) {
    detail::declared d{first, last, detail::variable_kind::other, true};
    unsigned sizes = 0;
    for (std::size_t i = first + 1; text[i].is('['); i = text.closing(i) + 1) {
      if (text.closing(i) == npos) break;
      ++sizes;
    }
    std::string_view const own = text.text(first);
    if (text.is_identifier(first) && sizes != 0) {
      bool in_memory = false;
      for (std::size_t i = end; i < close; ++i) {
        if (!detail::is_use(text, own, i)) continue;
        in_memory = in_memory || detail::asks_for_memory(text, around, i);
        d.seen = d.seen && !detail::hides_accesses(text, i, sizes);
      }
      // (Of one whose elements are named by constants alone nothing but their values is looked at.)
      bool const without_value = checked && text[last - 1].is(']') && d.seen;
      if (in_memory || without_value) d.kind = detail::variable_kind::array_in_memory;
    } else if (checked && text.is_identifier(first) && first + 1 == last &&
               detail::may_be_read_first(text, own, end, close) &&
               !detail::asks_for_type(text, own, end, close)) {
      d.kind = detail::variable_kind::without_value;
      has_values = false;
    }
    if (d.kind == detail::variable_kind::array_in_memory)
      told += " ::simt::cuda::own_array(" + std::string(own) + ");";
    all.push_back(d);
  });
  if (told.empty() && has_values) return false;
  if (checked && detail::may_be_split(text, function, name, close, all))
    detail::write_guarded(text, begin, all, out);
  else if (!told.empty())
    out.insert(text[end].end, told);
  else
    return false;
  return true;
}

}  // namespace simt::cu
