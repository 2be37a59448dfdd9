// SPDX-License-Identifier: MIT
// A unit whose headers hold CUDA's host runtime, and one that leaves it to the library, make one
// program with one runtime: what one makes the other knows.
#include "two_forms.hpp"

#include <cstdio>

namespace {

int failures = 0;
void expect(bool holds, char const* what) {
  if (holds) return;
  std::printf("not so: %s\n", what);
  ++failures;
}

}  // namespace

int main() {
  expect(SIMT_RUNTIME_IN_LIBRARY == 0, "this unit holds the runtime");
  expect(library_form::is_in_library(), "the other one does not");

  cudaStream_t const theirs = library_form::make_stream();
  expect(theirs != nullptr && cudaStreamQuery(theirs) == cudaSuccess, "a stream of theirs is one");
  expect(cudaStreamDestroy(theirs) == cudaSuccess, "and ends here");
  cudaStream_t ours = nullptr;
  expect(cudaStreamCreate(&ours) == cudaSuccess, "a stream of ours");
  expect(library_form::take(ours), "is one there");
  expect(cudaStreamQuery(ours) == cudaErrorInvalidResourceHandle, "and is known to be gone");

  library_form::fail();
  expect(cudaGetLastError() == cudaErrorInvalidDevice, "the thread's last error is one");

  void* const memory = library_form::allocate(256);
  cudaPointerAttributes a{};
  expect(cudaPointerGetAttributes(&a, memory) == cudaSuccess && a.type == cudaMemoryTypeDevice,
         "memory of theirs is the device's");

  int value = 42;
  void* out = memory;
  void* args[] = {&out, &value};
  expect(cudaLaunchKernel(library_form::address_of_kernel(), 1, 64, args) == cudaSuccess,
         "a kernel of theirs goes by its address");
  int all[64] = {};
  expect(cudaMemcpy(all, memory, sizeof all, cudaMemcpyDeviceToHost) == cudaSuccess, "a copy");
  expect(all[0] == 42 && all[63] == 42, "and has run");
  expect(cudaFree(memory) == cudaSuccess, "their memory is freed here");

  std::size_t limit = 0;
  expect(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20) == cudaSuccess &&
             cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize) == cudaSuccess &&
             limit >= 64 << 20,
         "a limit");
  expect(library_form::heap_limit() == limit, "holds there");
  void* const object = library_form::heap_object();
  expect(object != nullptr && simt::detail::forget_device_object(object),
         "what a kernel there has made counts here");
  ::operator delete(object);
  return failures;
}
