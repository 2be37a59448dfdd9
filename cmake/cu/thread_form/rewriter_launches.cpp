// SPDX-License-Identifier: MIT
// Rewrites `kernel<<<blocks, threads>>>(arguments)`, when all of a file's kernels are known.
#include "rewriter.hpp"

#include "file_rewriter.hpp"

#include <algorithm>

namespace simt::cu::detail {

void rewriter::launch_here() {
  if (in_macro_ && !is_whole_launch(text_, at_)) return;  // function_macros writes its uses out
  launch const l = find_launch(file_, text_, at_);
  launch_site site;
  site.in_function = in_function();
  site.in_macro = in_macro_;
  site.parameters = parameters_;
  site.through_pointer = is_expression(text_, l);
  if (!site.through_pointer && l.open - l.head == 1) {
    if (!known_.kernels.contains(text_.text(l.head)))
      site.through_pointer = variables_.hold(l.head);
    else if (parser_ != nullptr)  // only lane forms go by the name
      site.may_be_variable = variables_.hold(l.head);
  }
  if (std::size_t const name = kernel_identifier(text_, l); name != npos)
    site.has_bound =
        !site.through_pointer && !is_variable_now(l, name) && has_bound(known_, text_.text(name));
  if (parser_ != nullptr)
    launches_.push_back({l, site, {}});
  else
    rewrite_launch(text_, l, site, out_);
  changed_ = true;
  at_ = l.open + 2;
  launch_close_ = l.close;
}

bool rewriter::is_variable_now(launch const& l, std::size_t name) {
  if (l.head != name || !known_.bounded.contains(text_.text(name))) return false;
  return std::find(parameters_.begin(), parameters_.end(), text_.text(name)) != parameters_.end() ||
         variables_.hold(name);
}

void rewriter::write_launches(lane::translator const& translator) {
  for (pending& p : launches_) {
    code const& text = p.within ? p.within->body : text_;
    std::size_t const name = kernel_identifier(text, p.at);
    if (name != npos && !p.site.through_pointer && !p.site.may_be_variable) {
      auto const kernel = text.text(name);
      p.site.has_lane_form = translator.knows(kernel, file_.name, text[name].begin);
      p.site.through_pointer = !p.site.in_macro && translator.is_elsewhere(kernel);
      if (auto const b = translator.launches().blocks_of(kernel);
          b && b->is_short() && !translator.needs_warps(kernel))
        p.site.blocks = b->text();
    }
    rewrite_launch(text, p.at, p.site, out_);
  }
}

}  // namespace simt::cu::detail
