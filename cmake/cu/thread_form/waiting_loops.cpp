// SPDX-License-Identifier: MIT
#include "waiting_loops.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace simt::cu::detail {

void volatile_names(code const& text, std::size_t at, name_set& out) {
  std::string_view name;
  for (std::size_t i = at + 1; i < text.size(); ++i) {
    token const& t = text[i];
    if (t.is('<')) {
      std::size_t const close = text.closing_angle(i);
      if (close == npos) break;
      i = close;
    } else if (t.is(token_kind::identifier)) {
      if (t.is(word::none)) name = text.text(i);
    } else if (t.is(',') && !name.empty()) {
      // `volatile int a, *b;`, but no next parameter, which begins with its type.
      std::size_t next = i + 1;
      while (text[next].is('*')) ++next;
      if (!text.is_identifier(next) || !text[next].is(word::none)) break;
      if (!text[next + 1].is(',') && !text[next + 1].is(';') && !text[next + 1].is('=') &&
          !text[next + 1].is('['))
        break;
      out.emplace(name);
    } else if (!t.is('*') && !t.is('&') && !t.is(symbol::scope)) {
      break;
    }
  }
  if (!name.empty()) out.emplace(name);
}

bool is_in_function(code const& text, std::size_t at) {
  int depth = 0;
  for (std::size_t i = at; i-- > 0;) {
    if (text.closes(i)) ++depth;
    if (!text.opens(i) || depth-- > 0) continue;
    depth = 0;
    if (!text[i].is('{')) return true;
    if (i > 0 && (text[i - 1].is(')') || text[i - 1].is(word::const_))) return true;
  }
  return false;
}

bool reads_others(code const& text, name_set const& waited, std::size_t at) {
  if (!text.is_identifier(at)) return false;
  auto const name = text.text(at);
  if (name == "volatile" || name == "__volatile__" || waited.contains(name)) return true;
  if (!text[at + 1].is('(') && !text[at + 1].is('<')) return false;
  // A member of an atomic's.
  if (at > 0 && (text[at - 1].is('.') || text.text(at - 1) == "->") &&
      (name == "load" || name.starts_with("exchange") || name.starts_with("compare_exchange") ||
       name.starts_with("fetch_") || name.starts_with("test") || name.starts_with("try_wait")))
    return true;
  return name.starts_with("atomic") || name.starts_with("__nv_atomic") ||
         name.starts_with("__ldc") || name == "__ldlu" ||
         name.find("acquire") != std::string_view::npos;
}

bool reads_others(code const& text, name_set const& waited, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i)
    if (reads_others(text, waited, i)) return true;
  return false;
}

}  // namespace simt::cu::detail

namespace simt::cu {

void collect_waited(code const& text, name_set& waited, name_set& volatiles) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!text.is_identifier(i)) continue;
    auto const name = text.text(i);
    if (name != "volatile" && name != "__volatile__") continue;
    detail::volatile_names(text, i, waited);
    if (detail::is_in_function(text, i)) continue;
    detail::volatile_names(text, i, volatiles);
  }
  struct body {
    std::string_view name;
    std::size_t begin, end;
  };
  std::vector<body> bodies;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!text[i].is('(') || i == 0 || !text.is_identifier(i - 1) || !text[i - 1].is(word::none))
      continue;
    std::size_t open = text.closing(i);
    if (open == npos) continue;
    ++open;
    while (text[open].is(word::const_) ||
           (text.is_identifier(open) && text.text(open) == "noexcept"))
      ++open;
    if (!text[open].is('{')) continue;
    if (std::size_t const close = text.closing(open); close != npos)
      bodies.push_back({text.text(i - 1), open, close});
  }
  for (bool more = true; more;) {
    more = false;
    for (body const& b : bodies) {
      if (waited.contains(b.name) || !detail::reads_others(text, waited, b.begin, b.end)) continue;
      waited.emplace(b.name);
      more = true;
    }
  }
}

}  // namespace simt::cu

namespace simt::cu::detail {

std::size_t statement_end(code const& text, std::size_t at) {
  for (std::size_t i = at; i < text.size(); ++i) {
    if (text[i].is(';')) return i + 1;
    if (text[i].is('{') && i == at) {
      std::size_t const close = text.closing(i);
      return close == npos ? npos : close + 1;
    }
    bool const headed = text[i].is(word::statement) && i == at && text[i + 1].is('(');
    if (headed) {
      std::size_t const close = text.closing(i + 1);
      if (close == npos) return npos;
      std::size_t end = statement_end(text, close + 1);
      while (end != npos && text.is_identifier(end) && text.text(end) == "else")
        end = statement_end(text, end + 1);
      return end;
    }
    if (text[i].is(word::statement) && i == at && text.text(i) == "else")
      return statement_end(text, i + 1);
    if (text[i].is(word::statement) && i == at && text.text(i) == "do") {
      std::size_t const body = statement_end(text, i + 1);
      return body == npos ? npos : statement_end(text, body + 1);  // behind `(…);`
    }
    if (text.opens(i)) {
      i = text.closing(i);
      if (i == npos) return npos;
    } else if (text.closes(i)) {
      return npos;
    }
  }
  return npos;
}

}  // namespace simt::cu::detail

namespace simt::cu {

loop_text read_loop(code const& text, std::size_t at) {
  loop_text out;
  auto const name = text.text(at);
  if (name == "do") {
    std::size_t const tail = detail::statement_end(text, at + 1);
    if (tail == npos || !text.is_identifier(tail) || text.text(tail) != "while") return out;
    out.tail = tail;
    out.open = tail + 1;
  } else if (name == "for" || name == "while") {
    out.open = at + 1;
  } else {
    return out;
  }
  if (!text[out.open].is('(')) return {};
  out.close = text.closing(out.open);
  if (out.close == npos) return {};
  out.end = out.tail != npos ? out.close + 1 : detail::statement_end(text, out.close + 1);
  if (out.end == npos) return {};
  out.head = at;
  return out;
}

}  // namespace simt::cu

namespace simt::cu::detail {

bool ends_by_itself(code const& text, name_set const& waited, loop_text const& loop,
                    std::size_t condition, std::size_t condition_end) {
  if (condition == condition_end || reads_others(text, waited, condition, condition_end))
    return false;
  for (std::size_t i = condition; i < condition_end; ++i) {
    auto const t = text.text(i);
    if (t == "&&" || t == "||" || t == "=") return false;
  }
  bool steps = false;
  for (std::size_t i = loop.head; i < loop.end; ++i) {
    if (text.is_identifier(i)) {
      auto const t = text.text(i);
      if (t == "break" || t == "return" || t == "goto" ||
          (t == "continue" && text.text(loop.head) == "while"))
        return false;
      continue;
    }
    auto const t = text.text(i);
    bool const counts = t == "++" || t == "--" || t == "+=" || t == "-=" || t == ">>=" ||
                        t == "<<=" || t == "*=" || t == "/=";
    bool const is_shift =
        (t == ">" || t == "<") && (text.text(i + 1) == std::string(t) + '=' ||
                                   (text.text(i + 1) == t && text[i + 2].is('=')));
    if (!counts && !t.starts_with('=') && !is_shift) continue;
    auto const names = [&](std::size_t k) {
      if (!text.is_identifier(k)) return false;
      for (std::size_t c = condition; c < condition_end; ++c)
        if (text.is_identifier(c) && text.text(c) == text.text(k)) return true;
      return false;
    };
    bool const before = i > 0 && names(i - 1);
    bool const behind = (t == "++" || t == "--") && names(i + 1);
    if (!before && !behind) continue;
    bool const begins = text.text(loop.head) == "for" && i < condition;
    if (t == "=" && !begins) return false;  // assigned, not stepped
    if (t != "=" && t != "==") steps = true;
  }
  return steps;
}

}  // namespace simt::cu::detail

namespace simt::cu {

bool rewrite_waiting_loop(code const& text, name_set const& waited, std::size_t at, edits& out,
                          std::unordered_set<std::size_t>& tails) {
  if (tails.contains(at)) return false;
  loop_text const loop = read_loop(text, at);
  if (loop.head == npos) return false;
  if (loop.tail != npos) tails.insert(loop.tail);
  if (!detail::reads_others(text, waited, loop.head, loop.end)) return false;
  std::size_t begin = loop.open + 1, end = loop.close, step = npos;
  if (text.text(at) == "for") {
    std::size_t semicolons[2] = {npos, npos};
    unsigned count = 0;
    for (std::size_t i = loop.open + 1; i < loop.close; ++i) {
      if (text.opens(i)) i = std::min(text.closing(i), loop.close);
      if (text[i].is(';') && count < 2) semicolons[count++] = i;
    }
    if (count != 2) return false;  // over a range
    begin = semicolons[0] + 1;
    end = semicolons[1];
    step = end + 1;
  }
  // `while (int x = f())`
  for (std::size_t i = begin; i + 2 < end; ++i)
    if (text.opens(i))
      i = std::min(text.closing(i), end);
    else if (text[i + 2].is('=') && text.is_identifier(i + 1) &&
             (text.is_identifier(i) || text[i].is('*')))
      return false;
  if (detail::ends_by_itself(text, waited, loop, begin, end)) return false;
  std::string const name = "simt_wait_" + std::to_string(at);
  out.insert(text[at].begin,
             "for (::simt::cuda::waiting_loop " + name + "; " + name + ".once();) ");
  if (begin == end) {
    bool const alone = step == loop.close;
    out.insert(text[step].begin, name + (alone ? ".turn()" : ".turn(), "));
  } else {
    out.wrap(text[begin].begin, text[end].begin, name + ".turn() && (", ")");
  }
  return true;
}

}  // namespace simt::cu
