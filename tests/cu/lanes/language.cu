// SPDX-License-Identifier: MIT
// What else C++ has: lambdas, decltype, lists in braces, loops over arrays. Both forms must agree
// with each other, and with the numbers that are worked out on the host.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda_runtime.h>

namespace {

struct couple {
  int a, b;
};

template <class F>
__device__ int applied(F f, int x) {
  int sum = 0;
  for (int i = 0; i < x % 4; ++i) sum += f(i, x);
  return sum;
}
template <class F>
__device__ void twice(F const& f) {
  f();
  f();
}
// Returns early itself, around a lambda.
template <class F>
__device__ int first_of(F&& f, int n) {
  for (int i = 0; i < n; ++i)
    if (f(i)) return i;
  return -1;
}
__device__ couple couple_of(int a, int b) { return {a * 2, b + 1}; }
__device__ int sum_of(couple c) { return c.a + 10 * c.b; }
template <class T>
__device__ T both(T x, couple c) {
  return x + c.a - c.b;
}
struct scaled {
  int by;
  __host__ __device__ int operator()(int x) const { return x * by; }
  __host__ __device__ int of(couple c) const { return c.a * by + c.b; }
};

// Captured by reference and changed where threads have parted; returns in several places.
__global__ void lambdas(int const* in, int* out, int n) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int sum = 0, calls = 0;
  auto add = [&](int x) {
    ++calls;
    if (x % 3 == 0) return;
    sum += x;
  };
  auto const limited = [&calls](int x, int high) -> int {
    if (x > high) return high;
    if (x < 0) {
      ++calls;
      return 0;
    }
    return x;
  };
  auto parity = [](auto x) { return x % 2 == 0; };
  auto pick = [=](int x) {
    switch (x) {
      case 0:
        return i;
      case 1:
        return n;
    }
    return i + n;
  };
  if (i % 2 == 0) add(in[i]);
  for (int k = 0; k < in[i] % 5; ++k) {
    add(k + i);
    if (k == 3) break;
  }
  // A value from before is kept.
  int step = i;
  auto old = [step, more = step * 2 + 1](int x) { return x + step + more; };
  auto now = [&] { return step; };
  step += 100;
  sum += old(1) + now();
  // A loop of its own, a reference as a parameter, another lambda within.
  auto scale = [&](int& x, int by) {
    auto const times = [&](int m) { return m * by; };
    for (int k = 0; k < by; ++k) {
      if (x > 1000) return;
      x = times(x) + 1;
    }
  };
  int y = i % 7;
  scale(y, in[i] % 3 + 1);
  sum += y + limited(in[i] - 400, 300) + pick(i % 4);
  if (parity(i)) sum += parity(i / 2) ? 5000 : 7;
  out[i] = sum + 100000 * calls;
}

/// As reductions by groups are often written: of any kind of group.
template <typename Group>
__device__ int sum_of(Group group, int x) {
  for (int i = group.size() / 2; i > 0; i /= 2) x += group.shfl_down(x, i);
  return group.thread_rank() == 0 ? x : -1;
}

__global__ void passed(int const* in, int* out, int n, scaled s) {
  int const i = threadIdx.x;
  int hits = 0;
  auto weigh = [&](int k, int x) {
    if (k == 1) ++hits;
    return in[(k + x) % n];
  };
  int r = applied(weigh, i) + applied([&](int k, int x) { return k * i - x; }, i + 1);
  if (i % 3 != 1) twice([&] { r += in[i] % 10; });
  r += first_of([&](int k) { return in[(i + k) % n] % 5 == 0; }, 6 + i % 3) * 1000;
  r += [&](int x) { return x * 3; }(i);
  // Structures go from thread to thread, too.
  auto const tile =
      cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
  couple const other = tile.shfl_down(couple{i, 2 * i}, 3);
  out[i] = r + hits * 17 + s(i) + other.a - 4 * other.b + sum_of(tile, in[i] % 100);
}

// Names that lane forms could have used for what they add.
struct body {
  int x;
  int kind;
};
__host__ __device__ int call(int x) { return 3 * x; }
__host__ __device__ int form(int x, int y) {
  int x_ = x + 1, y_ = y - 1;
  body b;
  b.x = call(x_);
  b.kind = y_ % 3;
  if (b.kind == 1) return b.x;
  for (int k = 0; k < b.kind; ++k)
    if (b.x % 5 == k) return x_ - y_;
  return b.x + b.kind;
}
__global__ void named(int const* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int in_ = in[i] % 50, n_ = call(i);
  out[i] = form(in_, n_) + n_;
}

__global__ void other_words(int const* in, int* out, int n) {
  int const i = threadIdx.x;
  __shared__ int tile[32];
  __shared__ float pairs[4][8];
  decltype(i) j = i + 1;
  decltype(in[0] + 1.5f) f = in[i] % 9;
  auto const k = i * 2;
  decltype(k) twice_more = k + k;
  decltype(out) p = out + i;
  float(*q)[8] = reinterpret_cast<decltype(q)>(pairs);
  if (i < 32) q[i / 8][i % 8] = in[i];
  if (i < 32) tile[i] = in[i] % 100;
  __syncthreads();
  int local[3] = {i, n, j};
  int sum = 0;
  for (int x : tile) sum += x;
  for (auto& x : local) x += sum;
  for (auto const x : local) {
    if (x % 4 == 1) continue;
    if (x % 7 == i % 7) break;
    sum += x;
  }
  couple c = couple_of(sum % 11, i);
  sum += sum_of({c.a, i}) + sum_of(couple_of(1, 2)) + both(i, {3, c.b});
  scaled const s{3};
  sum += s.of({i, c.a});
  c = (couple){sum % 13, 4};
  *p = sum + c.a + c.b + j + (int)f + twice_more + (int)pairs[(i / 8) % 4][i % 8];
}

int applied_here(auto f, int x) {
  int sum = 0;
  for (int i = 0; i < x % 4; ++i) sum += f(i, x);
  return sum;
}

#define SMALLER(x, y)               \
  ({                                \
    __typeof__(x) first = (x);      \
    __typeof__(y) second = (y);     \
    first < second ? first : second; \
  })
__device__ int const* third(int const* in, int i) {
  int const* p = in + i;
  if (in[i] % 3 != 0) p = nullptr;
  return p;
}

// Names for the parts of an object, statements within an expression, arrays that a list or a text
// gives their elements.
__global__ void bound(int const* in, int* out, int n) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  auto [a, b] = couple_of(in[i] % 10, i);
  couple c{i, 3};
  auto& [low, high] = c;
  if (i % 2 == 0)
    low += 5;
  else
    ++high;
  auto const [x, y] = c;
  if (i % 5 == 0) a = b;
  int const r = in[i] % 7;
  char const word[8] = "ab";
  char text[8] = "cde";
  text[i % 3] += 1;
  int weights[] = {5, 15, 25};
  int sum = a + 3 * b + 7 * x - y + SMALLER(r + i % 3, 4) * SMALLER(n, 50) + word[i % 8] +
            text[i % 4] + weights[i % 3] * static_cast<int>(sizeof(weights) / sizeof(weights[0]));
  int const* p;
  if (n > 3 && (p = third(in, i))) sum += *p % 5;
  out[i] = sum;
}

// Threads that a number joins, in both ways of a branch and all together.
__global__ void joined(int const* in, int* out) {
  auto const block = cooperative_groups::this_thread_block();
  auto const tile = cooperative_groups::tiled_partition<32>(block);
  int const i = threadIdx.x, x = in[i] % 100;
  auto const halves = cooperative_groups::binary_partition(tile, x & 1);
  int r;
  if (x & 1) {
    r = cooperative_groups::reduce(halves, x, cooperative_groups::plus<int>());
  } else {
    r = 1000 * halves.size() + halves.thread_rank() - halves.shfl_down(x, 1);
  }
  auto const same = cooperative_groups::labeled_partition(tile, x % 5);
  r += 7 * same.shfl(x, 0) + 3 * same.shfl_up(x, 1) + 11 * same.meta_group_rank() +
       13 * same.meta_group_size() + 17 * same.any(x > 60) + 19 * same.all(x > 20);
  r += cooperative_groups::inclusive_scan(same, x, cooperative_groups::plus<int>()) +
       cooperative_groups::exclusive_scan(tile, x, cooperative_groups::plus<int>());
  cooperative_groups::thread_group eight = cooperative_groups::tiled_partition(block, 8);
  r += 23 * __popc(cooperative_groups::tiled_partition<4>(block).match_any(x % 3));
  out[i] = r + 100000 * static_cast<int>(eight.thread_rank() * eight.size());
}

int lambdas_here(int const* in, int i, int n) {
  int sum = 0, calls = 0;
  auto add = [&](int x) {
    ++calls;
    if (x % 3 != 0) sum += x;
  };
  if (i % 2 == 0) add(in[i]);
  for (int k = 0; k < in[i] % 5 && k < 4; ++k) add(k + i);
  sum += 1 + i + 2 * i + 1 + i + 100;
  int y = i % 7;
  int const by = in[i] % 3 + 1;
  for (int k = 0; k < by && y <= 1000; ++k) y = y * by + 1;
  int const x = in[i] - 400;
  if (x <= 300 && x < 0) ++calls;
  sum += y + (x > 300 ? 300 : x < 0 ? 0 : x) + (i % 4 == 0 ? i : i % 4 == 1 ? n : i + n);
  if (i % 2 == 0) sum += i / 2 % 2 == 0 ? 5000 : 7;
  return sum + 100000 * calls;
}

int passed_here(int const* in, int i, int n) {
  int hits = 0;
  int r = applied_here(
      [&](int k, int x) {
        if (k == 1) ++hits;
        return in[(k + x) % n];
      },
      i);
  r += applied_here([&](int k, int x) { return k * i - x; }, i + 1);
  if (i % 3 != 1) r += 2 * (in[i] % 10);
  int found = -1;
  for (int k = 0; k < 6 + i % 3 && found < 0; ++k)
    if (in[(i + k) % n] % 5 == 0) found = k;
  int const other = i % 32 + 3 < 32 ? i + 3 : i;
  int sum = i % 32 == 0 ? 0 : -1;
  for (int k = 0; k < 32 && i % 32 == 0; ++k) sum += in[i + k] % 100;
  return r + found * 1000 + i * 3 + hits * 17 + i * 4 - 7 * other + sum;
}

int other_words_here(int const* in, int i, int n) {
  int sum = 0;
  for (int k = 0; k < 32; ++k) sum += in[k] % 100;
  int const all = sum;
  for (int const x : {i + all, n + all, i + 1 + all}) {
    if (x % 4 == 1) continue;
    if (x % 7 == i % 7) break;
    sum += x;
  }
  int a = sum % 11 * 2;
  int const b = i + 1;
  sum += a + 10 * i + 2 + 30 + i + 3 - b + i * 3 + a;
  a = sum % 13;
  return sum + a + 4 + i + 1 + in[i] % 9 + 4 * i + in[i % 32];
}

int named_here(int const* in, int i, int) { return form(in[i] % 50, call(i)) + call(i); }

int bound_here(int const* in, int i, int n) {
  int a = in[i] % 10 * 2, b = i + 1, x = i, y = 3;
  if (i % 2 == 0)
    x += 5;
  else
    ++y;
  if (i % 5 == 0) a = b;
  int const r = in[i] % 7 + i % 3;
  char text[8] = "cde";
  text[i % 3] = static_cast<char>(text[i % 3] + 1);
  return a + 3 * b + 7 * x - y + (r < 4 ? r : 4) * (n < 50 ? n : 50) + "ab\0\0\0\0\0"[i % 8] +
         text[i % 4] + (5 + 10 * (i % 3)) * 3 + (in[i] % 3 == 0 ? in[i] % 5 : 0);
}

int joined_here(int const* in, int i, int) {
  int const first = i / 32 * 32, x = in[i] % 100;
  int odds = 0, alike = 0, rank = 0, labels[5] = {}, count = 0, number = 0;
  int before = x, sum = 0, running = 0, leader = -1;
  bool any = false, all = true;
  for (int k = first; k < first + 32; ++k) {
    int const y = in[k] % 100;
    if (y & 1) odds += y;
    if ((y & 1) == (x & 1)) {
      ++alike;
      if (k < i) ++rank;
    }
    if (labels[y % 5]++ == 0) {
      if (y % 5 == x % 5) number = count;
      ++count;
    }
    if (k < i) running += y;
    if (y % 5 != x % 5) continue;
    if (leader < 0) leader = y;
    if (k < i) before = y;
    if (k <= i) sum += y;
    any = any || y > 60;
    all = all && y > 20;
  }
  int next = x;
  for (int k = i + 1; k < first + 32; ++k)
    if ((in[k] % 100 & 1) == (x & 1)) {
      next = in[k] % 100;
      break;
    }
  int const r = (x & 1) != 0 ? odds : 1000 * alike + rank - next;
  int equal = 0;  // of four neighbours
  for (int k = i / 4 * 4; k < i / 4 * 4 + 4; ++k) equal += in[k] % 100 % 3 == x % 3 ? 1 : 0;
  return r + 23 * equal + 7 * leader + 3 * before + 11 * number + 13 * count + 17 * (any ? 1 : 0) +
         19 * (all ? 1 : 0) + sum + running + 100000 * (i % 8 * 8);
}

}  // namespace

int run_language(int const* in, int* out) {
  int wrong = 0;
  auto const check = [&](auto expected, int n) {
    cudaDeviceSynchronize();
    for (int i = 0; i < n; ++i) wrong += out[i] != expected(in, i, n) ? 1 : 0;
  };
  lambdas<<<3, 64>>>(in, out, 150);
  check(lambdas_here, 150);
  passed<<<1, 96>>>(in, out, 96, scaled{4});
  check(passed_here, 96);
  other_words<<<1, 64>>>(in, out, 64);
  check(other_words_here, 64);
  named<<<2, 64>>>(in, out, 100);
  check(named_here, 100);
  bound<<<2, 64>>>(in, out, 100);
  check(bound_here, 100);
  joined<<<1, 64>>>(in, out);
  check(joined_here, 64);
  return wrong;
}
