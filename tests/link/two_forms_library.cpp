// SPDX-License-Identifier: MIT
#include "two_forms.hpp"

namespace library_form {
namespace {
void kernel(int* out, int value) { out[simt::cuda::threadIdx.x] = value; }
}  // namespace

bool is_in_library() { return SIMT_RUNTIME_IN_LIBRARY == 1; }
cudaStream_t make_stream() {
  cudaStream_t s = nullptr;
  return cudaStreamCreate(&s) == cudaSuccess ? s : nullptr;
}
bool take(cudaStream_t stream) {
  return cudaStreamSynchronize(stream) == cudaSuccess && cudaStreamDestroy(stream) == cudaSuccess;
}
void fail() { static_cast<void>(cudaSetDevice(-1)); }
void* allocate(std::size_t bytes) {
  void* p = nullptr;
  return cudaMalloc(&p, bytes) == cudaSuccess ? p : nullptr;
}
void* address_of_kernel() { return simt::cuda::kernel_address(&kernel); }
std::size_t heap_limit() {
  std::size_t bytes = 0;
  return cudaDeviceGetLimit(&bytes, cudaLimitMallocHeapSize) == cudaSuccess ? bytes : 0;
}
void* heap_object() { return new (simt::cuda::device_heap) on_the_heap; }

}  // namespace library_form
