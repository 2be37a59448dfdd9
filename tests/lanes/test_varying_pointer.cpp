// SPDX-License-Identifier: MIT
#include <simt/lanes/memory/varying_pointer.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>

#include <numeric>
#include <random>
#include <vector>

namespace {

using namespace simt;

// Sanitizers make every kernel minutes of compile time: there, only the narrow gangs.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int wide = simd::native_lanes;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr int wide = simd::native_lanes;
#else
constexpr int wide = 64;
#endif
#else
constexpr int wide = 64;
#endif

struct node {
  int value;
  node* next;
  node* child[2];
  float weight[3];
};

// Lists of different lengths, one a thread: the classic pointer chase.
SIMT_KERNEL(sum_lists, (ptr<node* const> heads, ptr<int> sums, ptr<node*> last, int n)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (i < n) {
    varying<int> sum = 0;
    varying<node*> p = heads[i], q = nullptr;
    simt_while (p != nullptr) {
      sum += p->*&node::value;
      (p->*&node::weight)[1] += 1.0f;
      q = p;
      p = p->*&node::next;
    }
    sums[i] = sum;
    last[i] = q;
  }
}

template <int W>
void check_lists(int n) {
  auto const count = static_cast<std::size_t>(n);
  std::mt19937 r(static_cast<unsigned>(n));
  std::vector<node> pool(4 * count);
  std::vector<node*> heads(count), last(count), want_last(count);
  std::vector<int> sums(count, -1), want(count);
  std::vector<std::size_t> order(pool.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::shuffle(order.begin(), order.end(), r);
  std::size_t used = 0;
  for (std::size_t i = 0; i < count; ++i)
    for (auto length = r() % 5; length > 0 && used < pool.size(); --length) {
      auto& x = pool[order[used++]];
      x.value = static_cast<int>(r() % 1000);
      x.weight[1] = 0.5f;
      x.next = heads[i];
      if (heads[i] == nullptr) want_last[i] = &x;
      heads[i] = &x;
      want[i] += x.value;
    }
  launch_at<W>(sum_lists, shape{(n + 63) / 64, 64}, heads.data(), sums.data(), last.data(), n);
  CAPTURE(W);
  CAPTURE(n);
  CHECK(sums == want);
  CHECK(last == want_last);
  int wrong = 0;
  for (std::size_t k = 0; k < used; ++k) wrong += pool[order[k]].weight[1] != 1.5f;
  CHECK(wrong == 0);
}

TEST_CASE("[LANG-033] linked lists: loads of pointers, comparisons, members, masked lanes") {
  for (int n : {1, 33, 64, 150}) {
    check_lists<1>(n);
    check_lists<simd::native_lanes>(n);
    check_lists<wide>(n);
  }
}

// Arithmetic, elements of every size, stores of pointers, ordering.
SIMT_KERNEL_TEMPLATE((class T), (T), pointer_arithmetic,
                     (ptr<T> a, ptr<T*> p, ptr<int const> step, ptr<long long> distance,
                      ptr<T const> b, int n)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (i < n) {
    varying<T*> q = a + i;
    varying<T*> first = a;
    q += step[i];
    p[i] = q;
    distance[i] = q - first;
    varying<T const*> c = b + n;
    --c;
    c = c - i;
    simt_if (i % 3 != 1) *q = *c;
    simt_if (q < &a[i]) distance[i] += 1000;
    simt_if (q == p[i]) distance[i] += 10000;
    simt_if (!q) distance[i] = -1;
    varying<T*> r = select(i % 2 == 0, q, nullptr);
    simt_if (r != nullptr) r[0] += T(1);
    first++;
    distance[i] += 100000 * (first - ptr<T>(a));
    simt_if (i == n - 1) p[n] = q;
  }
}

template <class T, int W>
void check_arithmetic(int n) {
  auto const count = static_cast<std::size_t>(n);
  std::mt19937 r(static_cast<unsigned>(n));
  std::vector<T> a(count), b(count);
  std::vector<int> target(count), step(count);
  for (std::size_t i = 0; i < count; ++i) {
    a[i] = static_cast<T>(r() % 100);
    b[i] = static_cast<T>(r() % 100);
    target[i] = static_cast<int>(i);
  }
  std::shuffle(target.begin(), target.end(), r);
  for (int i = 0; i < n; ++i)
    step[static_cast<std::size_t>(i)] = target[static_cast<std::size_t>(i)] - i;
  std::vector<T*> p(count + 1);
  std::vector<long long> distance(count), want(count);
  auto want_a = a;
  for (std::size_t i = 0; i < count; ++i) {
    auto const t = static_cast<std::size_t>(target[i]);
    want[i] = target[i] + (t < i ? 1000 : 0) + 10000 + 100000;
    if (i % 3 != 1) want_a[t] = b[count - 1 - i];
    if (i % 2 == 0) want_a[t] = static_cast<T>(want_a[t] + T(1));
  }
  launch_at<W>(pointer_arithmetic<T>, shape{(n + 63) / 64, 64}, a.data(), p.data(), step.data(),
               distance.data(), b.data(), n);
  CAPTURE(W);
  CAPTURE(n);
  CHECK(a == want_a);
  CHECK(distance == want);
  int wrong = 0;
  for (std::size_t i = 0; i < count; ++i) wrong += p[i] != &a[static_cast<std::size_t>(target[i])];
  CHECK(wrong == 0);
  CHECK(p[count] == &a[static_cast<std::size_t>(target[count - 1])]);
}

TEST_CASE("[LANG-033] varying pointers: arithmetic, order, elements of 1 to 8 bytes") {
  for (int n : {1, 33, 100}) {
    check_arithmetic<unsigned char, simd::native_lanes>(n);
    check_arithmetic<short, simd::native_lanes>(n);
    check_arithmetic<int, 1>(n);
    check_arithmetic<double, wide>(n);
  }
}

}  // namespace
