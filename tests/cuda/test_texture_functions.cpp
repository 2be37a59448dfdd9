// SPDX-License-Identifier: MIT
#include <simt/cuda/cuda_runtime.h>
#include <simt/cuda/cuda_texture_types.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#pragma GCC diagnostic ignored "-Wsign-conversion"

// Every function of the guide's B.8, by objects in both forms and by textures of file scope. Texel
// (x, y) of slice z of level l holds 10000 l + 1000 z + 10 y + x.
namespace {

constexpr int edge = 8;
constexpr int levels = 3;

__host__ __device__ constexpr float texel(int level, int x, int y, int z) {
  return static_cast<float>(10000 * level + 1000 * z + 10 * y + x);
}

texture<float, cudaTextureType1D> ref1(1);
texture<float, cudaTextureType2D> ref2(1);
texture<float, cudaTextureType3D> ref3(1);
texture<float, cudaTextureType1DLayered> ref1_layered(1);
texture<float, cudaTextureType2DLayered> ref2_layered(1);
texture<float, cudaTextureTypeCubemap> ref_cube(1);
texture<float, cudaTextureTypeCubemapLayered> ref_cube_layered(1);

enum shape { one, two, three, one_layered, two_layered, cube, cube_layered, shapes };

struct probe {
  float got = -1;
  float want = 0;
};
struct objects {
  cudaTextureObject_t t[shapes];
};

/// How texel i of n lies in normalised coordinates.
__device__ float at(int i, int n) { return (static_cast<float>(i) + 0.5f) / static_cast<float>(n); }

/// A direction to texel (x, y) of face 0, 2 or 5 of a cube.
__device__ float3 toward(int face, int x, int y, int n) {
  float const s = 2 * at(x, n) - 1, t = 2 * at(y, n) - 1;
  return face == 0   ? make_float3(1, -t, -s)
         : face == 2 ? make_float3(s, 1, t)
                     : make_float3(-s, -t, -1);
}

#define BOTH_FORMS(Function, ...)            \
  do {                                       \
    add(Function<float>(__VA_ARGS__), want); \
    float other = -1;                        \
    Function(&other, __VA_ARGS__);           \
    add(other, want);                        \
  } while (false)

__global__ void by_objects(objects o, probe* out, int* count) {
  int n = 0;
  auto const add = [&](float got, float want) { out[n++] = {got, want}; };
  constexpr int half = edge / 2;
  // Two texels of level 0 make one of level 1.
  float const step = 2.0f / edge;
  float2 const dx2 = make_float2(step, 0), dy2 = make_float2(0, step);
  float4 const dx4 = make_float4(step, 0, 0, 0), dy4 = make_float4(0, step, 0, 0);
  float want = texel(0, 3, 0, 0);
  BOTH_FORMS(tex1D, o.t[one], at(3, edge));
  want = texel(1, 2, 0, 0);
  BOTH_FORMS(tex1DLod, o.t[one], at(2, half), 1.0f);
  BOTH_FORMS(tex1DGrad, o.t[one], at(2, half), step, step);
  want = texel(0, 5, 6, 0);
  BOTH_FORMS(tex2D, o.t[two], at(5, edge), at(6, edge));
  want = texel(1, 3, 1, 0);
  BOTH_FORMS(tex2DLod, o.t[two], at(3, half), at(1, half), 1.0f);
  BOTH_FORMS(tex2DGrad, o.t[two], at(3, half), at(1, half), dx2, dy2);
  want = texel(0, 1, 2, 3);
  BOTH_FORMS(tex3D, o.t[three], at(1, edge), at(2, edge), at(3, edge));
  want = texel(1, 1, 2, 3);
  BOTH_FORMS(tex3DLod, o.t[three], at(1, half), at(2, half), at(3, half), 1.0f);
  BOTH_FORMS(tex3DGrad, o.t[three], at(1, half), at(2, half), at(3, half), dx4, dy4);
  want = texel(0, 6, 0, 1);
  BOTH_FORMS(tex1DLayered, o.t[one_layered], at(6, edge), 1);
  want = texel(1, 2, 0, 1);
  BOTH_FORMS(tex1DLayeredLod, o.t[one_layered], at(2, half), 1, 1.0f);
  BOTH_FORMS(tex1DLayeredGrad, o.t[one_layered], at(2, half), 1, step, step);
  want = texel(0, 6, 1, 1);
  BOTH_FORMS(tex2DLayered, o.t[two_layered], at(6, edge), at(1, edge), 1);
  want = texel(1, 2, 3, 1);
  BOTH_FORMS(tex2DLayeredLod, o.t[two_layered], at(2, half), at(3, half), 1, 1.0f);
  BOTH_FORMS(tex2DLayeredGrad, o.t[two_layered], at(2, half), at(3, half), 1, dx2, dy2);
  for (int face : {0, 2, 5}) {
    float3 d = toward(face, 4, 6, edge);
    want = texel(0, 4, 6, face);
    BOTH_FORMS(texCubemap, o.t[cube], d.x, d.y, d.z);
    want = texel(0, 4, 6, 6 + face);
    BOTH_FORMS(texCubemapLayered, o.t[cube_layered], d.x, d.y, d.z, 1);
    d = toward(face, 1, 2, half);
    want = texel(1, 1, 2, face);
    BOTH_FORMS(texCubemapLod, o.t[cube], d.x, d.y, d.z, 1.0f);
    want = texel(1, 1, 2, 6 + face);
    BOTH_FORMS(texCubemapLayeredLod, o.t[cube_layered], d.x, d.y, d.z, 1, 1.0f);
    // No gradient: level 0.
    d = toward(face, 1, 2, edge);
    float4 const none = make_float4(0, 0, 0, 0);
    want = texel(0, 1, 2, face);
    BOTH_FORMS(texCubemapGrad, o.t[cube], d.x, d.y, d.z, none, none);
    want = texel(0, 1, 2, 6 + face);
    BOTH_FORMS(texCubemapLayeredGrad, o.t[cube_layered], d.x, d.y, d.z, 1, none, none);
  }
  *count = n;
}

__global__ void by_references(probe* out, int* count) {
  int n = 0;
  auto const add = [&](float got, float want) { out[n++] = {got, want}; };
  constexpr int half = edge / 2;
  float const step = 2.0f / edge;
  float2 const dx2 = make_float2(step, 0), dy2 = make_float2(0, step);
  float4 const dx4 = make_float4(step, 0, 0, 0), dy4 = make_float4(0, step, 0, 0);
  add(tex1D(ref1, at(3, edge)), texel(0, 3, 0, 0));
  add(tex1DLod(ref1, at(2, half), 1.0f), texel(1, 2, 0, 0));
  add(tex1DGrad(ref1, at(2, half), step, step), texel(1, 2, 0, 0));
  add(tex2D(ref2, at(5, edge), at(6, edge)), texel(0, 5, 6, 0));
  add(tex2DLod(ref2, at(3, half), at(1, half), 1.0f), texel(1, 3, 1, 0));
  add(tex2DGrad(ref2, at(3, half), at(1, half), dx2, dy2), texel(1, 3, 1, 0));
  add(tex3D(ref3, at(1, edge), at(2, edge), at(3, edge)), texel(0, 1, 2, 3));
  add(tex3DLod(ref3, at(1, half), at(2, half), at(3, half), 1.0f), texel(1, 1, 2, 3));
  add(tex3DGrad(ref3, at(1, half), at(2, half), at(3, half), dx4, dy4), texel(1, 1, 2, 3));
  add(tex1DLayered(ref1_layered, at(6, edge), 1), texel(0, 6, 0, 1));
  add(tex1DLayeredLod(ref1_layered, at(2, half), 1, 1.0f), texel(1, 2, 0, 1));
  add(tex1DLayeredGrad(ref1_layered, at(2, half), 1, step, step), texel(1, 2, 0, 1));
  add(tex2DLayered(ref2_layered, at(6, edge), at(1, edge), 1), texel(0, 6, 1, 1));
  add(tex2DLayeredLod(ref2_layered, at(2, half), at(3, half), 1, 1.0f), texel(1, 2, 3, 1));
  add(tex2DLayeredGrad(ref2_layered, at(2, half), at(3, half), 1, dx2, dy2), texel(1, 2, 3, 1));
  for (int face : {0, 2, 5}) {
    float3 d = toward(face, 4, 6, edge);
    add(texCubemap(ref_cube, d.x, d.y, d.z), texel(0, 4, 6, face));
    add(texCubemapLayered(ref_cube_layered, d.x, d.y, d.z, 1), texel(0, 4, 6, 6 + face));
    d = toward(face, 1, 2, half);
    add(texCubemapLod(ref_cube, d.x, d.y, d.z, 1.0f), texel(1, 1, 2, face));
    add(texCubemapLayeredLod(ref_cube_layered, d.x, d.y, d.z, 1, 1.0f), texel(1, 1, 2, 6 + face));
  }
  *count = n;
}

/// The mipmapped arrays behind all of it.
class arrays {
 public:
  arrays() {
    auto const f = cudaCreateChannelDesc<float>();
    for (int s = 0; s < shapes; ++s) {
      bool const flat = s == one || s == one_layered;
      bool const is_cube = s == cube || s == cube_layered;
      bool const layered = s == one_layered || s == two_layered || s == cube_layered;
      std::size_t const depth = s == three          ? edge
                                : s == cube         ? 6
                                : s == cube_layered ? 12
                                : layered           ? 2
                                                    : 0;
      REQUIRE(cudaMallocMipmappedArray(
                  &mip[s], &f, make_cudaExtent(edge, flat ? 0 : edge, depth), levels,
                  (layered ? cudaArrayLayered : 0) | (is_cube ? cudaArrayCubemap : 0)) ==
              cudaSuccess);
      for (int l = 0; l < levels; ++l) {
        int const w = edge >> l, h = flat ? 1 : w;
        int const d = s == three ? w : depth == 0 ? 1 : static_cast<int>(depth);
        std::vector<float> texels;
        for (int z = 0; z < d; ++z)
          for (int y = 0; y < h; ++y)
            for (int x = 0; x < w; ++x) texels.push_back(texel(l, x, y, z));
        cudaArray_t level = nullptr;
        REQUIRE(cudaGetMipmappedArrayLevel(&level, mip[s], l) == cudaSuccess);
        cudaMemcpy3DParms p{};
        p.srcPtr = make_cudaPitchedPtr(texels.data(), w * sizeof(float), w, h);
        p.dstArray = level;
        p.extent = make_cudaExtent(w, h, d);
        p.kind = cudaMemcpyHostToDevice;
        REQUIRE(cudaMemcpy3D(&p) == cudaSuccess);
      }
    }
  }
  arrays(arrays const&) = delete;
  arrays& operator=(arrays const&) = delete;
  ~arrays() {
    for (auto const m : mip) (void)cudaFreeMipmappedArray(m);
  }
  cudaMipmappedArray_t mip[shapes] = {};
};

texture<uchar4, cudaTextureType1D, cudaReadModeNormalizedFloat> quads1(1);
texture<uchar4, cudaTextureType2D, cudaReadModeNormalizedFloat> quads2(1);
texture<uchar4, cudaTextureType3D, cudaReadModeNormalizedFloat> quads3(1);
texture<uchar4, cudaTextureType1DLayered, cudaReadModeNormalizedFloat> quads1_layered(1);
texture<uchar4, cudaTextureType2DLayered, cudaReadModeNormalizedFloat> quads2_layered(1);
texture<uchar4, cudaTextureTypeCubemap, cudaReadModeNormalizedFloat> quads_cube(1);
texture<uchar4, cudaTextureTypeCubemapLayered, cudaReadModeNormalizedFloat> quads_cube_layered(1);

/// True if every function gives a Return of textures of this element and mode.
template <class Return, class Element, cudaTextureReadMode Mode>
consteval bool all_read() {
#define READS(Function, Shape, ...)                                                   \
  std::is_same_v<decltype(Function(                                                   \
                     std::declval<texture<Element, cudaTextureType##Shape, Mode>&>(), \
                     __VA_ARGS__)),                                                   \
                 Return>
  return READS(tex1D, 1D, 0) && READS(tex1DLod, 1D, 0, 0) && READS(tex1DGrad, 1D, 0, 0, 0) &&
         READS(tex2D, 2D, 0, 0) && READS(tex2DLod, 2D, 0, 0, 0) &&
         READS(tex2DGrad, 2D, 0, 0, float2{}, float2{}) && READS(tex3D, 3D, 0, 0, 0) &&
         READS(tex3DLod, 3D, 0, 0, 0, 0) && READS(tex3DGrad, 3D, 0, 0, 0, float4{}, float4{}) &&
         READS(tex1DLayered, 1DLayered, 0, 0) && READS(tex1DLayeredLod, 1DLayered, 0, 0, 0) &&
         READS(tex1DLayeredGrad, 1DLayered, 0, 0, 0, 0) &&
         READS(tex2DLayered, 2DLayered, 0, 0, 0) && READS(tex2DLayeredLod, 2DLayered, 0, 0, 0, 0) &&
         READS(tex2DLayeredGrad, 2DLayered, 0, 0, 0, float2{}, float2{}) &&
         READS(texCubemap, Cubemap, 0, 0, 0) && READS(texCubemapLod, Cubemap, 0, 0, 0, 0) &&
         READS(texCubemapLayered, CubemapLayered, 0, 0, 0, 0) &&
         READS(texCubemapLayeredLod, CubemapLayered, 0, 0, 0, 0, 0);
#undef READS
}
static_assert(all_read<float4, uchar4, cudaReadModeNormalizedFloat>());
static_assert(all_read<short2, short2, cudaReadModeElementType>());
static_assert(all_read<float, short, cudaReadModeNormalizedFloat>());

/// A texel of the arrays without levels.
__host__ __device__ constexpr unsigned char byte_of(int x, int y, int z) {
  return static_cast<unsigned char>(20 * z + 2 * x + y % 2);
}
/// Between texels 2 and 3 of row 5, as a fraction.
__device__ constexpr float between(int y, int z) {
  return static_cast<float>(byte_of(2, y, z) + byte_of(3, y, z)) / 2 / 255;
}

/// Reads between two texels of a row, by filter, of arrays that have one level only.
__global__ void by_fractions(probe* out, int* count) {
  int n = 0;
  auto const add = [&](float4 got, float want) {
    out[n++] = {got.x + (got.w == 1 ? 0 : 100), want};
  };
  float const x = 3.0f / edge, y = at(5, edge), z = at(1, edge);
  float2 const wide2 = make_float2(4.0f / edge, 0);
  float4 const wide4 = make_float4(4.0f / edge, 0, 0, 0);
  add(tex1D(quads1, x), between(0, 0));
  add(tex1DLod(quads1, x, 2.0f), between(0, 0));
  add(tex1DGrad(quads1, x, 4.0f / edge, 4.0f / edge), between(0, 0));
  add(tex2D(quads2, x, y), between(5, 0));
  add(tex2DLod(quads2, x, y, 2.0f), between(5, 0));
  add(tex2DGrad(quads2, x, y, wide2, wide2), between(5, 0));
  add(tex3D(quads3, x, y, z), between(5, 1));
  add(tex3D(quads3, x + 3, y, z), between(5, 1));                      // wraps
  add(tex3D(quads3, x, -4.0f, z), between(0, 1));                      // is clamped
  add(tex3D(quads3, x, y, 2.0f / edge), between(5, 1) + 10.0f / 255);  // between two planes
  add(tex3DLod(quads3, x, y, z, 2.0f), between(5, 1));
  add(tex3DGrad(quads3, x, y, z, wide4, wide4), between(5, 1));
  add(tex1DLayered(quads1_layered, x, 1), between(0, 1));
  add(tex1DLayeredLod(quads1_layered, x, 1, 2.0f), between(0, 1));
  add(tex1DLayeredGrad(quads1_layered, x, 1, 4.0f / edge, 4.0f / edge), between(0, 1));
  add(tex2DLayered(quads2_layered, x, y, 1), between(5, 1));
  add(tex2DLayeredLod(quads2_layered, x, y, 1, 2.0f), between(5, 1));
  add(tex2DLayeredGrad(quads2_layered, x, y, 1, wide2, wide2), between(5, 1));
  for (int face : {0, 2, 5}) {
    float3 const a = toward(face, 2, 5, edge), b = toward(face, 3, 5, edge);
    float3 const d = make_float3((a.x + b.x) / 2, (a.y + b.y) / 2, (a.z + b.z) / 2);
    add(texCubemap(quads_cube, d.x, d.y, d.z), between(5, face));
    add(texCubemapLod(quads_cube, d.x, d.y, d.z, 2.0f), between(5, face));
    add(texCubemapLayered(quads_cube_layered, d.x, d.y, d.z, 1), between(5, 6 + face));
    add(texCubemapLayeredLod(quads_cube_layered, d.x, d.y, d.z, 1, 2.0f), between(5, 6 + face));
  }
  *count = n;
}

template <class Launch>
void check(Launch const& launch, int expected) {
  std::array<probe, 256> out;
  int count = 0;
  launch(out.data(), &count);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  REQUIRE(count == expected);
  for (int i = 0; i < count; ++i) {
    CAPTURE(i);
    CHECK(out[i].got == out[i].want);
  }
}

}  // namespace

TEST_CASE("[TEXO-007..TEXO-025] [TEXM-024] every function by objects, in both forms") {
  arrays const a;
  objects o{};
  for (int s = 0; s < shapes; ++s) {
    cudaResourceDesc r{};
    r.resType = cudaResourceTypeMipmappedArray;
    r.res.mipmap.mipmap = a.mip[s];
    cudaTextureDesc t{};
    for (auto& mode : t.addressMode) mode = cudaAddressModeClamp;
    t.normalizedCoords = 1;
    t.maxMipmapLevelClamp = 10;
    REQUIRE(cudaCreateTextureObject(&o.t[s], &r, &t, nullptr) == cudaSuccess);
  }
  check(
      [&](probe* out, int* count) {
        ::simt::cuda::launch_configuration(1, 1).call(
            "by_objects", [=](auto... p) { by_objects(p...); }, o, out, count);
      },
      2 * (15 + 18));
  for (auto const t : o.t) CHECK(cudaDestroyTextureObject(t) == cudaSuccess);
}

TEST_CASE("[TEXR-001] [TEXR-021..TEXR-039] every function by textures of file scope") {
  arrays const a;
  auto const bind = [&](auto& ref, shape s) {
    ref.maxMipmapLevelClamp = 10;
    REQUIRE(cudaBindTextureToMipmappedArray(ref, a.mip[s], ref.channelDesc) == cudaSuccess);
  };
  bind(ref1, one);
  bind(ref2, two);
  bind(ref3, three);
  bind(ref1_layered, one_layered);
  bind(ref2_layered, two_layered);
  bind(ref_cube, cube);
  bind(ref_cube_layered, cube_layered);
  check(
      [&](probe* out, int* count) {
        ::simt::cuda::launch_configuration(1, 1).call(
            "by_references", [=](auto... p) { by_references(p...); }, out, count);
      },
      15 + 12);
  for (auto const* ref : std::initializer_list<textureReference const*>{
           &ref1, &ref2, &ref3, &ref1_layered, &ref2_layered, &ref_cube, &ref_cube_layered})
    CHECK(cudaUnbindTexture(ref) == cudaSuccess);
}

TEST_CASE("[TEXR-021..TEXR-039] textures of file scope as fractions, filtered, of one level") {
  auto const f = cudaCreateChannelDesc<uchar4>();
  cudaArray_t made[shapes] = {};
  auto const bind = [&](auto& ref, shape s, int depth, unsigned flags) {
    bool const flat = s == one || s == one_layered;
    int const h = flat ? 1 : edge, planes = std::max(depth, 1);
    REQUIRE(cudaMalloc3DArray(&made[s], &f, make_cudaExtent(edge, flat ? 0 : edge, depth), flags) ==
            cudaSuccess);
    std::vector<uchar4> texels;
    for (int z = 0; z < planes; ++z)
      for (int y = 0; y < h; ++y)
        for (int x = 0; x < edge; ++x) texels.push_back(make_uchar4(byte_of(x, y, z), 0, 0, 255));
    cudaMemcpy3DParms p{};
    p.srcPtr = make_cudaPitchedPtr(texels.data(), edge * sizeof(uchar4), edge, h);
    p.dstArray = made[s];
    p.extent = make_cudaExtent(edge, h, planes);
    p.kind = cudaMemcpyHostToDevice;
    REQUIRE(cudaMemcpy3D(&p) == cudaSuccess);
    ref.filterMode = cudaFilterModeLinear;
    ref.addressMode[0] = cudaAddressModeWrap;
    ref.maxMipmapLevelClamp = 10;
    REQUIRE(cudaBindTextureToArray(ref, made[s]) == cudaSuccess);
  };
  bind(quads1, one, 0, 0);
  bind(quads2, two, 0, 0);
  bind(quads3, three, edge, 0);
  bind(quads1_layered, one_layered, 3, cudaArrayLayered);
  bind(quads2_layered, two_layered, 3, cudaArrayLayered);
  bind(quads_cube, cube, 6, cudaArrayCubemap);
  bind(quads_cube_layered, cube_layered, 12, cudaArrayCubemap | cudaArrayLayered);
  std::array<probe, 64> out;
  int count = 0;
  ::simt::cuda::launch_configuration(1, 1).call(
      "by_fractions", [](auto... p) { by_fractions(p...); }, out.data(), &count);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  REQUIRE(count == 18 + 12);
  for (int i = 0; i < count; ++i) {
    CAPTURE(i);
    CHECK(std::fabs(out[i].got - out[i].want) < 1e-4f);  // planes differ by 8e-2
  }
  for (auto const* ref : std::initializer_list<textureReference const*>{
           &quads1, &quads2, &quads3, &quads1_layered, &quads2_layered, &quads_cube,
           &quads_cube_layered})
    CHECK(cudaUnbindTexture(ref) == cudaSuccess);
  for (auto const a : made) CHECK(cudaFreeArray(a) == cudaSuccess);
}
