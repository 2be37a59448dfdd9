// SPDX-License-Identifier: MIT

#include "lane_forms.hpp"

#define CHECK_LINE(thread, lane)                            \
  for (unsigned const size : {256u, 128u, 64u, 512u, 100u}) \
  CHECK((forms::agree<false, true>(2, size, thread, lane, 4096)))
#define LANE_I   \
  auto const i = \
      simt_l::let<int>(simt_g, ((simt_g.blockIdx.x * simt_g.blockDim.x) + simt_g.threadIdx.x));
#define THREAD_I int const i = blockIdx.x * blockDim.x + threadIdx.x;
#define LANE_T auto const t = simt_l::let<int>(simt_g, simt_g.threadIdx.x);
#define THREAD_T int const t = threadIdx.x;

namespace {
struct pair_of {
  int x;
  float y;
};
}  // namespace

TEST_CASE("[CU-VEC] shared memory of any shape, static and dynamic, and barriers") {
  CHECK_LINE(
      THREAD(THREAD_I THREAD_T SIMT_CUDA_SHARED(s, int[512]); SIMT_CUDA_SHARED(one, int);
             SIMT_CUDA_SHARED(p, pair_of[8]); SIMT_CUDA_DYNAMIC_SHARED(x, float);
             float* y = x + 512; int const n = blockDim.x; s[t] = a.in[i]; x[t] = a.f[i]; y[t] = t;
             if (t == 3) one = 77; if (t < 8) {
               p[t].x = t;
               p[t].y = 2;
             } __syncthreads();
             a.out[i] = s[n - 1 - t] + one + p[t & 7].x;
             a.f[i] = x[(t + 1) % n] + y[(t + 2) % n] * p[t % 3].y;
             int const c = __syncthreads_count(s[t] > 50);
             int const any = __syncthreads_or(t == n - 1); int const all = __syncthreads_and(t < n);
             int const none = __syncthreads_or(0);
             a.out[i] += c + 1000 * any + 2000 * all + 4000 * none;),
      LANE(LANE_I LANE_T SIMT_LANE_SITE(s, 1, struct here); SIMT_LANE_SHARED(s, int[512]);
           SIMT_LANE_SITE(one, 2, struct here); SIMT_LANE_SHARED(one, int);
           SIMT_LANE_SITE(p, 3, struct here); SIMT_LANE_SHARED(p, pair_of[8]);
           SIMT_LANE_DYNAMIC_SHARED(x, float);
           auto const y = simt_l::let<float*>(simt_g, (x + 512));
           auto const n = simt_l::let<int>(simt_g, simt_g.blockDim.x); (AT(s, t) = GET(a.in, i));
           (AT(x, t) = GET(a.f, i)); (AT(y, t) = t); simt_if (simt_l::cond((t == 3)))(one = 77);
           simt_if (simt_l::cond((t < 8))) {
             (SIMT_LANE_MEMBER((AT(p, t)), x) = t);
             (SIMT_LANE_MEMBER((AT(p, t)), y) = 2);
           } simt_g.__syncthreads();
           (AT(a.out, i) = ((GET(s, ((n - 1) - t)) + simt_l::get(one)) +
                            simt_l::get(SIMT_LANE_MEMBER((AT(p, (t & 7))), x))));
           (AT(a.f, i) = (GET(x, simt_l::mod((t + 1), n)) +
                          (GET(y, simt_l::mod((t + 2), n)) *
                           simt_l::get(SIMT_LANE_MEMBER((AT(p, (t % 3))), y)))));
           auto const c = simt_l::let<int>(simt_g, simt_g.__syncthreads_count((GET(s, t) > 50)));
           auto const any = simt_l::let<int>(simt_g, simt_g.__syncthreads_or((t == (n - 1))));
           auto const all = simt_l::let<int>(simt_g, simt_g.__syncthreads_and((t < n)));
           auto const none = simt_l::let<int>(simt_g, simt_g.__syncthreads_or(0));
           (AT(a.out, i) += (((c + (1000 * any)) + (2000 * all)) + (4000 * none)));));
}

TEST_CASE(
    "[CU-VEC] a barrier that some threads never reach is the launch's error, and says what to do") {
  forms::memory m;
  using choice = simt::cuda::kernel_form_choice;
  simt::cuda::set_kernel_form(choice::lane);
  simt::cuda::launch_configuration(1, 256).call(
      "diverges", THREAD(THREAD_I if (i < 100) __syncthreads(); a.out[i] = 1;),
      simt_l::kernel_form<false, true>(LANE(
          LANE_I simt_if (simt_l::cond((i < 100))) simt_g.__syncthreads(); (AT(a.out, i) = 1);)),
      m.get());
  CHECK(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
  CHECK(cudaDeviceReset() == cudaSuccess);
  // Threads that have returned are not waited for; flow that comes together again is no divergence.
  CHECK((forms::agree<false, true>(
      2, 256,
      THREAD(THREAD_I if (threadIdx.x >= 200) return; if (a.in[i] < 9999) __syncthreads();
             a.out[i] = 2;),
      LANE(LANE_I simt_if (simt_l::cond((simt_g.threadIdx.x >= 200))) simt_return;
           if (simt_l::any_left()) {
             simt_if (simt_l::cond((GET(a.in, i) < 9999))) simt_g.__syncthreads();
             (AT(a.out, i) = 2);
           }))));
  simt::cuda::set_kernel_form(choice::automatic);
}

TEST_CASE("[CU-VEC] which form runs: chosen by the block's size, and forced") {
  forms::memory m;
  using choice = simt::cuda::kernel_form_choice;
  auto const form_of = [&](dim3 block) {
    simt::cuda::launch_configuration(1, block).call(
        "which", THREAD(a.out[0] = 1;),
        simt_l::kernel_form<false, false>(LANE((AT(a.out, 0) = 2);)), m.get());
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    return m.out[0];
  };
  simt::cuda::set_kernel_form(choice::automatic);
  CHECK(form_of(64) == 2);
  CHECK(form_of(4) == 1);
  CHECK(form_of(dim3(8, 8)) == 1);  // without a form for planes
  simt::cuda::set_kernel_form(choice::lane);
  CHECK(simt::cuda::get_kernel_form() == choice::lane);
  CHECK(form_of(4) == 2);
  simt::cuda::set_kernel_form(choice::thread);
  CHECK(form_of(64) == 1);
  simt::cuda::set_kernel_form(choice::automatic);
}

namespace {
/// A lane form that says what its kernel's __launch_bounds__ are, and stands no gang of more.
template <int Most, int Widest>
struct bounded_form {
  static constexpr int most_threads = simt_l::launch_bound_of(Most, 1);
  template <class G>
  static void simt_call(G const&, forms::arrays const& a) {
    static_assert(G::gang_width <= Widest);
    (AT(a.out, 0) = 2);
  }
};
/// One that says how wide its gangs are, and whether they are the block.
struct wide_form {
  template <class G>
  static void simt_call(G const&, forms::arrays const& a) {
    (AT(a.out, 0) = (simt_l::block_of<G>.x != 0 ? 1000 : 0) + G::gang_width);
  }
};
struct wide_form_with_turns : wide_form {
  static constexpr bool has_turns = true;
};
template <class Form, simt_l::gangs Gangs, bool Planar, bool Barriers,
          class Blocks = simt_l::any_blocks>
int form_of(dim3 threads) {
  forms::memory m;
  simt::cuda::launch_configuration(1, threads)
      .call("bounded", THREAD(a.out[0] = 1;), simt_l::kernel_of([](forms::arrays const& a) {
              return simt_l::bind<Form, Planar, Barriers, Gangs, Blocks>(a);
            }),
            m.get());
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  return m.out[0];
}
}  // namespace

TEST_CASE("[CU-VEC] gangs that meet have 256 lanes, with four a register 64 or 32 but for turns") {
  using simt_l::blocks_of;
  using simt_l::gangs;
  simt::cuda::set_kernel_form(simt::cuda::kernel_form_choice::lane);
  bool const narrow = simt::simd::native_lanes < 8;
  int const block = narrow ? 64 : 1256;  // as the block's only gang
  int const less = narrow ? 32 : 1256;
  CHECK(form_of<wide_form, gangs::all, true, true, blocks_of<16, 16, 1>>(dim3(16, 16)) == block);
  CHECK(form_of<wide_form, gangs::few, true, true, blocks_of<16, 16, 1>>(dim3(16, 16)) == less);
  CHECK(form_of<wide_form, gangs::few, false, true, blocks_of<256, 1, 1>>(256) == less);
  CHECK(form_of<wide_form, gangs::all, true, true>(dim3(16, 16)) == block);
  CHECK(form_of<wide_form, gangs::all, false, true>(256) % 1000 == (narrow ? 32 : 256));
  CHECK(form_of<wide_form, gangs::all, true, true>(dim3(32, 8)) % 1000 == (narrow ? 64 : 256));
  CHECK(form_of<wide_form, gangs::all, true, true, blocks_of<32, 8, 1>>(dim3(32, 8)) % 1000 ==
        (narrow ? 64 : 256));
  CHECK(form_of<wide_form, gangs::all, true, true, blocks_of<16, 8, 1>>(dim3(16, 8)) == 1128);
  CHECK(form_of<wide_form_with_turns, gangs::all, false, true, blocks_of<256, 1, 1>>(256) == 1256);
  simt::cuda::set_kernel_form(simt::cuda::kernel_form_choice::automatic);
}

TEST_CASE("[CU-VEC] what a kernel's launch bounds rule out is not compiled") {
  using choice = simt::cuda::kernel_form_choice;
  using simt_l::gangs;
  simt::cuda::set_kernel_form(choice::lane);
  // No gang that no block fills.
  CHECK(form_of<bounded_form<255, 64>, gangs::all, false, true>(128) == 2);
  CHECK(form_of<bounded_form<255, 64>, gangs::all, true, true>(128) == 2);
  CHECK(form_of<bounded_form<32, 32>, gangs::all, false, true>(32) == 2);
  CHECK(form_of<bounded_form<32, 32>, gangs::few, false, true>(32) == 2);
  // Blocks of less than a warp: none.
  CHECK(form_of<bounded_form<31, 0>, gangs::all, true, true>(31) == 1);
  CHECK(form_of<bounded_form<31, 0>, gangs::few, false, false>(16) == 1);
  // A bound that the launch does not know of: as threads.
  CHECK(form_of<bounded_form<64, 64>, gangs::all, false, true>(256) == 1);
  static_assert(simt_l::launch_bound_of(0) == 1024 && simt_l::launch_bound_of(4096u, 2) == 1024);
  simt::cuda::set_kernel_form(choice::automatic);
}
