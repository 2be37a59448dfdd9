// SPDX-License-Identifier: MIT
// Writes what cooperative groups do.
#include "emit_call.hpp"

#include <string>

namespace simt::cu::lane::detail {

std::string call_writer::group_call(expression const& e, expression const& callee) {
  std::string const id{callee.id};
  if (!is_group_function(id)) {
    // cg::plus<int>(), an operation.
    if (e.operands.size() == 1 && id != "this_multi_grid" && id != "this_cluster") return text(e);
    refuse(e.line, "a call of " + callee.text);
  }
  std::string size = callee.arguments;
  std::size_t last = e.operands.size();
  if (id == "tiled_partition") {
    // A tile's size may be an argument, if it is written out.
    if (size.empty() && last == 3 && bare(e[2]).is(kind::number)) {
      size = "<" + bare(e[2]).text + ">";
      last = 2;
    }
    if (size.empty()) refuse(e.line, "a tile whose size is not written out");
    if (size == "<64>" || (size.size() > 4 && size[1] >= '0' && size[1] <= '9'))
      refuse(e.line, "a tile of more threads than a warp");
  }
  std::string out = "simt_l::" + id + size + "(simt_g";
  for (std::size_t i = 1; i < last; ++i) {
    if (e[i].is(kind::pack)) refuse(e.line, "a pack of arguments");
    out += ", ";
    bool const operation = (id == "reduce" || id.ends_with("_scan")) && i == 3;
    out += operation ? text(e[i]) : value(e[i]);
  }
  return out + ")";
}

bool call_writer::is_group(expression const& e) const {
  expression const& b = bare(e);
  if (int const v = m_.variable_of(b); v != none) return m_.variables[std::size_t(v)].is_group;
  return b.is(kind::call) && bare(b[0]).is(kind::name) && is_group_function(bare(b[0]).id);
}

}  // namespace simt::cu::lane::detail
