// SPDX-License-Identifier: MIT
// The arrays that are a thread's own, between bytes that nobody may access, and which of their
// elements have values.
#define SIMT_CHECK 1
#include <simt/check/hooks.hpp>

#include "hooks.hpp"

#include <algorithm>

namespace simt::check {

namespace {
/// The byte that stands where nobody has written: what a function that is not instrumented has
/// written is known by it.
unsigned char filling_of(std::uintptr_t at) {
  auto const x = static_cast<std::uint32_t>(at + 1) * 0x9e3779b9u;
  return static_cast<unsigned char>((x >> 24 & 0x7cu) | 0x82u);
}
/// True where some of those bytes that nobody is known to have written have been, unseen: all of
/// them, then, as a byte of a number may be what stood there.
bool is_changed(thread_state::own_array const& o, std::vector<bool>::const_iterator first,
                std::vector<bool>::const_iterator end) {
  for (auto i = first; i != end; ++i) {
    auto const place = o.array + static_cast<std::size_t>(i - o.unwritten.begin());
    if (*i && *reinterpret_cast<unsigned char const*>(place) != filling_of(place)) return true;
  }
  return false;
}
}  // namespace

void check_own_values(context& c, std::uintptr_t at, std::size_t bytes, access_way way,
                      void const* return_address) {
  for (thread_state::own_array& o : c.self->own) {
    if (o.unwritten.empty() || at - o.array >= o.bytes) continue;
    auto const first = o.unwritten.begin() + static_cast<std::ptrdiff_t>(at - o.array);
    auto const end = first + static_cast<std::ptrdiff_t>(std::min(bytes, o.array + o.bytes - at));
    if (way != access_way::writes && is_changed(o, first, end)) std::fill(first, end, false);
    if (way != access_way::writes && std::find(first, end, true) != end) {
      finding f = finding_here(c, "uninitialised", return_address);
      f.address = at;
      f.bytes = bytes;
      f.what = "read of " + count_of(bytes, "byte") + " that the thread has not written, at byte " +
               std::to_string(at - o.array) + " of a variable of " + count_of(o.bytes, "byte") +
               " that is its own";
      f.advice =
          "give it a value where it is declared (`float sum = 0;`, `float sums[4] = {};`), or "
          "write all of it first";
      report(std::move(f));
      std::fill(first, end, false);  // told once a thread
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
  if (!values) return;
  ++c->self->own_unwritten;
  auto const begin = reinterpret_cast<std::uintptr_t>(array);
  for (std::size_t i = 0; i < bytes; ++i)
    *reinterpret_cast<unsigned char*>(begin + i) = filling_of(begin + i);
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
