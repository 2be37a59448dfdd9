// SPDX-License-Identifier: MIT
// Numbers for return addresses with the calls that led to them.
#include "quick.hpp"

#include <execinfo.h>

namespace simt::check {

constinit std::array<recent_site, 1024> recent_sites{};

trace host_trace() {
  trace out;
  void* all[trace::most + 4];
  int const n = backtrace(all, static_cast<int>(trace::most + 4));
  for (int i = 2; i < n && out.count < trace::most; ++i) out.address[out.count++] = all[i];
  return out;
}

namespace {

struct site_table {
  std::vector<site> sites{1};
  std::unordered_map<std::uint64_t, site_id> known;
};
site_table& sites() {
  static auto& table = *new site_table;
  return table;
}

}  // namespace

site_id intern(void const* return_address) {
  context* const c = looking != nullptr ? looking : here;
  auto const call = [&](unsigned back) -> void const* {
    return c != nullptr && c->self != nullptr ? c->calls->caller(back) : nullptr;
  };
  void const* const caller = call(0);
  auto const a = reinterpret_cast<std::uintptr_t>(return_address);
  recent_site& e = recent_site_of(return_address, caller);
  if (e.is_of(return_address, caller)) return e.id;
  checker_scope const scope(c);
  auto& table = sites();
  std::uint64_t const key =
      a * 0x9e3779b97f4a7c15u ^ reinterpret_cast<std::uintptr_t>(caller) * 0xc2b2ae3d27d4eb4fu;
  auto [at, fresh] = table.known.try_emplace(key, static_cast<site_id>(table.sites.size()));
  if (fresh) table.sites.push_back({return_address, {caller, call(1), call(2)}});
  e = {return_address, caller, at->second};
  return at->second;
}

site const& site_of(site_id id) { return sites().sites[id]; }

frame frame_of(site_id id) {
  site const s = site_of(id);
  void const* const addresses[4] = {s.address, s.callers[0], s.callers[1], s.callers[2]};
  return program_frame(addresses, 4);
}

}  // namespace simt::check
