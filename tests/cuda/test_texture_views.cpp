// SPDX-License-Identifier: MIT
#include <simt/cuda/cuda_runtime.h>

#include <doctest/doctest.h>

#include <bit>
#include <cstddef>
#include <vector>

#pragma GCC diagnostic ignored "-Wsign-conversion"

// Parts of arrays as textures, with the values that an H200 read; many textures at once; a table
// looked up by filtering; copies of arrays.
namespace {

#define RUN(kernel, threads, ...)                \
  ::simt::cuda::launch_configuration(1, threads) \
      .call(                                     \
          #kernel, [=](auto... simt_a) { kernel(simt_a...); }, __VA_ARGS__)

__global__ void read_layers(cudaTextureObject_t t, float* out) {
  for (int i = -1; i < 4; ++i) out[i + 1] = tex2DLayered<float>(t, 1.5f, 0.5f, i);
}
__global__ void read_levels(cudaTextureObject_t t, float* out) {
  for (int i = 0; i < 4; ++i) out[i] = tex2DLod<float>(t, 0.3f, 0.3f, static_cast<float>(i));
  out[4] = tex2D<float>(t, 0.3f, 0.3f);
}
__global__ void read_texels_of_level(cudaTextureObject_t t, float* out) {
  out[0] = tex1DLod<float>(t, 2.5f, 0);
  out[1] = tex1DGrad<float>(t, 5.25f, 0.5f, 0.5f);
  out[2] = tex1DLod<float>(t, 0.25f, 0);
  out[3] = tex1DLod<float>(t, 9.0f, 0);
  out[4] = tex1D<float>(t, -1.0f);
}
__global__ void read_bits(cudaTextureObject_t t, unsigned* out) {
  out[0] = tex2D<unsigned>(t, 1.5f, 1.5f);
}
__global__ void read_many(cudaTextureObject_t const* t, float* out) {
  int const i = threadIdx.x;
  out[i] = tex1Dfetch<float>(t[i], 1);
}
__global__ void look_up(cudaTextureObject_t t, float r, int n, float* out) {
  int const i = threadIdx.x;
  float const x = r * static_cast<float>(i) / static_cast<float>(blockDim.x - 1);
  out[i] = tex1D<float>(t, static_cast<float>(n - 1) / r * x + 0.5f);
}

cudaTextureDesc clamped() {
  cudaTextureDesc t{};
  for (auto& mode : t.addressMode) mode = cudaAddressModeClamp;
  return t;
}
/// 1, 2, 3, … in an array or a level of one.
void count_in(cudaArray_t a, std::size_t w, std::size_t h, std::size_t d) {
  std::vector<float> v(w * h * d);
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = 1.0f + static_cast<float>(i);
  cudaMemcpy3DParms p{};
  p.srcPtr = make_cudaPitchedPtr(v.data(), w * sizeof(float), w, h);
  p.dstArray = a;
  p.extent = make_cudaExtent(w, h, d);
  p.kind = cudaMemcpyHostToDevice;
  REQUIRE(cudaMemcpy3D(&p) == cudaSuccess);
}
auto const format = cudaCreateChannelDesc<float>();

}  // namespace

TEST_CASE("[TEXO-002] [TEXM-022] [TEXM-027] views of some layers, some levels and other formats") {
  cudaArray_t layers = nullptr;
  REQUIRE(cudaMalloc3DArray(&layers, &format, {8, 4, 3}, cudaArrayLayered) == cudaSuccess);
  count_in(layers, 8, 4, 3);
  cudaResourceDesc r{};
  r.resType = cudaResourceTypeArray;
  r.res.array.array = layers;
  auto how = clamped();
  cudaResourceViewDesc part{};
  part.format = cudaResViewFormatFloat1;
  part.width = 8;
  part.height = 4;
  part.depth = 3;
  part.firstLayer = 1;
  part.lastLayer = 2;
  cudaTextureObject_t t = 0;
  REQUIRE(cudaCreateTextureObject(&t, &r, &how, &part) == cudaSuccess);
  float out[5] = {};
  RUN(read_layers, 1, t, static_cast<float*>(out));
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  float const by_layer[] = {66, 34, 66, 66, 66};
  for (int i = 0; i < 5; ++i) CHECK(out[i] == by_layer[i]);
  CHECK(cudaDestroyTextureObject(t) == cudaSuccess);
  CHECK(cudaFreeArray(layers) == cudaSuccess);

  cudaMipmappedArray_t levels = nullptr;
  REQUIRE(cudaMallocMipmappedArray(&levels, &format, {8, 8, 0}, 4) == cudaSuccess);
  for (unsigned i = 0; i < 4; ++i) {
    cudaArray_t level = nullptr;
    REQUIRE(cudaGetMipmappedArrayLevel(&level, levels, i) == cudaSuccess);
    count_in(level, 8u >> i, 8u >> i, 1);
  }
  r = {};
  r.resType = cudaResourceTypeMipmappedArray;
  r.res.mipmap.mipmap = levels;
  how.normalizedCoords = 1;
  how.maxMipmapLevelClamp = 100;
  part = {};
  part.format = cudaResViewFormatFloat1;
  part.width = 8;
  part.height = 8;
  part.firstMipmapLevel = 1;
  part.lastMipmapLevel = 2;
  REQUIRE(cudaCreateTextureObject(&t, &r, &how, &part) == cudaSuccess);
  RUN(read_levels, 1, t, static_cast<float*>(out));
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  float const by_level[] = {6, 1, 1, 1, 6};
  for (int i = 0; i < 5; ++i) CHECK(out[i] == by_level[i]);
  CHECK(cudaDestroyTextureObject(t) == cudaSuccess);
  CHECK(cudaFreeMipmappedArray(levels) == cudaSuccess);

  cudaArray_t flat = nullptr;
  REQUIRE(cudaMallocArray(&flat, &format, 8, 4) == cudaSuccess);
  count_in(flat, 8, 4, 1);
  r = {};
  r.resType = cudaResourceTypeArray;
  r.res.array.array = flat;
  part = {};
  part.format = cudaResViewFormatUnsignedInt1;
  part.width = 8;
  part.height = 4;
  how = clamped();
  REQUIRE(cudaCreateTextureObject(&t, &r, &how, &part) == cudaSuccess);
  unsigned bits = 0;
  RUN(read_bits, 1, t, &bits);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(std::bit_cast<float>(bits) == 10);
  CHECK(cudaDestroyTextureObject(t) == cudaSuccess);
  CHECK(cudaFreeArray(flat) == cudaSuccess);
}

TEST_CASE("[TEXM-014] [TEXM-027] a mipmapped array of one level by coordinates in texels") {
  // An H100 reads so; the guide asks for normalised coordinates.
  cudaMipmappedArray_t mip = nullptr;
  REQUIRE(cudaMallocMipmappedArray(&mip, &format, {8, 0, 0}, 1) == cudaSuccess);
  cudaArray_t level = nullptr;
  REQUIRE(cudaGetMipmappedArrayLevel(&level, mip, 0) == cudaSuccess);
  count_in(level, 8, 1, 1);
  cudaResourceDesc r{};
  r.resType = cudaResourceTypeMipmappedArray;
  r.res.mipmap.mipmap = mip;
  for (auto const mode : {cudaAddressModeClamp, cudaAddressModeBorder}) {
    cudaTextureDesc how{};
    how.addressMode[0] = mode;
    cudaTextureObject_t t = 0;
    REQUIRE(cudaCreateTextureObject(&t, &r, &how, nullptr) == cudaSuccess);
    float out[5] = {};
    RUN(read_texels_of_level, 1, t, static_cast<float*>(out));
    REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
    bool const clamps = mode == cudaAddressModeClamp;
    CHECK(out[0] == 3);
    CHECK(out[1] == 6);
    CHECK(out[2] == 1);
    CHECK(out[3] == (clamps ? 8 : 0));
    CHECK(out[4] == (clamps ? 1 : 0));
    CHECK(cudaDestroyTextureObject(t) == cudaSuccess);
  }
  CHECK(cudaFreeMipmappedArray(mip) == cudaSuccess);
}

TEST_CASE("[TEXM-031] [SURFM-008] more textures and surfaces at once than a kernel may use") {
  constexpr int n = 300;
  float* memory = nullptr;
  REQUIRE(cudaMalloc(&memory, n * 512) == cudaSuccess);
  std::vector<float> host(n * 128);
  for (int i = 0; i < n; ++i) host[i * 128 + 1] = static_cast<float>(i);
  REQUIRE(cudaMemcpy(memory, host.data(), n * 512, cudaMemcpyHostToDevice) == cudaSuccess);
  std::vector<cudaTextureObject_t> t(n);
  auto const how = clamped();
  for (int i = 0; i < n; ++i) {
    cudaResourceDesc r{};
    r.resType = cudaResourceTypeLinear;
    r.res.linear.devPtr = memory + i * 128;
    r.res.linear.desc = format;
    r.res.linear.sizeInBytes = 512;
    REQUIRE(cudaCreateTextureObject(&t[i], &r, &how, nullptr) == cudaSuccess);
  }
  std::vector<float> out(n);
  cudaTextureObject_t const* const all = t.data();
  RUN(read_many, n, all, out.data());
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  for (int i = 0; i < n; ++i) CHECK(out[i] == static_cast<float>(i));
  for (auto const one : t) CHECK(cudaDestroyTextureObject(one) == cudaSuccess);
  cudaArray_t a = nullptr;
  REQUIRE(cudaMallocArray(&a, &format, 4, 4, cudaArraySurfaceLoadStore) == cudaSuccess);
  cudaResourceDesc r{};
  r.resType = cudaResourceTypeArray;
  r.res.array.array = a;
  std::vector<cudaSurfaceObject_t> s(40);
  for (auto& one : s) CHECK(cudaCreateSurfaceObject(&one, &r) == cudaSuccess);
  for (auto const one : s) CHECK(cudaDestroySurfaceObject(one) == cudaSuccess);
  CHECK(cudaFreeArray(a) == cudaSuccess);
  CHECK(cudaFree(memory) == cudaSuccess);
}

TEST_CASE("[TEXM-020] a table looked up by filtering") {
  constexpr int n = 4, threads = 13;
  float const table[n] = {1, 3, 2, 8};
  cudaArray_t a = nullptr;
  REQUIRE(cudaMallocArray(&a, &format, n) == cudaSuccess);
  REQUIRE(cudaMemcpyToArray(a, 0, 0, table, sizeof table, cudaMemcpyHostToDevice) == cudaSuccess);
  cudaResourceDesc r{};
  r.resType = cudaResourceTypeArray;
  r.res.array.array = a;
  auto how = clamped();
  how.filterMode = cudaFilterModeLinear;
  cudaTextureObject_t t = 0;
  REQUIRE(cudaCreateTextureObject(&t, &r, &how, nullptr) == cudaSuccess);
  float out[threads] = {};
  for (float const range : {4.0f, 1.0f}) {
    RUN(look_up, threads, t, range, n, static_cast<float*>(out));
    REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(out[0] == 1);
    CHECK(out[4] == doctest::Approx(3).epsilon(0.01));
    CHECK(out[8] == doctest::Approx(2).epsilon(0.02));
    CHECK(out[10] == doctest::Approx(5).epsilon(0.02));
    CHECK(out[12] == 8);
  }
  CHECK(cudaDestroyTextureObject(t) == cudaSuccess);
  CHECK(cudaFreeArray(a) == cudaSuccess);
}

TEST_CASE("[ARR-004] [ARR-005] [ARR-008] runs of bytes into, out of and between arrays") {
  cudaArray_t a = nullptr, b = nullptr;
  REQUIRE(cudaMallocArray(&a, &format, 5, 3) == cudaSuccess);
  REQUIRE(cudaMallocArray(&b, &format, 5, 3) == cudaSuccess);
  float in[15], out[15] = {};
  for (int i = 0; i < 15; ++i) in[i] = static_cast<float>(i);
  REQUIRE(cudaMemcpyToArray(a, 0, 0, in, sizeof in, cudaMemcpyHostToDevice) == cudaSuccess);
  REQUIRE(cudaMemcpyToArray(b, 0, 0, in, sizeof in, cudaMemcpyHostToDevice) == cudaSuccess);
  // From (3, 0) on, 7 elements, to (1, 1).
  CHECK(cudaMemcpyArrayToArray(b, 4, 1, a, 12, 0, 28) == cudaSuccess);
  CHECK(cudaMemcpyFromArray(out, b, 0, 0, sizeof out, cudaMemcpyDeviceToHost) == cudaSuccess);
  for (int i = 0; i < 15; ++i) CHECK(out[i] == static_cast<float>(i >= 6 && i < 13 ? i - 3 : i));
  CHECK(cudaMemcpyArrayToArray(b, 4, 1, a, 0, 0, 64) == cudaErrorInvalidValue);
  CHECK(cudaMemcpyArrayToArray(b, 0, 0, nullptr, 0, 0, 4) == cudaErrorInvalidResourceHandle);
  CHECK(cudaMemcpyArrayToArray(b, 0, 0, a, 0, 0, 4, cudaMemcpyHostToDevice) ==
        cudaErrorInvalidMemcpyDirection);
  CHECK(cudaFreeArray(a) == cudaSuccess);
  CHECK(cudaFreeArray(b) == cudaSuccess);
  (void)cudaGetLastError();
}
