// SPDX-License-Identifier: MIT
// LABELS: golden

#include "recorded_samples.hpp"

#include <stdexcept>
#include <string>
#include <vector>

#pragma GCC diagnostic ignored "-Wsign-conversion"

// Surface reads and writes of golden/tex.tsv in modes zero and clamp, by objects and by surfaces of
// file scope.
namespace {

surface<void, cudaSurfaceType1D> ref1;
surface<void, cudaSurfaceType2D> ref2;
surface<void, cudaSurfaceType3D> ref3;
surface<void, cudaSurfaceType1DLayered> ref1_layered;
surface<void, cudaSurfaceType2DLayered> ref2_layered;
surface<void, cudaSurfaceTypeCubemap> ref_cube;
surface<void, cudaSurfaceTypeCubemapLayered> ref_cube_layered;

struct place {
  int x, y, z;
};
/// 0 to 6: the shapes, in the order above.
int shape_of(std::string const& name) {
  char const* const names[] = {"surf1D",
                               "surf2D",
                               "surf3D",
                               "surf1DLayered",
                               "surf2DLayered",
                               "surfCubemap",
                               "surfCubemapLayered"};
  for (int i = 0; i < 7; ++i)
    if (name == names[i]) return i;
  throw std::runtime_error("no surface " + name);
}

/// The value by both forms, by object and by reference, which floats try.
template <class T>
__device__ T read(int shape, cudaSurfaceObject_t s, cudaSurfaceBoundaryMode m, place p, int form) {
  int const x = p.x * static_cast<int>(sizeof(T));
  T v{};
  switch (shape) {
#define SURFACE_READ(Index, Function, Reference, ...)               \
  case Index:                                                       \
    if constexpr (std::is_same_v<T, float>) {                       \
      if (form == 1) return Function<T>(Reference, __VA_ARGS__, m); \
      if (form == 2) Function(&v, s, __VA_ARGS__, m);               \
      if (form == 3) Function(&v, Reference, __VA_ARGS__, m);       \
      if (form != 0) return v;                                      \
    }                                                               \
    return Function<T>(s, __VA_ARGS__, m);
    SURFACE_READ(0, surf1Dread, ref1, x)
    SURFACE_READ(1, surf2Dread, ref2, x, p.y)
    SURFACE_READ(2, surf3Dread, ref3, x, p.y, p.z)
    SURFACE_READ(3, surf1DLayeredread, ref1_layered, x, p.z)
    SURFACE_READ(4, surf2DLayeredread, ref2_layered, x, p.y, p.z)
    SURFACE_READ(5, surfCubemapread, ref_cube, x, p.y, p.z)
    SURFACE_READ(6, surfCubemapLayeredread, ref_cube_layered, x, p.y, p.z)
    default:
      return v;
  }
}
template <class T>
__global__ void read_all(int shape, cudaSurfaceObject_t s, cudaSurfaceBoundaryMode m,
                         place const* in, quad* out, int n) {
  for (int i = threadIdx.x; i < 4 * n; i += blockDim.x)
    out[i] = bits_of(read<T>(shape, s, m, in[i / 4], i % 4));
}
template <class T>
__global__ void write(int shape, cudaSurfaceObject_t s, cudaSurfaceBoundaryMode m, place p, T v,
                      bool by_reference) {
  int const x = p.x * static_cast<int>(sizeof(T));
  switch (shape) {
#define SURFACE_WRITE(Index, Function, Reference, ...)                 \
  case Index:                                                          \
    if constexpr (std::is_same_v<T, float>)                            \
      if (by_reference) return Function(v, Reference, __VA_ARGS__, m); \
    Function(v, s, __VA_ARGS__, m);                                    \
    break;
    SURFACE_WRITE(0, surf1Dwrite, ref1, x)
    SURFACE_WRITE(1, surf2Dwrite, ref2, x, p.y)
    SURFACE_WRITE(2, surf3Dwrite, ref3, x, p.y, p.z)
    SURFACE_WRITE(3, surf1DLayeredwrite, ref1_layered, x, p.z)
    SURFACE_WRITE(4, surf2DLayeredwrite, ref2_layered, x, p.y, p.z)
    SURFACE_WRITE(5, surfCubemapwrite, ref_cube, x, p.y, p.z)
    SURFACE_WRITE(6, surfCubemapLayeredwrite, ref_cube_layered, x, p.y, p.z)
    default:
      break;
  }
}

cudaError_t bind(int shape, cudaArray_t a) {
  switch (shape) {
    case 0:
      return cudaBindSurfaceToArray(ref1, a);
    case 1:
      return cudaBindSurfaceToArray(ref2, a);
    case 2:
      return cudaBindSurfaceToArray(ref3, a);
    case 3:
      return cudaBindSurfaceToArray(ref1_layered, a);
    case 4:
      return cudaBindSurfaceToArray(ref2_layered, a);
    case 5:
      return cudaBindSurfaceToArray(ref_cube, a);
    default:
      return cudaBindSurfaceToArray(ref_cube_layered, a);
  }
}

place place_of(int shape, std::string const& text) {
  auto const v = golden::split(text, ',');
  place p{std::stoi(v[0]), 0, 0};
  bool const flat = shape == 0 || shape == 3;
  if (!flat) p.y = std::stoi(v[1]);
  if (shape >= 2) p.z = std::stoi(v.back());
  return p;
}

/// Calls f with a value of the type that a format is read as.
template <class F>
void with_type(std::string const& format, F const& f) {
  if (format == "float") return f(0.0f);
  if (format == "float4") return f(float4{});
  if (format == "uchar") return f(static_cast<unsigned char>(0));
  if (format == "short2") return f(short2{});
  if (format == "int4") return f(int4{});
  throw std::runtime_error("no surfaces of " + format);
}

struct made_surface {
  explicit made_surface(std::string const& name) : memory(name) {
    recorded::need(cudaCreateSurfaceObject(&object, &memory.desc()), "cudaCreateSurfaceObject");
  }
  made_surface(made_surface const&) = delete;
  made_surface& operator=(made_surface const&) = delete;
  ~made_surface() { (void)cudaDestroySurfaceObject(object); }
  recorded::resource memory;
  cudaSurfaceObject_t object = 0;
};

void check_reads() {
  int compared = 0;
  for (auto const& r : golden::read("tex.tsv", "surf/read/")) {
    auto const p = golden::split(r.id, '/');
    int const shape = shape_of(p[2]);
    auto const mode = p[4] == "clamp" ? cudaBoundaryModeClamp : cudaBoundaryModeZero;
    made_surface const s(p[2] + "/" + p[3]);
    REQUIRE(bind(shape, s.memory.array()) == cudaSuccess);
    auto const inputs = golden::split(r.inputs, ';');
    auto const outputs = golden::split(r.output, ';');
    int const n = static_cast<int>(inputs.size());
    std::vector<place> in;
    for (auto const& text : inputs) in.push_back(place_of(shape, text));
    std::vector<quad> out(4 * inputs.size());
    with_type(p[3], [&]<class T>(T) {
      ::simt::cuda::launch_configuration(1, 32).call(
          "read_all", [=](auto... a) { read_all<T>(a...); }, shape, s.object, mode, in.data(),
          out.data(), n);
    });
    REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
    for (std::size_t i = 0; i < 4 * inputs.size(); ++i) {
      auto const expected = golden::split(outputs[i / 4], ',');
      for (std::size_t k = 0; k < expected.size(); ++k) {
        CAPTURE(r.id);
        CAPTURE(inputs[i / 4]);
        CAPTURE(i % 4);
        CHECK(out[i].v[k] == static_cast<std::uint32_t>(golden::bits(expected[k])));
        ++compared;
      }
    }
  }
  CHECK(compared > 2000);
}

void check_writes() {
  int compared = 0;
  for (auto const& r : golden::read("tex.tsv", "surf/write/")) {
    auto const p = golden::split(r.id, '/');
    int const shape = shape_of(p[2]);
    auto const mode = p[4] == "clamp" ? cudaBoundaryModeClamp : cudaBoundaryModeZero;
    made_surface const s(p[2] + "/" + p[3]);
    REQUIRE(bind(shape, s.memory.array()) == cudaSuccess);
    auto const inputs = golden::split(r.inputs, ';');
    auto const outputs = golden::split(r.output, ';');
    recorded::texels const& before = recorded::texels_of(p[2] + "/" + p[3]);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      auto const colon = inputs[i].find(':');
      place const at = place_of(shape, inputs[i].substr(0, colon));
      auto const written = golden::split(inputs[i].substr(colon + 1), ',');
      // What the texels should be.
      recorded::texels expected = before;
      std::size_t const element = before.fmt.bytes();
      std::size_t const channel = static_cast<std::size_t>(before.fmt.bits) / 8;
      auto const put = [&](unsigned char* to, std::vector<std::string> const& values) {
        for (std::size_t k = 0; k < values.size(); ++k) {
          auto const b = golden::bits(values[k]);
          std::memcpy(to + k * channel, &b, channel);
        }
      };
      if (outputs[i] != "none") {
        auto const equal = outputs[i].find('=');
        put(&expected.bytes[std::stoul(outputs[i].substr(0, equal)) * element],
            golden::split(outputs[i].substr(equal + 1), ','));
      }
      for (bool const by_reference : {false, true}) {
        recorded::copy_to(s.memory.array(), before);
        with_type(p[3], [&]<class T>(T v) {
          put(reinterpret_cast<unsigned char*>(&v), written);
          ::simt::cuda::launch_configuration(1, 1).call(
              "write", [=](auto... a) { write<T>(a...); }, shape, s.object, mode, at, v,
              by_reference);
        });
        REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
        recorded::texels after = before;
        recorded::copy_from(s.memory.array(), after);
        CAPTURE(r.id);
        CAPTURE(inputs[i]);
        CAPTURE(by_reference);
        CHECK(after.bytes == expected.bytes);
        ++compared;
      }
    }
  }
  CHECK(compared > 500);
}

}  // namespace

TEST_CASE("[SURFO-004..SURFO-023] [SURFR-001] [SURFR-004] [SURFR-006..SURFR-019] as recorded") {
  SUBCASE("[SURFM-002] [SURFM-003] [SURFM-006] [SURFM-007] reads") { check_reads(); }
  SUBCASE("writes: which texel changes, if any") { check_writes(); }
}
