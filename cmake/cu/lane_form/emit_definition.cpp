// SPDX-License-Identifier: MIT
#include "emit_statement.hpp"

#include "../semantics/arguments.hpp"

#include <algorithm>
#include <cctype>
#include <string>

namespace simt::cu::lane::detail {

void statement_writer::hoist_shared(statement const& in) {
  for (auto const& b : in.body) {
    if (!b) continue;
    if (b->is(statement_kind::type_definition)) return;  // the next array may be of that type
    if (b->is(statement_kind::declaration) && b->declared->words.is_shared &&
        !b->declared->words.is_extern)
      for (declarator const& d : b->declared->names)
        if (stands_alone(d)) {
          shared(d, b->declared->words);
          hoisted_.push_back(&d);
        }
    hoist_shared(*b);
  }
}

bool statement_writer::stands_alone(declarator const& d) {
  if (std::find(hoisted_.begin(), hoisted_.end(), &d) != hoisted_.end()) return false;
  if (graph_.is_global(d.name)) return false;
  std::string const t = types(d.line).array(d.declared, 0);
  for (variable const& v : m_.variables) {
    if (v.declared == &d) continue;
    std::string const& name = v.declared->name;
    if (name == d.name) return false;
    if (!name.empty() && holds_word(t, name)) return false;
  }
  return true;
}

bool statement_writer::holds_word(std::string const& text, std::string const& word) {
  auto const inner = [&](std::size_t i) {
    return i < text.size() &&
           (std::isalnum(static_cast<unsigned char>(text[i])) != 0 || text[i] == '_');
  };
  for (auto i = text.find(word); i != std::string::npos; i = text.find(word, i + 1))
    if ((i == 0 || !inner(i - 1)) && !inner(i + word.size())) return true;
  return false;
}

void statement_writer::declare(declarator const& d, statement const& s, declaration const& whole) {
  if (whole.words.is_thread_local) refuse(d.line, "thread_local");
  check_constant(d.declared);
  auto const& v = m_.variables[std::size_t(m_.declared.at(&d))];
  if (v.kind == variable_kind::shared) {
    if (v.in_lambda) refuse(d.line, "shared memory of a lambda");
    shared(d, whole.words);
    return;
  }
  if (v.in_lambda && whole.words.is_static) refuse(d.line, "a static variable");
  if (d.values.size() == 1 && bare(*d.values[0]).is(kind::lambda)) {
    if (!d.declared.is_auto()) refuse(d.line, "a lambda");
    out_.add(" auto const " + d.name + " = " + lambda_text(bare(*d.values[0])) + ";");
    return;
  }
  if (whole.words.is_extern) refuse(d.line, "an extern declaration in a function");
  storage const how = storage_of(v);
  if (how == storage::plain) {
    if (whole.words.is_static && !d.declared.is_const && !whole.words.is_constexpr)
      refuse(d.line, "a static variable");
    check_constant(s.tokens);
    if (&d == &whole.names.front())
      out_.add(" " + spelled(m_.of->tokens, s.tokens) +
               (m_.of->tokens[s.tokens.end - 1].is(';') ? "" : ";"));
    for (declarator const& other : whole.names)
      if (storage_of(m_.variables[std::size_t(m_.declared.at(&other))]) != storage::plain)
        refuse(d.line, "a declaration of constants and variables");
    return;
  }
  if (how == storage::array || (how == storage::memory && v.kind == variable_kind::array)) {
    array(d, how);
    return;
  }
  if (how == storage::alias) {
    alias(d);
    return;
  }
  bool const as_on_gpu = d.values.size() == 1 && converts(v, *d.values[0]);
  define(v,
         d.initialiser != initialiser_kind::none
             ? initial_value(d)
             : made_by_threads(d.declared, std::vector<expression const*>{}, false, d.line),
         as_on_gpu);
}

void statement_writer::redefine(statement const& s) {
  expression const& e = bare(*s.value);
  std::string initial;
  if (!e.is(kind::assignment))
    initial = "(" + value(e[0]) + (e.op == operation::increment ? " + 1)" : " - 1)");
  else if (type const& t = m_.variables[std::size_t(m_.redefined.at(&s))].declared->declared;
           bare(e[1]).is(kind::list) && e.op == operation::assign && t.is_plain())
    initial = make(types(s.line).value(t), bare(e[1]).operands);
  else if (bare(e[1]).is(kind::list))
    refuse(s.line, "a list in braces");
  else if (variable const& v = m_.variables[std::size_t(m_.redefined.at(&s))];
           e.op == operation::assign)
    initial = initial_value(e[1], v.declared->declared);
  else
    initial = binary(arithmetic_of(e.op), e[0], e[1], &e);
  variable const& made = m_.variables[std::size_t(m_.redefined.at(&s))];
  define(made, initial, e.is(kind::assignment) && converts(made, e[1]));
}

std::string statement_writer::initial_value(expression const& e, type const& t) {
  if (t.is_plain() && (t.base == "float" || t.base == "double"))
    if (std::string const by_parts = fused(e); !by_parts.empty())
      return "simt_l::fused<" + t.base + ">(simt_g" + by_parts + ")";
  return operand(e);
}

void statement_writer::define(variable const& v, std::string const& initial, bool as_on_gpu) {
  declarator const& d = *v.declared;
  storage const how = storage_of(v);
  std::string const name = " " + v.name();
  bool const is_auto = d.declared.is_auto();
  std::string const t = is_auto ? std::string{} : types(d.line).value(d.declared);
  switch (how) {
    case storage::let:
      out_.add(" [[maybe_unused]] auto const" + name + " = " +
               (is_auto ? "simt_l::let_auto(simt_g, " : "simt_l::let<" + t + ">(simt_g, ") +
               initial + ");");
      return;
    case storage::uniform:
      if (is_auto)
        out_.add(" [[maybe_unused]] auto" + name + " = simt_l::let_auto(simt_g, " + initial + ");");
      else
        out_.add(" [[maybe_unused]] simt_l::uni<" + t + ">" + name +
                 (initial.empty() ? "{}"
                  : as_on_gpu     ? " = simt_l::let<" + t + ">(simt_g, " + initial + ")"
                                  : " = " + initial) +
                 ";");
      return;
    case storage::step:
      out_.add(" [[maybe_unused]] auto" + name + " = simt_l::step<" +
               (is_auto ? "simt_l::scalar<decltype(" + initial + ")>" : t) + ">(simt_g, " +
               initial + ");");
      return;
    case storage::memory:
      out_.add(" simt_l::mem<simt_G, " +
               (is_auto ? "simt_l::scalar<decltype(" + initial + ")>" : t) + ">" + name + ";");
      if (!initial.empty()) out_.add(" simt_l::ref(simt_g," + name + ") = " + initial + ";");
      return;
    default:
      if (initial.empty() && !is_auto && !is_number_type(d.declared.base)) {
        scalar_replacement finder{m_, callees_};
        if (auto const parts = finder.parts(v); !parts.empty()) {
          define_parts(v, t, parts, finder.values(parts));
          return;
        }
      }
      out_.add(is_auto ? " [[maybe_unused]] simt_l::var_of<simt_G, decltype(" + initial + ")>"
                       : " [[maybe_unused]] simt_l::var<simt_G, " + t + ">");
      out_.add(name + (initial.empty() ? "" : " = " + initial) + ";");
      return;
  }
}

void statement_writer::part_of(variable const& v, expression const& e) {
  std::string const& name = v.declared->name;
  std::string const part{bare(e[0]).id};
  out_.add(" [[maybe_unused]] auto&& " + part_name(v, part) + " = simt_l::part_value<simt_apart_" +
           name + ", decltype(simt_of_" + name + "::" + part + ")>(simt_g, " +
           member_place(bare(e[0])) + ", " + operand(e[1]) + ");");
}

std::string statement_writer::initial_value(declarator const& d) {
  if (d.values.size() == 1 && !bare(*d.values[0]).is(kind::list)) {
    bool const converts = d.initialiser != initialiser_kind::equals && d.declared.is_plain() &&
                          !d.declared.is_auto() && !is_number_type(d.declared.base);
    if (!converts) return initial_value(*d.values[0], d.declared);
    if (d.initialiser == initialiser_kind::braces) {
      auto made = made_by_threads(d.declared, d.values, true, d.line);
      return made.empty() ? make(types(d.line).value(d.declared), d.values) : made;
    }
    return constructed(d.declared, *d.values[0], d.line);
  }
  if (d.declared.is_auto()) refuse(d.line, "auto with a list");
  std::string const t = types(d.line).value(d.declared);
  bool const is_list = d.values.size() == 1;
  auto const& values = is_list ? bare(*d.values[0]).operands : d.values;
  bool const braces = is_list || d.initialiser == initialiser_kind::braces;
  if (auto made = made_by_threads(d.declared, values, braces, d.line); !made.empty()) return made;
  if (is_list) return make(t, values);
  return d.initialiser == initialiser_kind::parentheses ? construct_by(d.declared, d.values, d.line)
                                                        : make(t, d.values);
}

void statement_writer::alias(declarator const& d) {
  if (d.values.size() != 1) refuse(d.line, "a reference without a value");
  expression const& e = *d.values[0];
  if (is_lvalue(e) || (!d.declared.is_const && gives_place(e))) {
    out_.add(" [[maybe_unused]] auto&& " + d.name + " = " + place(e) + ";");
  } else if (d.declared.is_const && !d.declared.is_auto()) {
    out_.add(" [[maybe_unused]] auto const " + d.name + " = simt_l::let<" +
             types(d.line).value(d.declared) + ">(simt_g, " + value(e) + ");");
  } else {
    refuse(d.line, "a reference to what is no variable");
  }
}

std::string statement_writer::shared_type(declarator const& d) {
  type const& t = d.declared;
  if (!t.defines || !t.is_plain()) return types(d.line).array(t, 0);
  std::size_t const brace = t.base.find('{');
  std::string head = t.base.substr(0, brace);
  while (!head.empty() && (head.back() == ' ' || head.back() == '\n')) head.pop_back();
  if (head != "union" && head != "struct") refuse(d.line, "a type defined in a declaration");
  std::string name = "simt_type_of_" + d.name;
  out_.add(" " + head + " " + name + " " + t.base.substr(brace) + ";");
  return name;
}

void statement_writer::shared(declarator const& d, specifiers const& words) {
  if (std::find(hoisted_.begin(), hoisted_.end(), &d) != hoisted_.end()) return;
  if (words.is_extern) {
    type const& t = d.declared;
    std::string element = types(d.line).parameter(t);
    if (t.extents.size() > 1) refuse(d.line, "dynamic shared memory of several dimensions");
    if (element.ends_with('*') && t.is_array()) element.pop_back();
    out_.add(" SIMT_LANE_DYNAMIC_SHARED(" + d.name + ", " + element + ");");
    return;
  }
  std::string const site = "SIMT_LANE_SITE(" + d.name + ", " + std::to_string(m_.declared.at(&d)) +
                           ", " + owner() + ");";
  if (is_sized_by_argument(*m_.of, d.declared)) {
    out_.add(" " + site + " SIMT_LANE_SHARED_SIZED(" + d.name + ", " +
             value(*d.declared.extents[0]) + ", " + types(d.line).element(d.declared) + ");");
    return;
  }
  std::string const t = shared_type(d);
  out_.add(" " + site);
  if (words.alignment.empty())
    out_.add(" " + shared_macro(d, m_, uniformity_, callees_) + t + ");");
  else
    out_.add(" SIMT_LANE_SHARED_ALIGNED(" + d.name + ", " + words.alignment + ", " + t + ");");
}

void statement_writer::array(declarator const& d, storage how) {
  expression const* const list =
      d.values.size() == 1 && bare(*d.values[0]).is(kind::list) ? &bare(*d.values[0]) : nullptr;
  std::string const t = types(d.line).array(d.declared, listed_count(d));
  out_.add(std::string(how == storage::array ? " simt_l::arr" : " simt_l::mem") + "<simt_G, " + t +
           "> " + d.name + ";");
  if (d.initialiser == initialiser_kind::none) return;
  out_.add(" simt_l::fill(" + d.name + ");");
  if (list != nullptr)
    elements(d, d.name, list->operands, 1);
  else if (d.initialiser == initialiser_kind::braces)
    elements(d, d.name, d.values, 1);
  else if (d.values.size() == 1 && bare(*d.values[0]).is(kind::string) &&
           d.declared.extents.size() == 1 && d.declared.extents[0])
    out_.add(" for (int simt_i = 0; simt_i < static_cast<int>(sizeof(" + text(*d.values[0]) +
             ")); ++simt_i) simt_l::at(" + d.name + ", simt_i) = (" + text(*d.values[0]) +
             ")[simt_i];");
  else
    refuse(d.line, "an array that is initialised by a value");
}

}  // namespace simt::cu::lane::detail
