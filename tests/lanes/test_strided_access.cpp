// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/lanes/memory/strided_access.hpp>
#include <simt/simt.hpp>

#include "support/lone_pages.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstring>

// Members of structures of two, three and four equal numbers, by all and by some threads: loads and
// stores of registers and permutes touch no other member, and nothing in front of the first
// structure or behind the last.
namespace {

using namespace simt;

template <class T>
struct two {
  T a, z;
};
template <class T>
struct three {
  T a, b, z;
};
template <class T>
struct four {
  T a, b, c, z;
};

SIMT_KERNEL_TEMPLATE((class S, class T), (S, T), change,
                     (ptr<S> s, ptr<T> first, ptr<T> last, int n, int some)) {
  auto i = threadIdx.x;
  simt_if (i < n) {
    varying<T> const a = s[i]->*&S::a;
    first[i] = a;
    last[i] = s[i]->*&S::z;
    s[i]->*&S::z = a * T{3};
    simt_if (first[i] > T(some)) s[i]->*&S::a = varying<T>(i) - a;
  }
}

template <template <class> class Struct, class T, int W>
void check_members() {
  using S = Struct<T>;
  constexpr int threads = 64, members = int(sizeof(S) / sizeof(T));
  simt_test::lone_pages memory;
  for (int n : {threads, 50, 16, 3})
    for (bool at_end : {false, true})
      for (int some : {-1, 20, 1000}) {
        auto* const s =
            reinterpret_cast<S*>(at_end ? memory.end() - std::size_t(n) * sizeof(S) : memory.begin());
        auto* const x = reinterpret_cast<T*>(s);
        for (int i = 0; i < n * members; ++i) x[i] = T(i * 7 % 91);
        T first[threads] = {}, last[threads] = {};
        launch_at<W>(change<S, T>, shape{1, block_shape<threads>}, s, static_cast<T*>(first), static_cast<T*>(last), n, some);
        CAPTURE(n);
        CAPTURE(at_end);
        CAPTURE(some);
        int wrong = 0;
        for (int i = 0; i < n * members; ++i) {
          auto const was = [&](int member) { return T((i / members * members + member) * 7 % 91); };
          T const a = was(0);
          T want = was(i % members);
          if (i % members == members - 1) want = a * T{3};
          if (i % members == 0 && a > T(some)) want = T(i / members) - a;
          wrong += x[i] != want;
          wrong += first[i / members] != a || last[i / members] != was(members - 1);
        }
        for (int i = n; i < threads; ++i) wrong += first[i] != T{} || last[i] != T{};
        CHECK(wrong == 0);
      }
}
template <class T>
void check_type() {
  constexpr int native = simd::native_lanes;
  check_members<two, T, native>();
  check_members<three, T, native>();
  check_members<four, T, native>();
  check_members<two, T, 64>();
  check_members<three, T, 64>();
  check_members<four, T, 64>();
  check_members<four, T, 1>();
}

}  // namespace

TEST_CASE("[HIER-004] place: members of structures, beside pages that may not be touched") {
  check_type<float>();
  check_type<double>();
  check_type<int>();
  check_type<long long>();
}
