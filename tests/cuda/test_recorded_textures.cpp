// SPDX-License-Identifier: MIT
// LABELS: golden

#include "recorded_samples.hpp"

#pragma GCC diagnostic ignored "-Wsign-conversion"

// tex1Dfetch, tex1D, tex2D and tex3D of every format as recorded, by texture objects.
namespace {

/// The fetches that are recorded for every type.
template <class T>
__global__ void sample_plain(recorded::fn function, cudaTextureObject_t t,
                             recorded::coordinates const* in, quad* out, int n) {
  int const k = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (k >= n) return;
  recorded::coordinates const c = in[k];
  switch (function) {
    case recorded::fn::tex1Dfetch:
      out[k] = bits_of(tex1Dfetch<T>(t, c.i));
      break;
    case recorded::fn::tex1D:
      out[k] = bits_of(tex1D<T>(t, c.f[0]));
      break;
    case recorded::fn::tex2D:
      out[k] = bits_of(tex2D<T>(t, c.f[0], c.f[1]));
      break;
    default:
      out[k] = bits_of(tex3D<T>(t, c.f[0], c.f[1], c.f[2]));
      break;
  }
}

void sample(recorded::texture_case const& c, cudaTextureObject_t t, recorded::coordinates const* in,
            quad* out, int n) {
  auto const run = [&]<class T>(T) {
    ::simt::cuda::launch_configuration((n + 63) / 64, 64)
        .call(
            "sample_plain", [=](auto... a) { sample_plain<T>(a...); }, c.function, t, in, out, n);
  };
  std::string_view const name = c.fmt.name;
  if (c.fmt.floating())
    return c.fmt.channels == 4 ? run(float4{}) : c.fmt.channels == 2 ? run(float2{}) : run(0.0f);
  if (name == "int") return run(0);
  if (name == "int4") return run(int4{});
  if (name == "uint") return run(0u);
  if (name == "uint2") return run(uint2{});
  if (name == "uchar") return run(static_cast<unsigned char>(0));
  if (name == "uchar4") return run(uchar4{});
  if (name == "schar") return run(static_cast<signed char>(0));
  if (name == "short2") return run(short2{});
  run(static_cast<unsigned short>(0));
}

/// Nothing may differ.
int differs(recorded::texture_case const&) { return 0; }
tally replay(std::string const& prefix) { return replay(prefix, sample, differs); }

}  // namespace

TEST_CASE(
    "[TEXO-006] [TEXM-002] [TEXM-003] [TEXM-004] linear memory as recorded: every format, every "
    "mode, every pattern of 8 bits") {
  auto const fetched = replay("tex/1dfetch");
  CHECK(fetched.compared >= 500);
  CHECK(fetched.near == 0);
  CHECK(replay("tex/table").compared >= 300);
}

TEST_CASE(
    "[TEXO-007] [TEXM-005..TEXM-011] [TEXM-013] [TEXM-014] [TEXM-017] [TEXM-019] [TEXM-021] lines "
    "as recorded: formats, filters, address modes, coordinates out of range, infinite and NaN") {
  auto const t = replay("tex/1d_");
  CHECK(t.compared >= 800);
  CHECK(t.near == 0);
}

TEST_CASE(
    "[TEXO-010] [TEXM-001] [TEXM-012] [TEXM-013] [TEXM-015] [TEXM-021] [TEXM-028] planes as "
    "recorded: arrays and pitched memory, border colours, a mode per axis, sRGB") {
  auto const arrays = replay("tex/2d_");
  CHECK(arrays.compared >= 1300);
  auto const pitched = replay("tex/2dpitch_");
  CHECK(pitched.compared >= 700);
  CHECK(arrays.near + pitched.near == 0);
  CHECK(replay("tex/srgb_table").near == 0);
}

TEST_CASE("[TEXM-028] [TEXM-015] colours of sRGB textures, filtered, as recorded") {
  auto const arrays = replay("tex/2d_8_4_1/uchar4n/srgb/linear");
  auto const pitched = replay("tex/2dpitch_8_4_1/uchar4n/srgb/linear");
  CHECK(arrays.compared + pitched.compared >= 64);
  CHECK(arrays.near + pitched.near == 0);
}

TEST_CASE("[TEXO-013] [TEXM-013] [TEXM-016] volumes as recorded") {
  auto const t = replay("tex/3d_");
  CHECK(t.compared >= 700);
  CHECK(t.near == 0);
}
