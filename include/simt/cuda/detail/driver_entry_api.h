#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/api_common.h>
#include <simt/cuda/detail/error_api.h>
#include <simt/cuda/detail/unsupported_api.h>

#include <type_traits>

// The driver API's functions by their names. Only programs that include <cuda.h> have them; the
// others are spared its cost.
namespace simt::inline SIMT_ABI::cuda::detail {

/// Holds what is asked for: a name, as that version of CUDA has it.
struct entry_query {
  char const* name;
  unsigned version;
};
cudaError_t keep_error(cudaError_t e);

/// Stands where <cuda.h> is not included, which has a function of this name for entry_query itself.
template <class Query>
SIMT_DETAIL_ONLY_REFUSES("cudaGetDriverEntryPoint", "finds the functions of <cuda.h>: include it")
void* find_entry(Query const&) {
  (void)unsupported_call("cudaGetDriverEntryPoint without #include <cuda.h>");
  return nullptr;
}

// Static, as units with and without <cuda.h> differ here.
template <class Query>
static cudaError_t get_entry(Query const& query, void** function, unsigned long long flags,
                             cudaDriverEntryPointQueryResult* status) {
  constexpr unsigned long long own =
      SIMT_PER_THREAD_DEFAULT_STREAM ? cudaEnablePerThreadDefaultStream : cudaEnableLegacyStream;
  if (query.name == nullptr || *query.name == 0 || function == nullptr ||
      flags > cudaEnablePerThreadDefaultStream)
    return keep_error(cudaErrorInvalidValue);
  if (flags != cudaEnableDefault && flags != own) return keep_error(cudaErrorNotSupported);
  *function = find_entry(query);
  if (status != nullptr)
    *status =
        *function != nullptr ? cudaDriverEntryPointSuccess : cudaDriverEntryPointSymbolNotFound;
  return *function != nullptr || status != nullptr ? cudaSuccess
                                                   : keep_error(cudaErrorSymbolNotFound);
}

}  // namespace simt::inline SIMT_ABI::cuda::detail

inline namespace SIMT_CUDA_ABI {

/// Finds a function of the driver API by its name.
/// - Needs:   <cuda.h> included in the same file
/// - Errors:  cudaErrorInvalidValue; cudaErrorNotSupported for the other default stream than this
///            file's; cudaErrorSymbolNotFound where nobody asks for the status
/// - Differs: a function is found for each version of CUDA
template <class C>
requires std::is_same_v<C, char>
static cudaError_t cudaGetDriverEntryPoint(C const* symbol, void** function,
                                           unsigned long long flags,
                                           cudaDriverEntryPointQueryResult* status = nullptr) {
  return simt::cuda::detail::get_entry(simt::cuda::detail::entry_query{symbol, 13000}, function,
                                       flags, status);
}
template <class C>
requires std::is_same_v<C, char>
static cudaError_t cudaGetDriverEntryPointByVersion(
    C const* symbol, void** function, unsigned version, unsigned long long flags,
    cudaDriverEntryPointQueryResult* status = nullptr) {
  return simt::cuda::detail::get_entry(simt::cuda::detail::entry_query{symbol, version}, function,
                                       flags, status);
}

}  // namespace SIMT_CUDA_ABI

#if !SIMT_RUNTIME_IN_LIBRARY
#include <simt/cuda/detail/driver_entry_api-inl.h>
#endif
