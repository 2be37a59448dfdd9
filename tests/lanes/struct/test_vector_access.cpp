// SPDX-License-Identifier: MIT
#include <simt/lanes/struct/vector_access.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_masks.hpp>
#include <support/lone_pages.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace simt_test::vectors {

namespace detail = simt::detail;
using simt::varying;

/// The vectors lie at the very ends of memory that may be touched.
template <class E>
class memory {
 public:
  explicit memory(std::size_t elements)
      : data_(reinterpret_cast<E*>(pages_.end()) - elements), count_(elements) {
    REQUIRE(reinterpret_cast<std::byte*>(data_) >= pages_.begin());
    for (std::size_t i = 0; i < elements; ++i) data_[i] = content(i);
  }
  static E content(std::size_t i) { return static_cast<E>(i * 7 % 101); }
  E* data() const { return data_; }
  /// Tells whether element i is f(i), for all.
  template <class F>
  bool holds(F f) const {
    bool right = true;
    for (std::size_t i = 0; i < count_; ++i) right = right && data_[i] == f(i);
    return right;
  }

 private:
  lone_pages pages_;
  E* data_;
  std::size_t count_;
};

/// Loads and stores vectors of N at the elements where(l) * N of lane l.
template <class E, int N, int W, class Index, class Where>
bool moves(Index const& index, Where where) {
  constexpr auto stride = static_cast<std::ptrdiff_t>(N * sizeof(E));
  std::size_t last = 0;
  for (int l = 0; l < W; ++l) last = std::max(last, static_cast<std::size_t>(where(l)));
  std::size_t const count = (last + 1) * N;
  auto const place = [&](int l, int c) {
    return static_cast<std::size_t>(where(l)) * N + static_cast<std::size_t>(c);
  };
  bool right = true;
  auto const sets = masks::sets<W>();
  for (auto const& active : sets) {
    auto const is_active = [&](int l) { return active[static_cast<std::size_t>(l)]; };
    memory<E> const m(count);
    masks::activate<W>(active);
    varying<E, W> v[N];
    [&]<int... C>(std::integer_sequence<int, C...>) {
      varying<E, W>* const out[] = {&v[C]...};
      detail::load_vectors<stride, E, N>(m.data(), index, out);
      for (int l = 0; l < W; ++l)
        for (int c = 0; c < N; ++c)
          right = right && (!is_active(l) || v[c].lane(l) == memory<E>::content(place(l, c)));
      for (int l = 0; l < W; ++l)
        for (int c = 0; c < N; ++c) v[c].set_lane(l, static_cast<E>(l % 50 + 50 * c % 120));
      varying<E, W> const* const from[] = {&v[C]...};
      detail::store_vectors<stride, E, N>(m.data(), index, from);
    }
    (std::make_integer_sequence<int, N>{});
    right = right && masks::active<W>() == active;
    std::vector<E> expected(count);
    for (std::size_t i = 0; i < count; ++i) expected[i] = memory<E>::content(i);
    for (int l = 0; l < W; ++l)
      for (int c = 0; c < N && is_active(l); ++c)
        expected[place(l, c)] = static_cast<E>(l % 50 + 50 * c % 120);
    right = right && m.holds([&](std::size_t i) { return expected[i]; });
  }
  return right;
}

template <class E, int N, int W>
bool moves_anywhere() {
  auto const one = consecutive<W>(0);
  auto const shuffled = [](int l) { return l * 5 % W; };  // each element for one lane
  auto const data = lanes<std::int64_t, W>([&](int l) { return shuffled(l); });
  return moves<E, N, W>(one, [](int l) { return l; }) &&
         moves<E, N, W>(detail::index_times_fixed<int, 2>(one), [](int l) { return 2 * l; }) &&
         moves<E, N, W>(detail::index_plus<int>(detail::index_times<int>(one, -2), 2 * W),
                        [](int l) { return 2 * (W - l); }) &&
         moves<E, N, W>(data, shuffled);
}

TEST_CASE("vector_access: whole vectors of active lanes, side by side, apart and shuffled") {
  masks::at_all_widths([]<int W>() {
    if constexpr (W <= 128) {
      CAPTURE(W);
      CHECK(moves_anywhere<float, 2, W>());
      CHECK(moves_anywhere<float, 3, W>());
      CHECK(moves_anywhere<int, 4, W>());
      CHECK(moves_anywhere<double, 2, W>());
      CHECK(moves_anywhere<std::int64_t, 3, W>());
      CHECK(moves_anywhere<unsigned char, 4, W>());
      CHECK(moves_anywhere<short, 2, W>());
    }
  });
}

}  // namespace simt_test::vectors
