// SPDX-License-Identifier: MIT
// LABELS: isa

#include "lane_forms.hpp"

#define CHECK_LINE(thread, lane) CHECK((forms::agree<false, false>(3, 100, thread, lane)))

TEST_CASE("[CU-VEC] coordinates are unsigned, at the cost of ints") {
  CHECK_LINE(
      THREAD(unsigned const t = threadIdx.x; int const i = blockIdx.x * blockDim.x + threadIdx.x;
             a.out[i] = (threadIdx.x - 1 < 5u) + 2 * (t - 3 > 7) + 4 +
                        8 * (int(threadIdx.x) - 1 < 0) + 16 * (threadIdx.x < 17);
             a.f[i] = threadIdx.x - 2; a.d[i] = (threadIdx.x - 5) / 3;),
      LANE(auto const t = simt_l::let<unsigned>(simt_g, simt_g.threadIdx.x);
           auto const i = simt_l::let<int>(
               simt_g, ((simt_g.blockIdx.x * simt_g.blockDim.x) + simt_g.threadIdx.x));
           (AT(a.out, i) = ((((((simt_g.threadIdx.x - 1) < 5u)) + (2 * (((t - 3) > 7)))) +
                             (4 * ((simt_g.threadIdx.x >= 0u)))) +
                            (8 * ((simt_l::cast<int>(simt_g, simt_g.threadIdx.x) - 1) < 0))) +
                           (16 * ((simt_g.threadIdx.x < 17))));
           (AT(a.f, i) = (simt_g.threadIdx.x - 2));
           (AT(a.d, i) = ((simt_g.threadIdx.x - 5) / 3));));
  // Wrapped around as unsigned, negative as an int.
  CHECK_LINE(
      THREAD(int const i = blockIdx.x * blockDim.x + threadIdx.x;
             int const x = (blockIdx.x * 8 - 1) * 16 + threadIdx.x;
             a.out[i] = (x >= 0) + 2 * (x < 40) + 4 * (x >= -5); a.f[i] = x;),
      LANE(auto const i = simt_l::let<int>(
               simt_g, ((simt_g.blockIdx.x * simt_g.blockDim.x) + simt_g.threadIdx.x));
           auto const x = simt_l::let<int>(
               simt_g, ((((simt_g.blockIdx.x * 8) - 1) * 16) + simt_g.threadIdx.x));
           (AT(a.out, i) = (((x >= 0) + (2 * (x < 40))) + (4 * (x >= -5)))); (AT(a.f, i) = x);));
}

TEST_CASE("[CU-VEC] conversions at declarations, casts and assignments are C's") {
  CHECK_LINE(
      THREAD(int const i = blockIdx.x * blockDim.x + threadIdx.x; int const x = a.in[i];
             unsigned char const c = x; short const s = x * 77; bool const b = x;
             long long const l = x; unsigned const u = x; float const f = x; int const g = a.f[i];
             char k = x; k += 200; k++; signed char m = 100; m += i;
             a.out[i] = c + s + b + int(l) + int(u / 3) + int(f) + g + k + m;
             a.f[i] = (float)((unsigned char)(x + 3) * (short)x) + (bool)x; a.d[i] = u + l * 0.5;),
      LANE(
          auto const i = simt_l::let<int>(
              simt_g, ((simt_g.blockIdx.x * simt_g.blockDim.x) + simt_g.threadIdx.x));
          auto const x = simt_l::let<int>(simt_g, GET(a.in, i));
          auto const c = simt_l::let<unsigned char>(simt_g, x);
          auto const s = simt_l::let<short>(simt_g, (x * 77));
          auto const b = simt_l::let<bool>(simt_g, x);
          auto const l = simt_l::let<long long>(simt_g, x);
          auto const u = simt_l::let<unsigned>(simt_g, x);
          auto const f = simt_l::let<float>(simt_g, x);
          auto const g = simt_l::let<int>(simt_g, GET(a.f, i)); simt_l::var<G, char> k = x;
          (k += 200); k++; simt_l::var<G, signed char> m = 100; (m += i);
          (AT(a.out, i) = ((((((((c + s) + b) + simt_l::cast<int>(simt_g, l)) +
                               simt_l::cast<int>(simt_g, simt_l::div(u, 3))) +
                              simt_l::cast<int>(simt_g, f)) +
                             g) +
                            k) +
                           m));
          (AT(a.f, i) = (simt_l::cast<float>(simt_g, (simt_l::cast<unsigned char>(simt_g, (x + 3)) *
                                                      simt_l::cast<short>(simt_g, x))) +
                         simt_l::cast<bool>(simt_g, x)));
          (AT(a.d, i) = (u + (l * 0.5)));));
}

TEST_CASE("[CU-VEC] conditions, choices and logical operators evaluate what C would") {
  CHECK_LINE(
      THREAD(int const i = blockIdx.x * blockDim.x + threadIdx.x; int const x = a.in[i]; int n = 0;
             int const r = x > 0 && a.in[x] > 5                              ? a.in[x]
                           : x < -100 || a.in[x + 100 > 0 ? x + 100 : 0] & 1 ? -1
                                                                             : n++;
             a.out[i] = r + (x ? 2 : 3) + !x + (i < 50 ? 10 : 20) + (x != 0 && !(x & 1)) + n;
             a.d[i] = i % 2 ? 1 : 2.5f; a.f[i] = i > 5 ? a.f[i] : i;),
      LANE(auto const i = simt_l::let<int>(
               simt_g, ((simt_g.blockIdx.x * simt_g.blockDim.x) + simt_g.threadIdx.x));
           auto const x = simt_l::let<int>(simt_g, GET(a.in, i)); simt_l::var<G, int> n = 0;
           auto const r = simt_l::let<int>(
               simt_g,
               SIMT_LANE_CHOOSE(
                   (SIMT_LANE_AND(((x > 0)), ((GET(a.in, x) > 5)))), (GET(a.in, x)),
                   (SIMT_LANE_CHOOSE(
                       (SIMT_LANE_OR(
                           ((x < -100)),
                           ((GET(a.in, simt_l::choose(((x + 100) > 0), (x + 100), 0)) & 1)))),
                       ((-1)), ((n++))))));
           (AT(a.out, i) = (((((r + simt_l::choose(x, 2, 3)) + simt_l::not_(x)) +
                              simt_l::choose((i < 50), 10, 20)) +
                             simt_l::both((x != 0), simt_l::not_((x & 1)))) +
                            n));
           (AT(a.d, i) = simt_l::choose((i % 2), 1, 2.5f));
           (AT(a.f, i) = SIMT_LANE_CHOOSE(((i > 5)), (GET(a.f, i)), (i)));));
}

TEST_CASE("[CU-VEC] shifts, quotients and unsigned arithmetic are a GPU's") {
  CHECK_LINE(
      THREAD(int const i = blockIdx.x * blockDim.x + threadIdx.x;
             unsigned const u = a.in[i] * 2654435761u; int x = a.in[i];
             int const zero = a.in[0] & 0; x <<= 3; x >>= 1; x /= 3; x %= 11;
             a.out[i] = int((u << (i & 31)) ^ (u >> (i & 31))) + (x >> 2) + (1 << (i & 15)) + zero +
                        int(u % 7u) + int(u / 1000u);
             unsigned long long const w = u * 0x100000001ull;
             a.d[i] = double(w >> (i & 63)) + double(w % 97);),
      LANE(auto const i = simt_l::let<int>(
               simt_g, ((simt_g.blockIdx.x * simt_g.blockDim.x) + simt_g.threadIdx.x));
           auto const u = simt_l::let<unsigned>(simt_g, (GET(a.in, i) * 2654435761u));
           simt_l::var<G, int> x = GET(a.in, i);
           auto const zero = simt_l::let<int>(simt_g, (GET(a.in, 0) & 0)); simt_l::shl_assign(x, 3);
           simt_l::shr_assign(x, 1); simt_l::div_assign(x, 3); simt_l::mod_assign(x, 11);
           (AT(a.out, i) = ((((((simt_l::cast<int>(simt_g, (simt_l::shl(u, (i & 31)) ^
                                                            simt_l::shr(u, (i & 31))))) +
                                simt_l::shr(x, 2)) +
                               simt_l::shl(1, (i & 15))) +
                              zero) +
                             simt_l::cast<int>(simt_g, simt_l::mod(u, 7u))) +
                            simt_l::cast<int>(simt_g, simt_l::div(u, 1000u))));
           auto const w = simt_l::let<unsigned long long>(simt_g, (u * 0x100000001ull));
           (AT(a.d, i) = (simt_l::cast<double>(simt_g, simt_l::shr(w, (i & 63))) +
                          simt_l::cast<double>(simt_g, simt_l::mod(w, 97))));));
}

TEST_CASE("[CU-VEC] a division that no thread wants does not trap") {
  int const none = 0;
  CHECK_LINE(THREAD(int const i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= 0) return;
                    a.out[i] = none;),
             LANE(auto const i = simt_l::let<int>(
                      simt_g, ((simt_g.blockIdx.x * simt_g.blockDim.x) + simt_g.threadIdx.x));
                  simt_if (simt_l::cond((i >= 0))) simt_return;
                  (AT(a.out, i) = (simt_l::div(5, none) + simt_l::mod(5, none)));));
  CHECK(simt_l::div(-7, 2) == -3);
  CHECK(simt_l::mod(-7, 2) == -1);
  CHECK(simt_l::div(7.0, 2) == 3.5);
  CHECK(simt_l::shl(1u, 40) == 0);
  CHECK(simt_l::shr(-5, 40) == -1);
}

TEST_CASE("[CU-VEC] loops step indices, part, continue and stop") {
  CHECK_LINE(
      THREAD(
          int sum = 0; for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < forms::count;
                            i += blockDim.x * gridDim.x) {
            if (a.in[i] % 3 == 0) continue;
            sum += a.in[i];
            if (sum > 900) break;
          } int const t = blockIdx.x * blockDim.x + threadIdx.x;
          int k = 0; int n = a.in[t] & 31; while (true) {
            if (k == n) break;
            k++;
            sum += k;
          } do {
            sum ^= n;
            n >>= 1;
          } while (n > 0);
          switch (a.in[t] & 3) {
            case 0:
              sum += 1000;
              [[fallthrough]];
            case 1:
              sum += 7;
              break;
            case 3:
              sum = -sum;
              break;
            default:
              sum *= 2;
          } a.out[t] = sum;),
      LANE(
          simt_l::var<G, int> sum = 0; {
            auto i = simt_l::step<int>(
                simt_g, ((simt_g.blockIdx.x * simt_g.blockDim.x) + simt_g.threadIdx.x));
            SIMT_LANE_FOR((simt_l::cond((i < forms::count))),
                          (i += (simt_g.blockDim.x * simt_g.gridDim.x))) {
              simt_if (simt_l::cond(((GET(a.in, i) % 3) == 0))) simt_continue;
              if (simt_l::any_left()) {
                (sum += GET(a.in, i));
                simt_if (simt_l::cond((sum > 900))) simt_break;
              }
            }
          } auto const t = simt_l::let<int>(simt_g, ((simt_g.blockIdx.x * simt_g.blockDim.x) +
                                                     simt_g.threadIdx.x));
          simt_l::var<G, int> k = 0; simt_l::var<G, int> n = (GET(a.in, t) & 31);
          simt_while (true) {
            simt_if (simt_l::cond((k == n))) simt_break;
            if (simt_l::any_left()) {
              k++;
              (sum += k);
            }
          } simt_do {
            (sum ^= n);
            simt_l::shr_assign(n, 1);
          } simt_do_while(simt_l::cond((n > 0)));
          simt_switch ((GET(a.in, t) & 3)) {
            simt_case(0)(sum += 1000);
            simt_case(1)(sum += 7);
            simt_break;
            simt_case(3)(sum = (-sum));
            simt_break;
            simt_default(sum *= 2);
          }(AT(a.out, t) = sum);));
}

namespace {
/// A lane form that compiles only for registers of eight lanes and more.
struct long_form {
  template <class G>
  void operator()(G const&, forms::arrays const& a) const {
    static_assert(sizeof(G) != 0 && simt::simd::native_lanes >= 8);
    a.out[0] = 2;
  }
};
}  // namespace

TEST_CASE("[CU-VEC] a form for registers of eight lanes is not compiled for shorter ones") {
  forms::memory m;
  using choice = simt::cuda::kernel_form_choice;
  for (auto const form : {choice::automatic, choice::lane}) {
    simt::cuda::set_kernel_form(form);
    simt::cuda::launch_configuration(1, 64).call(
        "long", THREAD(a.out[0] = 1;),
        simt_l::kernel_form<true, false, simt_l::gangs::long_registers>(long_form{}), m.get());
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(m.out[0] == (simt::simd::native_lanes >= 8 ? 2 : 1));
  }
  simt::cuda::set_kernel_form(choice::automatic);
}
