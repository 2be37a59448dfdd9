// SPDX-License-Identifier: MIT
// LABELS: golden

#include <simt/cuda/cuda_runtime_api.h>
#include <simt/cuda/vector_types.h>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "golden.hpp"

// Which descriptions make a texture, and what the calls answer: as recorded on an H200.
namespace {

cudaResourceDesc of_array(cudaArray_t array) {
  cudaResourceDesc r{};
  r.resType = cudaResourceTypeArray;
  r.res.array.array = array;
  return r;
}
cudaResourceDesc of_mipmap(cudaMipmappedArray_t array) {
  cudaResourceDesc r{};
  r.resType = cudaResourceTypeMipmappedArray;
  r.res.mipmap.mipmap = array;
  return r;
}
cudaResourceDesc of_linear(void* p, std::size_t bytes, cudaChannelFormatDesc d) {
  cudaResourceDesc r{};
  r.resType = cudaResourceTypeLinear;
  r.res.linear.devPtr = p;
  r.res.linear.desc = d;
  r.res.linear.sizeInBytes = bytes;
  return r;
}
cudaResourceDesc of_pitched(void* p, std::size_t width, std::size_t height, std::size_t pitch,
                            cudaChannelFormatDesc d = cudaCreateChannelDesc<float>()) {
  cudaResourceDesc r{};
  r.resType = cudaResourceTypePitch2D;
  r.res.pitch2D.devPtr = p;
  r.res.pitch2D.desc = d;
  r.res.pitch2D.width = width;
  r.res.pitch2D.height = height;
  r.res.pitch2D.pitchInBytes = pitch;
  return r;
}
cudaTextureDesc plain() {
  cudaTextureDesc t{};
  for (auto& mode : t.addressMode) mode = cudaAddressModeClamp;
  return t;
}

constexpr cudaTextureObject_t mark = 0x1234;

/// The code of making a texture, whose object is left alone unless it is made.
cudaError_t make(cudaResourceDesc const& r, cudaTextureDesc const& t = plain(),
                 cudaResourceViewDesc const* view = nullptr) {
  cudaTextureObject_t o = mark;
  cudaError_t const e = cudaCreateTextureObject(&o, &r, &t, view);
  CHECK(cudaGetLastError() == e);
  CHECK((o == mark) == (e != cudaSuccess));
  if (e == cudaSuccess) CHECK(cudaDestroyTextureObject(o) == cudaSuccess);
  return e;
}

struct fixture {
  fixture() {
    auto const f = cudaCreateChannelDesc<float>();
    auto const u4 = cudaCreateChannelDesc<uchar4>();
    REQUIRE(cudaMalloc(&memory, 8192) == cudaSuccess);
    REQUIRE(cudaMallocArray(&flat, &f, 8, 4) == cudaSuccess);
    REQUIRE(cudaMallocArray(&bytes, &u4, 8, 4) == cudaSuccess);
    REQUIRE(cudaMalloc3DArray(&volume, &f, {8, 4, 4}) == cudaSuccess);
    REQUIRE(cudaMalloc3DArray(&layers, &f, {8, 4, 3}, cudaArrayLayered) == cudaSuccess);
    REQUIRE(cudaMalloc3DArray(&cube, &f, {8, 8, 6}, cudaArrayCubemap) == cudaSuccess);
    REQUIRE(cudaMallocMipmappedArray(&mip, &f, {8, 8, 0}, 4) == cudaSuccess);
  }
  ~fixture() {
    for (cudaArray_t const a : {flat, bytes, volume, layers, cube}) (void)cudaFreeArray(a);
    (void)cudaFreeMipmappedArray(mip);
    (void)cudaFree(memory);
  }
  [[nodiscard]] void* at(std::size_t offset) const { return static_cast<char*>(memory) + offset; }

  void* memory = nullptr;
  cudaArray_t flat = nullptr;
  cudaArray_t bytes = nullptr;
  cudaArray_t volume = nullptr;
  cudaArray_t layers = nullptr;
  cudaArray_t cube = nullptr;
  cudaMipmappedArray_t mip = nullptr;
};
auto const f1 = cudaCreateChannelDesc<float>();

cudaResourceViewDesc view(cudaResourceViewFormat f, std::size_t w, std::size_t h, std::size_t d = 0,
                          unsigned first_level = 0, unsigned last_level = 0,
                          unsigned first_layer = 0, unsigned last_layer = 0) {
  return {f, w, h, d, first_level, last_level, first_layer, last_layer};
}

}  // namespace

TEST_CASE(
    "[TEXO-002] [TEXO-004] [TEXM-002] [TEXM-018] which formats, read modes and filters make a "
    "texture") {
  std::size_t compared = 0;
  for (auto const& r : golden::read("tex.tsv", "texcreate/")) {
    auto const p = golden::split(r.id, '/');
    std::string const kind = p[1].substr(0, p[1].size() - 1);
    int const channels = p[1].back() - '0';
    int const bits = kind.find("char") != std::string::npos                      ? 8
                     : kind.find("short") != std::string::npos || kind == "half" ? 16
                                                                                 : 32;
    auto const f = kind == "half" || kind == "float" ? cudaChannelFormatKindFloat
                   : kind[0] == 'u'                  ? cudaChannelFormatKindUnsigned
                                                     : cudaChannelFormatKindSigned;
    auto const desc = cudaCreateChannelDesc(bits, channels > 1 ? bits : 0, channels > 2 ? bits : 0,
                                            channels > 3 ? bits : 0, f);
    auto const element = static_cast<std::size_t>(bits / 8 * channels);
    cudaArray_t array = nullptr;
    void* memory = nullptr;
    std::size_t pitch = 0;
    cudaError_t made = cudaSuccess;
    cudaResourceDesc resource{};
    if (p[2] == "linear") {
      made = cudaMalloc(&memory, 4096);
      resource = of_linear(memory, 16 * element, desc);
    } else if (p[2] == "pitch2D") {
      made = cudaMallocPitch(&memory, &pitch, 8 * element, 4);
      resource = of_pitched(memory, 8, 4, pitch, desc);
    } else {
      made = cudaMallocArray(&array, &desc, 8, 4);
      resource = of_array(array);
    }
    auto const inputs = golden::split(r.inputs, ';');
    auto const outputs = golden::split(r.output, ';');
    REQUIRE(inputs.size() == outputs.size());
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      auto const says = [&](char const* word) { return inputs[i].find(word) != std::string::npos; };
      cudaTextureDesc t = plain();
      t.readMode = says("read=normalized") ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
      t.filterMode = says("filter=linear") ? cudaFilterModeLinear : cudaFilterModePoint;
      t.normalizedCoords = says("coords=norm") ? 1 : 0;
      t.sRGB = says("srgb=1") ? 1 : 0;
      std::string const answer = made != cudaSuccess
                                     ? std::string("alloc:") + cudaGetErrorName(made)
                                     : cudaGetErrorName(make(resource, t));
      CAPTURE(r.id);
      CAPTURE(inputs[i]);
      CHECK(answer == outputs[i]);
      ++compared;
    }
    (void)cudaGetLastError();
    (void)cudaFreeArray(array);
    (void)cudaFree(memory);
  }
  CHECK(compared >= 600);
}

#define TEST_CASE_OF(name) TEST_CASE_FIXTURE(fixture, name)

TEST_CASE_OF("[TEXO-002] missing and impossible arguments") {
  cudaTextureObject_t o = 0;
  auto const r = of_array(flat);
  auto const t = plain();
  CHECK(cudaCreateTextureObject(nullptr, &r, &t, nullptr) == cudaErrorInvalidValue);
  CHECK(cudaCreateTextureObject(&o, nullptr, &t, nullptr) == cudaErrorInvalidValue);
  CHECK(cudaCreateTextureObject(&o, &r, nullptr, nullptr) == cudaErrorInvalidResourceHandle);
  (void)cudaGetLastError();
  CHECK(make(of_array(nullptr)) == cudaErrorInvalidResourceHandle);
  CHECK(make(of_mipmap(nullptr)) == cudaErrorInvalidResourceHandle);
  auto odd = r;
  odd.resType = static_cast<cudaResourceType>(9);
  CHECK(make(odd) == cudaErrorInvalidValue);
  auto change = [&](auto const& f) {
    auto changed = t;
    f(changed);
    return make(r, changed);
  };
  using settings = cudaTextureDesc;
  CHECK(change([](settings& d) { d.filterMode = static_cast<cudaTextureFilterMode>(7); }) ==
        cudaErrorInvalidValue);
  CHECK(change([](settings& d) { d.mipmapFilterMode = static_cast<cudaTextureFilterMode>(7); }) ==
        cudaErrorInvalidValue);
  CHECK(change([](settings& d) { d.addressMode[0] = static_cast<cudaTextureAddressMode>(9); }) ==
        cudaErrorInvalidValue);
  CHECK(change([](settings& d) { d.addressMode[2] = static_cast<cudaTextureAddressMode>(9); }) ==
        cudaSuccess);
  CHECK(change([](settings& d) { d.readMode = static_cast<cudaTextureReadMode>(5); }) ==
        cudaSuccess);
  CHECK(change([](settings& d) { d.maxAnisotropy = 1000; }) == cudaSuccess);
  CHECK(change([](settings& d) { d.mipmapLevelBias = 1000; }) == cudaSuccess);
  CHECK(change([](settings& d) { d.minMipmapLevelClamp = 3; }) == cudaSuccess);
  CHECK(change([](settings& d) {
          d.minMipmapLevelClamp = std::numeric_limits<float>::quiet_NaN();
        }) == cudaSuccess);
  CHECK(change([](settings& d) { d.sRGB = 1; }) == cudaSuccess);
  CHECK(change([](settings& d) { d.seamlessCubemap = 1; }) == cudaErrorInvalidValue);
  CHECK(make(of_mipmap(mip)) == cudaSuccess);
  CHECK(make(of_array(cube)) == cudaSuccess);
}

TEST_CASE_OF("[TEXM-001] [TEXO-004] linear and pitched memory") {
  CHECK(make(of_linear(nullptr, 64, f1)) == cudaErrorInvalidValue);
  for (std::size_t const offset : {1u, 4u, 16u, 32u, 64u, 128u, 256u})
    CHECK(make(of_linear(at(offset), 64, f1)) == cudaErrorInvalidValue);
  CHECK(make(of_linear(at(512), 64, f1)) == cudaSuccess);
  for (std::size_t const size :
       {std::size_t{0}, std::size_t{6}, std::size_t{8192}, std::size_t{8193}, std::size_t{1} << 30})
    CHECK(make(of_linear(memory, size, f1)) == cudaSuccess);
  CHECK(make(of_linear(memory, std::size_t{1} << 36, f1)) == cudaErrorInvalidValue);
  float host[64] = {};
  CHECK(make(of_linear(host, 64, f1)) == cudaErrorInvalidValue);
  void* pinned = nullptr;
  REQUIRE(cudaMallocHost(&pinned, 4096) == cudaSuccess);
  CHECK(make(of_linear(pinned, 64, f1)) == cudaSuccess);
  (void)cudaFreeHost(pinned);
  auto const bad = [&](int x, int y, cudaChannelFormatKind kind) {
    return make(of_linear(memory, 64, {x, y, 0, 0, kind}));
  };
  CHECK(bad(8, 0, cudaChannelFormatKindFloat) == cudaErrorInvalidChannelDescriptor);
  CHECK(bad(32, 0, cudaChannelFormatKindNone) == cudaErrorInvalidChannelDescriptor);
  CHECK(bad(32, 16, cudaChannelFormatKindFloat) == cudaErrorInvalidChannelDescriptor);
  CHECK(bad(0, 0, cudaChannelFormatKindFloat) == cudaErrorInvalidChannelDescriptor);
  CHECK(bad(64, 0, cudaChannelFormatKindFloat) == cudaErrorInvalidChannelDescriptor);

  CHECK(make(of_pitched(memory, 8, 4, 64)) == cudaSuccess);
  CHECK(make(of_pitched(nullptr, 8, 4, 64)) == cudaErrorInvalidValue);
  CHECK(make(of_pitched(memory, 0, 4, 64)) == cudaSuccess);
  CHECK(make(of_pitched(memory, 8, 0, 64)) == cudaSuccess);
  CHECK(make(of_pitched(memory, 8, 4, 0)) == cudaSuccess);
  for (std::size_t const pitch : {16u, 36u, 48u})
    CHECK(make(of_pitched(memory, 8, 4, pitch)) == cudaErrorInvalidValue);
  for (std::size_t const pitch : {32u, 96u, 128u})
    CHECK(make(of_pitched(memory, 8, 4, pitch)) == cudaSuccess);
  CHECK(make(of_pitched(at(256), 8, 4, 64)) == cudaErrorInvalidValue);
  CHECK(make(of_pitched(at(512), 8, 4, 64)) == cudaSuccess);
  CHECK(make(of_pitched(memory, 131072, 1, 1 << 20)) == cudaSuccess);
  CHECK(make(of_pitched(memory, 131073, 1, 1 << 20)) == cudaErrorInvalidValue);
  CHECK(make(of_pitched(memory, 8, 65000, 32)) == cudaSuccess);
  CHECK(make(of_pitched(memory, 8, 65001, 32)) == cudaErrorInvalidValue);
  CHECK(make(of_pitched(memory, 8, 4, 2097120)) == cudaSuccess);
  CHECK(make(of_pitched(memory, 8, 4, 2097152)) == cudaErrorInvalidValue);
}

TEST_CASE_OF("[TEXO-002] resource views") {
  auto const with = [](cudaResourceDesc const& r, cudaResourceViewDesc const& v) {
    return make(r, plain(), &v);
  };
  auto const r = of_array(flat);
  CHECK(with(r, view(cudaResViewFormatNone, 0, 0)) == cudaErrorInvalidValue);
  CHECK(with(r, view(cudaResViewFormatNone, 8, 4)) == cudaErrorInvalidValue);
  for (auto const f :
       {cudaResViewFormatFloat1, cudaResViewFormatSignedInt1, cudaResViewFormatUnsignedInt1,
        cudaResViewFormatUnsignedChar4, cudaResViewFormatHalf2})
    CHECK(with(r, view(f, 8, 4)) == cudaSuccess);
  CHECK(with(r, view(cudaResViewFormatFloat1, 0, 0)) == cudaErrorInvalidValue);
  CHECK(with(r, view(cudaResViewFormatFloat2, 4, 4)) == cudaErrorInvalidValue);
  CHECK(with(r, view(cudaResViewFormatUnsignedChar1, 32, 4)) == cudaErrorInvalidValue);
  CHECK(with(r, view(cudaResViewFormatUnsignedBlockCompressed1, 32, 16)) == cudaErrorInvalidValue);
  CHECK(with(r, view(static_cast<cudaResourceViewFormat>(99), 8, 4)) == cudaErrorInvalidValue);
  CHECK(with(r, view(cudaResViewFormatFloat1, 8, 4, 0, 0, 1)) == cudaErrorInvalidValue);
  CHECK(with(r, view(cudaResViewFormatFloat1, 8, 4, 0, 0, 0, 0, 1)) == cudaErrorInvalidValue);
  CHECK(with(of_linear(memory, 64, f1), view(cudaResViewFormatFloat1, 16, 0)) == cudaSuccess);
  CHECK(with(of_pitched(memory, 8, 4, 64), view(cudaResViewFormatFloat1, 8, 4)) == cudaSuccess);
  auto const m = of_mipmap(mip);
  CHECK(with(m, view(cudaResViewFormatFloat1, 8, 8, 0, 1, 2)) == cudaSuccess);
  CHECK(with(m, view(cudaResViewFormatFloat1, 4, 4, 0, 1, 2)) == cudaErrorInvalidValue);
  CHECK(with(m, view(cudaResViewFormatFloat1, 8, 8, 0, 2, 1)) == cudaErrorInvalidValue);
  CHECK(with(m, view(cudaResViewFormatFloat1, 8, 8, 0, 0, 7)) == cudaSuccess);
  auto const l = of_array(layers);
  CHECK(with(l, view(cudaResViewFormatFloat1, 8, 4, 3, 0, 0, 0, 2)) == cudaSuccess);
  CHECK(with(l, view(cudaResViewFormatFloat1, 8, 4, 3, 0, 0, 1, 2)) == cudaSuccess);
  CHECK(with(l, view(cudaResViewFormatFloat1, 8, 4, 3, 0, 0, 0, 3)) == cudaSuccess);
  CHECK(with(l, view(cudaResViewFormatFloat1, 8, 4, 2, 0, 0, 1, 2)) == cudaErrorInvalidValue);
  CHECK(with(of_array(volume), view(cudaResViewFormatFloat1, 8, 4, 4)) == cudaSuccess);
  CHECK(with(of_array(volume), view(cudaResViewFormatFloat1, 8, 4, 0)) == cudaErrorInvalidValue);
  CHECK(with(of_array(cube), view(cudaResViewFormatFloat1, 8, 8, 6)) == cudaSuccess);
  CHECK(with(of_array(cube), view(cudaResViewFormatFloat1, 8, 8, 6, 0, 0, 0, 5)) ==
        cudaErrorInvalidValue);
}

TEST_CASE("[TEXO-002] [TEXM-002] compressed blocks and formats that arrays cannot have") {
  cudaArray_t blocks[2] = {};
  auto const u2 = cudaCreateChannelDesc<uint2>();
  auto const u4 = cudaCreateChannelDesc<uint4>();
  REQUIRE(cudaMallocArray(&blocks[0], &u2, 8, 4) == cudaSuccess);
  REQUIRE(cudaMallocArray(&blocks[1], &u4, 8, 4) == cudaSuccess);
  for (int f = cudaResViewFormatUnsignedBlockCompressed1;
       f <= cudaResViewFormatUnsignedBlockCompressed7; ++f) {
    auto const format = static_cast<cudaResourceViewFormat>(f);
    bool const half = format == cudaResViewFormatUnsignedBlockCompressed1 ||
                      format == cudaResViewFormatUnsignedBlockCompressed4 ||
                      format == cudaResViewFormatSignedBlockCompressed4;
    CAPTURE(f);
    for (int i = 0; i < 2; ++i) {
      auto const v = view(format, 32, 16);
      CHECK(make(of_array(blocks[i]), plain(), &v) ==
            (half == (i == 0) ? cudaErrorNotSupported : cudaErrorInvalidValue));
      auto const narrow = view(format, 8, 4);
      CHECK(make(of_array(blocks[i]), plain(), &narrow) == cudaErrorInvalidValue);
    }
  }
  for (cudaArray_t const a : blocks) CHECK(cudaFreeArray(a) == cudaSuccess);
  for (int kind = cudaChannelFormatKindNV12;
       kind <= cudaChannelFormatKindUnsignedBlockCompressed7SRGB; ++kind) {
    cudaChannelFormatDesc const d{8, 8, 8, 8, static_cast<cudaChannelFormatKind>(kind)};
    cudaArray_t a = nullptr;
    CAPTURE(kind);
    CHECK(cudaMallocArray(&a, &d, 8, 4) == cudaErrorNotSupported);
    CHECK(a == nullptr);
  }
  (void)cudaGetLastError();
}

TEST_CASE_OF("[TEXO-001] [TEXO-003] [TEXO-005] what an object was made of") {
  auto const r = of_array(bytes);
  auto t = plain();
  t.normalizedCoords = 5;
  t.maxAnisotropy = 1000;
  t.sRGB = 4;
  t.readMode = cudaReadModeNormalizedFloat;
  t.borderColor[2] = 0.5f;
  t.maxMipmapLevelClamp = 3;
  cudaTextureObject_t o = 0;
  REQUIRE(cudaCreateTextureObject(&o, &r, &t, nullptr) == cudaSuccess);
  CHECK(o != 0);
  cudaResourceDesc made{};
  cudaTextureDesc how{};
  cudaResourceViewDesc part = view(cudaResViewFormatFloat1, 1, 1);
  CHECK(cudaGetTextureObjectResourceDesc(&made, o) == cudaSuccess);
  CHECK(made.resType == cudaResourceTypeArray);
  CHECK(made.res.array.array == bytes);
  CHECK(cudaGetTextureObjectTextureDesc(&how, o) == cudaSuccess);
  CHECK(how.normalizedCoords == 1);
  CHECK(how.maxAnisotropy == 1000);
  CHECK(how.sRGB == 1);
  CHECK(how.readMode == cudaReadModeNormalizedFloat);
  CHECK(how.borderColor[2] == 0.5f);
  CHECK(how.maxMipmapLevelClamp == 3);
  CHECK(how.addressMode[1] == cudaAddressModeClamp);
  CHECK(cudaGetTextureObjectResourceViewDesc(&part, o) == cudaSuccess);
  CHECK(part.format == cudaResViewFormatNone);
  CHECK(part.width == 0);
  CHECK(cudaGetTextureObjectResourceDesc(nullptr, o) == cudaErrorInvalidValue);
  CHECK(cudaGetTextureObjectTextureDesc(nullptr, o) == cudaErrorInvalidResourceHandle);
  CHECK(cudaDestroyTextureObject(o) == cudaSuccess);
  CHECK(cudaGetTextureObjectResourceDesc(&made, o) == cudaErrorInvalidValue);
  CHECK(cudaGetTextureObjectTextureDesc(&how, 0) == cudaErrorInvalidValue);
  CHECK(cudaDestroyTextureObject(o) == cudaSuccess);
  CHECK(cudaDestroyTextureObject(0) == cudaSuccess);
  CHECK(cudaDestroyTextureObject(0x123456789abc) == cudaSuccess);
  (void)cudaGetLastError();

  auto const l = of_linear(memory, 64, f1);
  auto const v = view(cudaResViewFormatFloat1, 16, 0);
  REQUIRE(cudaCreateTextureObject(&o, &l, &t, &v) == cudaErrorInvalidNormSetting);
  auto const p = plain();
  REQUIRE(cudaCreateTextureObject(&o, &l, &p, &v) == cudaSuccess);
  CHECK(cudaGetTextureObjectResourceDesc(&made, o) == cudaSuccess);
  CHECK(made.res.linear.devPtr == memory);
  CHECK(made.res.linear.sizeInBytes == 64);
  CHECK(cudaGetTextureObjectResourceViewDesc(&part, o) == cudaSuccess);
  CHECK(part.format == cudaResViewFormatFloat1);
  CHECK(part.width == 16);
  CHECK(cudaDestroyTextureObject(o) == cudaSuccess);
  (void)cudaGetLastError();
}

TEST_CASE_OF("[SURFO-001] [SURFO-002] [SURFO-003] [SURFM-001] surface objects") {
  auto const make_surface = [](cudaResourceDesc const& r) {
    cudaSurfaceObject_t s = mark;
    cudaError_t const e = cudaCreateSurfaceObject(&s, &r);
    CHECK((s == mark) == (e != cudaSuccess));
    if (e == cudaSuccess) CHECK(cudaDestroySurfaceObject(s) == cudaSuccess);
    return e;
  };
  cudaArray_t marked = nullptr;
  REQUIRE(cudaMallocArray(&marked, &f1, 8, 4, cudaArraySurfaceLoadStore) == cudaSuccess);
  CHECK(make_surface(of_array(marked)) == cudaSuccess);
  CHECK(make_surface(of_array(flat)) == cudaSuccess);  // without the flag, too
  CHECK(make_surface(of_array(nullptr)) == cudaErrorInvalidResourceHandle);
  CHECK(make_surface(of_linear(memory, 64, f1)) == cudaErrorInvalidValue);
  CHECK(make_surface(of_mipmap(mip)) == cudaErrorInvalidValue);
  cudaArray_t level = nullptr;
  REQUIRE(cudaGetMipmappedArrayLevel(&level, mip, 1) == cudaSuccess);
  CHECK(make_surface(of_array(level)) == cudaSuccess);
  auto const r = of_array(marked);
  cudaSurfaceObject_t s = 0;
  CHECK(cudaCreateSurfaceObject(nullptr, &r) == cudaErrorInvalidValue);
  CHECK(cudaCreateSurfaceObject(&s, nullptr) == cudaErrorInvalidValue);
  REQUIRE(cudaCreateSurfaceObject(&s, &r) == cudaSuccess);
  cudaResourceDesc made{};
  CHECK(cudaGetSurfaceObjectResourceDesc(&made, s) == cudaSuccess);
  CHECK(made.res.array.array == marked);
  CHECK(cudaDestroySurfaceObject(s) == cudaSuccess);
  CHECK(cudaGetSurfaceObjectResourceDesc(&made, s) == cudaErrorInvalidValue);
  CHECK(cudaDestroySurfaceObject(s) == cudaSuccess);
  (void)cudaGetLastError();
  (void)cudaFreeArray(marked);
}

TEST_CASE("[TEXR-004] [TEXR-005] [TEXR-006] channel descriptions") {
  auto const same = [](cudaChannelFormatDesc a, cudaChannelFormatDesc b) {
    return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w && a.f == b.f;
  };
  constexpr auto s = cudaChannelFormatKindSigned;
  constexpr auto u = cudaChannelFormatKindUnsigned;
  constexpr auto f = cudaChannelFormatKindFloat;
  CHECK(same(cudaCreateChannelDesc(32, 0, 0, 0, f), {32, 0, 0, 0, f}));
  CHECK(same(cudaCreateChannelDesc<float>(), {32, 0, 0, 0, f}));
  CHECK(same(cudaCreateChannelDesc<float2>(), {32, 32, 0, 0, f}));
  CHECK(same(cudaCreateChannelDesc<float4>(), {32, 32, 32, 32, f}));
  CHECK(same(cudaCreateChannelDesc<char>(), {8, 0, 0, 0, s}));
  CHECK(same(cudaCreateChannelDesc<uchar4>(), {8, 8, 8, 8, u}));
  CHECK(same(cudaCreateChannelDesc<short2>(), {16, 16, 0, 0, s}));
  CHECK(same(cudaCreateChannelDesc<unsigned short>(), {16, 0, 0, 0, u}));
  CHECK(same(cudaCreateChannelDesc<int1>(), {32, 0, 0, 0, s}));
  CHECK(same(cudaCreateChannelDesc<uint2>(), {32, 32, 0, 0, u}));
  CHECK(same(cudaCreateChannelDesc<double>(), {0, 0, 0, 0, cudaChannelFormatKindNone}));
  CHECK(same(cudaCreateChannelDesc<float3>(), {0, 0, 0, 0, cudaChannelFormatKindNone}));
  CHECK(same(cudaCreateChannelDescHalf(), {16, 0, 0, 0, f}));
  CHECK(same(cudaCreateChannelDescHalf1(), {16, 0, 0, 0, f}));
  CHECK(same(cudaCreateChannelDescHalf2(), {16, 16, 0, 0, f}));
  CHECK(same(cudaCreateChannelDescHalf4(), {16, 16, 16, 16, f}));
}

TEST_CASE_OF("[TEXR-003] [TEXR-014] [ARR-001] [ARR-003] the format of an array") {
  cudaChannelFormatDesc d{};
  cudaExtent e{};
  unsigned flags = 0;
  CHECK(cudaGetChannelDesc(&d, bytes) == cudaSuccess);
  CHECK(d.w == 8);
  CHECK(d.f == cudaChannelFormatKindUnsigned);
  CHECK(cudaGetChannelDesc(&d, nullptr) == cudaErrorInvalidResourceHandle);
  CHECK(cudaArrayGetInfo(&d, &e, &flags, layers) == cudaSuccess);
  CHECK(e.depth == 3);
  CHECK(flags == cudaArrayLayered);
  CHECK(cudaArrayGetInfo(nullptr, &e, &flags, cube) == cudaSuccess);
  CHECK(e.depth == 6);
  CHECK(flags == cudaArrayCubemap);
  (void)cudaGetLastError();
}

TEST_CASE("[TEXM-034] [TEXM-035] [SURFM-003] the values of constants") {
  CHECK(cudaAddressModeWrap == 0);
  CHECK(cudaAddressModeClamp == 1);
  CHECK(cudaAddressModeMirror == 2);
  CHECK(cudaAddressModeBorder == 3);
  CHECK(cudaFilterModePoint == 0);
  CHECK(cudaFilterModeLinear == 1);
  CHECK(cudaReadModeElementType == 0);
  CHECK(cudaReadModeNormalizedFloat == 1);
  CHECK(cudaBoundaryModeZero == 0);
  CHECK(cudaBoundaryModeClamp == 1);
  CHECK(cudaBoundaryModeTrap == 2);
  CHECK(cudaTextureType1D == 1);
  CHECK(cudaTextureType2D == 2);
  CHECK(cudaTextureType3D == 3);
  CHECK(cudaTextureTypeCubemap == 0x0c);
  CHECK(cudaTextureType1DLayered == 0xf1);
  CHECK(cudaTextureType2DLayered == 0xf2);
  CHECK(cudaTextureTypeCubemapLayered == 0xfc);
}
