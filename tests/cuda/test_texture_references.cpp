// SPDX-License-Identifier: MIT
#include <simt/cuda/cuda_runtime.h>
#include <simt/cuda/cuda_texture_types.h>

#include <doctest/doctest.h>

#include <cstddef>
#include <vector>

#pragma GCC diagnostic ignored "-Wsign-conversion"

// Textures of file scope as old programs use them: bound, changed, bound again.
namespace {

texture<float, 1, cudaReadModeElementType> line;
texture<float, cudaTextureType2D> plane;
texture<uchar4, cudaTextureType2D, cudaReadModeNormalizedFloat> colours;
texture<unsigned char, cudaTextureType1D, cudaReadModeNormalizedFloat> bytes_n;
texture<signed char, cudaTextureType1D, cudaReadModeNormalizedFloat> signed_bytes_n;
texture<unsigned short, cudaTextureType1D, cudaReadModeNormalizedFloat> shorts_n;
texture<short, cudaTextureType1D, cudaReadModeNormalizedFloat> signed_shorts_n;
texture<uchar4, cudaTextureType1D, cudaReadModeNormalizedFloat> four_n;
texture<short2, cudaTextureType1D, cudaReadModeNormalizedFloat> two_n;
texture<int4, cudaTextureType1D, cudaReadModeElementType> four;
texture<int, cudaTextureType1D> numbers;
texture<uchar4, cudaTextureType2D, cudaReadModeElementType> texels;

__device__ float device_array[64];

__global__ void fetch_line(float* out, int first, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = tex1Dfetch(line, first + i);
}
__global__ void fetch_plane(float* out, float x, float y, float dx, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = tex2D(plane, x + static_cast<float>(i) * dx, y);
}
__global__ void fetch_kinds(float* out) {
  out[0] = tex1Dfetch(bytes_n, 1);
  out[1] = tex1Dfetch(signed_bytes_n, 1);
  out[2] = tex1Dfetch(shorts_n, 1);
  out[3] = tex1Dfetch(signed_shorts_n, 1);
  float4 const a = tex1Dfetch(four_n, 1);
  out[4] = a.x;
  out[5] = a.w;
  float2 const b = tex1Dfetch(two_n, 1);
  out[6] = b.x;
  out[7] = b.y;
  int4 const c = tex1Dfetch(four, 1);
  out[8] = static_cast<float>(c.z);
  out[9] = static_cast<float>(tex1Dfetch(numbers, 2));
}
__global__ void gather(float* out) {
  float4 const f = tex2Dgather(plane, 2.0f, 2.0f);
  out[0] = f.x;
  out[1] = f.y;
  out[2] = f.z;
  out[3] = f.w;
  float4 const n = tex2Dgather(colours, 2.0f, 2.0f, 1);
  out[4] = n.x;
  uchar4 const u = tex2Dgather(texels, 2.0f, 2.0f, 2);
  out[5] = u.w;
}

#define RUN(kernel, ...)                          \
  ::simt::cuda::launch_configuration(1, 64).call( \
      #kernel, [=](auto... simt_a) { kernel(simt_a...); }, __VA_ARGS__)
#define RUN_ONE(kernel, ...)                     \
  ::simt::cuda::launch_configuration(1, 1).call( \
      #kernel, [=](auto... simt_a) { kernel(simt_a...); }, __VA_ARGS__)

std::vector<float> lines(int first, int n) {
  std::vector<float> out(n, -1.0f);
  RUN(fetch_line, out.data(), first, n);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  return out;
}
std::vector<float> planes(float x, float y, float dx = 0, int n = 1) {
  std::vector<float> out(n, -1.0f);
  RUN(fetch_plane, out.data(), x, y, dx, n);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  return out;
}

struct device_floats {
  explicit device_floats(std::size_t n) {
    std::vector<float> host(n);
    for (std::size_t i = 0; i < n; ++i) host[i] = static_cast<float>(i);
    REQUIRE(cudaMalloc(&p, n * sizeof(float)) == cudaSuccess);
    REQUIRE(cudaMemcpy(p, host.data(), n * sizeof(float), cudaMemcpyHostToDevice) == cudaSuccess);
  }
  device_floats(device_floats const&) = delete;
  device_floats& operator=(device_floats const&) = delete;
  ~device_floats() { (void)cudaFree(p); }
  float* p = nullptr;
};

}  // namespace

TEST_CASE("[TEXR-007] [TEXR-012] [TEXR-015] linear memory, bound whole, in part and not at all") {
  device_floats const a(1024);
  CHECK(lines(3, 2) == std::vector<float>{0, 0});  // not bound
  REQUIRE(cudaBindTexture(nullptr, line, a.p) == cudaSuccess);
  CHECK(lines(3, 2) == std::vector<float>{3, 4});
  CHECK(lines(1022, 4) == std::vector<float>{1022, 1023, 0, 0});
  std::size_t offset = 77;
  REQUIRE(cudaBindTexture(&offset, line, a.p, 16 * sizeof(float)) == cudaSuccess);
  CHECK(offset == 0);
  CHECK(lines(14, 4) == std::vector<float>{14, 15, 0, 0});
  CHECK(lines(-1, 2) == std::vector<float>{0, 0});
  // Between the multiples of 512 bytes at which textures begin.
  REQUIRE(cudaBindTexture(&offset, line, a.p + 130, line.channelDesc, 8 * sizeof(float)) ==
          cudaSuccess);
  CHECK(offset == 8);
  CHECK(lines(2, 2) == std::vector<float>{130, 131});
  CHECK(lines(9, 2) == std::vector<float>{137, 0});
  offset = 0;
  CHECK(cudaGetTextureAlignmentOffset(&offset, line) == cudaSuccess);
  CHECK(offset == 8);
  CHECK(cudaBindTexture(nullptr, line, a.p + 1, 64) == cudaErrorInvalidValue);
  CHECK(cudaBindTexture(&offset, line, nullptr, 64) == cudaErrorInvalidValue);
  float host[16] = {};
  CHECK(cudaBindTexture(&offset, line, host, 64) == cudaErrorInvalidValue);
  CHECK(cudaBindTexture(&offset, line, a.p, cudaCreateChannelDesc<float3>(), 64) ==
        cudaErrorInvalidChannelDescriptor);
  CHECK(lines(2, 1) == std::vector<float>{130});  // as before
  CHECK(cudaUnbindTexture(line) == cudaSuccess);
  CHECK(cudaUnbindTexture(line) == cudaSuccess);
  CHECK(lines(2, 1) == std::vector<float>{0});
  CHECK(cudaGetTextureAlignmentOffset(&offset, line) == cudaErrorInvalidTextureBinding);
  (void)cudaGetLastError();
}

TEST_CASE("[TEXR-007] a variable of the device, and memory that is freed under its texture") {
  float values[64];
  for (int i = 0; i < 64; ++i) values[i] = 100.0f + static_cast<float>(i);
  REQUIRE(cudaMemcpyToSymbol(device_array, values, sizeof values) == cudaSuccess);
  void* p = nullptr;
  REQUIRE(cudaGetSymbolAddress(&p, device_array) == cudaSuccess);
  std::size_t offset = 0;
  REQUIRE(cudaBindTexture(&offset, line, p, sizeof values) == cudaSuccess);
  int const first = static_cast<int>(offset / sizeof(float));
  CHECK(lines(first + 5, 2) == std::vector<float>{105, 106});
  {
    device_floats const a(64);
    REQUIRE(cudaBindTexture(nullptr, line, a.p) == cudaSuccess);
    CHECK(lines(5, 1) == std::vector<float>{5});
  }
  CHECK(lines(5, 1) == std::vector<float>{0});
  CHECK(cudaUnbindTexture(line) == cudaSuccess);
}

TEST_CASE("[TEXR-008] [TEXR-009] [TEXR-013] [TEXR-024] pitched memory, through both interfaces") {
  constexpr int w = 16, h = 8;
  float* p = nullptr;
  std::size_t pitch = 0;
  REQUIRE(cudaMallocPitch(&p, &pitch, w * sizeof(float), h) == cudaSuccess);
  std::vector<float> host(w * h);
  for (int i = 0; i < w * h; ++i) host[i] = static_cast<float>(i);
  REQUIRE(cudaMemcpy2D(p, pitch, host.data(), w * sizeof(float), w * sizeof(float), h,
                       cudaMemcpyHostToDevice) == cudaSuccess);
  std::size_t offset = 9;
  REQUIRE(cudaBindTexture2D(&offset, plane, p, plane.channelDesc, w, h, pitch) == cudaSuccess);
  CHECK(offset == 0);
  CHECK(planes(2.5f, 3.5f) == std::vector<float>{50});
  CHECK(planes(20, 3.5f) == std::vector<float>{63});
  CHECK(cudaUnbindTexture(plane) == cudaSuccess);
  textureReference const* low = nullptr;
  REQUIRE(cudaGetTextureReference(&low, &plane) == cudaSuccess);
  CHECK(low == &plane);
  textureReference* by_name = nullptr;
  REQUIRE(cudaGetTextureReference(&by_name, plane) == cudaSuccess);
  CHECK(by_name == &plane);
  CHECK(cudaGetTextureReference(&low, nullptr) == cudaErrorInvalidTexture);
  auto const desc = cudaCreateChannelDesc<float>();
  REQUIRE(cudaBindTexture2D(&offset, by_name, p, &desc, w, h, pitch) == cudaSuccess);
  CHECK(planes(2.5f, 3.5f) == std::vector<float>{50});
  CHECK(cudaBindTexture2D(&offset, plane, p, w, h, 48 + 4) == cudaErrorInvalidValue);
  CHECK(cudaBindTexture2D(&offset, nullptr, p, &desc, w, h, pitch) == cudaErrorInvalidTexture);
  CHECK(cudaUnbindTexture(by_name) == cudaSuccess);
  (void)cudaFree(p);
  (void)cudaGetLastError();
}

TEST_CASE(
    "[TEXR-002] [TEXR-010] [TEXR-011] [TEXM-032] an array; what is changed counts from the next "
    "launch on") {
  constexpr int w = 4, h = 2;
  float const host[w * h] = {0, 1, 2, 3, 10, 11, 12, 13};
  cudaArray_t a = nullptr;
  REQUIRE(cudaMallocArray(&a, &plane.channelDesc, w, h) == cudaSuccess);
  REQUIRE(cudaMemcpyToArray(a, 0, 0, host, sizeof host, cudaMemcpyHostToDevice) == cudaSuccess);
  plane.addressMode[0] = cudaAddressModeWrap;
  plane.addressMode[1] = cudaAddressModeWrap;
  REQUIRE(cudaBindTextureToArray(plane, a) == cudaSuccess);
  CHECK(planes(1.5f, 1.5f) == std::vector<float>{11});
  CHECK(planes(1.75f, 1.5f) == std::vector<float>{11});
  plane.filterMode = cudaFilterModeLinear;
  CHECK(planes(1.75f, 1.5f) == std::vector<float>{11.25f});
  plane.normalized = 1;
  CHECK(planes(0.375f + 1, 0.25f) == std::vector<float>{1});
  plane.addressMode[0] = cudaAddressModeClamp;
  CHECK(planes(0.375f + 1, 0.25f) == std::vector<float>{3});
  plane.filterMode = cudaFilterModePoint;
  plane.addressMode[0] = cudaAddressModeBorder;
  CHECK(planes(0.375f + 1, 0.25f) == std::vector<float>{0});
  plane.normalized = 0;
  plane.addressMode[0] = cudaAddressModeClamp;
  CHECK(cudaBindTextureToArray(&plane, a, &plane.channelDesc) == cudaSuccess);
  CHECK(planes(1.5f, 1.5f) == std::vector<float>{11});
  CHECK(cudaBindTextureToArray(plane, nullptr) == cudaErrorInvalidResourceHandle);
  CHECK(cudaBindTextureToArray(nullptr, a, &plane.channelDesc) == cudaErrorInvalidTexture);
  CHECK(cudaFreeArray(a) == cudaSuccess);
  CHECK(planes(1.5f, 1.5f) == std::vector<float>{0});
  CHECK(cudaUnbindTexture(plane) == cudaSuccess);
  (void)cudaGetLastError();
}

TEST_CASE("[TEXR-012] binding again leaves kernels that were launched before what they had") {
  device_floats const a(64), b(64);
  std::vector<float> const twos(64, 2.0f);
  REQUIRE(cudaMemcpy(b.p, twos.data(), 64 * sizeof(float), cudaMemcpyHostToDevice) == cudaSuccess);
  std::vector<float> first(64), second(64);
  REQUIRE(cudaBindTexture(nullptr, line, a.p) == cudaSuccess);
  RUN(fetch_line, first.data(), 0, 64);
  REQUIRE(cudaUnbindTexture(line) == cudaSuccess);
  REQUIRE(cudaBindTexture(nullptr, line, b.p) == cudaSuccess);
  RUN(fetch_line, second.data(), 0, 64);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  for (int i = 0; i < 64; ++i) {
    CHECK(first[i] == static_cast<float>(i));
    CHECK(second[i] == 2.0f);
  }
  CHECK(cudaUnbindTexture(line) == cudaSuccess);
}

TEST_CASE(
    "[TEXR-016] [TEXR-017] [TEXR-018] [TEXR-019] [TEXR-020] [TEXM-004] integers read as they are "
    "and as fractions") {
  unsigned char const raw[64] = {0, 255, 1, 2, 51, 102, 0, 0x80, 0xff, 0x7f};
  unsigned char* p = nullptr;
  REQUIRE(cudaMalloc(&p, 64) == cudaSuccess);
  REQUIRE(cudaMemcpy(p, raw, 64, cudaMemcpyHostToDevice) == cudaSuccess);
  int const words[8] = {1, 2, 30, 4, 5, 6, 70, 8};
  int* q = nullptr;
  REQUIRE(cudaMalloc(&q, sizeof words) == cudaSuccess);
  REQUIRE(cudaMemcpy(q, words, sizeof words, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(cudaBindTexture(nullptr, bytes_n, p, 64) == cudaSuccess);
  CHECK(cudaBindTexture(nullptr, signed_bytes_n, p, 64) == cudaSuccess);
  CHECK(cudaBindTexture(nullptr, shorts_n, p, 64) == cudaSuccess);
  CHECK(cudaBindTexture(nullptr, signed_shorts_n, p, 64) == cudaSuccess);
  CHECK(cudaBindTexture(nullptr, four_n, p, 64) == cudaSuccess);
  CHECK(cudaBindTexture(nullptr, two_n, p, 64) == cudaSuccess);
  CHECK(cudaBindTexture(nullptr, four, q, sizeof words) == cudaSuccess);
  CHECK(cudaBindTexture(nullptr, numbers, q, sizeof words) == cudaSuccess);
  float out[10] = {};
  RUN_ONE(fetch_kinds, static_cast<float*>(out));
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(out[0] == 1.0f);
  CHECK(out[1] == doctest::Approx(-1 / 127.0));
  CHECK(out[2] == doctest::Approx(0x0201 / 65535.0));
  CHECK(out[3] == doctest::Approx(0x0201 / 32767.0));
  CHECK(out[4] == doctest::Approx(0.2));
  CHECK(out[5] == doctest::Approx(0x80 / 255.0));
  CHECK(out[6] == doctest::Approx(0x6633 / 32767.0));
  CHECK(out[7] == -1.0f);
  CHECK(out[8] == 70);
  CHECK(out[9] == 30);
  for (auto const* t : std::initializer_list<textureReference const*>{
           &bytes_n, &signed_bytes_n, &shorts_n, &signed_shorts_n, &four_n, &two_n, &four,
           &numbers})
    CHECK(cudaUnbindTexture(t) == cudaSuccess);
  (void)cudaFree(p);
  (void)cudaFree(q);
}

TEST_CASE("[TEXR-040] [TEXO-026] [TEXM-026] the four texels that a filter would read") {
  constexpr int n = 4;
  float floats[n * n];
  uchar4 quads[n * n];
  for (int i = 0; i < n * n; ++i) {
    floats[i] = static_cast<float>(i);
    auto const byte = static_cast<unsigned char>(i);
    quads[i] = make_uchar4(0, static_cast<unsigned char>(17 * i), byte, 9);
  }
  cudaArray_t a = nullptr, b = nullptr;
  REQUIRE(cudaMallocArray(&a, &plane.channelDesc, n, n, cudaArrayTextureGather) == cudaSuccess);
  REQUIRE(cudaMallocArray(&b, &colours.channelDesc, n, n, cudaArrayTextureGather) == cudaSuccess);
  REQUIRE(cudaMemcpyToArray(a, 0, 0, floats, sizeof floats, cudaMemcpyHostToDevice) == cudaSuccess);
  REQUIRE(cudaMemcpyToArray(b, 0, 0, quads, sizeof quads, cudaMemcpyHostToDevice) == cudaSuccess);
  REQUIRE(cudaBindTextureToArray(plane, a) == cudaSuccess);
  REQUIRE(cudaBindTextureToArray(colours, b) == cudaSuccess);
  REQUIRE(cudaBindTextureToArray(texels, b) == cudaSuccess);
  float out[6] = {};
  RUN_ONE(gather, static_cast<float*>(out));
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(out[0] == 9);  // (1, 2), (2, 2), (2, 1), (1, 1)
  CHECK(out[1] == 10);
  CHECK(out[2] == 6);
  CHECK(out[3] == 5);
  CHECK(out[4] == doctest::Approx(17 * 9 / 255.0));
  CHECK(out[5] == 5);
  for (auto const* t : std::initializer_list<textureReference const*>{&plane, &colours, &texels})
    CHECK(cudaUnbindTexture(t) == cudaSuccess);
  (void)cudaFreeArray(a);
  (void)cudaFreeArray(b);
}
