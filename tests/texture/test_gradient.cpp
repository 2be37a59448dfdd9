// SPDX-License-Identifier: MIT

#include <simt/simt.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "../golden.hpp"

// Levels and samples of gradients, beside an H100's: of textures whose texels are their level's
// number, and of ones that are zero but for a column of one level.
namespace {

/// A mipmap of 64 texels a side (a volume: 16) of one column, in which the middle column of level
/// `column` is 1, or, where that is negative, whose texels are the numbers of their levels.
struct mipmap {
  mipmap(simt::texture_shape shape, int column) {
    bool const volume = shape == simt::texture_shape::three_d;
    bool const line = shape == simt::texture_shape::one_d;
    view.shape = shape;
    view.levels = volume ? 5 : 7;
    view.mipmapped = view.normalized_coordinates = true;
    view.layers = shape == simt::texture_shape::cube ? 6 : 1;
    view.filter = simt::filter_mode::linear;
    view.mip_filter = simt::filter_mode::linear;
    view.max_level = 10;
    for (int l = 0; l < view.levels; ++l) {
      int const width = (volume ? 16 : 64) >> l, height = line ? 1 : width;
      int const slices = volume ? width : view.layers;
      auto& t = texels[static_cast<std::size_t>(l)];
      for (int i = 0; i < width * height * slices; ++i)
        t.push_back(column < 0                              ? static_cast<float>(l)
                    : l == column && i % width == width / 2 ? 1.0f
                                                            : 0.0f);
      view.level[static_cast<std::size_t>(l)] = {reinterpret_cast<std::byte*>(t.data()),
                                                 width,
                                                 height,
                                                 volume ? width : 1,
                                                 std::ptrdiff_t{4} * width,
                                                 std::ptrdiff_t{4} * width * height};
    }
    if (shape == simt::texture_shape::cube) view.layers = 1;
  }
  std::array<std::vector<float>, 7> texels;
  simt::texture_view view;
};

SIMT_KERNEL(by_lanes, (simt::texture_object t, simt::ptr<float const> f, simt::ptr<float> out,
                       int shape, int stride, int n)) {
  auto k = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (k < n) {
    varying<float> const x = f[k], y = f[stride + k], z = f[2 * stride + k], a = f[3 * stride + k],
                         b = f[4 * stride + k], c = f[5 * stride + k];
    if (shape == 6) {
      varying<float> const d = f[6 * stride + k], e = f[7 * stride + k], g = f[8 * stride + k];
      varying<simt::float4> const dx = make_float4(a, b, c, 0.0f), dy = make_float4(d, e, g, 0.0f);
      out[k] = texCubemapGrad<float>(t, x, y, z, dx, dy);
    } else if (shape == 3) {
      varying<float> const d = f[6 * stride + k], e = f[7 * stride + k], g = f[8 * stride + k];
      varying<simt::float4> const dx = make_float4(a, b, c, 0.0f), dy = make_float4(d, e, g, 0.0f);
      out[k] = tex3DGrad<float>(t, x, y, z, dx, dy);
    } else if (shape == 2) {
      varying<simt::float2> const dx = make_float2(z, a), dy = make_float2(b, c);
      out[k] = tex2DGrad<float>(t, x, y, dx, dy);
    } else {
      out[k] = tex1DGrad<float>(t, x, z, b);
    }
  }
}

float by_thread(simt::texture_view const& v, int shape, std::vector<float> const& f) {
  if (shape == 1) return simt::tex1DGrad<float>(v, f[0], f[2], f[4]);
  if (shape == 2)
    return simt::tex2DGrad<float>(v, f[0], f[1], simt::float2{f[2], f[3]},
                                  simt::float2{f[4], f[5]});
  simt::float4 const dx{f[3], f[4], f[5], 0}, dy{f[6], f[7], f[8], 0};
  return shape == 3 ? simt::tex3DGrad<float>(v, f[0], f[1], f[2], dx, dy)
                    : simt::texCubemapGrad<float>(v, f[0], f[1], f[2], dx, dy);
}

struct tally {
  int samples = 0;
  int equal = 0;
  float largest = 0;  // difference
};

/// Replays the records whose id begins with `prefix`.
tally replay(std::string const& prefix) {
  tally all;
  for (auto const& r : golden::read("gradients.tsv", prefix)) {
    auto const name = golden::split(r.id, '/');
    int const shape = name[0] == "line" ? 1 : name[0] == "plane" ? 2 : name[0] == "cube" ? 6 : 3;
    mipmap m(shape == 1   ? simt::texture_shape::one_d
             : shape == 2 ? simt::texture_shape::two_d
             : shape == 6 ? simt::texture_shape::cube
                          : simt::texture_shape::three_d,
             name[1] == "levels"   ? -1
             : name[1] == "column" ? 0
                                   : name[1].back() - '0');
    m.view.anisotropy = std::stoi(name[2]);
    if (name.size() > 3 && name[3] == "point") m.view.filter = simt::filter_mode::point;
    if (name.size() > 4 && name[4] == "base") {
      m.view.mip_filter = simt::filter_mode::point;
      m.view.max_level = 0;
    }
    auto const inputs = golden::split(r.inputs, ';');
    auto const outputs = golden::split(r.output, ';');
    std::size_t const n = inputs.size();
    std::vector<float> f(9 * n), lanes(n);
    std::vector<std::vector<float>> one(n);
    for (std::size_t k = 0; k < n; ++k) {
      for (auto const& word : golden::split(inputs[k], ','))
        one[k].push_back(golden::value<float>(static_cast<std::uint32_t>(golden::bits(word))));
      for (std::size_t j = 0; j < one[k].size(); ++j) f[j * n + k] = one[k][j];
    }
    auto const t = simt::make_texture(m.view);
    simt::launch_at<32>(by_lanes, simt::shape{static_cast<int>(n + 63) / 64, 64},
                        simt::texture_object{t}, f.data(), lanes.data(), shape, static_cast<int>(n),
                        static_cast<int>(n));
    simt::drop_texture(t);
    for (std::size_t k = 0; k < n; ++k) {
      float const want = golden::value<float>(static_cast<std::uint32_t>(golden::bits(outputs[k])));
      float const thread = by_thread(m.view, shape, one[k]);
      float const off = std::abs(lanes[k] - want);
      if (!(std::abs(thread - lanes[k]) <= 1e-6f) || !(off <= 6 / 256.0f)) {
        CAPTURE(r.id);
        CAPTURE(inputs[k]);
        CAPTURE(want);
        CHECK(std::abs(thread - lanes[k]) <= 1e-6f);
        CHECK(off <= 6 / 256.0f);
      }
      ++all.samples;
      all.equal += lanes[k] == want ? 1 : 0;
      all.largest = std::max(all.largest, off);
    }
  }
  return all;
}

}  // namespace

TEST_CASE("[TEXO-011] [TEXO-015] gradients of planes and volumes choose an H100's level") {
  for (char const* prefix : {"plane/levels/0", "volume/levels/0", "line/levels/0"}) {
    auto const t = replay(prefix);
    CAPTURE(prefix);
    CHECK(t.samples > 0);
    CHECK(t.equal >= t.samples / 2);
    CHECK(t.largest <= 2 / 256.0f);
  }
}

TEST_CASE("gradients of cubes are ways on the faces, over their edges") {
  auto const t = replay("cube/levels/0");
  CHECK(t.samples > 0);
  CHECK(t.equal >= t.samples * 6 / 10);
  CHECK(t.largest <= 2 / 256.0f);
}

TEST_CASE("anisotropic filtering takes the level of the width and blends in a narrower band") {
  for (char const* shape : {"plane", "volume", "line", "cube"})
    for (char const* most : {"2", "4", "6", "10", "16"}) {
      auto const t = replay(std::string(shape) + "/levels/" + most);
      CHECK(t.equal >= t.samples * 6 / 10);
    }
}

TEST_CASE("anisotropic filtering reads a texel of a level beside the other along the length") {
  for (char const* level : {"", "0", "1", "2"}) {
    auto const t = replay("plane/column" + std::string(level) + "/");
    CAPTURE(level);
    CHECK(t.samples > 0);
    CHECK(t.largest <= 1.5f / 256);
  }
}
