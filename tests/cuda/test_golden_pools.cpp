// SPDX-License-Identifier: MIT
// LABELS: golden

#include "runtime_matrix.hpp"

#include <cstdlib>

using namespace matrix;

namespace {

constinit int device_data[64] = {};
constinit int managed_data[4] = {};

static void attrs(Case& c, const char* what, const void* p) {
  cudaPointerAttributes a;
  memset(&a, 0xEE, sizeof a);
  c.call((std::string("cudaPointerGetAttributes(&a, ") + what + ")"),
         cudaPointerGetAttributes(&a, p));
  auto rel = [p](const void* q) {
    return std::string(q == 0 ? "null" : q == p ? "same" : "other");
  };
  c.note(strf("type=%d device=%d", (int)a.type, a.device) +
         " devicePointer=" + rel(a.devicePointer) + " hostPointer=" + rel(a.hostPointer));
}
static void pointer_part() {
  char *dev, *pin, *man, *reg = (char*)aligned_alloc(4096, 8192), *wc;
  static int global_host;
  void* sym;
  (void)cudaMalloc((void**)&dev, 1024);
  (void)cudaMallocHost((void**)&pin, 4096);
  (void)cudaMallocManaged((void**)&man, 4096);
  (void)cudaHostRegister(reg, 4096, 0);
  (void)cudaHostAlloc((void**)&wc, 4096, cudaHostAllocWriteCombined | cudaHostAllocMapped);
  (void)cudaGetSymbolAddress(&sym, device_data);
  struct {
    const char* n;
    const void* p;
  } t[] = {{"device", dev},
           {"device_interior", dev + 100},
           {"device_last_byte", dev + 1023},
           {"pinned", pin},
           {"pinned_interior", pin + 100},
           {"managed", man},
           {"managed_interior", man + 100},
           {"registered", reg},
           {"registered_interior", reg + 77},
           {"same_allocation_not_registered", reg + 4096},
           {"write_combined", wc},
           {"device_symbol", sym},
           {"host_global", &global_host},
           {"host_stack", t},
           {"null", 0},
           {"wild_1", (void*)1},
           {"function", (const void*)&malloc}};
  for (auto& x : t) {
    Case c(std::string("pointer/") + x.n);
    attrs(c, x.n, x.p);
  }
  {
    Case c("pointer/device_one_past_end");
    attrs(c, "dev + 1024", dev + 1024);
  }
  (void)cudaFree(dev);
  (void)cudaFreeHost(pin);
  (void)cudaFree(man);
  (void)cudaHostUnregister(reg);
  {
    Case c("pointer/freed");
    attrs(c, "freed device", dev);
    attrs(c, "freed pinned", pin);
    attrs(c, "freed managed", man);
    attrs(c, "unregistered", reg);
  }
  {
    Case c("pointer/null_attributes");
    DO(cudaPointerGetAttributes(0, wc));
  }
  free(reg);
}
static void async_memory_part() {
  void *p = 0, *q = 0;
  cudaStream_t s;
  (void)cudaStreamCreate(&s);
  int on_stack = 0;
  {
    Case c("mallocasync/basic");
    p = kMark;
    DO(cudaMallocAsync(&p, 64, s));
    c.note("p=" + ptr_state(p, kMark));
    DO(cudaMemsetAsync(p, 1, 64, s));
    DO(cudaFreeAsync(p, s));
    DO(cudaStreamSynchronize(s));
  }
  {
    Case c("mallocasync/zero");
    p = kMark;
    DO(cudaMallocAsync(&p, 0, s));
    c.note("p=" + ptr_state(p, kMark));
  }
  {
    Case c("mallocasync/bad");
    DO(cudaMallocAsync((void**)0, 64, s));
    p = kMark;
    DO(cudaMallocAsync(&p, (size_t)1 << 50, s));
    c.note("p=" + ptr_state(p, kMark));
  }
  {
    Case c("freeasync/null");
    DO(cudaFreeAsync(0, s));
  }
  {
    Case c("freeasync/twice");
    DO(cudaMallocAsync(&p, 64, s));
    DO(cudaFreeAsync(p, s));
    DO(cudaFreeAsync(p, s));
    DO(cudaStreamSynchronize(s));
    DO(cudaFreeAsync(p, s));
    DO(cudaFree(p));
  }
  {
    Case c("freeasync/of_cudaMalloc");
    DO(cudaMalloc(&p, 64));
    DO(cudaFreeAsync(p, s));
    DO(cudaStreamSynchronize(s));
    DO(cudaFree(p));
  }
  {
    Case c("freeasync/of_host");
    DO(cudaFreeAsync(&on_stack, s));
    DO(cudaMallocHost(&p, 64));
    DO(cudaFreeAsync(p, s));
    DO(cudaFreeHost(p));
    DO(cudaMallocManaged(&p, 64));
    DO(cudaFreeAsync(p, s));
    DO(cudaFree(p));
  }
  {
    Case c("freeasync/interior");
    DO(cudaMallocAsync(&p, 1024, s));
    DO(cudaFreeAsync((char*)p + 256, s));
    DO(cudaFreeAsync(p, s));
    DO(cudaStreamSynchronize(s));
  }
  {
    Case c("mallocasync/cudaFree");
    DO(cudaMallocAsync(&p, 64, s));
    DO(cudaFree(p));
    DO(cudaFree(p));
  }
  {
    Case c("mallocasync/reuse_in_stream_order");
    DO(cudaMallocAsync(&p, 4096, s));
    DO(cudaFreeAsync(p, s));
    DO(cudaMallocAsync(&q, 4096, s));
    c.note(strf("same_address=%d", p == q));
    DO(cudaFreeAsync(q, s));
    DO(cudaStreamSynchronize(s));
  }
  {
    Case c("mempool/default");
    cudaMemPool_t pool = 0, d = 0;
    DO(cudaDeviceGetDefaultMemPool(&pool, 0));
    DO(cudaDeviceGetMemPool(&d, 0));
    c.note(strf("same=%d", pool == d));
    unsigned long long v = 77;
    DO(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &v));
    c.note(strf("release_threshold=%llu", v));
    int i = 77;
    DO(cudaMemPoolGetAttribute(pool, cudaMemPoolReuseFollowEventDependencies, &i));
    c.note(strf("follow_events=%d", i));
    DO(cudaMemPoolGetAttribute(pool, cudaMemPoolReuseAllowOpportunistic, &i));
    c.note(strf("opportunistic=%d", i));
    DO(cudaMemPoolGetAttribute(pool, cudaMemPoolReuseAllowInternalDependencies, &i));
    c.note(strf("internal=%d", i));
    DO(cudaMemPoolTrimTo(pool, 0));
    DO(cudaMemPoolDestroy(pool));
    DO(cudaDeviceGetDefaultMemPool(&pool, 77));
    DO(cudaMallocFromPoolAsync(&p, 64, 0, s));
    DO(cudaMemPoolGetAttribute(pool, CAST(cudaMemPoolAttr, 99), &v));
  }
  for (unsigned f : {0u, 1u, 2u, 3u, 4u, 5u, 8u}) {
    Case c(strf("mallocmanaged/flags_%u", f));
    p = kMark;
    cudaError_t e =
        c.call(strf("cudaMallocManaged(&p, 4096, %u)", f), cudaMallocManaged(&p, 4096, f));
    c.note("p=" + ptr_state(p, kMark));
    if (e == cudaSuccess) DO(cudaFree(p));
  }
  {
    Case c("mallocmanaged/bad");
    p = kMark;
    DO(cudaMallocManaged(&p, 0));
    c.note("p=" + ptr_state(p, kMark));
    DO(cudaMallocManaged((void**)0, 16));
  }
  {
    Case c("managed/advise_and_prefetch");
    cudaMemLocation d0, host, d9;
    memset(&d0, 0, sizeof d0), memset(&host, 0, sizeof host), memset(&d9, 0, sizeof d9);
    d0.type = d9.type = cudaMemLocationTypeDevice;
    d9.id = 99;
    host.type = cudaMemLocationTypeHost;
    void* m = 0;
    DO(cudaMallocManaged(&m, 8192));
    DO(cudaMemAdvise(m, 8192, cudaMemAdviseSetReadMostly, d0));
    DO(cudaMemAdvise(m, 8192, cudaMemAdviseUnsetReadMostly, d0));
    DO(cudaMemAdvise(m, 8192, cudaMemAdviseSetPreferredLocation, host));
    DO(cudaMemAdvise(m, 8192, cudaMemAdviseSetAccessedBy, d9));
    DO(cudaMemAdvise(m, 8192, CAST(cudaMemoryAdvise, 77), d0));
    DO(cudaMemPrefetchAsync(m, 8192, d0, 0, s));
    DO(cudaMemPrefetchAsync(m, 8192, host, 0, s));
    DO(cudaMemPrefetchAsync(m, 8192, d9, 0, s));
    DO(cudaMemPrefetchAsync(m, 0, d0, 0, s));
    DO(cudaMemPrefetchAsync(m, 8192, d0, 5, s));
    DO(cudaMemPrefetchAsync(0, 8192, d0, 0, s));
    DO(cudaMalloc(&p, 64));
    DO(cudaMemPrefetchAsync(p, 64, d0, 0, s));
    DO(cudaMemAdvise(p, 64, cudaMemAdviseSetReadMostly, d0));
    DO(cudaStreamSynchronize(s));
    DO(cudaFree(p));
    DO(cudaFree(m));
  }
  {
    Case c("managed/kernel_and_host_share");
    int* m = 0;
    DO(cudaMallocManaged((void**)&m, 4096));
    m[0] = 5;
    RUN("add_one<<<1, 32>>>(m, 1)", launch<&add_one>(1, 32)(m, 1));
    DO(cudaDeviceSynchronize());
    c.note(strf("value=%d", m[0]));
    managed_data[0] = 11;
    RUN("add_one<<<1, 32>>>(managed_data, 1)", launch<&add_one>(1, 32)(managed_data, 1));
    DO(cudaDeviceSynchronize());
    c.note(strf("managed_variable=%d", managed_data[0]));
    DO(cudaFree(m));
  }
}

static void attach_risky() {
  static void* p;
  static cudaStream_t s;
  for (unsigned f : {(unsigned)cudaMemAttachGlobal, (unsigned)cudaMemAttachHost}) {
    int k = 0;
#define ATTACH(...)                                        \
  do {                                                     \
    std::string id = strf("managed/attach/%u/%d", f, k++); \
    {                                                      \
      Case c(id, true);                                    \
      DO(cudaStreamCreate(&s));                            \
      DO(cudaMallocManaged(&p, 4096, f));                  \
      DO(__VA_ARGS__);                                     \
      DO(cudaStreamSynchronize(s));                        \
    }                                                      \
  } while (0)
    ATTACH(cudaStreamAttachMemAsync(s, p, 0, cudaMemAttachGlobal));
    ATTACH(cudaStreamAttachMemAsync(s, p, 0, cudaMemAttachHost));
    ATTACH(cudaStreamAttachMemAsync(s, p, 0, cudaMemAttachSingle));
    ATTACH(cudaStreamAttachMemAsync(s, p, 4096, cudaMemAttachSingle));
    ATTACH(cudaStreamAttachMemAsync(s, p, 100, cudaMemAttachSingle));
    ATTACH(cudaStreamAttachMemAsync(0, p, 0, cudaMemAttachSingle));
    ATTACH(cudaStreamAttachMemAsync(s, p, 0, 0));
    ATTACH(cudaStreamAttachMemAsync(s, p, 0, 3));
    ATTACH(cudaStreamAttachMemAsync(s, p, 0, 8));
    ATTACH(cudaStreamAttachMemAsync(s, (char*)p + 8, 0, cudaMemAttachSingle));
    ATTACH(cudaStreamAttachMemAsync(s, &k, 0, cudaMemAttachGlobal));
    ATTACH(cudaStreamAttachMemAsync(s, 0, 0, cudaMemAttachGlobal));
  }
  {
    Case c("managed/attach_of_device_memory", true);
    DO(cudaStreamCreate(&s));
    DO(cudaMalloc(&p, 4096));
    DO(cudaStreamAttachMemAsync(s, p, 0, cudaMemAttachGlobal));
  }
}

// ------------------------------------------------------------------ devices and functions
}  // namespace

TEST_CASE("[MULTI-014][MULTI-015][UM-001] what a pointer names") {
  pointer_part();
  finish({"pointer/"},
         {{"pointer/managed_symbol", "a managed variable is noted as one by kernels' headers"}});
}

TEST_CASE(
    "[STREAM-018][UM-001][UM-002][UM-003][UM-006][UM-007][UM-009][UM-010][UM-024] pools and managed") {
  async_memory_part();
  attach_risky();
  finish({"mallocasync/", "freeasync/", "mempool/", "mallocmanaged/", "managed/"});
}
