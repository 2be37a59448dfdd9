// SPDX-License-Identifier: MIT
// LABELS: golden
#include <simt/cuda/cuda_runtime.h>
#include <simt/cuda/curand.h>
#include <simt/cuda/curand_mtgp32dc_p_11213.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "golden.hpp"

// cuRAND's calls for the host, as an H200 answered.
namespace {

/// A call with the parameters of the recorded ones.
curandStatus_t generate(curandGenerator_t g, std::string const& call, void* out, std::size_t n) {
  auto* const narrow = static_cast<float*>(out);
  auto* const wide = static_cast<double*>(out);
  if (call == "curandGenerate") return curandGenerate(g, static_cast<unsigned*>(out), n);
  if (call == "curandGenerateLongLong")
    return curandGenerateLongLong(g, static_cast<unsigned long long*>(out), n);
  if (call == "curandGenerateUniform") return curandGenerateUniform(g, narrow, n);
  if (call == "curandGenerateUniformDouble") return curandGenerateUniformDouble(g, wide, n);
  if (call == "curandGenerateNormal") return curandGenerateNormal(g, narrow, n, 0, 1);
  if (call == "curandGenerateNormalDouble") return curandGenerateNormalDouble(g, wide, n, 1, 2);
  if (call == "curandGenerateLogNormal") return curandGenerateLogNormal(g, narrow, n, 0.5f, 1.25f);
  if (std::string const poisson = "curandGeneratePoisson_"; call.rfind(poisson, 0) == 0)
    return curandGeneratePoisson(g, static_cast<unsigned*>(out), n,
                                 std::strtod(call.c_str() + poisson.size(), nullptr));
  return curandGenerateLogNormalDouble(g, wide, n, 0.5, 1.25);
}
bool agrees(std::string const& call, std::uint64_t got, std::uint64_t want) {
  if (got == want) return true;
  if (call.find("ormal") == std::string::npos) return false;
  bool const wide = call.find("Double") != std::string::npos;
  double const x = wide ? golden::value<double>(got) : golden::value<float>(got);
  double const y = wide ? golden::value<double>(want) : golden::value<float>(want);
  return std::fabs(x - y) <= (wide ? 0x1p-47 : 0x1p-19) * std::fmax(1.0, std::fabs(y));
}
/// Returns what a step answered, which is told before the values where it was no success.
curandStatus_t answer(std::string const& output, std::string const& step) {
  for (auto const& word : golden::split(output, ' '))
    if (word.compare(0, step.size() + 1, step + "=") == 0)
      return word.find("OUT_OF_RANGE") != std::string::npos ? CURAND_STATUS_OUT_OF_RANGE
                                                            : CURAND_STATUS_TYPE_ERROR;
  return CURAND_STATUS_SUCCESS;
}
std::vector<std::size_t> shown(std::size_t n) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < n && i < 64; ++i) places.push_back(i);
  for (std::size_t const i : {4095u, 4096u, 4097u, 8192u, 8193u, 12288u, 16384u, 20479u, 32768u,
                              40959u, 65535u, 65536u, 65537u, 81920u, 99999u})
    if (i < n) places.push_back(i);
  return places;
}

void replay(std::string const& name, curandRngType_t type, bool on_host) {
  int replayed = 0;
  for (auto const& r : golden::read("rng.tsv", "host/" + name + "/")) {
    CAPTURE(r.id);
    CAPTURE(r.inputs);
    auto const call = golden::split(r.id, '/')[2];
    auto const number = [&](std::string const& key) {
      for (auto const& word : golden::split(r.inputs, ' '))
        if (word.compare(0, key.size() + 1, key + "=") == 0)
          return std::strtoull(word.c_str() + key.size() + 1, nullptr, 10);
      return ~0ull;
    };
    curandGenerator_t g = nullptr;
    REQUIRE((on_host ? curandCreateGeneratorHost(&g, type) : curandCreateGenerator(&g, type)) ==
            CURAND_STATUS_SUCCESS);
    auto const given = [&](std::string const& key) {
      return number(key) != ~0ull ||
             r.inputs.find(key + "=18446744073709551615") != std::string::npos;
    };
    if (given("ordering"))
      CHECK(curandSetGeneratorOrdering(g, static_cast<curandOrdering_t>(number("ordering"))) ==
            answer(r.output, "ordering"));
    if (given("seed"))
      CHECK(curandSetPseudoRandomGeneratorSeed(g, number("seed")) == CURAND_STATUS_SUCCESS);
    if (given("offset"))
      CHECK(curandSetGeneratorOffset(g, number("offset")) == answer(r.output, "offset"));
    if (given("dims"))
      CHECK(curandSetQuasiRandomGeneratorDimensions(g, static_cast<unsigned>(number("dims"))) ==
            CURAND_STATUS_SUCCESS);
    std::size_t const n = number("n");
    std::size_t const bytes =
        call.find("Double") + call.find("LongLong") != 2 * std::string::npos ? 8 : 4;
    std::vector<std::byte> out(n * bytes);
    void* device = nullptr;
    if (!on_host) REQUIRE(cudaMalloc(&device, out.size()) == cudaSuccess);
    for (std::uint64_t k = 0; k < number("calls"); ++k)
      CHECK(generate(g, call, on_host ? out.data() : device, n) == answer(r.output, "generate"));
    CHECK(curandDestroyGenerator(g) == CURAND_STATUS_SUCCESS);
    if (!on_host) {
      CHECK(cudaMemcpy(out.data(), device, out.size(), cudaMemcpyDeviceToHost) == cudaSuccess);
      CHECK(cudaFree(device) == cudaSuccess);
    }
    ++replayed;
    if (answer(r.output, "generate") != CURAND_STATUS_SUCCESS) continue;
    auto const values = r.output.find("values=");
    auto const recorded =
        golden::split(values == std::string::npos ? r.output : r.output.substr(values + 7), ',');
    auto const places = shown(n);
    REQUIRE(recorded.size() == places.size());
    for (std::size_t k = 0; k < places.size(); ++k) {
      std::uint64_t got = 0;
      std::memcpy(&got, &out[places[k] * bytes], bytes);
      if (!agrees(call, got, golden::bits(recorded[k])))
        FAIL_CHECK("number " << places[k] << ": " << got << ", recorded " << recorded[k]);
    }
  }
  CHECK(replayed >= 16);
}

}  // namespace

TEST_CASE(
    "[RAND-001] [RAND-010] generators of the device: seeds, offsets, orderings, calls in a row") {
  replay("xorwow", CURAND_RNG_PSEUDO_XORWOW, false);
  replay("mrg32k3a", CURAND_RNG_PSEUDO_MRG32K3A, false);
  replay("philox4_32_10", CURAND_RNG_PSEUDO_PHILOX4_32_10, false);
  replay("mt19937", CURAND_RNG_PSEUDO_MT19937, false);
  replay("mtgp32", CURAND_RNG_PSEUDO_MTGP32, false);
}
TEST_CASE("[RAND-001] [RAND-010] generators of the host give the same numbers") {
  replay("xorwow", CURAND_RNG_PSEUDO_DEFAULT, true);
  replay("mrg32k3a", CURAND_RNG_PSEUDO_MRG32K3A, true);
  replay("philox4_32_10", CURAND_RNG_PSEUDO_PHILOX4_32_10, true);
  replay("mt19937", CURAND_RNG_PSEUDO_MT19937, true);
  replay("mtgp32", CURAND_RNG_PSEUDO_MTGP32, true);
}
TEST_CASE("[RAND-001] turns of MT19937's generators: the first two of an H100's 8192") {
  struct recorded {
    std::size_t turn;  // 65536 numbers of all
    std::array<unsigned, 10> numbers;
  };
  static constexpr recorded turns[] = {
      {0,
       {822569775u, 292421642u, 643530888u, 2825097111u, 2548682254u, 3260559120u, 2829840067u,
        468897343u, 1864832060u, 582314992u}},
      {1,
       {2137449171u, 3349970575u, 3501098142u, 2151757680u, 421988862u, 3319265058u, 3819197161u,
        2797647809u, 3555247096u, 2167579236u}},
      {7,
       {3312965625u, 3444014763u, 55437432u, 1590214902u, 95107365u, 2643106432u, 1691282316u,
        1360800782u, 2478969860u, 4054165140u}},
      {8,
       {2000751859u, 3445197905u, 1616935933u, 3905482329u, 3992369388u, 186075439u, 2575824237u,
        29051439u, 3091110284u, 1458687176u}},
      {77,
       {3093867863u, 702387806u, 2752699574u, 3760743756u, 4238047036u, 2736826059u, 4252894049u,
        1664263489u, 179019013u, 2637951645u}},
      {78,
       {303637765u, 1049141171u, 3876444309u, 2710460475u, 775821868u, 1252340613u, 1696481466u,
        4037837460u, 4005531464u, 2941323799u}},
      {155,
       {760713822u, 2347486763u, 697220709u, 3344941232u, 2340856341u, 231805268u, 3586546582u,
        35944731u, 2809449626u, 1547246309u}},
      {1299,
       {1687853125u, 37759251u, 1626633170u, 945520101u, 62785707u, 18763936u, 622673989u,
        384646396u, 233956496u, 4092204820u}},
  };
  simt::cuda::detail::curand_twisters<2> two(1234);
  std::size_t turn = 0;
  for (recorded const& r : turns) {
    CAPTURE(r.turn);
    for (; turn < r.turn; ++turn)
      for (int k = 0; k < 16; ++k) two.next();
    for (std::size_t k = 0; k < 16; ++k) {
      unsigned const got = two.next();
      if (k < r.numbers.size()) CHECK(got == r.numbers[k]);
    }
    ++turn;
  }
}
TEST_CASE("[RAND-001] [RAND-007] [RAND-010] quasirandom generators: dimensions, offsets, calls") {
  replay("sobol32", CURAND_RNG_QUASI_DEFAULT, false);
  replay("scrambled_sobol32", CURAND_RNG_QUASI_SCRAMBLED_SOBOL32, true);
  replay("sobol64", CURAND_RNG_QUASI_SOBOL64, true);
  replay("scrambled_sobol64", CURAND_RNG_QUASI_SCRAMBLED_SOBOL64, false);
}
TEST_CASE("[RAND-007] direction vectors and what scrambles them") {
  curandDirectionVectors32_t* narrow = nullptr;
  curandDirectionVectors64_t* wide = nullptr;
  unsigned* constants = nullptr;
  unsigned long long* wide_constants = nullptr;
  REQUIRE(curandGetDirectionVectors32(&narrow, CURAND_DIRECTION_VECTORS_32_JOEKUO6) ==
          CURAND_STATUS_SUCCESS);
  REQUIRE(curandGetDirectionVectors64(&wide, CURAND_DIRECTION_VECTORS_64_JOEKUO6) ==
          CURAND_STATUS_SUCCESS);
  REQUIRE(curandGetScrambleConstants32(&constants) == CURAND_STATUS_SUCCESS);
  REQUIRE(curandGetScrambleConstants64(&wide_constants) == CURAND_STATUS_SUCCESS);
  int compared = 0;
  for (auto const& r : golden::read("rng.tsv", "vectors/")) {
    CAPTURE(r.id);
    auto const parts = golden::split(r.id, '/');
    auto const dimension = std::stoul(parts[2].substr(parts[2].find('_') + 1));
    auto const numbers = golden::split(r.output, ',');
    if (parts[1] == "scramble" ? dimension >= 16 : dimension >= 1111) continue;
    for (std::size_t k = 0; k < numbers.size(); ++k) {
      auto const want = std::stoull(numbers[k]);
      if (parts[1] == "sobol32")
        CHECK(narrow[dimension][k] == want);
      else if (parts[1] == "sobol64")
        CHECK(wide[dimension][k] == want);
      else
        CHECK((k == 0 ? constants[dimension] : wide_constants[dimension]) == want);
    }
    ++compared;
  }
  CHECK(compared >= 16);
  CHECK(curandGetDirectionVectors32(&narrow, CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6) ==
        CURAND_STATUS_SUCCESS);
  CHECK(narrow[0][0] == 0xee0c82bbu);
  CHECK(curandGetDirectionVectors32(&narrow, CURAND_DIRECTION_VECTORS_64_JOEKUO6) ==
        CURAND_STATUS_OUT_OF_RANGE);
}
TEST_CASE("[RAND-007] [RAND-011] what quasirandom generators refuse") {
  curandGenerator_t g = nullptr;
  REQUIRE(curandCreateGenerator(&g, CURAND_RNG_QUASI_DEFAULT) == CURAND_STATUS_SUCCESS);
  CHECK(curandSetPseudoRandomGeneratorSeed(g, 1) == CURAND_STATUS_TYPE_ERROR);
  CHECK(curandSetGeneratorOrdering(g, CURAND_ORDERING_PSEUDO_LEGACY) == CURAND_STATUS_OUT_OF_RANGE);
  CHECK(curandSetQuasiRandomGeneratorDimensions(g, 0) == CURAND_STATUS_OUT_OF_RANGE);
  CHECK(curandSetQuasiRandomGeneratorDimensions(g, 20001) == CURAND_STATUS_OUT_OF_RANGE);
  CHECK(curandSetQuasiRandomGeneratorDimensions(g, 1112) ==
        CURAND_STATUS_OUT_OF_RANGE);  // not here
  CHECK(curandSetQuasiRandomGeneratorDimensions(g, 1111) == CURAND_STATUS_SUCCESS);
  CHECK(curandSetQuasiRandomGeneratorDimensions(g, 3) == CURAND_STATUS_SUCCESS);
  std::vector<unsigned> out(64);
  unsigned* const d = out.data();
  CHECK(curandGenerate(g, d, 64) == CURAND_STATUS_LENGTH_NOT_MULTIPLE);
  CHECK(curandGenerateNormal(g, reinterpret_cast<float*>(d), 8, 0, 1) ==
        CURAND_STATUS_LENGTH_NOT_MULTIPLE);
  CHECK(curandGeneratePoisson(g, d, 8, 2) == CURAND_STATUS_LENGTH_NOT_MULTIPLE);
  CHECK(curandGenerate(g, d, 63) == CURAND_STATUS_SUCCESS);
  CHECK(curandGenerateNormal(g, reinterpret_cast<float*>(d), 63, 0, 1) == CURAND_STATUS_SUCCESS);
  CHECK(curandGenerateLongLong(g, reinterpret_cast<unsigned long long*>(d), 3) ==
        CURAND_STATUS_TYPE_ERROR);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(curandDestroyGenerator(g) == CURAND_STATUS_SUCCESS);
  REQUIRE(curandCreateGeneratorHost(&g, CURAND_RNG_QUASI_SCRAMBLED_SOBOL64) ==
          CURAND_STATUS_SUCCESS);
  CHECK(curandSetQuasiRandomGeneratorDimensions(g, 16) == CURAND_STATUS_SUCCESS);
  CHECK(curandSetQuasiRandomGeneratorDimensions(g, 17) == CURAND_STATUS_OUT_OF_RANGE);  // not here
  CHECK(curandGenerate(g, d, 64) == CURAND_STATUS_TYPE_ERROR);
  CHECK(curandDestroyGenerator(g) == CURAND_STATUS_SUCCESS);
  REQUIRE(curandCreateGeneratorHost(&g, CURAND_RNG_PSEUDO_MT19937) == CURAND_STATUS_SUCCESS);
  CHECK(curandSetGeneratorOffset(g, 4) == CURAND_STATUS_TYPE_ERROR);
  CHECK(curandGenerateNormal(g, reinterpret_cast<float*>(d), 7, 0, 1) == CURAND_STATUS_SUCCESS);
  CHECK(curandDestroyGenerator(g) == CURAND_STATUS_SUCCESS);
}

TEST_CASE("[RAND-004] [RAND-011] what calls answer: recorded on an H200") {
  curandGenerator_t g = nullptr;
  unsigned* d = nullptr;
  REQUIRE(cudaMalloc(&d, 4096) == cudaSuccess);
  auto* const f = reinterpret_cast<float*>(d);
  auto* const w = reinterpret_cast<double*>(d);
  CHECK(curandCreateGenerator(&g, static_cast<curandRngType_t>(77)) == CURAND_STATUS_TYPE_ERROR);
  CHECK(curandDestroyGenerator(nullptr) == CURAND_STATUS_NOT_INITIALIZED);
  REQUIRE(curandCreateGenerator(&g, CURAND_RNG_PSEUDO_DEFAULT) == CURAND_STATUS_SUCCESS);
  CHECK(curandGenerate(g, d, 64) == CURAND_STATUS_SUCCESS);
  CHECK(curandGenerate(g, d, 0) == CURAND_STATUS_SUCCESS);
  CHECK(curandGenerateLongLong(g, reinterpret_cast<unsigned long long*>(d), 16) ==
        CURAND_STATUS_TYPE_ERROR);
  CHECK(curandSetQuasiRandomGeneratorDimensions(g, 2) == CURAND_STATUS_TYPE_ERROR);
  CHECK(curandSetGeneratorOrdering(g, CURAND_ORDERING_QUASI_DEFAULT) == CURAND_STATUS_OUT_OF_RANGE);
  CHECK(curandSetGeneratorOrdering(g, static_cast<curandOrdering_t>(7)) ==
        CURAND_STATUS_OUT_OF_RANGE);
  CHECK(curandGenerateNormal(g, f, 7, 0, 1) == CURAND_STATUS_LENGTH_NOT_MULTIPLE);
  CHECK(curandGenerateNormalDouble(g, w, 7, 0, 1) == CURAND_STATUS_LENGTH_NOT_MULTIPLE);
  CHECK(curandGenerateLogNormal(g, f, 7, 0, 1) == CURAND_STATUS_LENGTH_NOT_MULTIPLE);
  CHECK(curandGenerateUniform(g, f, 7) == CURAND_STATUS_SUCCESS);
  CHECK(curandGeneratePoisson(g, d, 8, 0.0) == CURAND_STATUS_OUT_OF_RANGE);
  CHECK(curandGeneratePoisson(g, d, 8, -1.0) == CURAND_STATUS_OUT_OF_RANGE);
  CHECK(curandGeneratePoisson(g, d, 8, 500000.0) == CURAND_STATUS_OUT_OF_RANGE);
  CHECK(curandGenerateSeeds(g) == CURAND_STATUS_SUCCESS);
  CHECK(curandSetStream(g, nullptr) == CURAND_STATUS_SUCCESS);
  CHECK(curandDestroyGenerator(g) == CURAND_STATUS_SUCCESS);
  curandDiscreteDistribution_t distribution = nullptr;
  CHECK(curandCreatePoissonDistribution(0.0, &distribution) == CURAND_STATUS_OUT_OF_RANGE);
  CHECK(curandCreatePoissonDistribution(1.0, nullptr) == CURAND_STATUS_NOT_INITIALIZED);
  CHECK(curandDestroyDistribution(nullptr) == CURAND_STATUS_NOT_INITIALIZED);
  int version = 0;
  CHECK(curandGetVersion(&version) == CURAND_STATUS_SUCCESS);
  CHECK(version == 10400);
  curandStateMtgp32_t* states = nullptr;
  REQUIRE(cudaMalloc(&states, sizeof *states) == cudaSuccess);
  CHECK(curandMakeMTGP32KernelState(states, mtgp32dc_params_fast_11213, nullptr, 201, 1) ==
        CURAND_STATUS_OUT_OF_RANGE);
  CHECK(cudaFree(states) == cudaSuccess);
  CHECK(cudaFree(d) == cudaSuccess);
}

TEST_CASE("[RAND-001] [RAND-009] numbers come in the order of a stream; counts have their mean") {
  cudaStream_t s = nullptr;
  REQUIRE(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking) == cudaSuccess);
  for (auto const type :
       {CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_MRG32K3A, CURAND_RNG_PSEUDO_PHILOX4_32_10,
        CURAND_RNG_PSEUDO_MT19937, CURAND_RNG_QUASI_SOBOL64}) {
    curandGenerator_t g = nullptr;
    REQUIRE(curandCreateGenerator(&g, type) == CURAND_STATUS_SUCCESS);
    CHECK(curandSetStream(g, s) == CURAND_STATUS_SUCCESS);
    constexpr std::size_t n = 20000;
    unsigned* counts = nullptr;
    REQUIRE(cudaMallocManaged(&counts, n * sizeof *counts) == cudaSuccess);
    for (double const lambda : {2.5, 100.0, 5000.0}) {
      CHECK(cudaMemsetAsync(counts, 0xff, n * sizeof *counts, s) == cudaSuccess);
      CHECK(curandGeneratePoisson(g, counts, n, lambda) == CURAND_STATUS_SUCCESS);
      CHECK(cudaStreamSynchronize(s) == cudaSuccess);
      double sum = 0, squares = 0;
      for (std::size_t i = 0; i < n; ++i) {
        sum += counts[i];
        squares += (counts[i] - lambda) * (counts[i] - lambda);
      }
      CHECK(sum / n == doctest::Approx(lambda).epsilon(0.02));
      CHECK(squares / n == doctest::Approx(lambda).epsilon(0.06));
    }
    CHECK(curandDestroyGenerator(g) == CURAND_STATUS_SUCCESS);
    CHECK(cudaFree(counts) == cudaSuccess);
  }
  CHECK(cudaStreamDestroy(s) == cudaSuccess);
}
