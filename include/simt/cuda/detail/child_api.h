#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/api_common.h>
#include <simt/cuda/driver_types.h>

#include <cstddef>

inline namespace SIMT_CUDA_ABI {

/// Gives room for the parameters of a kernel that device code is to launch.
/// - CUDA:    cudaGetParameterBuffer in device code
/// - Shape:   aligned to 64 bytes, whatever `alignment` says; 4096 bytes at most, and as many where no
///            size is given. Each parameter lies at the next multiple of its alignment, which is the
///            size of numbers and pointers
/// - Errors:  null, and the thread's last error: invalid_value for more, memory_allocation;
///            not_permitted in host code
/// - Source:  CUDA C Programming Guide 8.0, C.3.2.1.2 (cudaGetParameterBuffer), C.3.2.2
void* cudaGetParameterBuffer(std::size_t alignment, std::size_t size);
cudaError_t cudaGetParameterBuffer(void** buffer);

/// Launches a kernel from device code, by its address, with such parameters; null: it takes none.
/// - CUDA:    cudaLaunchDevice in device code; the buffer is the launch's from then on
/// - Needs:   function is `(void*)kernel`, written within the call: by that the .cu step makes its
///            parameters known
/// - Errors:  those of <<<>>>; invalid_value for no such buffer; invalid_device_function for null,
///            invalid_resource_handle for an address that is no kernel's; not_permitted in host code
/// - Source:  CUDA C Programming Guide 8.0, C.3.1.7.1 (Launch Setup APIs), C.3.2.1.1
cudaError_t cudaLaunchDevice(void* function, void* parameters, simt::dim3 grid, simt::dim3 block,
                             unsigned shared = 0, cudaStream_t stream = nullptr);

}  // namespace SIMT_CUDA_ABI

#if !SIMT_RUNTIME_IN_LIBRARY
#include <simt/cuda/detail/child_api-inl.h>
#endif
