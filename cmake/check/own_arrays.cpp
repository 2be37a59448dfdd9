// SPDX-License-Identifier: MIT
// The arrays that are a thread's own, between bytes that nobody may access, and which of their
// elements have values.
#define SIMT_CHECK 1
#include <simt/check/hooks.hpp>

#include "hooks.hpp"

#include <algorithm>

namespace simt::check {

void check_own_values(context& c, std::uintptr_t at, std::size_t bytes, access_way way,
                      void const* return_address) {
  for (thread_state::own_array& o : c.self->own) {
    if (o.unwritten.empty() || at - o.array >= o.bytes) continue;
    auto const first = o.unwritten.begin() + static_cast<std::ptrdiff_t>(at - o.array);
    auto const end = first + static_cast<std::ptrdiff_t>(std::min(bytes, o.array + o.bytes - at));
    if (way != access_way::writes && std::find(first, end, true) != end) {
      finding f = finding_here(c, "uninitialised", return_address);
      f.address = at;
      f.bytes = bytes;
      f.what = "read of " + count_of(bytes, "byte") + " that the thread has not written, at byte " +
               std::to_string(at - o.array) + " of an array of " + count_of(o.bytes, "byte") +
               " that is its own";
      f.advice =
          "give it values where it is declared (`float sum[4] = {};`), or write every element "
          "first";
      report(std::move(f));
    }
    if (way == access_way::reads) return;
    std::fill(first, end, false);
    if (std::find(o.unwritten.begin(), o.unwritten.end(), true) != o.unwritten.end()) return;
    o.unwritten.clear();
    --c.self->own_unwritten;
    return;
  }
}

}  // namespace simt::check

using namespace simt::check;

extern "C" {

void simt_check_own_array(void const* whole, void const* array, std::size_t bytes,
                          std::size_t whole_bytes, bool unwritten) noexcept {
  context* const c = here;
  if (c == nullptr || c->self == nullptr) return;
  bool const values = unwritten && settings().init;
  if (!settings().memory && !values) return;
  checker_scope const scope(c);
  c->self->own.push_back({reinterpret_cast<std::uintptr_t>(whole),
                          reinterpret_cast<std::uintptr_t>(array), bytes, whole_bytes,
                          std::vector<bool>(values ? bytes : 0, true)});
  if (values) ++c->self->own_unwritten;
}
void simt_check_own_array_ends(void const* whole) noexcept {
  context* const c = mine.c;
  if (c == nullptr || c->self == nullptr) return;
  auto& own = c->self->own;
  for (std::size_t i = own.size(); i-- > 0;)
    if (own[i].whole == reinterpret_cast<std::uintptr_t>(whole)) {
      if (!own[i].unwritten.empty()) --c->self->own_unwritten;
      own.erase(own.begin() + static_cast<std::ptrdiff_t>(i));
      return;
    }
}

}  // extern "C"
