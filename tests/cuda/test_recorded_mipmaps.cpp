// SPDX-License-Identifier: MIT
// LABELS: golden

#include "recorded_samples.hpp"

#pragma GCC diagnostic ignored "-Wsign-conversion"

// Layers, cubemaps, gathers and mipmaps as recorded, by texture objects.
namespace {

/// The others; `comp` is tex2Dgather's.
template <class T>
__global__ void sample_more(recorded::fn function, int comp, cudaTextureObject_t t,
                            recorded::coordinates const* in, quad* out, int n) {
  int const k = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (k >= n) return;
  recorded::coordinates const c = in[k];
  float const x = c.f[0], y = c.f[1], z = c.f[2], l = c.f[3];
  float2 const dx2 = make_float2(c.f[4], c.f[5]), dy2 = make_float2(c.f[8], c.f[9]);
  float4 const dx4 = make_float4(c.f[4], c.f[5], c.f[6], 0);
  float4 const dy4 = make_float4(c.f[8], c.f[9], c.f[10], 0);
  switch (function) {
    case recorded::fn::tex2D:
      out[k] = bits_of(tex2D<T>(t, x, y));
      break;
    case recorded::fn::tex1DLayered:
      out[k] = bits_of(tex1DLayered<T>(t, x, c.i));
      break;
    case recorded::fn::tex2DLayered:
      out[k] = bits_of(tex2DLayered<T>(t, x, y, c.i));
      break;
    case recorded::fn::texCubemap:
      out[k] = bits_of(texCubemap<T>(t, x, y, z));
      break;
    case recorded::fn::texCubemapLayered:
      out[k] = bits_of(texCubemapLayered<T>(t, x, y, z, c.i));
      break;
    case recorded::fn::tex1DLod:
      out[k] = bits_of(tex1DLod<T>(t, x, l));
      break;
    case recorded::fn::tex2DLod:
      out[k] = bits_of(tex2DLod<T>(t, x, y, l));
      break;
    case recorded::fn::tex3DLod:
      out[k] = bits_of(tex3DLod<T>(t, x, y, z, l));
      break;
    case recorded::fn::tex1DLayeredLod:
      out[k] = bits_of(tex1DLayeredLod<T>(t, x, c.i, l));
      break;
    case recorded::fn::tex2DLayeredLod:
      out[k] = bits_of(tex2DLayeredLod<T>(t, x, y, c.i, l));
      break;
    case recorded::fn::texCubemapLod:
      out[k] = bits_of(texCubemapLod<T>(t, x, y, z, l));
      break;
    case recorded::fn::texCubemapLayeredLod:
      out[k] = bits_of(texCubemapLayeredLod<T>(t, x, y, z, c.i, l));
      break;
    case recorded::fn::tex1DGrad:
      out[k] = bits_of(tex1DGrad<T>(t, x, c.f[4], c.f[8]));
      break;
    case recorded::fn::tex2DGrad:
      out[k] = bits_of(tex2DGrad<T>(t, x, y, dx2, dy2));
      break;
    case recorded::fn::tex3DGrad:
      out[k] = bits_of(tex3DGrad<T>(t, x, y, z, dx4, dy4));
      break;
    case recorded::fn::tex1DLayeredGrad:
      out[k] = bits_of(tex1DLayeredGrad<T>(t, x, c.i, c.f[4], c.f[8]));
      break;
    case recorded::fn::tex2DLayeredGrad:
      out[k] = bits_of(tex2DLayeredGrad<T>(t, x, y, c.i, dx2, dy2));
      break;
    case recorded::fn::texCubemapGrad:
      out[k] = bits_of(texCubemapGrad<T>(t, x, y, z, dx4, dy4));
      break;
    case recorded::fn::texCubemapLayeredGrad:
      out[k] = bits_of(texCubemapLayeredGrad<T>(t, x, y, z, c.i, dx4, dy4));
      break;
    default:
      if constexpr (requires(T v) { v.w; }) out[k] = bits_of(tex2Dgather<T>(t, x, y, comp));
      break;
  }
}

void sample(recorded::texture_case const& c, cudaTextureObject_t t, recorded::coordinates const* in,
            quad* out, int n) {
  auto const run = [&]<class T>(T) {
    ::simt::cuda::launch_configuration((n + 63) / 64, 64)
        .call(
            "sample_more", [=](auto... a) { sample_more<T>(a...); }, c.function, c.component, t, in,
            out, n);
  };
  bool const gathers = c.function == recorded::fn::tex2Dgather;
  if (c.fmt.floating()) return c.fmt.channels == 4 || gathers ? run(float4{}) : run(0.0f);
  if (!gathers) return run(0);
  if (c.fmt.bits == 8) return run(uchar4{});
  run(int4{});
}

/// Counts the samples that may differ, and says why.
int differs(recorded::texture_case const& c) {
  auto const is = [&](char const* part) { return c.group.find(part) != std::string::npos; };
  if (!is("/grad/")) return 0;
  // The hardware's logarithm has a table, and what it estimates few bits: a few are 1/256 off.
  if ((is("/aniso4") && !is("_bias")) || is("cube")) return 2;
  return 0;
}
tally replay(std::string const& prefix) { return replay(prefix, sample, differs); }

}  // namespace

TEST_CASE("[TEXO-016] [TEXO-019] [TEXM-022] layers as recorded") {
  for (auto const* const shape : {"tex/1dlayered", "tex/2dlayered"}) {
    auto const t = replay(shape);
    CHECK(t.compared >= 250);
    CHECK(t.near == 0);
  }
}

TEST_CASE(
    "[TEXO-022] [TEXO-024] [TEXM-023] [TEXM-024] [TEXM-025] cubemaps as recorded: every face, "
    "ties, edges, seamless and not") {
  auto const t = replay("tex/cube");
  CHECK(t.compared >= 1000);
  CHECK(t.near == 0);
}

TEST_CASE("[TEXO-026] [TEXM-026] gathers as recorded") {
  auto const t = replay("tex/gather");
  CHECK(t.compared >= 500);
  CHECK(t.near == 0);
}

TEST_CASE(
    "[TEXM-027] [TEXO-008] [TEXO-009] [TEXO-011] [TEXO-012] [TEXO-014] [TEXO-015] [TEXO-017] "
    "[TEXO-018] [TEXO-020] [TEXO-021] [TEXO-023] [TEXO-025] mipmaps as recorded: levels, biases, "
    "clamps, gradients") {
  auto const t = replay("tex/mip");
  CHECK(t.compared >= 1600);
  CHECK(t.near + t.off <= 12);
}
