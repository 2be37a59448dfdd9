#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/cuda_runtime_api.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "golden.hpp"

/// The textures of golden/tex.tsv, made anew, and what was asked of them.
namespace recorded {

struct texel_format {
  char const* name;
  cudaChannelFormatKind kind;
  int bits;
  int channels;
  bool normalized;  // read as floats
  [[nodiscard]] std::size_t bytes() const { return static_cast<std::size_t>(bits / 8 * channels); }
  [[nodiscard]] cudaChannelFormatDesc desc() const {
    return cudaCreateChannelDesc(bits, channels > 1 ? bits : 0, channels > 2 ? bits : 0,
                                 channels > 3 ? bits : 0, kind);
  }
  /// True if a float is read, whatever the texels are.
  [[nodiscard]] bool floating() const { return kind == cudaChannelFormatKindFloat || normalized; }
};

inline texel_format format(std::string const& name) {
  constexpr auto f = cudaChannelFormatKindFloat;
  constexpr auto s = cudaChannelFormatKindSigned;
  constexpr auto u = cudaChannelFormatKindUnsigned;
  static constexpr texel_format all[] = {
      {"float", f, 32, 1, false},  {"float2", f, 32, 2, false}, {"float4", f, 32, 4, false},
      {"uchar4n", u, 8, 4, true},  {"short2n", s, 16, 2, true}, {"int", s, 32, 1, false},
      {"ucharn", u, 8, 1, true},   {"scharn", s, 8, 1, true},   {"ushortn", u, 16, 1, true},
      {"shortn", s, 16, 1, true},  {"half", f, 16, 1, false},   {"half4", f, 16, 4, false},
      {"uint", u, 32, 1, false},   {"int4", s, 32, 4, false},   {"uint2", u, 32, 2, false},
      {"uchar", u, 8, 1, false},   {"uchar4", u, 8, 4, false},  {"schar", s, 8, 1, false},
      {"short2", s, 16, 2, false}, {"ushort", u, 16, 1, false}};
  for (auto const& one : all)
    if (name == one.name) return one;
  throw std::runtime_error("no format " + name);
}

struct texels {
  texel_format fmt;
  int width = 0;
  int height = 0;
  int depth = 0;
  std::vector<unsigned char> bytes;
};

/// The lines `_texels/NAME`.
inline std::map<std::string, texels> const& all_texels() {
  static std::map<std::string, texels> const all = [] {
    std::map<std::string, texels> out;
    std::ifstream in(golden::path("tex.tsv"));
    if (!in) throw std::runtime_error("cannot read " + golden::path("tex.tsv"));
    for (std::string line; std::getline(in, line);) {
      if (line.compare(0, 8, "_texels/") != 0) continue;
      auto const parts = golden::split(line, '\t');
      texels t;
      std::string name;
      for (auto const& word : golden::split(parts[1], ',')) {
        auto const value = word.substr(word.find('=') + 1);
        if (word[0] == 'f') t.fmt = format(value);
        if (word[0] == 'w') t.width = std::stoi(value);
        if (word[0] == 'h') t.height = std::stoi(value);
        if (word[0] == 'd') t.depth = std::stoi(value);
      }
      for (auto const& texel : golden::split(parts[2], ';'))
        for (auto const& channel : golden::split(texel, ',')) {
          std::uint64_t const b = golden::bits(channel);
          for (int i = 0; i < t.fmt.bits; i += 8)
            t.bytes.push_back(static_cast<unsigned char>(b >> i));
        }
      out.emplace(parts[0].substr(8), std::move(t));
    }
    return out;
  }();
  return all;
}
inline texels const& texels_of(std::string const& name) {
  auto const at = all_texels().find(name);
  if (at == all_texels().end()) throw std::runtime_error("no texels " + name);
  return at->second;
}

inline void need(cudaError_t e, char const* call) {
  if (e != cudaSuccess) throw std::runtime_error(std::string(call) + ": " + cudaGetErrorName(e));
}

inline void copy_to(cudaArray_t array, texels const& t) {
  cudaMemcpy3DParms p{};
  p.srcPtr = make_cudaPitchedPtr(
      const_cast<unsigned char*>(t.bytes.data()), static_cast<std::size_t>(t.width) * t.fmt.bytes(),
      static_cast<std::size_t>(t.width), static_cast<std::size_t>(t.height));
  p.dstArray = array;
  p.extent = make_cudaExtent(static_cast<std::size_t>(t.width), static_cast<std::size_t>(t.height),
                             static_cast<std::size_t>(t.depth));
  p.kind = cudaMemcpyHostToDevice;
  need(cudaMemcpy3D(&p), "cudaMemcpy3D");
}
inline void copy_from(cudaArray_t array, texels& t) {
  cudaMemcpy3DParms p{};
  p.dstPtr =
      make_cudaPitchedPtr(t.bytes.data(), static_cast<std::size_t>(t.width) * t.fmt.bytes(),
                          static_cast<std::size_t>(t.width), static_cast<std::size_t>(t.height));
  p.srcArray = array;
  p.extent = make_cudaExtent(static_cast<std::size_t>(t.width), static_cast<std::size_t>(t.height),
                             static_cast<std::size_t>(t.depth));
  p.kind = cudaMemcpyDeviceToHost;
  need(cudaMemcpy3D(&p), "cudaMemcpy3D");
}

/// Dimensions of the array behind a texture or surface called `shape`.
inline void extent_of(std::string_view shape, int w, int h, int d, cudaExtent& e, unsigned& flags) {
  auto const has = [&](char const* part) { return shape.find(part) != std::string_view::npos; };
  bool const layered = has("ayered");
  bool const cube = has("ube");
  bool const flat = has("1d") || has("1D");
  bool const deep = layered || cube || has("3d") || has("3D");
  e = make_cudaExtent(static_cast<std::size_t>(w), flat ? 0 : static_cast<std::size_t>(h),
                      deep ? static_cast<std::size_t>(d) : 0);
  flags = (layered ? cudaArrayLayered : 0u) | (cube ? cudaArrayCubemap : 0u);
}

/// Memory with recorded texels, and how a texture names it.
class resource {
 public:
  /// `name`: what stands between `tex/` and the format, then the format; for mipmaps the name
  /// alone.
  explicit resource(std::string const& name) {
    if (name.compare(0, 3, "mip") == 0) {
      make_mipmap(name);
      return;
    }
    texels const& t = texels_of(name);
    if (name.compare(0, 7, "linear/") == 0 || name.compare(0, 6, "table/") == 0) {
      need(cudaMalloc(&memory_, t.bytes.size()), "cudaMalloc");
      need(cudaMemcpy(memory_, t.bytes.data(), t.bytes.size(), cudaMemcpyHostToDevice), "copy");
      desc_.resType = cudaResourceTypeLinear;
      desc_.res.linear.devPtr = memory_;
      desc_.res.linear.desc = t.fmt.desc();
      desc_.res.linear.sizeInBytes = t.bytes.size();
    } else if (name.compare(0, 7, "2dpitch") == 0) {
      std::size_t pitch = 0;
      std::size_t const row = static_cast<std::size_t>(t.width) * t.fmt.bytes();
      need(cudaMallocPitch(&memory_, &pitch, row, static_cast<std::size_t>(t.height)), "pitch");
      need(cudaMemcpy2D(memory_, pitch, t.bytes.data(), row, row,
                        static_cast<std::size_t>(t.height), cudaMemcpyHostToDevice),
           "cudaMemcpy2D");
      desc_.resType = cudaResourceTypePitch2D;
      desc_.res.pitch2D.devPtr = memory_;
      desc_.res.pitch2D.desc = t.fmt.desc();
      desc_.res.pitch2D.width = static_cast<std::size_t>(t.width);
      desc_.res.pitch2D.height = static_cast<std::size_t>(t.height);
      desc_.res.pitch2D.pitchInBytes = pitch;
    } else {
      cudaExtent e;
      unsigned flags = 0;
      extent_of(name, t.width, t.height, t.depth, e, flags);
      if (name.compare(0, 6, "gather") == 0) flags |= cudaArrayTextureGather;
      if (name.compare(0, 4, "surf") == 0) flags |= cudaArraySurfaceLoadStore;
      auto const d = t.fmt.desc();
      need(cudaMalloc3DArray(&array_, &d, e, flags), "cudaMalloc3DArray");
      copy_to(array_, t);
      desc_.resType = cudaResourceTypeArray;
      desc_.res.array.array = array_;
    }
  }
  resource(resource const&) = delete;
  resource& operator=(resource const&) = delete;
  ~resource() {
    if (array_ != nullptr) (void)cudaFreeArray(array_);
    if (mipmap_ != nullptr) (void)cudaFreeMipmappedArray(mipmap_);
    if (memory_ != nullptr) (void)cudaFree(memory_);
  }

  [[nodiscard]] cudaResourceDesc const& desc() const { return desc_; }
  [[nodiscard]] cudaArray_t array() const { return array_; }

 private:
  void make_mipmap(std::string const& name) {
    unsigned levels = 0;
    while (all_texels().count(name + "/level" + std::to_string(levels)) != 0) ++levels;
    texels const& t = texels_of(name + "/level0");
    cudaExtent e;
    unsigned flags = 0;
    extent_of(name, t.width, t.height, t.depth, e, flags);
    auto const d = t.fmt.desc();
    need(cudaMallocMipmappedArray(&mipmap_, &d, e, levels, flags), "cudaMallocMipmappedArray");
    for (unsigned i = 0; i < levels; ++i) {
      cudaArray_t level = nullptr;
      need(cudaGetMipmappedArrayLevel(&level, mipmap_, i), "cudaGetMipmappedArrayLevel");
      copy_to(level, texels_of(name + "/level" + std::to_string(i)));
    }
    desc_.resType = cudaResourceTypeMipmappedArray;
    desc_.res.mipmap.mipmap = mipmap_;
  }

  cudaResourceDesc desc_{};
  cudaArray_t array_ = nullptr;
  cudaMipmappedArray_t mipmap_ = nullptr;
  void* memory_ = nullptr;
};

/// The functions that were called, and the letters of their inputs: x y z position, i index or
/// layer, l level of detail, a b c dPdx, d e f dPdy.
enum class fn {
  tex1Dfetch,
  tex1D,
  tex2D,
  tex3D,
  tex1DLayered,
  tex2DLayered,
  texCubemap,
  texCubemapLayered,
  tex1DLod,
  tex2DLod,
  tex3DLod,
  tex1DLayeredLod,
  tex2DLayeredLod,
  texCubemapLod,
  texCubemapLayeredLod,
  tex1DGrad,
  tex2DGrad,
  tex3DGrad,
  tex1DLayeredGrad,
  tex2DLayeredGrad,
  texCubemapGrad,
  texCubemapLayeredGrad,
  tex2Dgather
};
inline char const* fields(fn f) {
  static constexpr char const* all[] = {
      "i",      "x",         "xy",   "xyz",     "xi",        "xyi",        "xyz",   "xyzi",
      "xl",     "xyl",       "xyzl", "xil",     "xyil",      "xyzl",       "xyzil", "xad",
      "xyabde", "xyzabcdef", "xiad", "xyiabde", "xyzabcdef", "xyziabcdef", "xy"};
  return all[static_cast<std::size_t>(f)];
}

/// One sample: 0 to 2 position, 3 level of detail, 4 to 6 dPdx, 8 to 10 dPdy.
struct coordinates {
  float f[12] = {};
  int i = 0;
};
inline coordinates coordinates_of(fn function, std::string const& text) {
  coordinates c;
  auto const values = golden::split(text, ',');
  char const* letters = fields(function);
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (letters[k] == 'i') {
      c.i = std::stoi(values[k]);
      continue;
    }
    static constexpr std::string_view order = "xyzlabc.def";
    c.f[order.find(letters[k])] = golden::value<float>(golden::bits(values[k]));
  }
  return c;
}

/// How one group of lines samples.
struct texture_case {
  std::string group;     // the id without its last part
  std::string resource;  // a name for class resource
  texel_format fmt{};
  fn function{};
  int component = 0;  // of tex2Dgather
  cudaTextureDesc desc{};
};

inline cudaTextureAddressMode address(std::string const& name) {
  return name == "wrap"     ? cudaAddressModeWrap
         : name == "clamp"  ? cudaAddressModeClamp
         : name == "mirror" ? cudaAddressModeMirror
                            : cudaAddressModeBorder;
}
inline fn function_of(std::string const& shape, std::string const& how) {
  auto const has = [&](char const* part) { return shape.find(part) != std::string::npos; };
  bool const layered = has("layered");
  int const kind = has("cube") ? (layered ? 6 : 5)
                   : layered   ? (has("1d") ? 3 : 4)
                               : (has("1d")   ? 0
                                  : has("3d") ? 2
                                              : 1);
  if (how == "plain" || how.empty()) return static_cast<fn>(1 + kind);
  return static_cast<fn>((how == "lod" ? 8 : 15) + kind);
}

inline texture_case case_of(std::string const& id) {
  texture_case c;
  c.group = id.substr(0, id.rfind('/'));
  auto const p = golden::split(c.group, '/');
  auto const filter = [](std::string const& name) {
    return name == "linear" ? cudaFilterModeLinear : cudaFilterModePoint;
  };
  cudaTextureDesc& d = c.desc;
  auto const all_axes = [&](std::string const& name) {
    for (auto& mode : d.addressMode) mode = address(name);
  };
  auto const set_up = [&](std::size_t at) {  // FILTER/ADDRESS/NORM
    d.filterMode = filter(p[at]);
    all_axes(p[at + 1]);
    d.normalizedCoords = p[at + 2] == "norm" ? 1 : 0;
  };
  all_axes("clamp");
  if (p[0] == "surf") {  // then_texture
    c.fmt = format("float");
    c.function = fn::tex2D;
    d.filterMode = cudaFilterModeLinear;
    return c;
  }
  std::string const& shape = p[1];
  if (shape == "srgb_table") {
    c.resource = shape;
    c.fmt = format("uchar4n");
    c.function = fn::tex2D;
    d.sRGB = 1;
  } else if (shape == "1dfetch" || shape == "1dfetch_modes" || shape == "table") {
    c.resource = (shape == "table" ? "table/" : "linear/") + p[2];
    c.fmt = format(p[2]);
    c.function = fn::tex1Dfetch;
    if (shape == "1dfetch_modes") set_up(3);
  } else if (shape == "gather") {
    c.resource = shape + "/" + p[2];
    c.fmt = format(p[2]);
    c.function = fn::tex2Dgather;
    c.component = p[3].back() - '0';
    set_up(4);
  } else if (shape.compare(0, 3, "mip") == 0) {
    c.resource = shape;
    c.fmt = format("float");
    c.function = shape.find("2d") != std::string::npos && p[2] == "plain"
                     ? fn::tex2D
                     : function_of(shape, p[2]);
    d.normalizedCoords = 1;
    auto const how = golden::split(p[3], '_');
    d.filterMode = filter(how[0]);
    d.mipmapFilterMode = filter(how[1].substr(3));
    d.maxMipmapLevelClamp = 100;
    auto const numbers = [&](std::string const& text) {
      if (std::sscanf(text.c_str(), "bias%f_min%f_max%f", &d.mipmapLevelBias,
                      &d.minMipmapLevelClamp, &d.maxMipmapLevelClamp) != 3)
        throw std::runtime_error("cannot read " + text);
    };
    if (p[2] == "plain") {
      all_axes(p[4]);
    } else if (p[2] == "lod") {
      numbers(p[4]);
    } else {
      d.maxAnisotropy = p[4] == "aniso4" && p.size() == 5 ? 4 : 0;  // else it was recorded without
      if (p.size() > 5) {
        all_axes("wrap");
        numbers(p[5].substr(5));
      }
    }
  } else {
    c.resource = shape + "/" + p[2];
    c.fmt = format(p[2]);
    c.function = function_of(shape, "");
    if (p[3] == "plain" || p[3] == "seamless") {
      d.seamlessCubemap = p[3] == "seamless" ? 1 : 0;
      set_up(4);
    } else if (p[3] == "border_colour") {
      set_up(4);
      for (int i = 0; i < 4; ++i) d.borderColor[i] = 0.25f * static_cast<float>(i + 1);
    } else if (p[3] == "mixed") {
      d.filterMode = cudaFilterModeLinear;
      all_axes("wrap");
      d.normalizedCoords = 1;
      auto const modes = golden::split(p[4], '_');
      d.addressMode[0] = address(modes[0]);
      d.addressMode[1] = address(modes[1]);
    } else if (p[3] == "srgb") {
      set_up(4);
      d.sRGB = 1;
    } else {
      set_up(3);
    }
  }
  if (c.fmt.normalized) d.readMode = cudaReadModeNormalizedFloat;
  return c;
}

/// The textures of cases, made once each; freed at the end.
class textures {
 public:
  textures() = default;
  textures(textures const&) = delete;
  textures& operator=(textures const&) = delete;
  ~textures() {
    if (object_ != 0) (void)cudaDestroyTextureObject(object_);
  }
  /// The texture of a case, until the next call.
  cudaTextureObject_t object(texture_case const& c) {
    if (c.group == group_) return object_;
    if (object_ != 0) (void)cudaDestroyTextureObject(object_);
    object_ = 0;
    auto& r = resources_[c.resource];
    if (!r) r = std::make_unique<resource>(c.resource);
    need(cudaCreateTextureObject(&object_, &r->desc(), &c.desc, nullptr), c.group.c_str());
    group_ = c.group;
    return object_;
  }

 private:
  std::map<std::string, std::unique_ptr<resource>> resources_;
  std::string group_;
  cudaTextureObject_t object_ = 0;
};

}  // namespace recorded
