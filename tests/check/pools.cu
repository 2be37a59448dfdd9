// SPDX-License-Identifier: MIT
// Programs tell of their memory (nvtx3/nvToolsExtMem.h): pools with parts, permissions, names. Each case has one
// mistake or none.
// usage: pools          lists the cases: name, kind, block, thread (- where it does not matter)
//        pools CASE     runs one
// The line that a finding names ends in `// BUG case`.
#include "cases.hpp"
#include "device_array.hpp"

#include <cuda_runtime.h>
#include <nvtx3/nvToolsExtMem.h>
#include <nvtx3/nvToolsExtMemCudaRt.h>

#define LIST(X) \
  X(behind_part, memory, "0,0,0", "63,0,0") \
  X(part_given_back, memory, "0,0,0", "0,0,0") \
  X(pool_emptied, memory, "0,0,0", "0,0,0") \
  X(written_but_not_permitted, memory, "0,0,0", "0,0,0") \
  X(read_but_not_permitted, memory, "0,0,0", "0,0,0") \
  X(atomics_not_permitted, memory, "0,0,0", "0,0,0") \
  X(leaked_at_reset, api, "-", "-") \
  X(right_parts, none, "-", "-") \
  X(right_pool_ended, none, "-", "-") \
  X(right_permissions, none, "-", "-") \
  X(right_marked, none, "-", "-") \
  X(right_freed_before_reset, none, "-", "-")

__global__ void iota(unsigned char* v) {
  v[threadIdx.x] = threadIdx.x;  // BUG behind_part, part_given_back, pool_emptied
}
__global__ void look(unsigned const* v, unsigned* out) {
  *out = *v;  // BUG read_but_not_permitted
}
__global__ void set(unsigned* v) {
  *v = 1;  // BUG written_but_not_permitted
}
__global__ void add(unsigned* v) {
  atomicAdd(v, 1u);  // BUG atomics_not_permitted
}

nvtxDomainHandle_t const domain = nvtxDomainCreateA("pools");

struct pool : array_of<unsigned char> {
  nvtxMemHeapHandle_t heap;
  pool() : array_of(4096) {
    nvtxMemVirtualRangeDesc_t const range = {4096, p};
    nvtxMemHeapDesc_t d = {};
    d.extCompatID = NVTX_EXT_COMPATID_MEM;
    d.structSize = sizeof d;
    d.usage = NVTX_MEM_HEAP_USAGE_TYPE_SUB_ALLOCATOR;
    d.type = NVTX_MEM_TYPE_VIRTUAL_ADDRESS;
    d.typeSpecificDescSize = sizeof range;
    d.typeSpecificDesc = &range;
    heap = nvtxMemHeapRegister(domain, &d);
  }
  void add(void* at, std::size_t bytes) {
    nvtxMemVirtualRangeDesc_t const range = {bytes, at};
    nvtxMemRegionsRegisterBatch_t d = {};
    d.regionType = NVTX_MEM_TYPE_VIRTUAL_ADDRESS;
    d.heap = heap;
    d.regionCount = 1;
    d.regionDescElements = &range;
    nvtxMemRegionsRegister(domain, &d);
  }
  void resize(void* at, std::size_t bytes) {
    nvtxMemVirtualRangeDesc_t const range = {bytes, at};
    nvtxMemRegionsResizeBatch_t d = {};
    d.regionType = NVTX_MEM_TYPE_VIRTUAL_ADDRESS;
    d.regionDescCount = 1;
    d.regionDescElements = &range;
    nvtxMemRegionsResize(domain, &d);
  }
  void remove(void* at) {
    nvtxMemRegionRef_t ref;
    ref.pointer = at;
    nvtxMemRegionsUnregisterBatch_t d = {};
    d.refType = NVTX_MEM_REGION_REF_TYPE_POINTER;
    d.refCount = 1;
    d.refElements = &ref;
    nvtxMemRegionsUnregister(domain, &d);
  }
};
void behind_part() {
  pool p;
  p.add(p + 16, 63);
  iota<<<1, 64>>>(p + 16);
  cudaDeviceSynchronize();
}
void part_given_back() {
  pool p;
  p.add(p + 16, 63);
  p.remove(p + 16);
  iota<<<1, 1>>>(p + 16);
  cudaDeviceSynchronize();
}
void pool_emptied() {
  pool p;
  p.add(p + 16, 63);
  nvtxMemHeapReset(domain, p.heap);
  iota<<<1, 1>>>(p + 16);
  cudaDeviceSynchronize();
}
void right_parts() {
  pool p;
  p.add(p + 16, 63);
  p.add(p + 128, 64);
  iota<<<1, 63>>>(p + 16);
  cudaDeviceSynchronize();
  p.resize(p + 16, 64);
  iota<<<1, 64>>>(p + 16);
  cudaDeviceSynchronize();
  p.remove(p + 16);
  iota<<<1, 64>>>(p + 128);
  cudaDeviceSynchronize();
}
void right_pool_ended() {
  pool p;
  nvtxMemHeapUnregister(domain, p.heap);
  iota<<<1, 64>>>(p);
  cudaDeviceSynchronize();
}

void permit(void const* p, unsigned flags) {
  nvtxMemPermissionsAssignRegionDesc_t region = {};
  region.flags = flags;
  region.regionRefType = NVTX_MEM_REGION_REF_TYPE_POINTER;
  region.region.pointer = p;
  nvtxMemPermissionsAssignBatch_t d = {};
  d.permissions = nvtxMemCudaGetProcessWidePermissions(domain);
  d.regionCount = 1;
  d.regionElements = &region;
  nvtxMemPermissionsAssign(domain, &d);
}
void written_but_not_permitted() {
  array_of<unsigned> x(1);
  permit(x, NVTX_MEM_PERMISSIONS_REGION_FLAGS_READ);
  set<<<1, 1>>>(x);
  cudaDeviceSynchronize();
}
void read_but_not_permitted() {
  array_of<unsigned> x(1), out(1);
  permit(x, NVTX_MEM_PERMISSIONS_REGION_FLAGS_WRITE);
  look<<<1, 1>>>(x, out);
  cudaDeviceSynchronize();
}
void atomics_not_permitted() {
  array_of<unsigned> x(1);
  permit(x, NVTX_MEM_PERMISSIONS_REGION_FLAGS_READ | NVTX_MEM_PERMISSIONS_REGION_FLAGS_WRITE);
  add<<<1, 1>>>(x);
  cudaDeviceSynchronize();
}
void right_permissions() {
  array_of<unsigned> x(1), out(1);
  permit(x, NVTX_MEM_PERMISSIONS_REGION_FLAGS_READ);
  look<<<1, 1>>>(x, out);
  cudaDeviceSynchronize();
  permit(x, NVTX_MEM_PERMISSIONS_REGION_FLAGS_WRITE | NVTX_MEM_PERMISSIONS_REGION_FLAGS_ATOMIC);
  set<<<1, 1>>>(x);
  add<<<1, 1>>>(x);
  cudaDeviceSynchronize();
  permit(x, NVTX_MEM_PERMISSIONS_REGION_FLAGS_RESET);
  look<<<1, 1>>>(x, out);
  cudaDeviceSynchronize();
}

void right_marked() {
  array_of<unsigned> x(1, false), out(1);
  nvtxMemVirtualRangeDesc_t const range = {sizeof(unsigned), x.p};
  nvtxMemMarkInitializedBatch_t d = {};
  d.regionType = NVTX_MEM_TYPE_VIRTUAL_ADDRESS;
  d.regionDescCount = 1;
  d.regionDescElements = &range;
  nvtxMemCudaMarkInitialized(domain, nullptr, 0, &d);
  look<<<1, 1>>>(x, out);
  cudaDeviceSynchronize();
}

void leaked_at_reset() {
  void* p;
  cudaMalloc(&p, 1);  // BUG leaked_at_reset
  nvtxMemRegionNameDesc_t name = {};
  name.regionRefType = NVTX_MEM_REGION_REF_TYPE_POINTER;
  name.nameType = NVTX_MESSAGE_TYPE_ASCII;
  name.region.pointer = p;
  name.name.ascii = "My allocation";
  nvtxMemRegionsNameBatch_t d = {};
  d.regionCount = 1;
  d.regionElements = &name;
  nvtxMemRegionsName(domain, &d);
  cudaDeviceReset();
}
void right_freed_before_reset() {
  {
    array_of<int> x(4);
    cudaDeviceSynchronize();
  }
  cudaDeviceReset();
}

int main(int argc, char** argv) { run_case(argc, argv, {LIST(CASE)}); }
