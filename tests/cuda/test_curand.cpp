// SPDX-License-Identifier: MIT
// LABELS: golden
#include <simt/cuda/cuda_runtime.h>
#include <simt/cuda/curand.h>
#include <simt/cuda/curand_kernel.h>
#include <simt/cuda/curand_mtgp32dc_p_11213.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <type_traits>
#include <vector>

#include "golden.hpp"

// cuRAND's device functions, as an H200 answered: integers and uniform numbers to the bit, counts
// too; others by a bound, since the hardware's sine and inverse error function are coarser.
namespace {

using word = std::uint64_t;

/// The numbers for which a line asks.
struct request {
  std::string function;
  word seed = 0, subsequence = 0, offset = 0, skip = 0, scramble = 0;
  double a = 0, b = 0;
  int n = 0;
};
request request_of(golden::record const& r, std::size_t place_of_function) {
  request out;
  out.function = golden::split(r.id, '/')[place_of_function];
  for (auto const& word_here : golden::split(r.inputs, ' ')) {
    auto const equals = word_here.find('=');
    if (equals == std::string::npos) continue;
    auto const name = word_here.substr(0, equals), value = word_here.substr(equals + 1);
    auto const number = [&] { return std::strtoull(value.c_str(), nullptr, 10); };
    if (name == "seed") out.seed = number();
    if (name == "subsequence") out.subsequence = number();
    if (name == "offset") out.offset = number();
    if (name == "skip") out.skip = number();
    if (name == "scramble") out.scramble = number();
    if (name == "lambda") out.a = std::strtod(value.c_str(), nullptr);
    if (name == "a") out.a = std::strtod(value.c_str(), nullptr);
    if (name == "b") out.b = std::strtod(value.c_str(), nullptr);
    if (name == "n") out.n = static_cast<int>(number());
  }
  return out;
}

/// The results of calls, as bits.
class results {
 public:
  template <class... T>
  void put(T... value) {
    (bits_.push_back(golden::bits_of(value)), ...);
  }
  template <class V>
  void put_four(V v) {
    put(v.x, v.y, v.z, v.w);
  }
  std::vector<word> const& bits() const { return bits_; }

 private:
  std::vector<word> bits_;
};

/// Numbers of the Poisson distribution that the host makes.
template <class S>
bool draw_discrete(request const& r, S& s, int n, results& out) {
  curandDiscreteDistribution_t d = nullptr;
  if (curandCreatePoissonDistribution(r.a, &d) != CURAND_STATUS_SUCCESS) return false;
  for (int i = 0; i < n; ++i) out.put(curand_discrete(&s, d));
  return curandDestroyDistribution(d) == CURAND_STATUS_SUCCESS;
}
/// One number a call; false where the function is another.
template <class S>
bool draw_one(request const& r, S& s, int n, results& out) {
  auto const& f = r.function;
  auto const a = static_cast<float>(r.a), b = static_cast<float>(r.b);
  for (int i = 0; i < n; ++i) {
    if (f == "curand")
      out.put(curand(&s));
    else if (f == "curand_uniform")
      out.put(curand_uniform(&s));
    else if (f == "curand_uniform_double")
      out.put(curand_uniform_double(&s));
    else if (f == "curand_normal")
      out.put(curand_normal(&s));
    else if (f == "curand_normal_double")
      out.put(curand_normal_double(&s));
    else if (f == "curand_log_normal")
      out.put(curand_log_normal(&s, a, b));
    else if (f == "curand_log_normal_double")
      out.put(curand_log_normal_double(&s, r.a, r.b));
    else if (f == "curand_poisson")
      out.put(curand_poisson(&s, r.a));
    else if (f == "curand_discrete" && i == 0)
      return draw_discrete(r, s, n, out);
    else
      return false;
  }
  return true;
}
/// Calls of different kinds in turn: which of them a second normal number is kept for.
template <class S>
void draw_mixed(S& s, int turn, results& out) {
  switch (turn % 6) {
    case 0:
      out.put(curand_normal(&s));
      return out.put(curand(&s));
    case 1:
      out.put(curand_normal(&s));
      return out.put(curand_uniform(&s));
    case 2:
      out.put(curand_normal(&s));
      return out.put(static_cast<float>(curand_normal_double(&s)));
    case 3:
      out.put(static_cast<float>(curand_uniform_double(&s)));
      return out.put(curand_log_normal(&s, 0.5f, 0.25f));
    case 4:
      out.put(curand_poisson(&s, 3.0));
      return out.put(static_cast<float>(curand_normal_double(&s)));
    default:
      out.put(curand_normal2(&s).y);
      return out.put(curand_normal(&s));
  }
}
template <class S>
bool draw_two(request const& r, S& s, results& out) {
  auto const& f = r.function;
  auto const a = static_cast<float>(r.a), b = static_cast<float>(r.b);
  auto const put = [&](auto v) { out.put(v.x, v.y); };
  for (int i = 0; i + 1 < r.n; i += 2) {
    if (f == "curand_normal2")
      put(curand_normal2(&s));
    else if (f == "curand_normal2_double")
      put(curand_normal2_double(&s));
    else if (f == "curand_log_normal2")
      put(curand_log_normal2(&s, a, b));
    else if (f == "curand_log_normal2_double")
      put(curand_log_normal2_double(&s, r.a, r.b));
    else if (f == "mix")
      draw_mixed(s, i / 2, out);
    else
      return false;
  }
  return true;
}
bool draw_four(request const& r, curandStatePhilox4_32_10_t& s, results& out) {
  auto const& f = r.function;
  auto const a = static_cast<float>(r.a), b = static_cast<float>(r.b);
  for (int i = 0; i + 3 < r.n; i += 4) {
    if (f == "curand4")
      out.put_four(curand4(&s));
    else if (f == "curand_uniform4")
      out.put_four(curand_uniform4(&s));
    else if (f == "curand_normal4")
      out.put_four(curand_normal4(&s));
    else if (f == "curand_log_normal4")
      out.put_four(curand_log_normal4(&s, a, b));
    else if (f == "curand_poisson4")
      out.put_four(curand_poisson4(&s, r.a));
    else if (f == "curand_uniform4_double")
      out.put_four(curand_uniform4_double(&s));
    else if (f == "curand_normal4_double")
      out.put_four(curand_normal4_double(&s));
    else if (f == "curand_log_normal4_double")
      out.put_four(curand_log_normal4_double(&s, r.a, r.b));
    else if (f == "curand_uniform2_double")
      for (int k = 0; k < 2; ++k) {
        auto const v = curand_uniform2_double(&s);
        out.put(v.x, v.y);
      }
    else
      return false;
  }
  return true;
}

/// True where a number is the recorded one, or near it where it is no integer and not uniform.
bool agrees(std::string const& function, word got, std::string const& recorded) {
  word const want = golden::bits(recorded);
  if (got == want) return true;
  bool const wide = function.find("double") != std::string::npos;
  bool const exact = function.find("normal") == std::string::npos && function != "mix";
  if (exact || recorded.compare(0, 2, "0x") != 0) return false;
  double const x = wide ? golden::value<double>(got) : golden::value<float>(got);
  double const y = wide ? golden::value<double>(want) : golden::value<float>(want);
  return std::fabs(x - y) <= (wide ? 0x1p-47 : 0x1p-20) * std::fmax(1.0, std::fabs(y));
}
void check(golden::record const& r, std::string const& function, results const& out) {
  auto const recorded = golden::split(r.output, ',');
  CAPTURE(r.id);
  CAPTURE(r.inputs);
  REQUIRE(out.bits().size() == recorded.size());
  for (std::size_t i = 0; i < recorded.size(); ++i)
    if (!agrees(function, out.bits()[i], recorded[i]))
      FAIL_CHECK(r.id << " number " << i << ": " << out.bits()[i] << ", recorded " << recorded[i]);
}

template <class S>
void replay_pseudo(std::string const& generator) {
  int replayed = 0;
  for (auto const& r : golden::read("rng.tsv", "device/" + generator + "/")) {
    auto q = request_of(r, 2);
    S s;
    curand_init(q.seed, q.subsequence, q.offset, &s);
    results out, dropped;
    bool known = true;
    request const raw{"curand"};
    if (q.function.compare(0, 9, "skipahead") == 0) {
      draw_one(raw, s, 5, dropped);
      if (q.function == "skipahead") skipahead(q.skip, &s);
      if (q.function == "skipahead_sequence") skipahead_sequence(q.skip, &s);
      if constexpr (std::is_same_v<S, curandStateMRG32k3a_t>)
        if (q.function == "skipahead_subsequence") skipahead_subsequence(q.skip, &s);
      known = draw_one(raw, s, q.n, out);
    } else if (!draw_one(q, s, q.n, out) && !draw_two(q, s, out)) {
      known = false;
      if constexpr (std::is_same_v<S, curandStatePhilox4_32_10_t>) {
        if (r.id.find("/12_") != std::string::npos) draw_one(raw, s, 3, dropped);
        known = draw_four(q, s, out);
      }
    }
    CAPTURE(r.id);
    CHECK(known);
    check(r, q.function, out);
    ++replayed;
  }
  CHECK(replayed >= 70);
}

/// A number of a thread of MTGP32, as bits; `call` is the function's place below.
constexpr char const* mtgp32_calls[] = {
    "curand",         "curand_uniform",          "curand_uniform_double",
    "curand_normal",  "curand_normal_double",    "curand_log_normal",
    "curand_poisson", "curand_log_normal_double"};
word mtgp32_number(int call, curandStateMtgp32_t* s, double a, double b) {
  auto const x = static_cast<float>(a), y = static_cast<float>(b);
  switch (call) {
    case 0:
      return golden::bits_of(curand(s));
    case 1:
      return golden::bits_of(curand_uniform(s));
    case 2:
      return golden::bits_of(curand_uniform_double(s));
    case 3:
      return golden::bits_of(curand_normal(s));
    case 4:
      return golden::bits_of(curand_normal_double(s));
    case 5:
      return golden::bits_of(curand_log_normal(s, x, y));
    case 6:
      return golden::bits_of(curand_poisson(s, a));
    default:
      return golden::bits_of(curand_log_normal_double(s, a, b));
  }
}
void draw_mtgp32(curandStateMtgp32_t* s, int call, double a, double b, word* out) {
  for (unsigned round = 0; round < 3; ++round)
    out[round * blockDim.x + threadIdx.x] = mtgp32_number(call, s, a, b);
}

/// The direction vectors of a line.
std::vector<word> vectors_of(std::string const& name) {
  std::ifstream in(golden::path("rng.tsv"));
  for (std::string line; std::getline(in, line);) {
    auto const parts = golden::split(line, '\t');
    if (parts.size() != 3 || (parts[0] != "_vectors/" + name && parts[0] != "vectors/" + name))
      continue;
    std::vector<word> out;
    for (auto const& v : golden::split(parts[2], ',')) out.push_back(golden::bits(v));
    return out;
  }
  return {};
}
template <class S, class W>
void replay_sobol(std::string const& generator, bool scrambled) {
  int replayed = 0;
  for (auto const& r : golden::read("rng.tsv", "device/" + generator + "/")) {
    auto q = request_of(r, 3);
    std::vector<W> vectors;
    for (word const v :
         vectors_of((sizeof(W) == 4 ? "sobol32/" : "sobol64/") + golden::split(r.id, '/')[2]))
      vectors.push_back(static_cast<W>(v));
    CAPTURE(r.id);
    REQUIRE(vectors.size() == 8 * sizeof(W));
    bool const skips = q.function == "skipahead";
    S s;
    W const offset = skips ? 0 : static_cast<W>(q.offset);
    if constexpr (requires { curand_init(vectors.data(), W{}, W{}, &s); })
      curand_init(vectors.data(), static_cast<W>(q.scramble), offset, &s);
    else
      curand_init(vectors.data(), offset, &s);
    CHECK(scrambled == (q.scramble != 0));
    results out, dropped;
    request const raw{"curand"};
    if (skips) {
      draw_one(raw, s, 3, dropped);
      skipahead(q.offset, &s);
      q.function = "curand";
    }
    CHECK(draw_one(q, s, q.n, out));
    check(r, q.function, out);
    ++replayed;
  }
  CHECK(replayed >= 30);
}

}  // namespace

TEST_CASE("[RAND-002] [RAND-003] [RAND-006] [RAND-008] [RAND-009] XORWOW as recorded") {
  replay_pseudo<curandState>("xorwow");
}
TEST_CASE("[RAND-003] [RAND-006] [RAND-008] [RAND-009] MRG32k3a as recorded") {
  replay_pseudo<curandStateMRG32k3a_t>("mrg32k3a");
}
TEST_CASE("[RAND-005] [RAND-006] [RAND-008] [RAND-009] Philox4_32_10 as recorded") {
  replay_pseudo<curandStatePhilox4_32_10_t>("philox4_32_10");
}
TEST_CASE("[RAND-007] [RAND-008] [RAND-009] Sobol's sequences as recorded") {
  replay_sobol<curandStateSobol32_t, unsigned>("sobol32", false);
  replay_sobol<curandStateSobol64_t, unsigned long long>("sobol64", false);
  replay_sobol<curandStateScrambledSobol32_t, unsigned>("scrambled_sobol32", true);
  replay_sobol<curandStateScrambledSobol64_t, unsigned long long>("scrambled_sobol64", true);
}
TEST_CASE("[RAND-004] [RAND-006] [RAND-008] [RAND-009] MTGP32 of a block as recorded") {
  constexpr unsigned threads = 256;
  mtgp32_kernel_params_t* params = nullptr;
  curandStateMtgp32_t* states = nullptr;
  word* out = nullptr;
  REQUIRE(cudaMalloc(&params, sizeof *params) == cudaSuccess);
  REQUIRE(cudaMalloc(&states, 2 * sizeof *states) == cudaSuccess);
  REQUIRE(cudaMallocManaged(&out, 3 * threads * sizeof *out) == cudaSuccess);
  REQUIRE(curandMakeMTGP32Constants(mtgp32dc_params_fast_11213, params) == CURAND_STATUS_SUCCESS);
  int replayed = 0;
  for (auto const& r : golden::read("rng.tsv", "device/mtgp32/")) {
    CAPTURE(r.id);
    auto const q = request_of(r, 2);
    auto const* const known =
        std::find(std::begin(mtgp32_calls), std::end(mtgp32_calls), q.function);
    REQUIRE(known != std::end(mtgp32_calls));
    REQUIRE(curandMakeMTGP32KernelState(states, mtgp32dc_params_fast_11213, params, 2, q.seed) ==
            CURAND_STATUS_SUCCESS);
    curandStateMtgp32_t* const state = states + (r.inputs.find("state=1") != std::string::npos);
    auto const call = static_cast<int>(known - std::begin(mtgp32_calls));
    ::simt::cuda::launch_configuration(1, threads)
        .call("draw_mtgp32", draw_mtgp32, state, call, q.a, q.b, out);
    REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
    auto const round = static_cast<unsigned>(r.id.back() - '0');
    auto const recorded = golden::split(r.output, ',');
    results shown;  // the first ones, and the last
    for (unsigned k = 0; k + 1 < recorded.size(); ++k) shown.put(out[round * threads + k]);
    shown.put(out[round * threads + threads - 1]);
    check(r, q.function, shown);
    ++replayed;
  }
  CHECK(replayed >= 50);
  CHECK(cudaFree(out) == cudaSuccess);
  CHECK(cudaFree(states) == cudaSuccess);
  CHECK(cudaFree(params) == cudaSuccess);
}
