// SPDX-License-Identifier: MIT
// LABELS: golden long

#include "runtime_matrix.hpp"

#include <functional>

using namespace matrix;

namespace {

constinit int constant_data[256] = {};

static void CUDART_CB hf_set(void* p) { raise((int*)p); }
static void CUDART_CB cb_set(cudaStream_t, cudaError_t e, void* p) { raise((int*)p, 1 + (int)e); }
struct World {
  char *dev, *dev2, *pin, *pin2, *managed, *page;
  void* fresh;
  cudaStream_t other;
  cudaEvent_t ev, recorded;
};
static void waits_part() {
  World world;
  const size_t M = 4 << 20;
  (void)cudaMalloc((void**)&world.dev, M);
  (void)cudaMalloc((void**)&world.dev2, M);
  (void)cudaMallocHost((void**)&world.pin, M);
  (void)cudaMallocHost((void**)&world.pin2, M);
  world.page = (char*)malloc(M);
  memset(world.page, 1, M);
  (void)cudaStreamCreateWithFlags(&world.other, cudaStreamNonBlocking);
  (void)cudaEventCreate(&world.ev);
  (void)cudaEventCreate(&world.recorded);
  (void)cudaEventRecord(world.recorded, world.other);
  typedef std::function<void(World&)> F;
  struct Row {
    const char* text;
    F before, call;
  };
#define CALL(...) \
#__VA_ARGS__, [](World& w) { (void)w; }, [](World& w) { (void)w; __VA_ARGS__; }
#define CALL2(pre, ...) \
#__VA_ARGS__, [](World& w) { (void)w; pre; }, [](World& w) { (void)w; __VA_ARGS__; }
  const Row rows[] = {
      {CALL(cudaMalloc(&w.fresh, 1 << 16))},
      {CALL2(cudaMalloc(&w.fresh, 1 << 16), cudaFree(w.fresh))},
      {CALL(cudaFree(0))},
      {CALL(cudaMallocHost(&w.fresh, 1 << 16))},
      {CALL2(cudaMallocHost(&w.fresh, 1 << 16), cudaFreeHost(w.fresh))},
      {CALL(cudaMemset(w.dev, 0, 4096))},
      {CALL(cudaMemset(w.pin, 0, 4096))},
      {CALL(cudaMemsetAsync(w.dev, 0, 4096, 0))},
      {CALL(cudaMemcpy(w.dev, w.page, 1024, cudaMemcpyHostToDevice))},
      {CALL(cudaMemcpy(w.dev, w.page, 4 << 20, cudaMemcpyHostToDevice))},
      {CALL(cudaMemcpy(w.page, w.dev, 1024, cudaMemcpyDeviceToHost))},
      {CALL(cudaMemcpy(w.dev, w.pin, 1024, cudaMemcpyHostToDevice))},
      {CALL(cudaMemcpy(w.dev, w.dev2, 1024, cudaMemcpyDeviceToDevice))},
      {CALL(cudaMemcpy(w.page, w.page + 2048, 1024, cudaMemcpyHostToHost))},
      {CALL(cudaMemcpy(w.page, w.page + 2048, 1024, cudaMemcpyDefault))},
      {CALL(cudaMemcpyAsync(w.dev, w.page, 1024, cudaMemcpyHostToDevice, 0))},
      {CALL(cudaMemcpyAsync(w.dev, w.page, 4 << 20, cudaMemcpyHostToDevice, 0))},
      {CALL(cudaMemcpyAsync(w.dev, w.page, 1024, cudaMemcpyHostToDevice, w.other))},
      {CALL(cudaMemcpyAsync(w.dev, w.pin, 4 << 20, cudaMemcpyHostToDevice, 0))},
      {CALL(cudaMemcpyAsync(w.page, w.dev, 1024, cudaMemcpyDeviceToHost, 0))},
      {CALL(cudaMemcpyAsync(w.pin, w.dev, 1024, cudaMemcpyDeviceToHost, 0))},
      {CALL(cudaMemcpyAsync(w.dev, w.dev2, 1024, cudaMemcpyDeviceToDevice, 0))},
      {CALL(cudaMemcpyToSymbol(constant_data, w.page, 16))},
      {CALL(cudaMemcpyFromSymbol(w.page, constant_data, 16))},
      {"empty<<<1, 1>>>()", [](World& w) { (void)w; },
       [](World& w) {
         (void)w;
         launch<&empty>(1, 1)();
       }},
      {"empty<<<1, 1, 0, w.other>>>()", [](World& w) { (void)w; },
       [](World& w) {
         (void)w;
         launch<&empty>(1, 1, 0, w.other)();
       }},
      {CALL(cudaEventRecord(w.ev, 0))},
      {CALL(cudaEventSynchronize(w.recorded))},
      {CALL(cudaEventQuery(w.recorded))},
      {CALL(cudaStreamSynchronize(0))},
      {CALL(cudaStreamSynchronize(w.other))},
      {CALL(cudaStreamQuery(0))},
      {CALL(cudaDeviceSynchronize())},
      {CALL2(cudaStream_t s; cudaStreamCreate(&s);
             w.fresh = s, cudaStreamDestroy((cudaStream_t)w.fresh))},
      {CALL(cudaStream_t s; cudaStreamCreate(&s))},
      {CALL(cudaEvent_t e; cudaEventCreate(&e))},
      {CALL(cudaMallocAsync(&w.fresh, 1 << 16, w.other))},
      {CALL2(cudaMallocAsync(&w.fresh, 1 << 16, w.other);
             cudaStreamSynchronize(w.other), cudaFreeAsync(w.fresh, w.other))},
      {CALL(cudaArray_t a; cudaChannelFormatDesc d = cudaCreateChannelDesc<float>();
            cudaMallocArray(&a, &d, 64, 64))},
      {CALL2(cudaArray_t a; cudaChannelFormatDesc d = cudaCreateChannelDesc<float>();
             cudaMallocArray(&a, &d, 64, 64); w.fresh = a, cudaFreeArray((cudaArray_t)w.fresh))},
      {CALL(cudaMemcpy2D(w.dev, 64, w.page, 64, 64, 4, cudaMemcpyHostToDevice))},
      {CALL(cudaMemset2D(w.dev, 64, 0, 64, 4))},
      {CALL(cudaFuncSetCacheConfig((const void*)empty, cudaFuncCachePreferL1))},
      {CALL(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1 << 20))},
      {CALL2((void)w, cudaHostRegister(w.page, 4096, 0))},
      {CALL(cudaHostUnregister(w.page))},
      {CALL(size_t a, b; cudaMemGetInfo(&a, &b))},
      {CALL(cudaSetDevice(0))},
  };
  cudaStream_t blocking;
  (void)cudaStreamCreate(&blocking);
  cudaStream_t nonblocking;
  (void)cudaStreamCreateWithFlags(&nonblocking, cudaStreamNonBlocking);
  struct {
    const char* n;
    cudaStream_t s;
  } where[] = {{"legacy", 0}, {"blocking", blocking}, {"nonblocking", nonblocking}};
  launch<&empty>(1, 1)();
  (void)cudaMemcpyToSymbol(constant_data, world.page, 16);
  int k = 0;
  for (const Row& r : rows) {
    // once without a held kernel, so that lazy work is done
    r.before(world);
    r.call(world);
    (void)cudaDeviceSynchronize();
    for (auto& x : where) {
      if (strstr(r.text, "cudaHostUnregister")) (void)cudaHostRegister(world.page, 4096, 0);
      if (strstr(r.text, "cudaHostRegister")) (void)cudaHostUnregister(world.page);
      r.before(world);
      (void)cudaDeviceSynchronize();
      (void)cudaGetLastError();
      int* go = host_flags();
      launch<&hold>(1, 1, 0, x.s)(go);
      (void)soon(go + 1, 1000);
      std::atomic<int> released{0};
      std::thread t([&] {
        nap(60);
        released = 1;
        raise(go);
      });
      r.call(world);
      bool waited = released != 0;
      cudaError_t e = cudaPeekAtLastError();
      t.join();
      (void)cudaDeviceSynchronize();
      line(strf("obs.waits/%d/%s", k, x.n),
           std::string("kernel held in a ") + x.n + " stream ; " + r.text,
           strf("call_returned_after_release=%d ; ", waited) + errname(e));
      (void)cudaFreeHost(go);
    }
    if (strstr(r.text, "cudaHostRegister")) (void)cudaHostUnregister(world.page);
    ++k;
  }
}

// ------------------------------------------------------------------ CUDA calls inside a host
// function
static std::function<cudaError_t()> g_call;
static std::atomic<int> g_done, g_status;
static cudaError_t g_code, g_peek;
static void CUDART_CB hf_call(void*) {
  g_code = g_call();
  g_peek = cudaPeekAtLastError();
  g_done = 1;
}
static void CUDART_CB cb_call(cudaStream_t, cudaError_t st, void*) {
  g_status = (int)st;
  hf_call(0);
}
static void host_function_risky() {
  struct Row {
    const char* text;
    cudaError_t (*f)();
  };
  static int* dev;
  static cudaEvent_t ev;
  static cudaStream_t other;
#define HF(...)                                               \
  {                                                           \
#__VA_ARGS__, []() -> cudaError_t { return __VA_ARGS__; } \
  }
  static const Row rows[] = {
      HF(cudaMalloc((void**)&dev, 16)),
      HF(cudaFree(0)),
      HF(cudaGetLastError()),
      HF(cudaStreamQuery(other)),
      HF(cudaEventQuery(ev)),
      HF(cudaDeviceSynchronize()),
      HF(cudaStreamSynchronize(other)),
      HF(cudaMemset(dev, 0, 4)),
      HF(cudaMemcpyAsync(dev, dev + 1, 4, cudaMemcpyDeviceToDevice, other)),
      HF(cudaSetDevice(0)),
      {"empty<<<1, 1, 0, other>>>(), cudaPeekAtLastError()",
       []() -> cudaError_t { return launch<&empty>(1, 1, 0, other)(), cudaPeekAtLastError(); }},
      HF(cudaEventRecord(ev, other)),
      HF(cudaLaunchHostFunc(other, hf_set, dev)),
  };
  int k = 0;
  for (const Row& r : rows)
    for (int cb = 0; cb < 2; ++cb) {
      if (cb && k > 3) continue;
      std::string id = strf("hostfunction/%s/%d", cb ? "callback" : "launch", k);
      {
        (void)cudaMalloc((void**)&dev, 64);
        (void)cudaEventCreate(&ev);
        (void)cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
        launch<&empty>(1, 1)();
        (void)cudaDeviceSynchronize();
        cudaStream_t s;
        (void)cudaStreamCreate(&s);
        g_call = r.f;
        g_done = 0;
        Case c(id, true);
        c.put(strf("inside the host function: %s", r.text).c_str(), "-");
        if (cb)
          DO(cudaStreamAddCallback(s, cb_call, 0, 0));
        else
          DO(cudaLaunchHostFunc(s, hf_call, 0));
        for (int i = 0; i < 5000 && !g_done; ++i) nap(1);
        c.note(g_done ? "code=" + errname(g_code) + " peek_there=" + errname(g_peek)
                      : "returned_within_5_s=0");
        if (g_done) DO(cudaStreamSynchronize(s));
        REQUIRE(g_done);
      }
      if (cb || k > 3) ++k;
    }
  {
    Case c("hostfunction/after_device_error", true);
    int *v = host_flags(), *u = host_flags();
    cudaStream_t s;
    DO(cudaStreamCreate(&s));
    RUN("store<<<1, 1, 0, s>>>((int*)8, 1)", launch<&store>(1, 1, 0, s)((int*)8, 1));
    DO(cudaStreamAddCallback(s, cb_set, v, 0));
    DO(cudaLaunchHostFunc(s, hf_set, u));
    DO(cudaStreamSynchronize(s));
    nap(200);
    c.note(strf("callback_status=%d", v[0] - 1));
    c.note(strf("host_function_called=%d", u[0]));
  }
}
}  // namespace

TEST_CASE(
    "[STREAM-007][STREAM-013][MEM-003][MEM-009][MEM-011] which calls wait for a kernel that runs") {
  waits_part();
  finish({"obs.waits/"});
}

TEST_CASE("[CB-001][CB-003][CB-004] calls inside host functions") {
  host_function_risky();
  finish({"hostfunction/"});
}
