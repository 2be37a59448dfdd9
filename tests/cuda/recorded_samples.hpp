#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/cuda_runtime.h>
#include <simt/cuda/cuda_surface_types.h>
#include <simt/cuda/cuda_texture_types.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "support/recorded_textures.hpp"

// Replays golden/tex.tsv by thread kernels.

struct quad {
  std::uint32_t v[4] = {};
};

template <class T>
inline quad bits_of(T const& value) {
  quad q;
  if constexpr (requires { value.x; }) {
    using channel = decltype(value.x);
    for (std::size_t i = 0; i < sizeof(T) / sizeof(channel); ++i) {
      channel c;
      std::memcpy(&c, reinterpret_cast<char const*>(&value) + i * sizeof c, sizeof c);
      q.v[i] = bits_of(c).v[0];
    }
  } else if constexpr (std::is_floating_point_v<T>) {
    std::memcpy(q.v, &value, sizeof value);
  } else {
    q.v[0] = static_cast<std::uint32_t>(value);
  }
  return q;
}

/// The most by which texels of a case differ, of which a weight's last bit moves 1/256.
inline float spread(recorded::texture_case const& c) {
  float most = c.fmt.normalized ? 0.5f : 0;
  for (auto const& [name, t] : recorded::all_texels()) {
    if (c.fmt.normalized || name.compare(0, c.resource.size(), c.resource) != 0) continue;
    for (std::size_t i = 0; i < t.bytes.size(); i += static_cast<std::size_t>(t.fmt.bits) / 8) {
      float v = 0;
      if (t.fmt.bits == 32) {
        std::memcpy(&v, &t.bytes[i], sizeof v);
      } else {
        unsigned short h = 0;
        std::memcpy(&h, &t.bytes[i], sizeof h);
        v = std::ldexp(1.0f, (h >> 10 & 31) - 14);
      }
      most = std::max(most, std::fabs(v));
    }
  }
  return 2 * most;
}

struct tally {
  int compared = 0;
  int near = 0;  // not equal, but within the last bit of a weight
  int off = 0;
};

/// Takes every sample of the lines whose id begins with `prefix`. `sample` launches the kernel;
/// `differs` says whether a group may differ from the record by the last bit of a weight (1) or by
/// more (2).
template <class Sample, class Differs>
tally replay(std::string const& prefix, Sample const& sample, Differs const& differs) {
  tally all;
  recorded::textures made;
  for (auto const& r : golden::read("tex.tsv", prefix)) {
    auto const c = recorded::case_of(r.id);
    auto const inputs = golden::split(r.inputs, ';');
    auto const outputs = golden::split(r.output, ';');
    std::vector<recorded::coordinates> in;
    for (auto const& text : inputs) in.push_back(recorded::coordinates_of(c.function, text));
    std::vector<quad> out(inputs.size());
    CAPTURE(r.id);
    sample(c, made.object(c), in.data(), out.data(), static_cast<int>(inputs.size()));
    REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
    int const allowed = differs(c);
    float const unit = spread(c) / 256;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      auto const expected = golden::split(outputs[i], ',');
      bool exact = true;
      bool near = true;
      for (std::size_t k = 0; k < expected.size(); ++k) {
        auto const want = static_cast<std::uint32_t>(golden::bits(expected[k]));
        if (want == out[i].v[k]) continue;
        float const a = golden::value<float>(want);
        float const b = golden::value<float>(out[i].v[k]);
        if (c.fmt.floating() && std::isnan(a) && std::isnan(b)) continue;
        exact = false;
        near = near && c.fmt.floating() && std::fabs(a - b) <= unit;
      }
      ++all.compared;
      all.near += !exact && near ? 1 : 0;
      all.off += !near ? 1 : 0;
      if (exact || allowed == 2 || (near && allowed == 1)) continue;
      CAPTURE(inputs[i]);
      CAPTURE(outputs[i]);
      CAPTURE(out[i].v[0]);
      CHECK(exact);
    }
  }
  return all;
}
