// SPDX-License-Identifier: MIT
// Writes objects that lists in braces make.
#include "emit_expression.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace simt::cu::lane::detail {

std::string expression_writer::make(std::string const& type,
                                    std::vector<expression_ptr> const& values) {
  if (std::any_of(values.begin(), values.end(), [](expression_ptr const& v) {
        return bare(*v).is(kind::list) || v->is(kind::designated);
      }))
    return make_nested(type, values);
  return list_in_order(values,
                       [&] { return "simt_l::make<" + type + ">(simt_g" + listed(values) + ")"; });
}

std::string expression_writer::listed(std::vector<expression_ptr> const& values) {
  std::string out;
  for (auto const& v : values) {
    out += ", " + value(*v);
  }
  return out;
}

bool expression_writer::is_literal(expression const& e) {
  return e.is(kind::number) || e.is(kind::string) || e.is(kind::character) || e.is(kind::constant);
}

std::string expression_writer::make_nested(std::string const& type,
                                           std::vector<expression_ptr> const& values) {
  std::vector<std::string> items;
  std::string const list = nested_list(values, items);
  std::string parameters, passed;
  for (std::size_t n = 0; n < items.size(); ++n) {
    parameters += (n == 0 ? "" : ", ") + std::string("auto const& simt_") + std::to_string(n);
    passed += ", " + items[n];
  }
  return "simt_l::make_by_list<" + type + ">(simt_g, [](" + parameters +
         ") { return std::type_identity_t<" + type + ">" + list + "; }" + passed + ")";
}

std::string expression_writer::nested_list(std::vector<expression_ptr> const& values,
                                           std::vector<std::string>& items) {
  if (order().among(values))
    refuse(values.front()->line, "a list in which one item changes what another one reads");
  std::string out = "{";
  for (expression_ptr const& v : values) {
    expression const& item = bare(v->is(kind::designated) ? (*v)[0] : *v);
    if (out.size() > 1) out += ", ";
    if (v->is(kind::designated)) out += v->text + " = ";
    if (item.is(kind::list)) {
      out += nested_list(item.operands, items);
    } else if (is_literal(item) || (item.is(kind::prefix) && is_literal(bare(item[0])))) {
      out += text(item);  // a constant converts to types that its value fits
    } else {
      out += "simt_" + std::to_string(items.size());
      items.push_back(value(item));
    }
  }
  return out + "}";
}

std::string expression_writer::list_in_order(std::vector<expression_ptr> const& all,
                                             std::function<std::string()> const& write) {
  if (all.size() < 2 || !order().among(all)) return write();
  std::vector<std::size_t> ordered;
  std::map<std::size_t, argument_order::held> copies;
  for (std::size_t n = 0; n < all.size(); ++n) {
    expression const& item = bare(*all[n]);
    if (item.is(kind::lambda) || item.is(kind::pack))
      refuse(item.line, "a list in which one item changes what another one reads");
    if (is_literal(item)) continue;
    ordered.push_back(n);
    copies.emplace(n, argument_order::held::copy);
  }
  return evaluated(all, ordered, copies, write);
}

}  // namespace simt::cu::lane::detail
