// SPDX-License-Identifier: MIT
#include <simt/simt.hpp>

#include <doctest/doctest.h>

#include <type_traits>
#include <vector>

namespace {

/// A device function that gets the gang of a lambda kernel, or a kernel, as its argument.
template <class Gang>
auto triangle(Gang const& t, simt::varying_of<Gang, int> const& n) {
  simt::varying_of<Gang, int> sum = 0, k = 0;
  simt_while (k < n) {
    k += 1;
    sum += k;
  }
  return sum + t.threadIdx.x * 0;
}

}  // namespace

TEST_CASE("varying_of and local_of name a lambda kernel's variables, var makes one") {
  std::vector<float> out(100, -1.0f);
  simt::ptr const p{out.data()};
  simt::launch(simt::shape{4, 32}, [=](auto& t) {
    auto i = t.blockIdx.x * t.blockDim.x + t.threadIdx.x;
    simt::varying_of<decltype(t), float> half = 0.5f;
    simt::varying_of<decltype(t), bool> inside = i < 100;
    simt::local_of<decltype(t), int[4]> a;
    auto factor = t.var(2.0f);
    static_assert(std::is_same_v<decltype(factor), decltype(half)>);
    for (int k = 0; k < 4; ++k) a[k] = k * 10;
    simt_if (i % 2 == 1) factor = 3.0f;
    simt_if (inside) p[i] = half * factor + a[i % 4] + triangle(t, i % 5);
  });
  for (int i = 0; i < 100; ++i)
    CHECK(out[static_cast<std::size_t>(i)] ==
          (i % 2 == 1 ? 1.5f : 1.0f) + static_cast<float>(i % 4 * 10 + i % 5 * (i % 5 + 1) / 2));
}
