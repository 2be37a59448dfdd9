// SPDX-License-Identifier: MIT
// LABELS: golden long

#include "runtime_matrix.hpp"

#include <functional>

using namespace matrix;

namespace {
static void stream_part() {
  cudaStream_t s = 0, t = 0;
  cudaEvent_t e = 0, f = 0;
  float ms = -1;
  int* go = host_flags();
  {
    Case c("stream/create");
    DO(cudaStreamCreate(0));
    for (unsigned fl : {0u, 1u, 2u, 3u, 0x100u}) {
      s = (cudaStream_t)kMark;
      cudaError_t x =
          c.call(strf("cudaStreamCreateWithFlags(&s, %u)", fl), cudaStreamCreateWithFlags(&s, fl));
      if (x == cudaSuccess) {
        unsigned g = 77;
        DO(cudaStreamGetFlags(s, &g));
        c.note(strf("flags=%u", g));
        DO(cudaStreamDestroy(s));
      }
    }
  }
  {
    Case c("hw.stream/priority_range");
    int lo = 77, hi = 77;
    DO(cudaDeviceGetStreamPriorityRange(&lo, &hi));
    c.note(strf("least=%d greatest=%d", lo, hi));
    DO(cudaDeviceGetStreamPriorityRange(0, 0));
  }
  for (int p : {0, -1, -2, -5, -6, -100, 1, 100}) {
    Case c(strf("hw.stream/priority/%d", p));
    int g = 77;
    c.call(strf("cudaStreamCreateWithPriority(&s, cudaStreamNonBlocking, %d)", p),
           cudaStreamCreateWithPriority(&s, cudaStreamNonBlocking, p));
    DO(cudaStreamGetPriority(s, &g));
    c.note(strf("priority=%d", g));
    DO(cudaStreamDestroy(s));
  }
  {
    Case c("stream/special_handles");
    unsigned g = 77;
    int p = 77;
    DO(cudaStreamQuery(0));
    DO(cudaStreamQuery(cudaStreamLegacy));
    DO(cudaStreamQuery(cudaStreamPerThread));
    DO(cudaStreamGetFlags(0, &g));
    c.note(strf("flags=%u", g));
    DO(cudaStreamGetFlags(cudaStreamPerThread, &g));
    c.note(strf("flags=%u", g));
    DO(cudaStreamGetPriority(0, &p));
    c.note(strf("priority=%d", p));
    DO(cudaStreamDestroy(0));
    DO(cudaStreamDestroy(cudaStreamLegacy));
    DO(cudaStreamDestroy(cudaStreamPerThread));
    DO(cudaStreamSynchronize(0));
  }
  {
    Case c("event/create");
    DO(cudaEventCreate(0));
    for (unsigned fl : {0u, 1u, 2u, 3u, 4u, 6u, 7u, 8u, 16u, 0x100u}) {
      cudaError_t x =
          c.call(strf("cudaEventCreateWithFlags(&e, %u)", fl), cudaEventCreateWithFlags(&e, fl));
      if (x == cudaSuccess) DO(cudaEventDestroy(e));
    }
    DO(cudaEventDestroy(0));
    DO(cudaEventRecord(0, 0));
    DO(cudaEventQuery(0));
    DO(cudaEventSynchronize(0));
    DO(cudaStreamWaitEvent(0, 0, 0));
    DO(cudaEventElapsedTime(&ms, 0, 0));
  }
  {
    Case c("event/unrecorded");
    DO(cudaEventCreate(&e));
    DO(cudaEventCreate(&f));
    DO(cudaEventQuery(e));
    DO(cudaEventSynchronize(e));
    DO(cudaStreamWaitEvent(0, e, 0));
    DO(cudaEventElapsedTime(&ms, e, f));
    DO(cudaEventRecord(e, 0));
    DO(cudaEventSynchronize(e));
    DO(cudaEventElapsedTime(&ms, e, f));
    DO(cudaEventElapsedTime(&ms, f, e));
    ms = -1;
    DO(cudaEventElapsedTime(&ms, e, e));
    c.note(strf("ms=%g", ms));
    DO(cudaEventElapsedTime(0, e, e));
    DO(cudaEventRecord(f, 0));
    DO(cudaEventSynchronize(f));
    DO(cudaEventElapsedTime(&ms, e, f));
    c.note(strf("ms_ge_0=%d", ms >= 0));
    DO(cudaEventElapsedTime(&ms, f, e));
    c.note(strf("reversed_ms_le_0=%d", ms <= 0));
    DO(cudaStreamWaitEvent(0, e, 5));
    DO(cudaEventRecordWithFlags(e, 0, 0));
    DO(cudaEventRecordWithFlags(e, 0, 1));
    DO(cudaEventRecordWithFlags(e, 0, 2));
    DO(cudaEventDestroy(e));
    DO(cudaEventDestroy(f));
  }
  {
    Case c("event/disabled_timing");
    DO(cudaEventCreateWithFlags(&e, cudaEventDisableTiming));
    DO(cudaEventCreate(&f));
    DO(cudaEventRecord(e, 0));
    DO(cudaEventRecord(f, 0));
    DO(cudaDeviceSynchronize());
    DO(cudaEventElapsedTime(&ms, e, f));
    DO(cudaEventElapsedTime(&ms, f, e));
    DO(cudaEventDestroy(e));
    DO(cudaEventDestroy(f));
  }
  {
    Case c("event/pending");
    raise(go, 0);
    DO(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
    DO(cudaEventCreate(&e));
    DO(cudaEventCreate(&f));
    DO(cudaEventRecord(e, s));
    RUN("hold<<<1, 1, 0, s>>>(go)", launch<&hold>(1, 1, 0, s)(go));
    DO(cudaEventRecord(f, s));
    DO(cudaEventQuery(f));
    DO(cudaEventElapsedTime(&ms, e, f));
    DO(cudaStreamQuery(s));
    c.put("recorded again while pending: the last record counts", "-");
    DO(cudaEventRecord(e, s));
    DO(cudaEventQuery(e));
    raise(go);
    DO(cudaEventSynchronize(f));
    DO(cudaEventQuery(f));
    DO(cudaStreamSynchronize(s));
    DO(cudaEventElapsedTime(&ms, f, e));
    c.note(strf("ms_ge_0=%d", ms >= 0));
    DO(cudaStreamDestroy(s));
    c.put("the stream is gone, the event remains", "-");
    DO(cudaEventQuery(f));
    DO(cudaEventDestroy(e));
    DO(cudaEventDestroy(f));
  }
  {
    Case c("stream/destroy_while_running");
    raise(go, 0);
    int* dev;
    DO(cudaMalloc((void**)&dev, 4));
    DO(cudaMemset(dev, 0, 4));
    DO(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
    RUN("hold<<<1, 1, 0, s>>>(go)", launch<&hold>(1, 1, 0, s)(go));
    RUN("store<<<1, 1, 0, s>>>(dev, 42)", launch<&store>(1, 1, 0, s)(dev, 42));
    DO(cudaStreamDestroy(s));
    c.put("returned before the kernel ended", "-");
    raise(go);
    DO(cudaDeviceSynchronize());
    int v = 0;
    DO(cudaMemcpy(&v, dev, 4, cudaMemcpyDeviceToHost));
    c.note(strf("value=%d", v));
    DO(cudaFree(dev));
  }
  {
    Case c("event/destroy_while_pending");
    raise(go, 0);
    DO(cudaStreamCreate(&s));
    DO(cudaStreamCreate(&t));
    DO(cudaEventCreate(&e));
    RUN("hold<<<1, 1, 0, s>>>(go)", launch<&hold>(1, 1, 0, s)(go));
    DO(cudaEventRecord(e, s));
    DO(cudaStreamWaitEvent(t, e, 0));
    DO(cudaEventDestroy(e));
    DO(cudaStreamQuery(t));
    raise(go);
    DO(cudaStreamSynchronize(t));
    DO(cudaStreamDestroy(s));
    DO(cudaStreamDestroy(t));
  }
  {
    Case c("stream/wait_event_snapshot");
    c.put("t waits for the record that was last when cudaStreamWaitEvent was called", "-");
    raise(go, 0);
    int* v = host_flags();
    DO(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
    DO(cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking));
    DO(cudaEventCreate(&e));
    DO(cudaEventRecord(e, s));
    DO(cudaStreamWaitEvent(t, e, 0));
    RUN("hold<<<1, 1, 0, s>>>(go)", launch<&hold>(1, 1, 0, s)(go));
    DO(cudaEventRecord(e, s));
    RUN("set_flag<<<1, 1, 0, t>>>(v, 1)", launch<&set_flag>(1, 1, 0, t)(v, 1));
    c.note(strf("t_ran_while_s_held=%d", soon(v, 300)));
    raise(go);
    DO(cudaDeviceSynchronize());
    DO(cudaStreamDestroy(s));
    DO(cudaStreamDestroy(t));
    DO(cudaEventDestroy(e));
  }
  (void)cudaFreeHost(go);
}
static void handle_risky() {
  {
    cudaStream_t s;
    Case c("stream/destroyed/query", true);
    DO(cudaStreamCreate(&s));
    DO(cudaStreamDestroy(s));
    DO(cudaStreamQuery(s));
  }
  {
    cudaStream_t s;
    Case c("stream/destroyed/launch", true);
    DO(cudaStreamCreate(&s));
    DO(cudaStreamDestroy(s));
    RUN("empty<<<1, 1, 0, s>>>()", launch<&empty>(1, 1, 0, s)());
    DO(cudaGetLastError());
  }
  {
    cudaStream_t s;
    Case c("stream/destroyed/twice", true);
    DO(cudaStreamCreate(&s));
    DO(cudaStreamDestroy(s));
    DO(cudaStreamDestroy(s));
  }
  {
    Case c("stream/garbage/synchronize", true);
    DO(cudaFree(0));
    DO(cudaStreamSynchronize((cudaStream_t)0x123456));
  }
  {
    cudaEvent_t e;
    Case c("event/destroyed/query", true);
    DO(cudaEventCreate(&e));
    DO(cudaEventDestroy(e));
    DO(cudaEventQuery(e));
  }
  {
    cudaEvent_t e;
    Case c("event/destroyed/record", true);
    DO(cudaEventCreate(&e));
    DO(cudaEventDestroy(e));
    DO(cudaEventRecord(e, 0));
  }
  {
    cudaEvent_t e;
    Case c("event/destroyed/twice", true);
    DO(cudaEventCreate(&e));
    DO(cudaEventDestroy(e));
    DO(cudaEventDestroy(e));
  }
  {
    cudaArray_t a = 0;
    cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();
    Case c("array/destroyed/array_twice", true);
    DO(cudaMallocArray(&a, &f, 8, 8));
    DO(cudaFreeArray(a));
    DO(cudaFreeArray(a));
  }
}
static void order_case(
    const char* id, const char* what,
    std::function<void(int* go, int* v, cudaStream_t a, cudaStream_t b)> enqueue) {
  int *go = host_flags(), *v = host_flags();
  cudaStream_t a, b, n;
  (void)cudaStreamCreate(&a);
  (void)cudaStreamCreate(&b);
  (void)cudaStreamCreateWithFlags(&n, cudaStreamNonBlocking);
  Case c(id);
  c.put(what, "-");
  enqueue(go, v, a, strstr(id, "nonblocking") ? n : b);
  bool early = soon(v, 250);
  c.note(strf("second_ran_while_first_held=%d", early));
  raise(go);
  DO(cudaDeviceSynchronize());
  c.note(strf("value=%d", v[0]));
  (void)cudaStreamDestroy(a);
  (void)cudaStreamDestroy(b);
  (void)cudaStreamDestroy(n);
  (void)cudaFreeHost(go);
  (void)cudaFreeHost(v);
}
#define ORDER(id, text, ...)                                                 \
  order_case(id, text, [](int* go, int* v, cudaStream_t a, cudaStream_t b) { \
    (void)a, (void)b;                                                        \
    __VA_ARGS__;                                                             \
  })
static void CUDART_CB hf_set(void* p) { raise((int*)p); }
static void CUDART_CB hf_wait(void* p) {
  raise((int*)p + 1);
  for (int i = 0; i < 3000 && !peek((int*)p); ++i) nap(1);
}
static void CUDART_CB cb_set(cudaStream_t, cudaError_t e, void* p) { raise((int*)p, 1 + (int)e); }
static void order_part() {
  {  // load every kernel first
    int* v = host_flags();
    v[0] = 1;
    launch<&hold>(1, 1)(v);
    launch<&set_flag>(1, 1)(v, 1);
    launch<&empty>(1, 1)();
    (void)cudaDeviceSynchronize();
    (void)cudaFreeHost(v);
  }
  ORDER("order/two_blocking_streams", "hold<<<1, 1, 0, a>>>(go); set_flag<<<1, 1, 0, b>>>(v, 1)",
        launch<&hold>(1, 1, 0, a)(go);
        launch<&set_flag>(1, 1, 0, b)(v, 1));
  ORDER("order/same_stream", "hold<<<1, 1, 0, a>>>(go); set_flag<<<1, 1, 0, a>>>(v, 1)",
        launch<&hold>(1, 1, 0, a)(go);
        launch<&set_flag>(1, 1, 0, a)(v, 1));
  ORDER("order/blocking_then_legacy", "hold<<<1, 1, 0, a>>>(go); set_flag<<<1, 1>>>(v, 1)",
        launch<&hold>(1, 1, 0, a)(go);
        launch<&set_flag>(1, 1)(v, 1));
  ORDER("order/legacy_then_blocking", "hold<<<1, 1>>>(go); set_flag<<<1, 1, 0, a>>>(v, 1)",
        launch<&hold>(1, 1)(go);
        launch<&set_flag>(1, 1, 0, a)(v, 1));
  ORDER("order/legacy_then_nonblocking", "hold<<<1, 1>>>(go); set_flag<<<1, 1, 0, b>>>(v, 1)",
        launch<&hold>(1, 1)(go);
        launch<&set_flag>(1, 1, 0, b)(v, 1));
  ORDER("order/nonblocking_then_legacy", "hold<<<1, 1, 0, b>>>(go); set_flag<<<1, 1>>>(v, 1)",
        launch<&hold>(1, 1, 0, b)(go);
        launch<&set_flag>(1, 1)(v, 1));
  ORDER("order/blocking_legacy_blocking",
        "hold<<<1, 1, 0, a>>>(go); empty<<<1, 1>>>(); set_flag<<<1, 1, 0, b>>>(v, 1)",
        launch<&hold>(1, 1, 0, a)(go);
        launch<&empty>(1, 1)(); launch<&set_flag>(1, 1, 0, b)(v, 1));
  ORDER("order/per_thread_then_legacy",
        "hold<<<1, 1, 0, cudaStreamPerThread>>>(go); set_flag<<<1, 1>>>(v, 1)",
        launch<&hold>(1, 1, 0, cudaStreamPerThread)(go);
        launch<&set_flag>(1, 1)(v, 1));
  ORDER("order/legacy_then_per_thread",
        "hold<<<1, 1>>>(go); set_flag<<<1, 1, 0, cudaStreamPerThread>>>(v, 1)",
        launch<&hold>(1, 1)(go);
        launch<&set_flag>(1, 1, 0, cudaStreamPerThread)(v, 1));
  ORDER("order/per_thread_and_blocking",
        "hold<<<1, 1, 0, cudaStreamPerThread>>>(go); set_flag<<<1, 1, 0, a>>>(v, 1)",
        launch<&hold>(1, 1, 0, cudaStreamPerThread)(go);
        launch<&set_flag>(1, 1, 0, a)(v, 1));
  ORDER("order/host_function_after_kernel",
        "hold<<<1, 1, 0, a>>>(go); (void)cudaLaunchHostFunc(a, hf_set, v)",
        launch<&hold>(1, 1, 0, a)(go);
        (void)cudaLaunchHostFunc(a, hf_set, v));
  ORDER("order/kernel_after_host_function",
        "(void)cudaLaunchHostFunc(a, hf_wait, go); set_flag<<<1, 1, 0, a>>>(v, 1)",
        (void)cudaLaunchHostFunc(a, hf_wait, go);
        launch<&set_flag>(1, 1, 0, a)(v, 1));
  ORDER("order/other_stream_beside_host_function",
        "(void)cudaLaunchHostFunc(a, hf_wait, go); set_flag<<<1, 1, 0, b>>>(v, 1)",
        (void)cudaLaunchHostFunc(a, hf_wait, go);
        launch<&set_flag>(1, 1, 0, b)(v, 1));
  ORDER("order/two_host_functions_two_streams",
        "(void)cudaLaunchHostFunc(a, hf_wait, go); (void)cudaLaunchHostFunc(b, hf_set, v)",
        (void)cudaLaunchHostFunc(a, hf_wait, go);
        (void)soon(go + 1, 1000); (void)cudaLaunchHostFunc(b, hf_set, v));
  ORDER("order/legacy_host_function_then_blocking",
        "(void)cudaLaunchHostFunc(0, hf_wait, go); set_flag<<<1, 1, 0, a>>>(v, 1)",
        (void)cudaLaunchHostFunc(0, hf_wait, go);
        launch<&set_flag>(1, 1, 0, a)(v, 1));
  ORDER("order/legacy_host_function_then_nonblocking",
        "(void)cudaLaunchHostFunc(0, hf_wait, go); set_flag<<<1, 1, 0, b>>>(v, 1)",
        (void)cudaLaunchHostFunc(0, hf_wait, go);
        launch<&set_flag>(1, 1, 0, b)(v, 1));
  ORDER("order/blocking_then_legacy_host_function",
        "hold<<<1, 1, 0, a>>>(go); (void)cudaLaunchHostFunc(0, hf_set, v)",
        launch<&hold>(1, 1, 0, a)(go);
        (void)cudaLaunchHostFunc(0, hf_set, v));
  ORDER("order/callback_after_kernel",
        "hold<<<1, 1, 0, a>>>(go); (void)cudaStreamAddCallback(a, cb_set, v, 0)",
        launch<&hold>(1, 1, 0, a)(go);
        (void)cudaStreamAddCallback(a, cb_set, v, 0));
  ORDER("order/event_record_on_legacy_waits_for_blocking",
        "cudaEvent_t e; (void)cudaEventCreate(&e); hold<<<1, 1, 0, a>>>(go); "
        "(void)cudaEventRecord(e, 0); (void)cudaStreamWaitEvent(b, e, 0); set_flag<<<1, 1, 0, "
        "b>>>(v, 1)",
        cudaEvent_t e;
        (void)cudaEventCreate(&e); launch<&hold>(1, 1, 0, a)(go); (void)cudaEventRecord(e, 0);
        (void)cudaStreamWaitEvent(b, e, 0); launch<&set_flag>(1, 1, 0, b)(v, 1));
  ORDER("order/event_record_on_legacy_nonblocking_waits",
        "cudaEvent_t e; (void)cudaEventCreate(&e); hold<<<1, 1, 0, a>>>(go); "
        "(void)cudaEventRecord(e, 0); (void)cudaStreamWaitEvent(b, e, 0); set_flag<<<1, 1, 0, "
        "b>>>(v, 1)",
        cudaEvent_t e;
        (void)cudaEventCreate(&e); launch<&hold>(1, 1, 0, a)(go); (void)cudaEventRecord(e, 0);
        (void)cudaStreamWaitEvent(b, e, 0); launch<&set_flag>(1, 1, 0, b)(v, 1));
  ORDER("order/wait_event_on_legacy_then_blocking",
        "cudaEvent_t e; (void)cudaEventCreate(&e); hold<<<1, 1, 0, a>>>(go); "
        "(void)cudaEventRecord(e, a); (void)cudaStreamWaitEvent(0, e, 0); set_flag<<<1, 1, 0, "
        "b>>>(v, 1)",
        cudaEvent_t e;
        (void)cudaEventCreate(&e); launch<&hold>(1, 1, 0, a)(go); (void)cudaEventRecord(e, a);
        (void)cudaStreamWaitEvent(0, e, 0); launch<&set_flag>(1, 1, 0, b)(v, 1));
  {
    Case c("stream/callback_flags");
    int* v = host_flags();
    DO(cudaStreamAddCallback(0, cb_set, v, 0));
    DO(cudaStreamAddCallback(0, cb_set, v, 1));
    DO(cudaStreamAddCallback(0, 0, v, 0));
    DO(cudaLaunchHostFunc(0, 0, v));
    DO(cudaDeviceSynchronize());
    c.note(strf("callback_status_plus_1=%d", v[0]));
    (void)cudaFreeHost(v);
  }
}
}  // namespace

TEST_CASE(
    "[STREAM-001..STREAM-004][STREAM-008][EVENT-001..EVENT-007][PRIO-001][PRIO-002] streams and "
    "events: calls and their answers") {
  stream_part();
  handle_risky();
  finish({"stream/", "event/", "array/", "hw.stream/"},
         {{"stream/callback_flags", "replayed with the order of work"},
          {"stream/attributes", "replayed with captures"},
          {"array/destroyed/twice",
           "the GPU crashed once and once answered cudaErrorContextIsDestroyed"}});
}

TEST_CASE(
    "[STREAM-005][STREAM-009][STREAM-010][STREAM-020][CB-001][CB-002] what orders work: streams, "
    "the default stream, events, host "
    "functions") {
  order_part();
  finish({"order/", "stream/callback_flags"});
}
