// SPDX-License-Identifier: MIT
// LABELS: golden
#include <simt/cuda/cuda_runtime.h>
#include <simt/cuda/curand.h>
#include <simt/cuda/curand_mtgp32dc_p_11213.h>

#include <doctest/doctest.h>

#include <algorithm>
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
  if (call == "curandGenerateUniform") return curandGenerateUniform(g, narrow, n);
  if (call == "curandGenerateUniformDouble") return curandGenerateUniformDouble(g, wide, n);
  if (call == "curandGenerateNormal") return curandGenerateNormal(g, narrow, n, 0, 1);
  if (call == "curandGenerateNormalDouble") return curandGenerateNormalDouble(g, wide, n, 1, 2);
  if (call == "curandGenerateLogNormal") return curandGenerateLogNormal(g, narrow, n, 0.5f, 1.25f);
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
            CURAND_STATUS_SUCCESS);
    if (given("seed"))
      CHECK(curandSetPseudoRandomGeneratorSeed(g, number("seed")) == CURAND_STATUS_SUCCESS);
    if (given("offset"))
      CHECK(curandSetGeneratorOffset(g, number("offset")) == CURAND_STATUS_SUCCESS);
    std::size_t const n = number("n");
    std::size_t const bytes = call.find("Double") != std::string::npos ? 8 : 4;
    std::vector<std::byte> out(n * bytes);
    void* device = nullptr;
    if (!on_host) REQUIRE(cudaMalloc(&device, out.size()) == cudaSuccess);
    for (std::uint64_t k = 0; k < number("calls"); ++k)
      CHECK(generate(g, call, on_host ? out.data() : device, n) == CURAND_STATUS_SUCCESS);
    CHECK(curandDestroyGenerator(g) == CURAND_STATUS_SUCCESS);
    if (!on_host) {
      CHECK(cudaMemcpy(out.data(), device, out.size(), cudaMemcpyDeviceToHost) == cudaSuccess);
      CHECK(cudaFree(device) == cudaSuccess);
    }
    auto const recorded = golden::split(r.output, ',');
    auto const places = shown(n);
    REQUIRE(recorded.size() == places.size());
    for (std::size_t k = 0; k < places.size(); ++k) {
      std::uint64_t got = 0;
      std::memcpy(&got, &out[places[k] * bytes], bytes);
      if (!agrees(call, got, golden::bits(recorded[k])))
        FAIL_CHECK("number " << places[k] << ": " << got << ", recorded " << recorded[k]);
    }
    ++replayed;
  }
  CHECK(replayed >= 30);
}

}  // namespace

TEST_CASE(
    "[RAND-001] [RAND-010] generators of the device: seeds, offsets, orderings, calls in a row") {
  replay("xorwow", CURAND_RNG_PSEUDO_XORWOW, false);
  replay("mrg32k3a", CURAND_RNG_PSEUDO_MRG32K3A, false);
  replay("philox4_32_10", CURAND_RNG_PSEUDO_PHILOX4_32_10, false);
}
TEST_CASE("[RAND-001] [RAND-010] generators of the host give the same numbers") {
  replay("xorwow", CURAND_RNG_PSEUDO_DEFAULT, true);
  replay("mrg32k3a", CURAND_RNG_PSEUDO_MRG32K3A, true);
  replay("philox4_32_10", CURAND_RNG_PSEUDO_PHILOX4_32_10, true);
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
  int version = 0;
  CHECK(curandGetVersion(&version) == CURAND_STATUS_SUCCESS);
  CHECK(version == 10400);
  // Not there: said so, by name, on stderr.
  for (auto const type : {CURAND_RNG_PSEUDO_MTGP32, CURAND_RNG_PSEUDO_MT19937,
                          CURAND_RNG_QUASI_SOBOL32, CURAND_RNG_QUASI_SCRAMBLED_SOBOL64})
    CHECK(curandCreateGenerator(&g, type) == CURAND_STATUS_TYPE_ERROR);
  mtgp32_kernel_params_t params;
  curandStateMtgp32_t state;
  CHECK(curandMakeMTGP32Constants(mtgp32dc_params_fast_11213, &params) == CURAND_STATUS_TYPE_ERROR);
  CHECK(curandMakeMTGP32KernelState(&state, mtgp32dc_params_fast_11213, &params, 1, 1234) ==
        CURAND_STATUS_TYPE_ERROR);
  CHECK(cudaFree(d) == cudaSuccess);
}

TEST_CASE("[RAND-001] [RAND-009] numbers come in the order of a stream; counts have their mean") {
  cudaStream_t s = nullptr;
  REQUIRE(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking) == cudaSuccess);
  for (auto const type :
       {CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_MRG32K3A, CURAND_RNG_PSEUDO_PHILOX4_32_10}) {
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
