// SPDX-License-Identifier: MIT
// LABELS: golden

#include "runtime_matrix.hpp"

#include <functional>
#include <thread>

using namespace matrix;

namespace {

constinit int constant_data[256] = {};
static void CUDART_CB hf_set(void* p) { raise((int*)p); }
static void CUDART_CB cb_set(cudaStream_t, cudaError_t e, void* p) { raise((int*)p, 1 + (int)e); }
static void capture_part() {
  static char host[4096];
  char *dev, *dev2;
  void* p = 0;
  (void)cudaMalloc((void**)&dev, 4096);
  (void)cudaMalloc((void**)&dev2, 4096);
  launch<&empty>(1, 1)();
  launch<&store>(1, 1)((int*)dev, 1);
  static cudaStream_t s, other, plain;
  static cudaEvent_t ev, done;
  (void)cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  (void)cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  (void)cudaStreamCreate(&plain);
  (void)cudaEventCreate(&ev);
  (void)cudaEventCreate(&done);
  (void)cudaEventRecord(done, other);
  (void)cudaDeviceSynchronize();
  struct Row {
    const char* text;
    std::function<void(Case&)> f;
  };
#define CP(...)                                  \
  {                                              \
#__VA_ARGS__, [&](Case & c) { __VA_ARGS__; } \
  }
  std::vector<Row> rows = {
    CP(DO(cudaMalloc(&p, 64))),
    CP(DO(cudaFree(0))),
    CP(DO(cudaMalloc(&p, 64)); DO(cudaFree(p))),
    CP(DO(cudaMallocHost(&p, 64))),
    CP(DO(cudaMallocManaged(&p, 64))),
    CP(DO(cudaStreamSynchronize(s))),
    CP(DO(cudaStreamQuery(s))),
    CP(DO(cudaDeviceSynchronize())),
    CP(DO(cudaStreamSynchronize(other))),
    CP(DO(cudaStreamQuery(0))),
    CP(DO(cudaEventRecord(ev, s)); DO(cudaEventQuery(ev))),
    CP(DO(cudaEventRecord(ev, s)); DO(cudaEventSynchronize(ev))),
    CP(DO(cudaEventQuery(done))),
    CP(DO(cudaEventSynchronize(done))),
    CP(DO(cudaMemcpy(dev, host, 16, cudaMemcpyHostToDevice))),
    CP(DO(cudaMemset(dev, 0, 16))),
    CP(DO(cudaMemcpyAsync(dev, dev2, 16, cudaMemcpyDeviceToDevice, s))),
    CP(DO(cudaMemcpyAsync(dev, host, 16, cudaMemcpyHostToDevice, s))),
    CP(DO(cudaMemcpyAsync(dev, dev2, 16, cudaMemcpyDeviceToDevice, 0))),
    CP(DO(cudaMemsetAsync(dev, 0, 16, s))),
    CP(RUN("empty<<<1, 1>>>()", launch<&empty>(1, 1)()); DO(cudaPeekAtLastError())),
    CP(RUN("empty<<<1, 1, 0, s>>>()", launch<&empty>(1, 1, 0, s)()); DO(cudaPeekAtLastError())),
    CP(RUN("empty<<<1, 1, 0, plain>>>()", launch<&empty>(1, 1, 0, plain)());
       DO(cudaPeekAtLastError())),
    CP(RUN("empty<<<1, 2048, 0, s>>>()", launch<&empty>(1, 2048, 0, s)());
       DO(cudaPeekAtLastError())),
    CP(RUN("empty<<<0, 1, 0, s>>>()", launch<&empty>(0, 1, 0, s)()); DO(cudaPeekAtLastError())),
    CP(RUN("store<<<1, 1, 0, s>>>((int*)dev, 7)", launch<&store>(1, 1, 0, s)((int*)dev, 7));
       DO(cudaPeekAtLastError())),
    CP(DO(cudaLaunchHostFunc(s, hf_set, dev))),
    CP(DO(cudaStreamAddCallback(s, cb_set, dev, 0))),
    CP(DO(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal))),
    CP(DO(cudaStreamDestroy(plain)); DO(cudaStreamCreate(&plain))),
    CP(DO(cudaMallocAsync(&p, 64, s)); DO(cudaFreeAsync(p, s))),
    CP(DO(cudaMallocAsync(&p, 64, s))),
    CP(DO(cudaEventRecord(ev, s)); DO(cudaStreamWaitEvent(other, ev, 0));
       RUN("empty<<<1, 1, 0, other>>>()", launch<&empty>(1, 1, 0, other)())),
    CP(DO(cudaEventRecord(ev, s)); DO(cudaStreamWaitEvent(other, ev, 0));
       RUN("empty<<<1, 1, 0, other>>>()", launch<&empty>(1, 1, 0, other)());
       DO(cudaEventRecord(ev, other)); DO(cudaStreamWaitEvent(s, ev, 0))),
    CP(DO(cudaEventRecord(ev, s)); DO(cudaStreamWaitEvent(0, ev, 0))),
    CP(DO(cudaStreamWaitEvent(s, done, 0))),
    CP(DO(cudaEventRecord(ev, 0))),
    CP(DO(cudaEventRecord(ev, plain))),
    CP(DO(cudaMemcpyToSymbol(constant_data, host, 16))),
    CP(DO(cudaMemcpyToSymbolAsync(constant_data, host, 16, 0, cudaMemcpyHostToDevice, s))),
    CP(size_t a; size_t b; DO(cudaMemGetInfo(&a, &b))),
    CP(cudaFuncAttributes fa; DO(cudaFuncGetAttributes(&fa, (const void*)empty))),
    CP(cudaStream_t x; DO(cudaStreamCreate(&x))),
    CP(cudaEvent_t x; DO(cudaEventCreate(&x))),
    CP(cudaStreamCaptureStatus st; DO(cudaStreamIsCapturing(0, &st))),
    CP(DO(cudaStreamSynchronize(0))),
  };
  const cudaStreamCaptureMode modes[] = {
      cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal, cudaStreamCaptureModeRelaxed};
  const char* mode_names[] = {"global", "threadlocal", "relaxed"};
  // the captured stream s is non-blocking, then blocking
  for (int m = 0; m < 6; ++m) {
    if (m == 3) {
      (void)cudaStreamDestroy(s);
      (void)cudaStreamCreate(&s);
    }
    for (size_t k = 0; k < rows.size(); ++k) {
      Case c(strf("capture/%s%s/%zu", mode_names[m % 3], m < 3 ? "" : "_blocking", k));
      c.call(strf("cudaStreamBeginCapture(s, %s)", mode_names[m % 3]),
             cudaStreamBeginCapture(s, modes[m % 3]));
      rows[k].f(c);
      cudaStreamCaptureStatus st = cudaStreamCaptureStatusNone;
      DO(cudaStreamIsCapturing(s, &st));
      c.note(strf("status=%d", (int)st));
      cudaGraph_t g = (cudaGraph_t)kMark;
      cudaError_t e = DO(cudaStreamEndCapture(s, &g));
      c.note("graph=" + ptr_state(g, kMark));
      if (e == cudaSuccess && g) {
        size_t n = 0;
        DO(cudaGraphGetNodes(g, 0, &n));
        c.note(strf("nodes=%zu", n));
        (void)cudaGraphDestroy(g);
      }
      cudaStreamCaptureStatus so = cudaStreamCaptureStatusNone;
      if (cudaStreamIsCapturing(other, &so) == cudaSuccess && so != cudaStreamCaptureStatusNone) {
        c.note(strf("other_stream_still_capturing=%d", (int)so));
        (void)cudaStreamDestroy(other);
        (void)cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
      }
      (void)cudaDeviceSynchronize();
      (void)cudaEventDestroy(ev);
      (void)cudaEventCreate(&ev);
    }
  }
  (void)cudaStreamDestroy(s);
  (void)cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  {
    Case c("capture/end_without_begin");
    cudaGraph_t g = (cudaGraph_t)kMark;
    DO(cudaStreamEndCapture(s, &g));
    c.note("graph=" + ptr_state(g, kMark));
  }
  {
    Case c("capture/begin_on_legacy");
    DO(cudaStreamBeginCapture(0, cudaStreamCaptureModeGlobal));
    DO(cudaStreamBeginCapture(s, CAST(cudaStreamCaptureMode, 9)));
    DO(cudaStreamBeginCapture(cudaStreamPerThread, cudaStreamCaptureModeGlobal));
    cudaGraph_t g = 0;
    DO(cudaStreamEndCapture(cudaStreamPerThread, &g));
  }
  {
    Case c("capture/end_on_joined_stream");
    DO(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    DO(cudaEventRecord(ev, s));
    DO(cudaStreamWaitEvent(other, ev, 0));
    cudaGraph_t g = 0;
    DO(cudaStreamEndCapture(other, &g));
    DO(cudaStreamEndCapture(s, &g));
    DO(cudaDeviceSynchronize());
  }
  {
    Case c("capture/end_in_other_thread");
    for (int m = 0; m < 3; ++m) {
      c.call(strf("cudaStreamBeginCapture(s, %s)", mode_names[m]),
             cudaStreamBeginCapture(s, modes[m]));
      cudaError_t e = cudaErrorUnknown, em = cudaErrorUnknown;
      cudaGraph_t g = 0;
      std::thread([&] {
        void* q = 0;
        em = cudaMalloc(&q, 64);
        e = cudaStreamEndCapture(s, &g);
      }).join();
      c.note("other_thread_malloc=" + errname(em));
      c.note("other_thread_end=" + errname(e));
      DO(cudaStreamEndCapture(s, &g));
    }
  }
  {
    Case c("graph/captured_launch_runs_and_not_before");
    int v = -1;
    DO(cudaMemset(dev, 0, 4));
    DO(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    RUN("add_one<<<1, 1, 0, s>>>((int*)dev, 1)", launch<&add_one>(1, 1, 0, s)((int*)dev, 1));
    RUN("add_one<<<1, 1, 0, s>>>((int*)dev, 1)", launch<&add_one>(1, 1, 0, s)((int*)dev, 1));
    cudaGraph_t g = 0;
    cudaGraphExec_t x = 0;
    DO(cudaStreamEndCapture(s, &g));
    DO(cudaMemcpy(&v, dev, 4, cudaMemcpyDeviceToHost));
    c.note(strf("value=%d", v));
    DO(cudaGraphInstantiate(&x, g, 0));
    DO(cudaGraphLaunch(x, s));
    DO(cudaGraphLaunch(x, s));
    DO(cudaGraphDestroy(g));
    DO(cudaGraphLaunch(x, 0));
    DO(cudaDeviceSynchronize());
    DO(cudaMemcpy(&v, dev, 4, cudaMemcpyDeviceToHost));
    c.note(strf("value=%d", v));
    DO(cudaGraphExecDestroy(x));
  }
  {
    Case c("graph/bad_arguments");
    cudaGraph_t g = 0;
    cudaGraphExec_t x = 0;
    DO(cudaGraphCreate(&g, 1));
    DO(cudaGraphCreate(0, 0));
    DO(cudaGraphCreate(&g, 0));
    cudaGraphNode_t a, b;
    DO(cudaGraphAddEmptyNode(&a, g, 0, 0));
    DO(cudaGraphAddEmptyNode(&b, g, &a, 1));
    DO(cudaGraphAddDependencies(g, &b, &a, 0, 1));
    DO(cudaGraphInstantiate(&x, g, 0));
    DO(cudaGraphRemoveDependencies(g, &b, &a, 0, 1));
    DO(cudaGraphAddDependencies(g, &a, &b, 0, 1));
    DO(cudaGraphAddDependencies(g, &a, &a, 0, 1));
    DO(cudaGraphInstantiate(&x, g, 0));
    DO(cudaGraphLaunch(x, s));
    DO(cudaGraphLaunch(0, s));
    DO(cudaGraphInstantiate(&x, 0, 0));
    DO(cudaGraphDestroy(0));
    cudaKernelNodeParams kp;
    kp = {};
    kp.func = (void*)empty;
    kp.gridDim = dim3(1);
    kp.blockDim = dim3(2048);
    c.put("kernel node with 2048 threads", "-");
    DO(cudaGraphAddKernelNode(&a, g, 0, 0, &kp));
    kp.blockDim = dim3(0);
    c.put("kernel node with 0 threads", "-");
    DO(cudaGraphAddKernelNode(&a, g, 0, 0, &kp));
    kp.blockDim = dim3(32);
    kp.func = 0;
    c.put("kernel node with a null function", "-");
    DO(cudaGraphAddKernelNode(&a, g, 0, 0, &kp));
    DO(cudaDeviceSynchronize());
    DO(cudaGraphDestroy(g));
  }
}
// stream/attributes
void not_capturing() {
  cudaStream_t s = nullptr;
  Case c("stream/attributes");
  DO(cudaStreamCreate(&s));
  cudaStreamCaptureStatus st;
  DO(cudaStreamIsCapturing(s, &st));
  c.note(strf("status=%d", (int)st));
  DO(cudaStreamIsCapturing(0, &st));
  DO(cudaStreamIsCapturing(s, 0));
  DO(cudaStreamDestroy(s));
}

}  // namespace

TEST_CASE(
    "[L2-003] captures: every call while a stream captures, in every mode, and what becomes of "
    "it") {
  kernel_of<&empty>::get();
  not_capturing();
  capture_part();
  finish({"capture/", "graph/", "stream/attributes"});
}
