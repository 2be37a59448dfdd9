// SPDX-License-Identifier: MIT

#include "lane_forms.hpp"

#include <algorithm>

// Behind all others, which may bring C's.
#include <simt/cuda/assert.h>

#define CHECK_LINE(thread, lane) CHECK((forms::agree<false, false>(3, 100, thread, lane)))
#define LANE_I   \
  auto const i = \
      simt_l::let<int>(simt_g, ((simt_g.blockIdx.x * simt_g.blockDim.x) + simt_g.threadIdx.x));
#define THREAD_I int const i = blockIdx.x * blockDim.x + threadIdx.x;

namespace lane_calls {

// Overloads, templates, references, addresses of locals, several returns.
float scale(float x) { return x * 3; }
int scale(int x) { return x * 2; }
template <class T>
T larger(T x, T y) {
  return x < y ? y : x;
}
int classify(float x, int& kind, float* sum) {
  if (x < 0) {
    kind = 1;
    return -1;
  }
  *sum += x;
  for (int k = 0; k < 10; ++k)
    if (x < k) return k;
  kind = 2;
  return 100;
}
void twice(int& x) { x = 2 * x; }
void bump(int* x, int n) { x[n] += n; }

struct scale_lane_1 {
  template <class G, class A0>
  SIMT_INLINE static auto simt_call(G const& simt_g, A0&& x_) {
    auto const x = simt_l::let<float>(simt_g, x_);
    return simt_l::let<float>(simt_g, (x * 3));
  }
};
scale_lane_1 scale_lane(float x);
struct scale_lane_2 {
  template <class G, class A0>
  SIMT_INLINE static auto simt_call(G const& simt_g, A0&& x_) {
    auto const x = simt_l::let<int>(simt_g, x_);
    return simt_l::let<int>(simt_g, (x * 2));
  }
};
scale_lane_2 scale_lane(int x);
template <class T>
struct larger_lane_3 {
  template <class G, class A0, class A1>
  SIMT_INLINE static auto simt_call(G const& simt_g, A0&& x_, A1&& y_) {
    auto const x = simt_l::let<T>(simt_g, x_);
    auto const y = simt_l::let<T>(simt_g, y_);
    return simt_l::let<T>(simt_g, simt_l::choose((x < y), y, x));
  }
};
template <class T>
larger_lane_3<T> larger_lane(T x, T y);
struct classify_lane_4 {
  template <class G, class A0, class A1, class A2>
  SIMT_INLINE static auto simt_call(G const& simt_g, A0&& x_, A1&& kind_, A2&& sum_) {
    return simt_l::call_function<G, int, classify_lane_4>(
        simt_g, std::forward<A0>(x_), std::forward<A1>(kind_), std::forward<A2>(sum_));
  }
  template <class G, class A0, class A1, class A2>
  SIMT_INLINE static void simt_body(G const& simt_g, simt_l::result<G, int>& simt_result_, A0&& x_,
                                    A1&& kind_, A2&& sum_) {
    auto const x = simt_l::let<float>(simt_g, x_);
    auto&& kind = kind_;
    auto const sum = simt_l::let<float*>(simt_g, sum_);
    simt_if (simt_l::cond((x < 0))) {
      (kind = 1);
      simt_return((-1));
    }
    if (simt_l::any_left()) {
      (simt_l::deref(sum) += x);
      {
        simt_l::uni<int> k = 0;
        SIMT_LANE_FOR((simt_l::uniform((k < 10))), ++k)
        simt_if (simt_l::cond((x < k))) simt_return(k);
      }
      if (simt_l::any_left()) {
        (kind = 2);
        simt_return(100);
      }
    }
  }
};
classify_lane_4 classify_lane(float x, int& kind, float* sum);
struct twice_lane_5 {
  template <class G, class A0>
  SIMT_INLINE static auto simt_call(G const&, A0&& x_) {
    auto&& x = x_;
    (x = (2 * simt_l::get(x)));
  }
};
twice_lane_5 twice_lane(int& x);

struct counter {
  int n;
  int add(int k) { return n += k; }
  int value() const { return n; }
};
unsigned who(int x) { return threadIdx.x * 3 + blockIdx.x + static_cast<unsigned>(x); }
double half_of(double x) { return x / 2; }
#define CALLEE(f)       \
  [&](auto&&... simt_a) \
      SIMT_LAMBDA_INLINE -> decltype(auto) { return f(static_cast<decltype(simt_a)>(simt_a)...); }

}  // namespace lane_calls
using namespace lane_calls;

TEST_CASE("[CU-VEC] device functions with lane forms, chosen as C++ chooses") {
  CHECK_LINE(
      THREAD(THREAD_I int x = a.in[i]; int kind = 0; float sum = 1; int n = 0;
             n += classify(a.f[i], kind, &sum); if (i & 1) n += classify(5, kind, &sum); twice(x);
             twice(a.in[i]); a.out[i] = scale(x) + larger(x, 7) + larger<int>(i, 50) + n + kind;
             a.f[i] = scale(a.f[i]) + scale(2.0f) + sum + larger(a.f[i], 0.5f);),
      LANE(LANE_I simt_l::var<G, int> x = GET(a.in, i); simt_l::var<G, int> kind = 0;
           simt_l::var<G, float> sum = 1; simt_l::var<G, int> n = 0;
           (n += simt_l::call(simt_g, SIMT_LANE_FUNCTION(classify_lane), GET(a.f, i), kind,
                              simt_l::addr(sum)));
           simt_if (simt_l::cond((i & 1)))(
               n +=
               simt_l::call(simt_g, SIMT_LANE_FUNCTION(classify_lane), 5, kind, simt_l::addr(sum)));
           simt_l::call(simt_g, SIMT_LANE_FUNCTION(twice_lane), x);
           simt_l::call(simt_g, SIMT_LANE_FUNCTION(twice_lane), AT(a.in, i));
           (AT(a.out, i) = ((((simt_l::call(simt_g, SIMT_LANE_FUNCTION(scale_lane), x) +
                               simt_l::call(simt_g, SIMT_LANE_FUNCTION(larger_lane), x, 7)) +
                              simt_l::call(simt_g, SIMT_LANE_FUNCTION(larger_lane<int>), i, 50)) +
                             n) +
                            kind));
           (AT(a.f, i) =
                (((simt_l::call(simt_g, SIMT_LANE_FUNCTION(scale_lane), GET(a.f, i)) +
                   simt_l::call(simt_g, SIMT_LANE_FUNCTION(scale_lane), 2.0f)) +
                  sum) +
                 simt_l::call(simt_g, SIMT_LANE_FUNCTION(larger_lane), GET(a.f, i), 0.5f)));));
}

TEST_CASE(
    "[CU-VEC] other functions run thread by thread: references, addresses, members, who calls") {
  CHECK_LINE(
      THREAD(THREAD_I int x = a.in[i]; counter c{i}; int l[3] = {1, 2, 3}; if (x & 1) {
        twice(x);
        twice(a.in[i]);
        bump(l, i % 3);
        c.add(5);
      } bump(a.out, i);
             bump(&x, 0); int const before = c.value();
             a.out[i] = x + int(who(i)) + before + c.add(x) + l[0] + 10 * l[1] + 100 * l[2];
             if (i % 3 == 0) std::swap(a.in[i], a.out[i]); a.d[i] = half_of(a.d[i]) + half_of(3);),
      LANE(LANE_I simt_l::var<G, int> x = GET(a.in, i);
           simt_l::var<G, counter> c = simt_l::make<counter>(simt_g, i); simt_l::arr<G, int[3]> l;
           (AT(l, 0) = 1); (AT(l, 1) = 2); (AT(l, 2) = 3); simt_if (simt_l::cond((x & 1))) {
             simt_l::by_lane(simt_g, CALLEE(twice), x);
             simt_l::by_lane(simt_g, CALLEE(twice), AT(a.in, i));
             simt_l::by_lane(simt_g, CALLEE(bump), l, simt_l::mod(i, 3));
             SIMT_LANE_METHOD(simt_g, (c), add, (5));
           } simt_l::by_lane(simt_g, CALLEE(bump), a.out, i);
           simt_l::by_lane(simt_g, CALLEE(bump), simt_l::addr(x), 0);
           auto const before = simt_l::let<int>(simt_g, SIMT_LANE_METHOD(simt_g, (c), value, ()));
           (AT(a.out, i) =
                (((((x + simt_l::cast<int>(simt_g, simt_l::by_lane(simt_g, CALLEE(who), i))) +
                    before) +
                   SIMT_LANE_METHOD(simt_g, (c), add, (x))) +
                  GET(l, 0)) +
                 ((10 * GET(l, 1)) + (100 * GET(l, 2)))));
           simt_if (simt_l::cond(((i % 3) == 0)))
               simt_l::by_lane(simt_g, CALLEE(std::swap), AT(a.in, i), AT(a.out, i));
           (AT(a.d, i) = (simt_l::pure(simt_g, CALLEE(half_of), GET(a.d, i)) +
                          simt_l::pure(simt_g, CALLEE(half_of), 3)));));
}

TEST_CASE("[CU-VEC] CUDA's functions by their bare names") {
  CHECK_LINE(
      THREAD(
          THREAD_I float const x = a.f[i]; int const n = a.in[i];
          a.f[i] = sqrtf(fabsf(x)) + fminf(x, 1) + fmaf(x, 2, 1) + floorf(x) + fmaxf(2, x) + abs(x);
          a.out[i] = min(n, 7) + max(n, i) + abs(n) + __popc(n) + __clz(n) + __ffs(n) +
                     int(__umulhi(n, 1u << 30)) + __float_as_int(x) + min(3, 4) +
                     __mul24(n & 1023, 5);
          a.d[i] = fabs(a.d[i]) + sqrt(a.d[i] * a.d[i]) + fmax(a.d[i], 1.0) + copysign(1.0, a.d[i]);
          float4 v = make_float4(x, 1, i, 2); a.f[i] += v.x + v.y * v.z - v.w;
          float2 u = make_float2(1, 2); a.f[i] += u.y;),
      LANE(LANE_I auto const x = simt_l::let<float>(simt_g, GET(a.f, i));
           auto const n = simt_l::let<int>(simt_g, GET(a.in, i));
           (AT(a.f, i) =
                (((((sqrtf(fabsf(x)) + fminf(x, 1)) + fmaf(x, 2, 1)) + floorf(x)) + fmaxf(2, x)) +
                 abs(x)));
           (AT(a.out, i) =
                (((((((((min(n, 7) + max(n, i)) + abs(n)) + __popc(n)) + __clz(n)) + __ffs(n)) +
                    simt_l::cast<int>(simt_g, __umulhi(n, simt_l::shl(1u, 30)))) +
                   __float_as_int(x)) +
                  min(3, 4)) +
                 __mul24((n & 1023), 5)));
           (AT(a.d, i) = (((fabs(GET(a.d, i)) + sqrt((GET(a.d, i) * GET(a.d, i)))) +
                           fmax(GET(a.d, i), 1.0)) +
                          copysign(1.0, GET(a.d, i))));
           simt_l::var<G, float4> v = make_float4(x, 1, i, 2);
           (AT(a.f, i) +=
            ((simt_l::get(SIMT_LANE_MEMBER((v), x)) +
              (simt_l::get(SIMT_LANE_MEMBER((v), y)) * simt_l::get(SIMT_LANE_MEMBER((v), z)))) -
             simt_l::get(SIMT_LANE_MEMBER((v), w))));
           auto const u = simt_l::let<float2>(simt_g, make_float2(1, 2));
           (AT(a.f, i) += simt_l::get(SIMT_LANE_MEMBER((u), y)));));
}

TEST_CASE("[CU-VEC] a failed assertion ends its thread and the launch") {
  forms::memory m;
  simt::cuda::set_kernel_form(simt::cuda::kernel_form_choice::lane);
  simt::cuda::launch_configuration(1, 64).call(
      "asserts", THREAD(THREAD_I assert(i != 5 && "thread"); a.out[i] = i;),
      simt_l::kernel_form<false, false>(LANE(LANE_I simt_l::by_lane(
                                                 simt_g, [&](auto x) { assert(x != 5); }, i);
                                             (AT(a.out, i) = i);)),
      m.get());
  CHECK(cudaDeviceSynchronize() == cudaErrorAssert);
  CHECK(cudaDeviceReset() == cudaSuccess);
  simt::cuda::set_kernel_form(simt::cuda::kernel_form_choice::automatic);
  CHECK(m.out[4] == 4);
  CHECK(m.out[5] == -1);
  CHECK(m.out[63] == 63);
}
