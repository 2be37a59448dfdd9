// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/simd/memory.hpp>

#include <doctest/doctest.h>

#include <sys/mman.h>
#include <unistd.h>
#include <cstdint>
#include <cstring>

namespace memory_test {

namespace simd = simt::simd;
constexpr int P = simd::native_lanes;

/// A page between two that may not be touched.
class fenced_page {
 public:
  fenced_page() : size_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))) {
    void* const p = mmap(nullptr, 3 * size_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    REQUIRE(p != MAP_FAILED);
    all_ = static_cast<char*>(p);
    REQUIRE(mprotect(all_ + size_, size_, PROT_READ | PROT_WRITE) == 0);
  }
  ~fenced_page() { munmap(all_, 3 * size_); }
  fenced_page(fenced_page const&) = delete;
  fenced_page& operator=(fenced_page const&) = delete;
  char* begin() const { return all_ + size_; }
  char* end() const { return begin() + size_; }

 private:
  std::size_t size_;
  char* all_ = nullptr;
};

template <class M>
M number(int i) {
  return static_cast<M>(i % 2 == 0 ? 3 * i + 1 : -5 * i);
}

template <class M>
void check_memory() {
  using R = simd::register_t<M>;
  constexpr int L = simd::lanes_of<R, P>;
  fenced_page const page;
  auto const mask_of = [](std::uint32_t bits) {
    return simd::mask_sub<sizeof(R), P>(simd::mask_from_bits<P>(bits), 0);
  };
  std::uint32_t const every = (1u << L) - 1u;

  // Any alignment that M has.
  auto* const p = reinterpret_cast<M*>(page.begin());
  for (int i = 0; i < 3 * L; ++i) p[i] = number<M>(i);
  for (int first = 0; first < 2 * L; ++first) {
    auto const v = simd::load<M, L>(p + first);
    M to[L + 3] = {};
    simd::store<M, L>(to + first % 3, v);
    for (int l = 0; l < L; ++l) {
      CHECK(simd::get<R, L>(v, l) == static_cast<R>(number<M>(first + l)));
      CHECK(to[first % 3 + l] == number<M>(first + l));
    }
    CHECK(to[first % 3 + L] == M{});
  }

  // Some lanes, of registers that lie across the ends of what may be touched as well.
  for (std::uint32_t turn = 0; turn < 64; ++turn) {
    std::uint32_t const bits = turn < 2 ? turn * every : (turn * 0x9e3779b9u >> 7) & every;
    auto const m = mask_of(bits);
    auto const inside = simd::load_masked<M, L>(p + 3, m);
    M to[L];
    for (auto& x : to) x = M(99);
    simd::store_masked<M, L>(to, m, inside);
    for (int l = 0; l < L; ++l) {
      bool const on = (bits >> l & 1) != 0;
      CHECK(simd::get<R, L>(inside, l) == (on ? static_cast<R>(number<M>(3 + l)) : R{}));
      CHECK(to[l] == (on ? number<M>(3 + l) : M(99)));
    }
  }
  for (int n = 0; n < L; ++n) {
    // The first n lanes lie before the end, the others behind it; then the last ones alike.
    M* const last = reinterpret_cast<M*>(page.end()) - n;
    for (int l = 0; l < n; ++l) last[l] = number<M>(l + n);
    auto const head = mask_of((1u << n) - 1u);
    auto v = simd::load_masked<M, L>(last, head);
    for (int l = 0; l < L; ++l)
      CHECK(simd::get<R, L>(v, l) == (l < n ? static_cast<R>(number<M>(l + n)) : R{}));
    simd::store_masked<M, L>(last, head, simd::broadcast<R, L>(R(7)));
    for (int l = 0; l < n; ++l) CHECK(last[l] == M(7));

    M* const before = reinterpret_cast<M*>(page.begin()) - (L - n);
    auto const tail = mask_of(every & ~((1u << (L - n)) - 1u));
    for (int l = L - n; l < L; ++l) before[l] = number<M>(l);
    v = simd::load_masked<M, L>(before, tail);
    for (int l = 0; l < L; ++l)
      CHECK(simd::get<R, L>(v, l) == (l >= L - n ? static_cast<R>(number<M>(l)) : R{}));
    simd::store_masked<M, L>(before, tail, simd::broadcast<R, L>(R(9)));
    for (int l = L - n; l < L; ++l) CHECK(before[l] == M(9));
  }
}

/// Numbers of 8 and 16 bits, a register's worth of them, with the masks of all their lanes.
template <class N, int L>
void check_some() {
  fenced_page const page;
  N* const p = reinterpret_cast<N*>(page.end()) - L;
  for (int n = 0; n <= L; ++n) {
    // The first n lanes lie before the end.
    N* const at = p + (L - n);
    for (int l = 0; l < n; ++l) at[l] = number<N>(l + n);
    simd::whole_mask masks[L / P];
    for (int k = 0; k < L / P; ++k) masks[k] = simd::mask_first<P>(n - k * P);
    auto v = simd::load_some<N, L>(at, masks);
    N got[L];
    std::memcpy(got, &v, sizeof got);
    bool ok = true;
    for (int l = 0; l < n; ++l) ok = ok && got[l] == number<N>(l + n);
    for (auto& x : got) x = N(11);
    std::memcpy(&v, got, sizeof got);
    simd::store_some<N, L>(at, masks, v);
    for (int l = 0; l < n; ++l) ok = ok && at[l] == N(11);
    CAPTURE(n);
    CHECK(ok);
  }
}

TEST_CASE("memory: whole registers and some lanes of them, of every type, up to a page's end") {
  check_memory<std::int8_t>();
  check_memory<std::uint8_t>();
  check_memory<std::int16_t>();
  check_memory<std::uint16_t>();
  check_memory<int>();
  check_memory<unsigned>();
  check_memory<float>();
  check_memory<std::int64_t>();
  check_memory<double>();
}

TEST_CASE("memory: some of a register's bytes and shorts, up to a page's end") {
  if constexpr (P > 1) {
    check_some<std::uint8_t, 4 * P>();
    check_some<std::int16_t, 2 * P>();
  }
}

}  // namespace memory_test
