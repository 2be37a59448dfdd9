// SPDX-License-Identifier: MIT
// Functions that work across threads, reached as values: template arguments, pointers, objects.
#include "answers.cuh"

namespace {

using F = float (*)(float);
__device__ float warp_sum(float v) {
  for (int o = 16; o; o /= 2) v += __shfl_xor_sync(~0u, v, o);
  return v;
}
__device__ float warp_max(float v) {
  for (int o = 16; o; o /= 2) v = fmaxf(v, __shfl_xor_sync(~0u, v, o));
  return v;
}
__device__ float twice(float v) { return 2 * v; }
template <class T>
__device__ T tsum(T v) {
  for (int o = 16; o; o /= 2) v += __shfl_xor_sync(~0u, v, o);
  return v;
}
template <F reduce>
__device__ float apply(float v) {
  return reduce(v);
}
template <F f, F g>
__device__ float both(float v, float w = 1) {
  if (v < 0) return -1;
  return f(v) + apply<g>(w);
}
template <float (*f)(float)>
__device__ float spelled(float v) {
  return f(v);
}
// Given on by more functions than one looks through at once.
template <F f>
__device__ float given1(float v) {
  return apply<f>(v);
}
template <F f>
__device__ float given2(float v) {
  return given1<f>(v);
}
template <F f>
__device__ float given3(float v) {
  return given2<f>(v);
}
template <F f>
__device__ float given4(float v) {
  return given3<f>(v);
}
template <F f>
__device__ float given5(float v) {
  return given4<f>(v);
}
template <F f>
__device__ float given6(float v) {
  return given5<f>(v);
}
template <class T, T (*f)(T)>
__device__ T typed(T v) {
  return f(v);
}
template <F f = warp_sum>
__device__ float deflt(float v) {
  return f(v);
}
__device__ float by_pointer(F f, float v) { return f(v); }
template <class G>
__device__ float by_object(G g, float v) {
  return g(v);
}
struct Summer {
  __device__ float operator()(float v) const { return warp_sum(v); }
};
struct Doubler {
  __device__ float operator()(float v) const { return 2 * v; }
};
struct Meth {
  float k;
  __device__ float run(float v) const { return warp_sum(v) * k; }
};
struct Ctor {
  float s;
  __device__ Ctor(float v) { s = warp_sum(v); }
};
struct Conv {
  float s;
  __device__ operator float() const { return warp_sum(s); }
};
namespace ns {
__device__ float nsum(float v) { return warp_sum(v) + 1; }
}  // namespace ns
constexpr F chosen = warp_sum;
__device__ F table_d = warp_sum;

__global__ void addressed(float* out) {
  out[threadIdx.x] = apply<&warp_sum>((float)threadIdx.x) + apply<twice>(1.f);
}
__global__ void given_on(float* out) {
  out[threadIdx.x] = given6<warp_sum>((float)threadIdx.x);
}
__global__ void two_functions(float* out) {
  out[threadIdx.x] = both<warp_sum, warp_max>((float)threadIdx.x, (float)threadIdx.x);
}
__global__ void spelled_out(float* out) {
  out[threadIdx.x] = spelled<ns::nsum>((float)threadIdx.x) + both<twice, twice>(1);
}
__global__ void of_template(float* out) {
  out[threadIdx.x] = typed<float, tsum<float>>((float)threadIdx.x);
}
__global__ void by_default(float* out) { out[threadIdx.x] = deflt<>((float)threadIdx.x); }
__global__ void as_argument(float* out) {
  out[threadIdx.x] = by_pointer(warp_sum, (float)threadIdx.x);
}
__global__ void in_variable(float* out) {
  F f = warp_sum;
  out[threadIdx.x] = f((float)threadIdx.x);
}
__global__ void made_object(float* out) {
  out[threadIdx.x] = by_object(Summer{}, (float)threadIdx.x);
}
__global__ void own_object(float* out) {
  Summer s;
  out[threadIdx.x] = s((float)threadIdx.x);
}
__global__ void in_passed_lambda(float* out) {
  out[threadIdx.x] = by_object([](float v) { return warp_sum(v); }, (float)threadIdx.x);
}
__global__ void by_method(float* out) {
  Meth m{2};
  out[threadIdx.x] = m.run((float)threadIdx.x);
}
__global__ void by_method_pointer(float* out) {
  float (Meth::*p)(float) const = &Meth::run;
  Meth m{2};
  out[threadIdx.x] = (m.*p)((float)threadIdx.x);
}
__global__ void by_constructor(float* out) {
  Ctor c((float)threadIdx.x);
  out[threadIdx.x] = c.s;
}
__global__ void by_conversion(float* out) {
  Conv c{(float)threadIdx.x};
  out[threadIdx.x] = c;
}
__global__ void by_constant(float* out) { out[threadIdx.x] = chosen((float)threadIdx.x); }
__global__ void constant_as_argument(float* out) {
  out[threadIdx.x] = apply<chosen>((float)threadIdx.x);
}
__global__ void own_constant(float* out) {
  constexpr F g = warp_sum;
  out[threadIdx.x] = apply<g>((float)threadIdx.x);
}
template <F f>
__global__ void of_kernel(float* out) {
  out[threadIdx.x] = f((float)threadIdx.x);
}
template <class G>
__global__ void kernels_object(float* out, G g) {
  out[threadIdx.x] = g((float)threadIdx.x);
}
__global__ void kernels_pointer(float* out, F f) { out[threadIdx.x] = f((float)threadIdx.x); }
template <F f>
__global__ void given_on(float* out) {
  out[threadIdx.x] = apply<f>((float)threadIdx.x);
}
__global__ void in_device_memory(float* out) { out[threadIdx.x] = table_d((float)threadIdx.x); }
__global__ void in_lambda(float* out) {
  auto f = [](float v) { return apply<warp_sum>(v); };
  out[threadIdx.x] = f((float)threadIdx.x);
}
template <template <class> class Op, class T>
__device__ T opped(T v) {
  return Op<T>()(v);
}
template <class T>
struct SumOp {
  __device__ T operator()(T v) const { return tsum(v); }
};
__global__ void template_template(float* out) {
  out[threadIdx.x] = opped<SumOp>((float)threadIdx.x);
}
template <class Op>
__device__ float stat(float v) {
  return Op::call(v);
}
struct StatSum {
  static __device__ float call(float v) { return warp_sum(v); }
};
__global__ void static_method(float* out) { out[threadIdx.x] = stat<StatSum>((float)threadIdx.x); }
struct Holder {
  F f;
  __device__ float go(float v) const { return f(v); }
};
__global__ void own_member(float* out) {
  Holder h{warp_sum};
  out[threadIdx.x] = h.f((float)threadIdx.x);
}
__global__ void own_members_method(float* out) {
  Holder h{warp_sum};
  out[threadIdx.x] = h.go((float)threadIdx.x);
}
__global__ void passed_members_method(float* out, Holder h) {
  out[threadIdx.x] = h.go((float)threadIdx.x);
}
__global__ void passed_member(float* out, Holder h) { out[threadIdx.x] = h.f((float)threadIdx.x); }
struct Later;
template <class T>
__device__ float later(T const& t, float v) {
  return t.finish(v);
}
template <class T>
__global__ void defined_later(float* out, T t) {
  out[threadIdx.x] = later(t, (float)threadIdx.x);
}
struct Later {
  int i;
  __device__ float finish(float v) const { return warp_sum(v); }
};
__global__ void get(F* f) { *f = warp_sum; }

// Launched by a macro that is given the kernel. Lanes store together, then load together; threads do
// both one after another.
#define LAUNCH(kernel, n, ...) kernel<<<1, n>>>(__VA_ARGS__)
__global__ void which_form(int* out, int n) {
  out[64 + threadIdx.x] = n + threadIdx.x;
  out[threadIdx.x] = out[64 + (threadIdx.x + 1) % 32];
}
__device__ int runs_without_arguments = 0;
__global__ void without_arguments() { atomicAdd(&runs_without_arguments, 1); }
template <class T>
__global__ void which_form_of(T* out, int n) {
  out[64 + threadIdx.x] = n + threadIdx.x;
  out[threadIdx.x] = out[64 + (threadIdx.x + 1) % 32];
}

}  // namespace


// Lambdas name the block's shared memory, and keep no copies of it.
__global__ void lambdas_of_shared(float* out) {
  __shared__ int s[64];
  __shared__ int one;
  extern __shared__ float dynamic[];
  int const i = threadIdx.x;
  s[i] = one = -1;
  dynamic[i] = 0;
  __syncthreads();
  auto const get = [=](int k) { return s[k & 63] + one + int(dynamic[k & 63]); };
  auto const put = [](int k, int v) { s[k] = v; };
  auto const within = [=] {
    auto const inner = [=] { return s[63 - i]; };
    return inner() * 2 + one;
  };
  __syncthreads();
  put(i, 3 * i);
  if (i == 5) one = 1000;
  dynamic[i] = 0.5f * i;
  __syncthreads();
  out[i] = get(i + 1);
  out[64 + i] = within();
}
// The type of shared memory is none of a reference.
__global__ void types_of_shared(float* out) {
  __shared__ int one;
  __shared__ int s[64];
  int const i = threadIdx.x;
  if (i == 0) one = 7;
  s[i] = i;
  __syncthreads();
  decltype(one) mine = one;
  mine += i;
  decltype(s) own;
  for (int k = 0; k < 64; ++k) own[k] = k * i;
  __syncthreads();
  out[i] = mine + one * 1000 + own[2] + s[3];
}

void check_callables(answers& a) {
  float* const out = managed<float>();
  F* const pointer = managed<F>(1);
  get<<<1, 1>>>(pointer);
  cudaDeviceSynchronize();
  F const f = *pointer;
  auto const sum = [](int i) { return 496 + 1024 * (i / 32); };
  a.check(
      "callables: addressed", out, 128, [&] { addressed<<<1, 128>>>(out); },
      [&](int i) { return sum(i) + 2; });
  a.check("callables: given_on", out, 128, [&] { given_on<<<1, 128>>>(out); }, sum);
  a.check(
      "callables: two_functions", out, 128, [&] { two_functions<<<1, 128>>>(out); },
      [&](int i) { return sum(i) + 31 + 32 * (i / 32); });
  a.check(
      "callables: spelled_out", out, 128, [&] { spelled_out<<<1, 128>>>(out); },
      [&](int i) { return sum(i) + 5; });
  a.check(
      "callables: of_template", out, 128, [&] { of_template<<<1, 128>>>(out); },
      [&](int i) { return sum(i); });
  a.check(
      "callables: by_default", out, 128, [&] { by_default<<<1, 128>>>(out); },
      [&](int i) { return sum(i); });
  a.check(
      "callables: as_argument", out, 128, [&] { as_argument<<<1, 128>>>(out); },
      [&](int i) { return sum(i); });
  a.check(
      "callables: in_variable", out, 128, [&] { in_variable<<<1, 128>>>(out); },
      [&](int i) { return sum(i); });
  a.check(
      "callables: made_object", out, 128, [&] { made_object<<<1, 128>>>(out); },
      [&](int i) { return sum(i); });
  a.check(
      "callables: own_object", out, 128, [&] { own_object<<<1, 128>>>(out); },
      [&](int i) { return sum(i); });
  a.check(
      "callables: in_passed_lambda", out, 128, [&] { in_passed_lambda<<<1, 128>>>(out); },
      [&](int i) { return sum(i); });
  a.check(
      "callables: by_method", out, 128, [&] { by_method<<<1, 128>>>(out); },
      [&](int i) { return 2 * sum(i); });
  a.check(
      "callables: by_method_pointer", out, 128, [&] { by_method_pointer<<<1, 128>>>(out); },
      [&](int i) { return 2 * sum(i); });
  a.check(
      "callables: by_constructor", out, 128, [&] { by_constructor<<<1, 128>>>(out); },
      [&](int i) { return sum(i); });
  a.check(
      "callables: by_conversion", out, 128, [&] { by_conversion<<<1, 128>>>(out); },
      [&](int i) { return sum(i); });
  a.check(
      "callables: by_constant", out, 128, [&] { by_constant<<<1, 128>>>(out); },
      [&](int i) { return sum(i); });
  a.check(
      "callables: constant_as_argument", out, 128, [&] { constant_as_argument<<<1, 128>>>(out); },
      [&](int i) { return sum(i); });
  a.check(
      "callables: own_constant", out, 128, [&] { own_constant<<<1, 128>>>(out); },
      [&](int i) { return sum(i); });
  a.check(
      "callables: of_kernel", out, 128, [&] { of_kernel<warp_sum><<<1, 128>>>(out); },
      [&](int i) { return sum(i); });
  a.check(
      "callables: kernels_object", out, 128, [&] { kernels_object<<<1, 128>>>(out, Summer{}); },
      [&](int i) { return sum(i); });
  a.check(
      "callables: other_object", out, 128, [&] { kernels_object<<<1, 128>>>(out, Doubler{}); },
      [&](int i) { return 2 * i; });
  a.check(
      "callables: kernels_pointer", out, 128, [&] { kernels_pointer<<<1, 128>>>(out, f); },
      [&](int i) { return sum(i); });
  a.check(
      "callables: given_on", out, 128, [&] { given_on<warp_sum><<<1, 128>>>(out); },
      [&](int i) { return sum(i); });
  a.check(
      "callables: in_device_memory", out, 128, [&] { in_device_memory<<<1, 128>>>(out); },
      [&](int i) { return sum(i); });
  a.check(
      "callables: in_lambda", out, 128, [&] { in_lambda<<<1, 128>>>(out); },
      [&](int i) { return sum(i); });
  a.check(
      "callables: template_template", out, 128, [&] { template_template<<<1, 128>>>(out); },
      [&](int i) { return sum(i); });
  a.check(
      "callables: static_method", out, 128, [&] { static_method<<<1, 128>>>(out); },
      [&](int i) { return sum(i); });
  a.check(
      "callables: own_member", out, 128, [&] { own_member<<<1, 128>>>(out); },
      [&](int i) { return sum(i); });
  a.check(
      "callables: own_members_method", out, 128, [&] { own_members_method<<<1, 128>>>(out); },
      [&](int i) { return sum(i); });
  a.check(
      "callables: passed_members_method", out, 128,
      [&] { passed_members_method<<<1, 128>>>(out, Holder{f}); }, [&](int i) { return sum(i); });
  a.check(
      "callables: passed_member", out, 128, [&] { passed_member<<<1, 128>>>(out, Holder{f}); },
      [&](int i) { return sum(i); });
  a.check(
      "callables: defined_later", out, 128, [&] { defined_later<<<1, 128>>>(out, Later{1}); },
      [&](int i) { return sum(i); });
  a.check(
      "callables: lambdas_of_shared", out, 128, [&] { lambdas_of_shared<<<1, 64, 256>>>(out); },
      [](int i) {
        int const k = (i + 1) & 63;
        return i < 64 ? 3 * k + 1000 + k / 2 : 6 * (127 - i) + 1000;
      });
  a.check(
      "callables: types_of_shared", out, 64, [&] { types_of_shared<<<1, 64>>>(out); },
      [](int i) { return 7 + i + 7000 + 2 * i + 3; });
  bool is_lane = false;
  int* const form = managed<int>();
  auto const expected = [&](int) { return is_lane ? 4 : -7; };
  auto const look = [&] {
    is_lane = simt::cuda::get_kernel_form() == simt::cuda::kernel_form_choice::lane;
  };
#ifndef __OPTIMIZE__  // no lane forms there
  static_cast<void>(look);
#else

  a.check(
      "callables: a kernel that a macro is given", form, 1,
      [&] {
        look();
        LAUNCH(which_form, 32, form, 3);
      },
      expected);
  int* const runs = managed<int>();
  a.check(
      "callables: a kernel without arguments that a macro is given", runs, 1,
      [&] {
        int const none = 0;
        cudaMemcpyToSymbol(runs_without_arguments, &none, sizeof none);
        LAUNCH(without_arguments, 32);
        cudaDeviceSynchronize();
        cudaMemcpyFromSymbol(runs, runs_without_arguments, sizeof none);
      },
      [](int) { return 32; });
  a.check(
      "callables: a template's instance that a macro is given", form, 1,
      [&] {
        look();
        LAUNCH(which_form_of<int>, 32, form, 3);
      },
      expected);
#endif
}
