#pragma once
// SPDX-License-Identifier: MIT

// CUDA's run-time compilation, by CUDA's names: a program's source text becomes a module for
// cuModuleLoadData, by the tool simt-cu and the C++ compiler, which must be there when the program
// runs. simt_cuda_nvrtc(TARGET) in CMake tells the program where they are; the environment says
// otherwise: SIMT_CU_TOOL, SIMT_NVRTC_CXX, SIMT_NVRTC_INCLUDE, SIMT_NVRTC_FLAGS.

#include <simt/cuda/detail/nvrtc_program.h>

inline namespace SIMT_ABI {

inline nvrtcResult nvrtcCreateProgram(nvrtcProgram* program, char const* source, char const* name,
                                      int count, char const* const* headers,
                                      char const* const* names) {
  if (program == nullptr || source == nullptr || count < 0 ||
      (count > 0 && (headers == nullptr || names == nullptr)))
    return NVRTC_ERROR_INVALID_INPUT;
  auto made = std::make_unique<_nvrtcProgram>();
  made->source = source;
  if (name != nullptr && *name != 0) made->name = simt::cuda::detail::file_name_of(name);
  for (int i = 0; i < count; ++i) made->headers.emplace_back(names[i], headers[i]);
  *program = made.release();
  return NVRTC_SUCCESS;
}
inline nvrtcResult nvrtcDestroyProgram(nvrtcProgram* program) {
  if (program == nullptr || *program == nullptr) return NVRTC_ERROR_INVALID_PROGRAM;
  delete *program;
  *program = nullptr;
  return NVRTC_SUCCESS;
}

/// Lets the program ask for a kernel by an expression, such as `fill<float>`.
/// - Errors:  NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION
inline nvrtcResult nvrtcAddNameExpression(nvrtcProgram program, char const* expression) {
  if (program == nullptr) return NVRTC_ERROR_INVALID_PROGRAM;
  if (expression == nullptr) return NVRTC_ERROR_INVALID_INPUT;
  if (program->is_compiled) return NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION;
  program->expressions.emplace_back(expression);
  return NVRTC_SUCCESS;
}
/// The name of what an expression says, for cuModuleGetFunction or cuModuleGetGlobal.
inline nvrtcResult nvrtcGetLoweredName(nvrtcProgram program, char const* expression,
                                       char const** name) {
  if (program == nullptr) return NVRTC_ERROR_INVALID_PROGRAM;
  if (expression == nullptr || name == nullptr) return NVRTC_ERROR_INVALID_INPUT;
  if (!program->is_compiled) return NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION;
  for (std::size_t i = 0; i < program->expressions.size(); ++i)
    if (program->expressions[i] == expression) {
      *name = program->lowered[i].c_str();
      return NVRTC_SUCCESS;
    }
  return NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
}

/// Compiles the program. Takes -I, -D, -U and --use_fast_math; what says how a GPU's code is made
/// is passed over.
/// - Errors:  NVRTC_ERROR_INVALID_OPTION; NVRTC_ERROR_COMPILATION, with a log that names lines;
///            NVRTC_ERROR_BUILTIN_OPERATION_FAILURE where the tool or the compiler is not there
inline nvrtcResult nvrtcCompileProgram(nvrtcProgram program, int count,
                                       char const* const* options) {
  if (program == nullptr) return NVRTC_ERROR_INVALID_PROGRAM;
  if (count < 0 || (count > 0 && options == nullptr)) return NVRTC_ERROR_INVALID_INPUT;
  try {
    return simt::cuda::detail::compile(*program, {options, options + count});
  } catch (std::bad_alloc const&) {
    return NVRTC_ERROR_OUT_OF_MEMORY;
  } catch (std::exception const& e) {
    program->log += e.what();
    return NVRTC_ERROR_INTERNAL_ERROR;
  }
}

inline nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram program, std::size_t* bytes) {
  if (program == nullptr) return NVRTC_ERROR_INVALID_PROGRAM;
  if (bytes == nullptr) return NVRTC_ERROR_INVALID_INPUT;
  *bytes = program->log.size() + 1;
  return NVRTC_SUCCESS;
}
inline nvrtcResult nvrtcGetProgramLog(nvrtcProgram program, char* log) {
  if (program == nullptr) return NVRTC_ERROR_INVALID_PROGRAM;
  if (log == nullptr) return NVRTC_ERROR_INVALID_INPUT;
  std::memcpy(log, program->log.c_str(), program->log.size() + 1);
  return NVRTC_SUCCESS;
}
/// The module, which cuModuleLoadData takes.
inline nvrtcResult nvrtcGetCUBINSize(nvrtcProgram program, std::size_t* bytes) {
  if (program == nullptr || program->image.empty()) return NVRTC_ERROR_INVALID_PROGRAM;
  if (bytes == nullptr) return NVRTC_ERROR_INVALID_INPUT;
  *bytes = program->image.size();
  return NVRTC_SUCCESS;
}
inline nvrtcResult nvrtcGetCUBIN(nvrtcProgram program, char* image) {
  if (program == nullptr || program->image.empty()) return NVRTC_ERROR_INVALID_PROGRAM;
  if (image == nullptr) return NVRTC_ERROR_INVALID_INPUT;
  std::memcpy(image, program->image.data(), program->image.size());
  return NVRTC_SUCCESS;
}
/// The same: there is no assembly language of a GPU's here.
inline nvrtcResult nvrtcGetPTXSize(nvrtcProgram program, std::size_t* bytes) {
  return nvrtcGetCUBINSize(program, bytes);
}
inline nvrtcResult nvrtcGetPTX(nvrtcProgram program, char* image) {
  return nvrtcGetCUBIN(program, image);
}

inline nvrtcResult nvrtcVersion(int* major, int* minor) {
  if (major == nullptr || minor == nullptr) return NVRTC_ERROR_INVALID_INPUT;
  *major = 13;
  *minor = 0;
  return NVRTC_SUCCESS;
}
inline nvrtcResult nvrtcGetNumSupportedArchs(int* count) {
  if (count == nullptr) return NVRTC_ERROR_INVALID_INPUT;
  *count = static_cast<int>(simt::detail::all_limits.size());
  return NVRTC_SUCCESS;
}
inline nvrtcResult nvrtcGetSupportedArchs(int* architectures) {
  if (architectures == nullptr) return NVRTC_ERROR_INVALID_INPUT;
  for (auto const& l : simt::detail::all_limits) *architectures++ = static_cast<int>(l.capability);
  return NVRTC_SUCCESS;
}

}  // namespace SIMT_ABI
