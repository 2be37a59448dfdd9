// SPDX-License-Identifier: MIT

#include <doctest/doctest.h>
#include <simt/cuda/cuda_runtime_api.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace {

using byte = unsigned char;

std::vector<byte> counted(std::size_t n, unsigned seed) {
  std::vector<byte> v(n);
  for (std::size_t i = 0; i < n; ++i) v[i] = static_cast<byte>(i * 7 + i / 251 + seed);
  return v;
}

struct two_floats {
  float x, y;
};
struct four_bytes {
  unsigned char x, y, z, w;
};

int symbol_scalar = 1;
float symbol_array[8] = {};
int* symbol_pointer = nullptr;

}  // namespace

TEST_CASE(
    "[MEM-003][MEM-009] large copies and fills by several workers: every byte, nothing beyond") {
  constexpr std::size_t n = (std::size_t{9} << 20) + 13;
  auto const in = counted(n, 3);
  std::vector<byte> out(n + 2, 0xEE);
  byte* d = nullptr;
  byte* e = nullptr;
  REQUIRE(cudaMalloc(&d, n) == cudaSuccess);
  REQUIRE(cudaMalloc(&e, n) == cudaSuccess);
  CHECK(cudaMemcpy(d, in.data(), n, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(cudaMemcpy(e, d, n, cudaMemcpyDeviceToDevice) == cudaSuccess);
  CHECK(cudaMemcpy(out.data() + 1, e, n, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(out.front() == 0xEE);
  CHECK(out.back() == 0xEE);
  CHECK(std::vector<byte>(out.begin() + 1, out.end() - 1) == in);
  CHECK(cudaMemset(e + 1, 0x5A, n - 2) == cudaSuccess);
  CHECK(cudaMemcpy(out.data(), e, n, cudaMemcpyDefault) == cudaSuccess);
  CHECK(out[0] == in[0]);
  CHECK(out[n - 1] == in[n - 1]);
  CHECK(std::vector<byte>(out.begin() + 1, out.begin() + n - 1) == std::vector<byte>(n - 2, 0x5A));
  CHECK(cudaFree(d) == cudaSuccess);
  CHECK(cudaFree(e) == cudaSuccess);
}

TEST_CASE("[MEM-006][MEM-007][MEM-008][MEM-010][MEM-012][ARR-007][MULTI-013] pitched 3D memory") {
  constexpr std::size_t w = 37, h = 5, depth = 3;
  cudaPitchedPtr p{};
  REQUIRE(cudaMalloc3D(&p, make_cudaExtent(w, h, depth)) == cudaSuccess);
  CHECK(p.pitch >= w);
  CHECK(p.xsize == w);
  CHECK(p.ysize == h);
  cudaStream_t s = nullptr;
  REQUIRE(cudaStreamCreate(&s) == cudaSuccess);
  CHECK(cudaMemset3DAsync(p, 9, make_cudaExtent(w, h, depth), s) == cudaSuccess);
  auto in = counted(w * h * depth, 1);
  std::vector<byte> out(in.size(), 0);
  // A box of 10 x 2 x 2 at (20, 3, 1) of the host's goes to (5, 2, 0) of the device's.
  cudaMemcpy3DParms m{};
  m.srcPtr = make_cudaPitchedPtr(in.data(), w, w, h);
  m.srcPos = make_cudaPos(20, 3, 1);
  m.dstPtr = p;
  m.dstPos = make_cudaPos(5, 2, 0);
  m.extent = make_cudaExtent(10, 2, 2);
  m.kind = cudaMemcpyHostToDevice;
  CHECK(cudaMemcpy3DAsync(&m, s) == cudaSuccess);
  CHECK(cudaStreamSynchronize(s) == cudaSuccess);
  cudaMemcpy3DPeerParms back{};
  back.srcPtr = p;
  back.dstPtr = make_cudaPitchedPtr(out.data(), w, w, h);
  back.extent = make_cudaExtent(w, h, depth);
  CHECK(cudaMemcpy3DPeer(&back) == cudaSuccess);
  std::size_t wrong = 0;
  for (std::size_t z = 0; z < depth; ++z)
    for (std::size_t y = 0; y < h; ++y)
      for (std::size_t x = 0; x < w; ++x) {
        bool const inside = x >= 5 && x < 15 && y >= 2 && y < 4 && z < 2;
        byte const want = inside ? in[((z + 1) * h + y + 1) * w + x + 15] : byte{9};
        wrong += out[(z * h + y) * w + x] != want ? 1 : 0;
      }
  CHECK(wrong == 0);
  CHECK(cudaStreamDestroy(s) == cudaSuccess);
  CHECK(cudaFree(p.ptr) == cudaSuccess);
}

TEST_CASE(
    "[ARR-001][ARR-002][ARR-005][ARR-006][ARR-008] arrays: linear, pitched and array memory, there "
    "and back") {
  constexpr std::size_t w = 13, h = 6;
  auto const format = cudaCreateChannelDesc<two_floats>();
  CHECK(format.x == 32);
  CHECK(format.y == 32);
  CHECK(format.z == 0);
  CHECK(format.f == cudaChannelFormatKindFloat);
  CHECK(cudaCreateChannelDesc<four_bytes>().w == 8);
  CHECK(cudaCreateChannelDesc<four_bytes>().f == cudaChannelFormatKindUnsigned);
  CHECK(cudaCreateChannelDesc<short>().f == cudaChannelFormatKindSigned);
  cudaArray_t a = nullptr, b = nullptr;
  REQUIRE(cudaMallocArray(&a, &format, w, h) == cudaSuccess);
  REQUIRE(cudaMallocArray(&b, &format, w, h) == cudaSuccess);
  std::vector<two_floats> in(w * h), out(w * h);
  for (std::size_t i = 0; i < in.size(); ++i)
    in[i] = {static_cast<float>(i), static_cast<float>(i) * 0.5F};
  std::size_t const row = w * sizeof(two_floats);
  // A run that begins and ends within rows.
  CHECK(cudaMemcpyToArray(a, 0, 0, in.data(), row * h, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(cudaMemcpy2DArrayToArray(b, 0, 0, a, 0, 0, row, h) == cudaSuccess);
  CHECK(cudaMemcpyToArray(b, 5 * sizeof(two_floats), 1, in.data(), 20 * sizeof(two_floats),
                          cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(cudaMemcpyFromArray(out.data(), b, 0, 0, row * h, cudaMemcpyDeviceToHost) == cudaSuccess);
  two_floats second_row{};
  CHECK(cudaMemcpyFromArrayAsync(&second_row, b, 6 * sizeof(two_floats), 1, sizeof second_row,
                                 cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(second_row.x == in[1].x);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < out.size(); ++i) {
    std::size_t const first = w + 5;
    float const want =
        i >= first && i < first + 20 ? static_cast<float>(i - first) : static_cast<float>(i);
    wrong += out[i].x != want || out[i].y != want * 0.5F ? 1 : 0;
  }
  CHECK(wrong == 0);
  CHECK(cudaMemcpyToArray(b, 0, 1, in.data(), row * h, cudaMemcpyHostToDevice) ==
        cudaErrorInvalidValue);
  (void)cudaGetLastError();
  // Part of an array into pitched device memory.
  two_floats* p = nullptr;
  std::size_t pitch = 0;
  REQUIRE(cudaMallocPitch(&p, &pitch, row, h) == cudaSuccess);
  CHECK(cudaMemcpy2DFromArray(p, pitch, a, 2 * sizeof(two_floats), 1, 4 * sizeof(two_floats), 3,
                              cudaMemcpyDeviceToDevice) == cudaSuccess);
  std::array<two_floats, 12> part{};
  CHECK(cudaMemcpy2D(part.data(), 4 * sizeof(two_floats), p, pitch, 4 * sizeof(two_floats), 3,
                     cudaMemcpyDeviceToHost) == cudaSuccess);
  for (std::size_t y = 0; y < 3; ++y)
    for (std::size_t x = 0; x < 4; ++x)
      CHECK(part[y * 4 + x].x == static_cast<float>((y + 1) * w + x + 2));
  cudaChannelFormatDesc d{};
  CHECK(cudaGetChannelDesc(&d, a) == cudaSuccess);
  CHECK(d.y == 32);
  CHECK(cudaFree(p) == cudaSuccess);
  CHECK(cudaFreeArray(a) == cudaSuccess);
  CHECK(cudaFreeArray(a) == cudaErrorInvalidResourceHandle);
  CHECK(cudaFreeArray(b) == cudaSuccess);
  (void)cudaGetLastError();
}

TEST_CASE(
    "[ARR-003][ARR-007][ARR-008] 3D and layered arrays through cudaMemcpy3D; levels of a mipmap") {
  constexpr std::size_t w = 5, h = 4, depth = 3;
  auto const format = cudaCreateChannelDesc<int>();
  cudaArray_t a = nullptr;
  REQUIRE(cudaMalloc3DArray(&a, &format, make_cudaExtent(w, h, depth), cudaArrayLayered) ==
          cudaSuccess);
  std::vector<int> in(w * h * depth), out(w * h, -1);
  std::iota(in.begin(), in.end(), 0);
  cudaMemcpy3DParms m{};
  m.srcPtr = make_cudaPitchedPtr(in.data(), w * sizeof(int), w, h);
  m.dstArray = a;
  m.extent = make_cudaExtent(w, h, depth);
  m.kind = cudaMemcpyHostToDevice;
  CHECK(cudaMemcpy3D(&m) == cudaSuccess);
  // Layer 2, without its first column.
  cudaMemcpy3DParms back{};
  back.srcArray = a;
  back.srcPos = make_cudaPos(1, 0, 2);
  back.dstPtr = make_cudaPitchedPtr(out.data(), w * sizeof(int), w, h);
  back.extent = make_cudaExtent(w - 1, h, 1);
  back.kind = cudaMemcpyDeviceToHost;
  CHECK(cudaMemcpy3D(&back) == cudaSuccess);
  CHECK(out[0] == 41);
  CHECK(out[w - 1] == -1);
  CHECK(out[w] == 46);
  CHECK(cudaFreeArray(a) == cudaSuccess);

  cudaMipmappedArray_t mip = nullptr;
  REQUIRE(cudaMallocMipmappedArray(&mip, &format, make_cudaExtent(8, 4, 0), 4) == cudaSuccess);
  cudaArray_t level = nullptr;
  CHECK(cudaGetMipmappedArrayLevel(&level, mip, 2) == cudaSuccess);
  cudaExtent e{};
  CHECK(cudaArrayGetInfo(nullptr, &e, nullptr, level) == cudaSuccess);
  CHECK(e.width == 2);
  CHECK(e.height == 1);
  CHECK(cudaFreeArray(level) == cudaErrorInvalidResourceHandle);
  (void)cudaGetLastError();
  CHECK(cudaFreeMipmappedArray(mip) == cudaSuccess);
  CHECK(cudaGetChannelDesc(nullptr, level) == cudaErrorInvalidResourceHandle);
  (void)cudaGetLastError();
}

TEST_CASE(
    "[MEM-013][MEM-014][MEM-015][MEM-016] symbols: scalars, arrays and pointers, by the variable "
    "itself") {
  int const seven = 7;
  CHECK(cudaMemcpyToSymbol(symbol_scalar, &seven, sizeof seven) == cudaSuccess);
  CHECK(symbol_scalar == 7);
  std::array<float, 3> const three{1, 2, 3};
  CHECK(cudaMemcpyToSymbol(symbol_array, three.data(), sizeof three, 2 * sizeof(float)) ==
        cudaSuccess);
  CHECK(symbol_array[2] == 1);
  CHECK(symbol_array[4] == 3);
  CHECK(symbol_array[5] == 0);
  int* p = nullptr;
  REQUIRE(cudaMalloc(&p, sizeof(int)) == cudaSuccess);
  CHECK(cudaMemcpyToSymbol(symbol_pointer, &p, sizeof p) == cudaSuccess);
  CHECK(symbol_pointer == p);
  float out[2] = {};
  CHECK(cudaMemcpyFromSymbol(out, symbol_array, sizeof out, 3 * sizeof(float)) == cudaSuccess);
  CHECK(out[1] == 3);
  float* address = nullptr;
  CHECK(cudaGetSymbolAddress(&address, symbol_array) == cudaSuccess);
  CHECK(address == symbol_array);
  // An address that was given by itself before is known from now on.
  CHECK(cudaMemcpy(p, &symbol_scalar, sizeof(int), cudaMemcpyDeviceToDevice) == cudaSuccess);
  cudaPointerAttributes at{};
  CHECK(cudaPointerGetAttributes(&at, address + 1) == cudaSuccess);
  CHECK(at.type == cudaMemoryTypeDevice);
  std::size_t bytes = 0;
  CHECK(cudaGetSymbolSize(&bytes, symbol_array) == cudaSuccess);
  CHECK(bytes == sizeof symbol_array);
  CHECK(cudaFree(p) == cudaSuccess);
}

TEST_CASE("[STREAM-018] a managed variable, or managed memory, is attached to a stream") {
  static int variable = 0;
  cudaStream_t stream = nullptr;
  REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
  CHECK(cudaStreamAttachMemAsync(stream, &variable) == cudaSuccess);
  CHECK(cudaStreamAttachMemAsync(stream, &variable, 0, cudaMemAttachHost) == cudaSuccess);
  int local = 0;
  CHECK(cudaStreamAttachMemAsync(stream, &local) == cudaErrorInvalidValue);
  int* p = nullptr;
  REQUIRE(cudaMallocManaged(&p, 100 * sizeof(int)) == cudaSuccess);
  CHECK(cudaStreamAttachMemAsync(stream, p) == cudaSuccess);
  CHECK(cudaStreamAttachMemAsync(stream, p, 100 * sizeof(int)) == cudaSuccess);
  CHECK(cudaStreamAttachMemAsync(stream, p, sizeof(int)) == cudaErrorInvalidValue);
  CHECK(cudaStreamAttachMemAsync(stream, p + 1) == cudaErrorInvalidValue);
  CHECK(cudaStreamAttachMemAsync(stream, p, 0, 8) == cudaErrorInvalidValue);
  CHECK(cudaFree(p) == cudaSuccess);
  CHECK(cudaStreamDestroy(stream) == cudaSuccess);
  static_cast<void>(variable);
}
