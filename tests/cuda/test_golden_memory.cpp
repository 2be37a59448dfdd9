// SPDX-License-Identifier: MIT
// LABELS: golden

#include "runtime_matrix.hpp"

#include <cstdlib>

using namespace matrix;

namespace {

constinit int device_data[64] = {};

static void malloc_part() {
  void* p;
  const size_t huge = (size_t)1 << 50, all = ~(size_t)0;
  int on_stack = 0;
  void* from_malloc = malloc(256);
  {
    Case c("malloc/zero");
    p = kMark;
    DO(cudaMalloc(&p, 0));
    c.note("p=" + ptr_state(p, kMark));
    DO(cudaFree(p == kMark ? 0 : p));
  }
  {
    Case c("malloc/null_pointer");
    DO(cudaMalloc((void**)0, 16));
  }
  {
    Case c("malloc/huge_2^50");
    p = kMark;
    DO(cudaMalloc(&p, huge));
    c.note("p=" + ptr_state(p, kMark));
  }
  {
    Case c("malloc/huge_max");
    p = kMark;
    DO(cudaMalloc(&p, all));
    c.note("p=" + ptr_state(p, kMark));
  }
  {
    Case c("malloc/after_failure_succeeds_and_keeps_last_error");
    DO(cudaMalloc(&p, huge));
    DO(cudaMalloc(&p, 16));
    DO(cudaPeekAtLastError());
    DO(cudaFree(p));
    DO(cudaPeekAtLastError());
  }
  {
    Case c("free/null");
    DO(cudaFree(0));
  }
  {
    Case c("free/twice");
    DO(cudaMalloc(&p, 256));
    DO(cudaFree(p));
    DO(cudaFree(p));
  }
  {
    Case c("free/stack_pointer");
    DO(cudaFree(&on_stack));
  }
  {
    Case c("free/malloc_pointer");
    DO(cudaFree(from_malloc));
  }
  {
    Case c("free/interior");
    DO(cudaMalloc(&p, 1024));
    DO(cudaFree((char*)p + 4));
    DO(cudaFree((char*)p + 256));
    DO(cudaFree(p));
  }
  {
    Case c("free/wild");
    DO(cudaFree((void*)1));
    DO(cudaFree((void*)~(size_t)0));
  }
  {
    Case c("free/pinned");
    DO(cudaMallocHost(&p, 256));
    DO(cudaFree(p));
    DO(cudaFreeHost(p));
  }
  {
    Case c("free/managed");
    DO(cudaMallocManaged(&p, 256));
    DO(cudaFree(p));
    DO(cudaFree(p));
  }
  {
    Case c("free/device_symbol");
    DO(cudaGetSymbolAddress(&p, device_data));
    DO(cudaFree(p));
  }
  {
    Case c("freehost/null");
    DO(cudaFreeHost(0));
  }
  {
    Case c("freehost/twice");
    DO(cudaMallocHost(&p, 256));
    DO(cudaFreeHost(p));
    DO(cudaFreeHost(p));
  }
  {
    Case c("freehost/device");
    DO(cudaMalloc(&p, 256));
    DO(cudaFreeHost(p));
    DO(cudaFree(p));
  }
  {
    Case c("freehost/malloc_pointer");
    DO(cudaFreeHost(from_malloc));
  }
  {
    Case c("freehost/interior");
    DO(cudaMallocHost(&p, 4096));
    DO(cudaFreeHost((char*)p + 64));
    DO(cudaFreeHost(p));
  }
  {
    Case c("freehost/managed");
    DO(cudaMallocManaged(&p, 256));
    DO(cudaFreeHost(p));
    DO(cudaFree(p));
  }
  {
    Case c("memgetinfo");
    size_t a = 0, b = 0;
    DO(cudaMemGetInfo(&a, &b));
    c.note(strf("free_le_total=%d", a <= b && a > 0));
    DO(cudaMemGetInfo(0, &b));
    DO(cudaMemGetInfo(&a, 0));
    DO(cudaMemGetInfo(0, 0));
  }
  free(from_malloc);
}
static void host_memory() {
  void *p, *q;
  for (unsigned f : {0u, 1u, 2u, 3u, 4u, 5u, 6u, 7u, 8u, 16u, 0x80000000u}) {
    Case c(strf("hostalloc/flags_%u", f));
    p = kMark;
    DO(cudaHostAlloc(&p, 256, f));
    c.note("p=" + ptr_state(p, kMark));
    if (p && p != kMark) {
      unsigned g = 12345;
      DO(cudaHostGetFlags(&g, p));
      c.note(strf("flags=%u", g));
      DO(cudaHostGetDevicePointer(&q, p, 0));
      c.note(strf("same=%d", q == p));
      DO(cudaHostGetDevicePointer(&q, (char*)p + 8, 0));
      c.note(strf("interior_offset=%lld", (long long)((char*)q - (char*)p)));
      DO(cudaHostGetDevicePointer(&q, p, 1));
      DO(cudaFreeHost(p));
    }
  }
  {
    Case c("hostalloc/zero");
    p = kMark;
    DO(cudaHostAlloc(&p, 0, 0));
    c.note("p=" + ptr_state(p, kMark));
  }
  {
    Case c("hostalloc/null");
    DO(cudaHostAlloc((void**)0, 16, 0));
  }
  {
    Case c("hostalloc/huge");
    p = kMark;
    DO(cudaHostAlloc(&p, (size_t)1 << 50, 0));
    c.note("p=" + ptr_state(p, kMark));
  }
  {
    Case c("mallochost/zero");
    p = kMark;
    DO(cudaMallocHost(&p, 0));
    c.note("p=" + ptr_state(p, kMark));
  }
  char* m = (char*)aligned_alloc(4096, 16384);
  memset(m, 0, 16384);
  for (unsigned f : {0u, 1u, 2u, 3u, 4u, 8u, 16u, 32u}) {
    Case c(strf("hostregister/flags_%u", f));
    cudaError_t e = DO(cudaHostRegister(m, 4096, f));
    if (e == cudaSuccess) {
      unsigned g = 12345;
      DO(cudaHostGetFlags(&g, m));
      c.note(strf("flags=%u", g));
      DO(cudaHostGetDevicePointer(&q, m, 0));
      c.note(strf("same=%d", q == m));
      DO(cudaHostUnregister(m));
    }
  }
  {
    Case c("hostregister/twice");
    DO(cudaHostRegister(m, 4096, 0));
    DO(cudaHostRegister(m, 4096, 0));
    DO(cudaHostUnregister(m));
    DO(cudaHostUnregister(m));
  }
  {
    Case c("hostregister/overlap");
    DO(cudaHostRegister(m, 8192, 0));
    DO(cudaHostRegister(m + 4096, 8192, 0));
    DO(cudaHostUnregister(m + 4096));
    DO(cudaHostUnregister(m));
  }
  {
    Case c("hostregister/unaligned");
    DO(cudaHostRegister(m + 100, 1000, 0));
    DO(cudaHostUnregister(m + 100));
  }
  {
    Case c("hostregister/zero_size");
    DO(cudaHostRegister(m, 0, 0));
  }
  {
    Case c("hostregister/null");
    DO(cudaHostRegister(0, 4096, 0));
  }
  {
    Case c("hostregister/pinned_memory");
    DO(cudaMallocHost(&p, 4096));
    DO(cudaHostRegister(p, 4096, 0));
    DO(cudaHostUnregister(p));
    DO(cudaFreeHost(p));
  }
  {
    Case c("hostregister/device_memory");
    DO(cudaMalloc(&p, 4096));
    DO(cudaHostRegister(p, 4096, 0));
    DO(cudaFree(p));
  }
  {
    Case c("hostregister/freehost_of_registered");
    DO(cudaHostRegister(m, 4096, 0));
    DO(cudaFreeHost(m));
    DO(cudaHostUnregister(m));
  }
  {
    Case c("hostunregister/unregistered");
    DO(cudaHostUnregister(m));
    DO(cudaHostUnregister(0));
  }
  {
    Case c("hostgetdevicepointer/bad");
    q = kMark;
    DO(cudaHostGetDevicePointer(&q, m, 0));
    c.note("q=" + ptr_state(q, kMark));
    DO(cudaHostGetDevicePointer(&q, 0, 0));
    DO(cudaMalloc(&p, 16));
    DO(cudaHostGetDevicePointer(&q, p, 0));
    DO(cudaFree(p));
  }
  {
    Case c("hostgetflags/bad");
    unsigned g = 0;
    DO(cudaHostGetFlags(&g, m));
    DO(cudaHostGetFlags(&g, 0));
  }
  free(m);
}

}  // namespace

TEST_CASE("[MEM-001][MEM-002][MEM-019][ERR-001] allocations and frees answer as a GPU's") {
  malloc_part();
  finish({"malloc/", "free/", "freehost/", "memgetinfo"});
}

TEST_CASE(
    "[PIN-001][PIN-002][PIN-003][PIN-004][PIN-005][PIN-006] pinned memory answers as a GPU's") {
  host_memory();
  finish({"hostalloc/", "mallochost/", "hostregister/", "hostunregister/", "hostget"});
}
