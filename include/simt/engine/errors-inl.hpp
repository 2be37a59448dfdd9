#pragma once
// SPDX-License-Identifier: MIT

#include <simt/engine/errors.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace simt::inline SIMT_ABI {

namespace detail {

SIMT_COLD SIMT_RUNTIME_FUNCTION message& operator<<(message& out, launch_site const& site) {
  out << "kernel " << (site.kernel ? site.kernel : "(unnamed)");
  return out << ", grid " << uint3(site.grid) << ", block shape " << uint3(site.block);
}

[[noreturn]] SIMT_COLD SIMT_RUNTIME_FUNCTION void throw_launch_error(std::string_view reason,
                                                                     launch_site const& site) {
  throw launch_error(reason, site);
}

}  // namespace detail

SIMT_COLD SIMT_RUNTIME_FUNCTION std::string launch_error::text(std::string_view reason,
                                                               launch_site const& site) {
  detail::message out;
  out << "simt::launch: " << reason << " [" << site << "]";
  return out.text();
}

SIMT_COLD SIMT_RUNTIME_FUNCTION std::string kernel_error::text(
    std::string_view reason, launch_site const& site, uint3 const& block_index,
    std::optional<thread_range> const& threads) {
  detail::message out;
  out << "simt: " << reason << " [" << site << ", block " << block_index;
  if (threads) {
    bool const one = threads->first == threads->last;
    out << (one ? ", thread " : ", threads ") << simt::unflatten(threads->first, site.block);
    if (!one) out << " to " << simt::unflatten(threads->last, site.block);
  }
  out << "]";
  return out.text();
}

SIMT_COLD SIMT_RUNTIME_FUNCTION std::shared_ptr<kernel_error::facts const> kernel_error::keep(
    launch_site const& site, uint3 const& block_index, std::optional<thread_range> const& threads) {
  char const* const name = site.kernel ? site.kernel : "(unnamed)";
  return std::shared_ptr<facts const>(new facts{name, site.grid, site.block, block_index, threads});
}

}  // namespace simt::inline SIMT_ABI
