// SPDX-License-Identifier: MIT
#include "emit_lambda.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace simt::cu::lane::detail {

lambda_writer::returns lambda_writer::returns_of(statement const& body, int target) const {
  returns out;
  for (jump const& j : m_.jumps) out.count += j.is_return() && j.target == target ? 1u : 0u;
  if (out.count != 1 || body.body.empty()) return out;
  statement const& last = *body.body.back();
  if (last.is(statement_kind::return_) && last.value) out.last = &last;
  return out;
}

void lambda_writer::argument(declarator const& p, bool of_kernel) {
  if (p.name.empty()) return;
  auto const& v = m_.variables[std::size_t(m_.declared.at(&p))];
  std::string const from = argument_name(p);
  storage const how = storage_of(v);
  if (how == storage::alias) {
    out_.add(" [[maybe_unused]] auto&& " + p.name + " = " + from + ";");
    return;
  }
  std::string const t = types(p.line).parameter(p.declared);
  bool const is_auto = p.declared.is_auto();
  if (is_auto && how != storage::let) refuse(p.line, "auto as a parameter");
  std::string const let =
      (is_auto ? "simt_l::let_auto(simt_g, " : "simt_l::let<" + t + ">(simt_g, ") + from + ")";
  switch (how) {
    case storage::let:
      out_.add(" [[maybe_unused]] auto const " + p.name + " = " + let + ";");
      return;
    case storage::uniform:
      out_.add(" [[maybe_unused]] simt_l::uni<" + t + "> " + p.name + " = " +
               (of_kernel ? let : from) + ";");
      return;
    case storage::memory:
      out_.add(" simt_l::mem<simt_G, " + t + "> " + p.name + "; simt_l::ref(simt_g, " + p.name +
               ") = " + let + ";");
      return;
    default:
      out_.add(" [[maybe_unused]] simt_l::var<simt_G, " + t + "> " + p.name + " = " + let + ";");
      return;
  }
}

bool lambda_writer::ends_where_it_returns(statement_list const& list) const {
  auto const& x = graph_.facts_of(m_.of->name);
  return !x.barrier && !x.warp && return_finder::ends_only(list);
}

std::string lambda_writer::lambda_text(expression const& e) {
  lambda const& f = *e.written;
  int const node = m_.lambdas.at(&e).node;
  std::string head = "simt_l::lambda([&" + copies(e) + "](";
  for (declarator const& p : f.parameters) {
    if (p.initialiser != initialiser_kind::none) refuse(p.line, "a lambda's default argument");
    if (p.is_pack) refuse(p.line, "a pack of parameters");
    head += (&p == f.parameters.data() ? "" : ", ") + std::string("[[maybe_unused]] auto&&");
    if (!p.name.empty()) head += " " + argument_name(p);
  }
  auto const [last, count] = returns_of(*f.body, node);
  type any;
  any.base = "auto";
  auto outer = std::exchange(out_, out_.part());
  auto const* const outer_result = std::exchange(result_, last);
  auto const* const outer_type = std::exchange(result_type_, f.result ? f.result.get() : &any);
  out_.add(head + ") SIMT_LAMBDA_INLINE {");
  for (declarator const& p : f.parameters) argument(p, false);
  bool const is_plain = count == 0 || last != nullptr;
  auto const list = list_of(f.body->body);
  if (is_plain) {
    block(f.body->body, 0, node);
    out_.add(" })");
  } else if (std::string const r = result_of(f, node); ends_where_it_returns(list)) {
    if (r != "void") out_.add(" simt_l::result<simt_G, " + r + "> simt_result_;");
    ending(list, node);
    out_.add(r == "void" ? " })" : " return simt_result_; })");
  } else {
    out_.add(" return simt_l::call_lambda<simt_G, " + r +
             ">([&]([[maybe_unused]] auto& simt_result_) SIMT_LAMBDA_INLINE {");
    block(f.body->body, 0, node);
    out_.add(" }); })");
  }
  result_type_ = outer_type;
  result_ = outer_result;
  return std::exchange(out_, std::move(outer)).take();
}

std::string lambda_writer::copies(expression const& e) {
  lambda const& f = *e.written;
  std::string out;
  for (int const v : m_.lambdas.at(&e).captured) {
    variable const& x = m_.variables[std::size_t(v)];
    std::string const name = x.name();
    bool const is_made = std::any_of(f.made.begin(), f.made.end(),
                                     [&](declarator const& d) { return d.name == name; });
    bool const is_lambda =
        x.declared->values.size() == 1 && bare(*x.declared->values[0]).is(kind::lambda);
    storage const how = storage_of(x);
    if (is_made || is_lambda || !f.keeps(name) || how == storage::plain) continue;
    if (how == storage::alias) {
      out += ", " + name + " = simt_l::let_auto(simt_g, simt_l::get(" + name + "))";
    } else if (x.written || x.escapes) {
      if (how == storage::memory || how == storage::array)
        refuse(e.line, "a lambda with a copy of " + name);
      out += ", " + name + " = " + name;
    }
  }
  for (declarator const& d : f.made) {
    if (storage_of(m_.variables[std::size_t(m_.declared.at(&d))]) != storage::let)
      refuse(d.line, "a lambda with a variable of its own");
    out += ", " + d.name + " = simt_l::let_auto(simt_g, " + operand(*d.values[0]) + ")";
  }
  return out;
}

std::string lambda_writer::result_of(lambda const& f, int node) {
  if (f.result)
    return f.result->is_plain() && f.result->base == "void" ? "void" : types(0).value(*f.result);
  for (jump const& j : m_.jumps) {
    if (!j.is_return() || j.target != node) continue;
    if (!j.at->value) return "void";
    if (!names_own(*j.at->value)) return "simt_l::scalar<decltype(" + value(*j.at->value) + ")>";
  }
  refuse(f.body->line, "a lambda that returns in several places, without the type of its result");
}

bool lambda_writer::names_own(expression const& e) const {
  if (e.is(kind::lambda) || e.is(kind::list)) return true;
  if (int const v = m_.variable_of(e); v != none) {
    variable const& x = m_.variables[std::size_t(v)];
    if (x.in_lambda && x.kind != variable_kind::parameter) return true;
  }
  return std::any_of(e.operands.begin(), e.operands.end(),
                     [&](auto const& o) { return o && names_own(*o); });
}

}  // namespace simt::cu::lane::detail
