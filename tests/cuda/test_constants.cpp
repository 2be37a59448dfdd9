// SPDX-License-Identifier: MIT
#include <simt/cuda/cuda.h>
#include <simt/cuda/cuda_gl_interop.h>
#include <simt/cuda/cuda_occupancy.h>
#include <simt/cuda/cuda_runtime.h>
#include <simt/cuda/curand.h>
#include <simt/cuda/nvrtc.h>

#include <doctest/doctest.h>

#include <cstddef>
#include <iterator>
#include <type_traits>

namespace {

struct constant {
  char const* name;
  long long value;
  long long recorded;
};
#define F(name, value) {#name, static_cast<long long>(name), value},
constexpr constant constants[] = {
#include "golden/constants.def"
};
#undef F

}  // namespace

TEST_CASE("cuda: enumerators of the APIs have the values of CUDA's headers") {
  for (constant const& c : constants) CHECK_MESSAGE(c.value == c.recorded, c.name);
  CHECK(std::size(constants) > 900);
}

TEST_CASE("cuda: types of calls that are not supported are there, with CUDA's members") {
  cudaFunction_t function = nullptr;
  cudaKernel_t const kernel = nullptr;
  cudaLibrary_t const library = nullptr;
  cudaDriverEntryPointQueryResult found = cudaDriverEntryPointSymbolNotFound;
  CHECK((kernel == nullptr && library == nullptr && function == nullptr));
  CHECK(found == 1);
  cudaArraySparseProperties sparse{};
  sparse.tileExtent.depth = 1;
  cudaArrayMemoryRequirements needed{};
  needed.alignment = sparse.tileExtent.depth;
  CHECK(needed.alignment == 1);
  // Of CUDA's sizes.
  CHECK(sizeof(cudaArraySparseProperties) == 48);
  CHECK(sizeof(cudaArrayMemoryRequirements) == 32);
  CHECK(sizeof(cudaMemcpyAttributes) == 24);
  CHECK(sizeof(cudaMemcpy3DBatchOp) == 112);
  CHECK(sizeof(cudaGraphInstantiateParams) == 32);
  CHECK(std::is_same_v<cudaGraphConditionalHandle, unsigned long long>);
}
