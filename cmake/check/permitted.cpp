// SPDX-License-Identifier: MIT
// Finds what a kernel may not do though the memory is there: write constants, and what the program
// has ruled out by NVTX.
#include "checker.hpp"

#include <algorithm>

namespace simt::check {

bool check_usage(context& c, allocation const& a, std::uintptr_t at, std::size_t bytes,
                 access_way way, bool atomic, void const* return_address) {
  usage const& u = *a.said;
  std::size_t const first = at - a.begin;
  auto const holds = [&](auto const& x) {
    return first >= x.first && first + bytes <= x.first + x.bytes;
  };
  auto const meets = [&](auto const& x) {
    return first < x.first + x.bytes && x.first < first + bytes;
  };
  std::string const start =
      std::string(verb(way, atomic)) + " of " + count_of(bytes, "byte") + " at " + hex(at);
  finding f;
  if (std::any_of(u.pools.begin(), u.pools.end(), meets) &&
      std::none_of(u.parts.begin(), u.parts.end(), holds)) {
    auto const near = std::find_if(u.parts.begin(), u.parts.end(), [&](usage::part const& x) {
      return x.first <= first && first < x.first + x.bytes + 256;
    });
    f = finding_here(c, "memory", return_address);
    f.what = start + ", in a memory pool, " +
             (near == u.parts.end() ? "of which it is no part that is in use"
              : meets(*near)        ? "partly outside of a part of " + count_of(near->bytes, "byte")
                                    : count_of(first - near->first - near->bytes, "byte") +
                                   " behind a part of " + count_of(near->bytes, "byte"));
    f.advice = "guard with `if (i < n)`, and give a part back behind the last kernel that uses it";
  } else {
    unsigned const wanted = atomic ? 4 : way == access_way::reads ? 1 : 2;
    auto const no = std::find_if(
        u.permissions.begin(), u.permissions.end(),
        [&](usage::permission const& x) { return meets(x) && (x.flags & wanted) == 0; });
    if (no == u.permissions.end()) return true;
    f = finding_here(c, "memory", return_address);
    f.what = start + ", which the program has said is not " +
             (atomic        ? "for atomics"
              : wanted == 1 ? "to be read"
                            : "to be written") +
             " (nvtxMemPermissionsAssign)";
    f.advice = "permit it, or let the kernel leave that memory alone";
  }
  f.address = at;
  f.bytes = bytes;
  describe(f, a);
  report(std::move(f));
  return false;
}

void report_constant(context& c, allocation const& a, std::uintptr_t at, std::size_t bytes,
                     access_way way, bool atomic, void const* return_address) {
  if (!settings().memory) return;
  finding f = finding_here(c, "memory", return_address);
  f.address = at;
  f.bytes = bytes;
  f.what = std::string(verb(way, atomic)) + " of " + count_of(bytes, "byte") + " at " + hex(at) +
           ", in a `__constant__` variable, which kernels only read";
  f.advice = "make it a `__device__` variable, or let the host write it by `cudaMemcpyToSymbol`";
  describe(f, a);
  report(std::move(f));
}

}  // namespace simt::check
