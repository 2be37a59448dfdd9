// SPDX-License-Identifier: MIT
#include "preamble.hpp"

#include <algorithm>
#include <array>

namespace simt::cu {
namespace {

constexpr std::string_view opening =
    "#define __CUDACC__ 1\n"
    "#define __NVCC__ 1\n"
    "#define __CUDACC_VER_MAJOR__ 12\n"
    "#define __CUDACC_VER_MINOR__ 0\n"
    "#define __CUDACC_VER_BUILD__ 0\n";

/// Headers of CUDA's that <cuda_runtime.h> does not bring.
constexpr std::array<std::string_view, 14> further_headers{
    "cooperative_groups.h",
    "cooperative_groups/memcpy_async.h",
    "cooperative_groups/reduce.h",
    "cooperative_groups/scan.h",
    "cuComplex.h",
    "cuda.h",
    "cuda_bf16.h",
    "cuda_fp16.h",
    "cuda_fp8.h",
    "cuda_pipeline.h",
    "cuda_pipeline_primitives.h",
    "curand.h",
    "curand_kernel.h",
    "nvfunctional",
};

std::string_view macro_name(std::string_view definition) {
  return definition.substr(0, definition.find_first_of("=("));
}

/// Returns what stands behind a directive's name in a line; empty in other lines.
std::string_view behind_directive(std::string_view line, std::string_view directive) {
  auto const skip = [&] {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  };
  skip();
  if (!line.starts_with('#')) return {};
  line.remove_prefix(1);
  skip();
  if (!line.starts_with(directive)) return {};
  line.remove_prefix(directive.size());
  skip();
  return line;
}

/// A library that is a package of its own, whose headers' names begin alike.
struct package {
  std::string_view beginning;
  std::string_view probe;  // a header that only the package has
  std::string_view name;
  std::string_view debian;
};
constexpr std::array<package, 2> packages{
    package{"thrust/", "thrust/version.h", "Thrust", "libthrust-dev"},
    package{"cuda/", "cuda/std/version", "libcu++", "libcu++-dev"}};

/// Headers of a package that are here too.
bool is_also_here(std::string_view name) {
  return name == "cuda/functional" || name == "cuda/std/functional";
}

/// Says what is missing where a program includes a package.
std::string must_be_there(package const& p) {
  std::string out = "#if !__has_include(<";
  out.append(p.probe).append(">)\n#error \"this program uses ").append(p.name);
  out.append(", which is not installed (Debian: ").append(p.debian).append(")\"\n#endif\n");
  return out;
}

struct included_headers {
  /// The further headers that a file includes where macros of the program's own may be defined, or
  /// that a header of CUDA's includes.
  std::vector<std::string_view> behind_macros;
  std::array<bool, packages.size()> has_package{};
};

included_headers headers_of(std::string_view file, bool has_macros) {
  included_headers out;
  auto& behind = out.behind_macros;
  auto const bring = [&](std::string_view name) {
    if (std::find(behind.begin(), behind.end(), name) == behind.end()) behind.push_back(name);
  };
  bool const makes_generators = file.find("curandGenerator_t") != std::string_view::npos;
  while (!file.empty()) {
    std::string_view const line = file.substr(0, file.find('\n'));
    file.remove_prefix(std::min(line.size() + 1, file.size()));
    if (!behind_directive(line, "define").empty()) has_macros = true;
    std::string_view name = behind_directive(line, "include");
    if (name.empty() || (name[0] != '<' && name[0] != '"')) continue;
    name = name.substr(1, name.find_first_of(">\"", 1) - 1);
    for (std::size_t i = 0; i < packages.size(); ++i)
      out.has_package[i] |= name.starts_with(packages[i].beginning) && !is_also_here(name);
    // CUDA's header of the device functions brings the host's, which few programs want with them.
    if (name == "curand_kernel.h" && makes_generators) bring("curand.h");
    if (has_macros &&
        std::find(further_headers.begin(), further_headers.end(), name) != further_headers.end())
      bring(name);
  }
  return out;
}

}  // namespace

bool is_own_macro(std::string_view definition) {
  std::string_view const name = macro_name(definition);
  constexpr std::array<std::string_view, 7> others{"_",    "SIMT_",  "CUDA",   "NDEBUG",
                                                   "TBB_", "XSIMD_", "DOCTEST"};
  return !name.empty() &&
         std::none_of(others.begin(), others.end(),
                      [&](std::string_view other) { return name.starts_with(other); }) &&
         // (What a shell may have read otherwise stays as it is.)
         definition.find_first_of("\"'\\$`\n") == std::string_view::npos;
}

std::vector<std::string> without_own_macros(std::vector<std::string> const& command,
                                            std::vector<std::string> const& definitions) {
  auto const is_taken = [&](std::string const& definition) {
    return is_own_macro(definition) &&
           std::find(definitions.begin(), definitions.end(), definition) != definitions.end();
  };
  std::vector<std::string> out;
  for (std::size_t i = 0; i < command.size(); ++i) {
    if (command[i] == "-D" && i + 1 < command.size() && is_taken(command[i + 1]))
      ++i;
    else if (!command[i].starts_with("-D") || !is_taken(command[i].substr(2)))
      out.push_back(command[i]);
  }
  return out;
}

std::string preamble_of(std::string_view file, bool has_lanes,
                        std::vector<std::string> const& definitions,
                        std::function<std::string(std::string_view header)> const& rewritten,
                        std::vector<std::string_view> const& headers,
                        reference_types const& types) {
  std::string before;
  std::string behind_headers;
  for (std::string_view const d : definitions) {
    if (!is_own_macro(d)) continue;
    before.append("#undef ").append(macro_name(d)).append("\n");
    std::size_t const at = d.find('=');
    behind_headers.append("#define ").append(d.substr(0, at)).append(" ");
    behind_headers.append(at == std::string_view::npos ? "1" : d.substr(at + 1)).append("\n");
  }
  std::string out = std::string{opening} + before + "#include <cuda_runtime.h>\n";
  if (has_lanes) out += "#include <simt/cuda/lane.h>\n";
  if (types.has_textures()) out += "#include <cuda_texture_types.h>\n";
  if (types.has_surfaces()) out += "#include <cuda_surface_types.h>\n";
  included_headers included = headers_of(file, !before.empty());
  auto& behind = included.behind_macros;
  for (std::string_view const text : headers)
    for (std::string_view const name : headers_of(text, true).behind_macros)
      if (std::find(behind.begin(), behind.end(), name) == behind.end()) behind.push_back(name);
  for (std::size_t i = 0; i < packages.size(); ++i)
    if (included.has_package[i]) out += must_be_there(packages[i]);
  for (std::string_view const header : behind) {
    std::string const copy = rewritten ? rewritten(header) : std::string{};
    if (copy.empty())
      out.append("#include <").append(header).append(">\n");
    else
      out.append("#include \"").append(copy).append("\"\n");
  }
  return out + behind_headers;
}

}  // namespace simt::cu
