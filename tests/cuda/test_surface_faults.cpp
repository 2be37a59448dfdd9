// SPDX-License-Identifier: MIT
#include <simt/cuda/cuda_runtime.h>
#include <simt/cuda/cuda_surface_types.h>

#include <doctest/doctest.h>

#include <cstring>
#include <vector>

#pragma GCC diagnostic ignored "-Wsign-conversion"

// Surfaces and textures used wrongly answer what an H200 answers, or read zeros; none crashes.
namespace {

surface<void, 2> by_name;

struct out_values {
  float v[8];
};

#define RUN(kernel, ...)                         \
  ::simt::cuda::launch_configuration(1, 1).call( \
      #kernel, [=](auto... simt_a) { kernel(simt_a...); }, __VA_ARGS__)

__global__ void read2(cudaSurfaceObject_t s, int x, int y, cudaSurfaceBoundaryMode m, float* out) {
  *out = surf2Dread<float>(s, x, y, m);
}
__global__ void write2(cudaSurfaceObject_t s, int x, int y) { surf2Dwrite(1.0f, s, x, y); }
__global__ void read_by_name(float* out) { *out = surf2Dread<float>(by_name, 32, 0); }
__global__ void read3(cudaSurfaceObject_t s, int z, float* out) {
  *out = surf3Dread<float>(s, 0, 0, z);
}
__global__ void read_shapes(cudaSurfaceObject_t flat, cudaSurfaceObject_t deep, out_values* out) {
  out->v[0] = surf1Dread<float>(flat, 4);
  out->v[1] = surf3Dread<float>(flat, 4, 1, 0);
  out->v[2] = surf2Dread<float>(deep, 4, 1);
  float2 const two = surf2Dread<float2>(flat, 8, 1);
  out->v[3] = two.x;
  out->v[4] = two.y;
  out->v[5] = static_cast<float>(surf2Dread<unsigned char>(flat, 6, 1));
  float4 const past = surf2Dread<float4>(flat, 32, 1, cudaBoundaryModeZero);
  out->v[6] = past.x;
  float4 const last = surf2Dread<float4>(flat, 16, 1, cudaBoundaryModeZero);
  out->v[7] = last.w;
}
__global__ void write_parts(cudaSurfaceObject_t s) {
  surf2Dwrite(make_float2(70, 71), s, 8, 0, cudaBoundaryModeClamp);
  surf2Dwrite(static_cast<unsigned char>(0), s, 3, 0, cudaBoundaryModeClamp);
}
__global__ void read_texture(cudaTextureObject_t t, float* out) {
  *out = tex2D<float>(t, 1.5f, 1.5f);
}
__global__ void read_beyond(cudaTextureObject_t line, cudaTextureObject_t plane, out_values* out) {
  out->v[0] = tex1Dfetch<float>(line, 511);
  out->v[1] = tex1Dfetch<float>(line, 512);
  out->v[2] = tex1Dfetch<float>(line, (1 << 18) - 1);
  out->v[3] = tex1Dfetch<float>(line, -1);
  out->v[4] = tex2D<float>(plane, 127.5f, 3.5f);
  out->v[5] = tex2D<float>(plane, 127.5f, 4.5f);
  out->v[6] = tex2D<float>(plane, 0.5f, 3999.5f);
  out->v[7] = tex2D<float>(plane, 128.5f, 0.5f);
}
__global__ void read_as(cudaTextureObject_t f, cudaTextureObject_t u, out_values* out) {
  float4 const four = tex2D<float4>(f, 1.5f, 1.5f);
  out->v[0] = four.x;
  out->v[1] = four.y;
  unsigned const bits = tex2D<unsigned>(f, 1.5f, 1.5f);
  float same;
  memcpy(&same, &bits, sizeof same);
  out->v[2] = same;
  uint4 const wide = tex2D<uint4>(u, 1.5f, 1.5f);
  out->v[3] = static_cast<float>(wide.x);
  out->v[4] = static_cast<float>(wide.w);
  out->v[5] = tex3D<float>(f, 1.5f, 1.5f, 1.5f);
  out->v[6] = tex1D<float>(f, 6.5f);
  out->v[7] = static_cast<float>(tex1Dfetch<float>(f, 9));
}

struct fixture {
  fixture() {
    REQUIRE(cudaDeviceReset() == cudaSuccess);
    auto const f = cudaCreateChannelDesc<float>();
    std::vector<float> v(8 * 4 * 4);
    for (std::size_t i = 0; i < v.size(); ++i) v[i] = 1.0f + static_cast<float>(i);
    REQUIRE(cudaMallocArray(&flat, &f, 8, 4, cudaArraySurfaceLoadStore) == cudaSuccess);
    REQUIRE(cudaMalloc3DArray(&deep, &f, {8, 4, 4}, cudaArraySurfaceLoadStore) == cudaSuccess);
    REQUIRE(cudaMemcpy2DToArray(flat, 0, 0, v.data(), 32, 32, 4, cudaMemcpyHostToDevice) ==
            cudaSuccess);
    cudaMemcpy3DParms p{};
    p.srcPtr = make_cudaPitchedPtr(v.data(), 32, 8, 4);
    p.dstArray = deep;
    p.extent = make_cudaExtent(8, 4, 4);
    p.kind = cudaMemcpyHostToDevice;
    REQUIRE(cudaMemcpy3D(&p) == cudaSuccess);
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = flat;
    REQUIRE(cudaCreateSurfaceObject(&surf, &resource) == cudaSuccess);
    cudaResourceDesc volume = resource;
    volume.res.array.array = deep;
    REQUIRE(cudaCreateSurfaceObject(&surf3, &volume) == cudaSuccess);
  }
  ~fixture() {
    (void)cudaDeviceReset();  // of what a fault left
    (void)cudaGetLastError();
    (void)cudaDestroySurfaceObject(surf);
    (void)cudaDestroySurfaceObject(surf3);
    (void)cudaFreeArray(flat);
    (void)cudaFreeArray(deep);
  }
  cudaArray_t flat = nullptr;
  cudaArray_t deep = nullptr;
  cudaSurfaceObject_t surf = 0;
  cudaSurfaceObject_t surf3 = 0;
  cudaResourceDesc resource{};
  float out = -1;
};

}  // namespace

#define TEST_CASE_OF(name) TEST_CASE_FIXTURE(fixture, name)

TEST_CASE_OF("[SURFM-003] mode trap: a read beyond the row ends the kernel for good") {
  RUN(read2, surf, 28, 3, cudaBoundaryModeTrap, &out);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(out == 32);
  RUN(read2, surf, 32, 0, cudaBoundaryModeTrap, &out);
  CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
  CHECK(cudaMemset(&out, 0, 0) == cudaErrorIllegalAddress);  // sticky
}
TEST_CASE_OF("[SURFM-003] mode trap: reads of rows and slices, and writes") {
  RUN(read2, surf, 0, 4, cudaBoundaryModeTrap, &out);
  CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
  REQUIRE(cudaDeviceReset() == cudaSuccess);
  RUN(write2, surf, -4, 0);
  CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
  REQUIRE(cudaDeviceReset() == cudaSuccess);
  RUN(read3, surf3, 4, &out);
  CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
}
TEST_CASE_OF("[SURFM-003] [SURFR-001] mode trap is the default of references, too") {
  REQUIRE(cudaBindSurfaceToArray(by_name, flat) == cudaSuccess);
  RUN(read_by_name, &out);
  CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
}
TEST_CASE_OF("[SURFM-002] an x that is no multiple of the element, in every mode") {
  for (auto const m : {cudaBoundaryModeTrap, cudaBoundaryModeZero, cudaBoundaryModeClamp}) {
    RUN(read2, surf, 6, 0, m, &out);
    CHECK(cudaDeviceSynchronize() == cudaErrorMisalignedAddress);
    REQUIRE(cudaDeviceReset() == cudaSuccess);
  }
}
TEST_CASE_OF("[SURFM-004] other shapes and types than the array's, and no surface") {
  out_values got{};
  RUN(read_shapes, surf, surf3, &got);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  float const expected[] = {0, 0, 10, 11, 12, 0x20, 0, 16};
  for (int i = 0; i < 8; ++i) {
    CAPTURE(i);
    CHECK(got.v[i] == expected[i]);
  }
  RUN(write_parts, surf);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  float row[8];
  REQUIRE(cudaMemcpy2DFromArray(row, 32, flat, 0, 0, 32, 1, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(row[2] == 70);
  CHECK(row[3] == 71);
  unsigned bits;
  std::memcpy(&bits, &row[0], sizeof bits);
  CHECK(bits == 0x00800000);
  RUN(read2, cudaSurfaceObject_t{0}, 0, 0, cudaBoundaryModeTrap, &out);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(out == 0);
  REQUIRE(cudaDestroySurfaceObject(surf) == cudaSuccess);
  out = -1;
  RUN(read2, surf, 0, 0, cudaBoundaryModeTrap, &out);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(out == 0);
}
TEST_CASE_OF("[SURFR-002] [SURFR-003] [SURFR-005] the low-level calls") {
  surfaceReference const* ref = nullptr;
  CHECK(cudaGetSurfaceReference(&ref, by_name) == cudaSuccess);
  CHECK(ref == &by_name);
  cudaChannelFormatDesc desc{};
  REQUIRE(cudaGetChannelDesc(&desc, flat) == cudaSuccess);
  CHECK(cudaBindSurfaceToArray(ref, flat, &desc) == cudaSuccess);
  CHECK(cudaBindSurfaceToArray(by_name, flat, desc) == cudaSuccess);
  CHECK(cudaBindSurfaceToArray(ref, nullptr, &desc) == cudaErrorInvalidResourceHandle);
  CHECK(cudaBindSurfaceToArray(nullptr, flat, &desc) == cudaErrorInvalidSurface);
  CHECK(cudaGetSurfaceReference(&ref, nullptr) == cudaErrorInvalidSurface);
}
TEST_CASE_OF(
    "[TEXO-001] [TEXO-003] textures read as other types and shapes, freed "
    "and destroyed") {
  cudaTextureDesc how{};
  for (auto& mode : how.addressMode) mode = cudaAddressModeClamp;
  cudaTextureObject_t t = 0, u = 0;
  REQUIRE(cudaCreateTextureObject(&t, &resource, &how, nullptr) == cudaSuccess);
  auto const bytes = cudaCreateChannelDesc<uchar4>();
  cudaArray_t quads = nullptr;
  REQUIRE(cudaMallocArray(&quads, &bytes, 2, 2) == cudaSuccess);
  uchar4 const texels[4] = {{}, {}, {}, make_uchar4(1, 2, 3, 254)};
  REQUIRE(cudaMemcpyToArray(quads, 0, 0, texels, sizeof texels, cudaMemcpyHostToDevice) ==
          cudaSuccess);
  cudaResourceDesc of_quads = resource;
  of_quads.res.array.array = quads;
  REQUIRE(cudaCreateTextureObject(&u, &of_quads, &how, nullptr) == cudaSuccess);
  out_values got{};
  RUN(read_as, t, u, &got);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  float const expected[] = {10, 0, 10, 1, 254, 0, 7, 0};
  for (int i = 0; i < 8; ++i) {
    CAPTURE(i);
    CHECK(got.v[i] == expected[i]);
  }
  auto const value = [&](cudaTextureObject_t object) {
    out = -1;
    RUN(read_texture, object, &out);
    REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
    return out;
  };
  CHECK(value(t) == 10);
  CHECK(value(0) == 0);
  CHECK(value(0x123456789abc) == 0);
  REQUIRE(cudaFreeArray(flat) == cudaSuccess);
  flat = nullptr;
  CHECK(value(t) == 0);
  REQUIRE(cudaDestroyTextureObject(t) == cudaSuccess);
  CHECK(value(t) == 0);
  REQUIRE(cudaDestroyTextureObject(u) == cudaSuccess);
  (void)cudaFreeArray(quads);
}
TEST_CASE(
    "[TEXM-001] [TEXO-004] [TEXO-007] memory smaller than its description reads zero beyond it") {
  float* memory = nullptr;
  REQUIRE(cudaMalloc(&memory, 2048) == cudaSuccess);  // 512 floats, 4 rows of 128
  std::vector<float> const ones(512, 1.0f);
  REQUIRE(cudaMemcpy(memory, ones.data(), 2048, cudaMemcpyHostToDevice) == cudaSuccess);
  cudaTextureDesc how{};
  for (auto& mode : how.addressMode) mode = cudaAddressModeBorder;
  cudaResourceDesc r{};
  r.resType = cudaResourceTypeLinear;
  r.res.linear.devPtr = memory;
  r.res.linear.desc = cudaCreateChannelDesc<float>();
  r.res.linear.sizeInBytes = 1 << 20;
  cudaTextureObject_t line = 0, plane = 0;
  REQUIRE(cudaCreateTextureObject(&line, &r, &how, nullptr) == cudaSuccess);
  r = {};
  r.resType = cudaResourceTypePitch2D;
  r.res.pitch2D.devPtr = memory;
  r.res.pitch2D.desc = cudaCreateChannelDesc<float>();
  r.res.pitch2D.width = 128;
  r.res.pitch2D.height = 4000;
  r.res.pitch2D.pitchInBytes = 512;
  REQUIRE(cudaCreateTextureObject(&plane, &r, &how, nullptr) == cudaSuccess);
  out_values got{};
  RUN(read_beyond, line, plane, &got);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  float const expected[] = {1, 0, 0, 0, 1, 0, 0, 0};
  for (int i = 0; i < 8; ++i) {
    CAPTURE(i);
    CHECK(got.v[i] == expected[i]);
  }
  CHECK(cudaDestroyTextureObject(line) == cudaSuccess);
  CHECK(cudaDestroyTextureObject(plane) == cudaSuccess);
  CHECK(cudaFree(memory) == cudaSuccess);
}
TEST_CASE_OF("[TEXM-029] [SURFM-005] what one kernel writes the next one reads") {
  cudaTextureDesc how{};
  cudaTextureObject_t t = 0;
  REQUIRE(cudaCreateTextureObject(&t, &resource, &how, nullptr) == cudaSuccess);
  RUN(write2, surf, 4, 1);
  RUN(read_texture, t, &out);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(out == 1);
  CHECK(cudaDestroyTextureObject(t) == cudaSuccess);
}
