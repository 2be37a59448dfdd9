// SPDX-License-Identifier: MIT
#include "missing_library.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace simt::cu {

namespace {

// How names of headers begin, and whose they are.
constexpr auto header_libraries = std::to_array<std::pair<std::string_view, std::string_view>>(
    {{"cublas", "cuBLAS"},
     {"cudnn", "cuDNN"},
     {"cufft", "cuFFT"},
     {"cusolver", "cuSOLVER"},
     {"cusparse", "cuSPARSE"},
     {"cutensor", "cuTENSOR"},
     {"nccl", "NCCL"},
     {"npp", "NPP"},
     {"nvgraph", "nvGRAPH"},
     {"nvjpeg", "nvJPEG"},
     {"nvml", "NVML"},
     {"nvshmem", "NVSHMEM"},
     {"optix", "OptiX"},
     {"cub/", "CUB"},
     {"cuda/annotated_ptr", "libcu++"},
     {"cuda/atomic", "libcu++"},
     {"cuda/barrier", "libcu++"},
     {"cuda/functional", "libcu++"},
     {"cuda/latch", "libcu++"},
     {"cuda/memory_resource", "libcu++"},
     {"cuda/pipeline", "libcu++"},
     {"cuda/semaphore", "libcu++"},
     {"cuda/std/", "libcu++"},
     {"cute/", "CUTLASS"},
     {"cutlass/", "CUTLASS"},
     {"thrust/", "Thrust"}});

/// The header that a line says is not there.
std::string_view header_not_found(std::string_view line) {
  auto const error = line.find("fatal error: ");
  if (error == std::string_view::npos) return {};
  line.remove_prefix(error + 13);
  auto const gnu = line.find(": No such file or directory");
  if (gnu != std::string_view::npos) return line.substr(0, gnu);
  auto const clang = line.find("' file not found");
  return clang == std::string_view::npos || !line.starts_with('\'') ? std::string_view{}
                                                                    : line.substr(1, clang - 1);
}

}  // namespace

std::string_view missing_library(std::string_view header) {
  for (auto const& [beginning, library] : header_libraries)
    if (header.starts_with(beginning)) return library;
  return {};
}

std::vector<std::string> missing_libraries(std::vector<std::string> const& words) {
  std::vector<std::string> out;
  for (std::string const& line : words) {
    std::string_view const header = header_not_found(line);
    std::string_view const library = missing_library(header);
    if (library.empty()) continue;
    std::string sentence = "simt: " + std::string(header) + " belongs to " + std::string(library) +
                           ", which is no part of simt (CUDA's language, runtime and driver API, "
                           "cuRAND): the program has to bring it, or to do without";
    if (std::find(out.begin(), out.end(), sentence) == out.end())
      out.push_back(std::move(sentence));
  }
  return out;
}

}  // namespace simt::cu
