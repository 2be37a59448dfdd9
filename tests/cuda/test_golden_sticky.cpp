// SPDX-License-Identifier: MIT
// LABELS: golden

#include "runtime_matrix.hpp"

#include <atomic>
#include <thread>

using namespace matrix;

namespace {

// What a kernel that goes wrong ends with.
void fault(simt::error_code code) { throw simt::device_fault(code, "a fault of a test"); }
void broken_launch(simt::error_code code, cudaStream_t stream = nullptr) {
  launch<&fault>(1, 1, 0, stream)(code);
}
// The same, not before the host says so: what a call answers hangs on whether it has happened yet.
void fault_when(std::atomic<bool> const* now, simt::error_code code) {
  while (!*now) std::this_thread::yield();
  fault(code);
}

// All calls after a device error, up to the reset. What comes then differs: the H200 stayed
// unusable, a CPU does not.
void after_sticky(char const* id, char const* what, simt::error_code code, bool full,
                  bool other_stream = false) {
  int* dev = nullptr;
  void* p = nullptr;
  static int host[16];
  cudaStream_t s = nullptr, n = nullptr, t = nullptr;
  cudaEvent_t e = nullptr;
  REQUIRE(cudaMalloc(&dev, 1024) == cudaSuccess);
  REQUIRE(cudaStreamCreate(&s) == cudaSuccess);
  REQUIRE(cudaEventCreate(&e) == cudaSuccess);
  if (other_stream) REQUIRE(cudaStreamCreate(&t) == cudaSuccess);
  {
    Case c(id, true);
    broken_launch(code, t);
    c.put(what, "-");
    DO(cudaPeekAtLastError());
    DO(cudaDeviceSynchronize());
    DO(cudaPeekAtLastError());
    DO(cudaGetLastError());
    DO(cudaGetLastError());
    DO(cudaMalloc(&p, 16));
    DO(cudaFree(dev));
    if (full) {
      DO(cudaFree(0));
      DO(cudaMemcpy(dev, host, 16, cudaMemcpyHostToDevice));
      DO(cudaMemcpy(host, host + 8, 16, cudaMemcpyHostToHost));
      DO(cudaMemset(dev, 0, 16));
      DO(cudaStreamQuery(s));
      DO(cudaStreamQuery(0));
      DO(cudaStreamSynchronize(s));
      DO(cudaEventQuery(e));
      DO(cudaEventRecord(e, s));
      RUN("empty<<<1, 1>>>()", launch<&empty>(1, 1)());
      DO(cudaPeekAtLastError());
      RUN("empty<<<1, 2048>>>()", launch<&empty>(1, 2048)());
      DO(cudaPeekAtLastError());
      DO(cudaMallocHost(&p, 16));
      DO(cudaStreamCreate(&n));
      DO(cudaStreamDestroy(s));
      DO(cudaEventDestroy(e));
      int v = 0;
      DO(cudaGetDeviceCount(&v));
      DO(cudaSetDevice(0));
      DO(cudaSetDevice(-1));
      DO(cudaGetDevice(&v));
      cudaDeviceProp prop;
      DO(cudaGetDeviceProperties(&prop, 0));
      DO(cudaDeviceGetAttribute(&v, cudaDevAttrWarpSize, 0));
      size_t a, b;
      DO(cudaMemGetInfo(&a, &b));
      cudaPointerAttributes at;
      DO(cudaPointerGetAttributes(&at, dev));
      cudaFuncAttributes fa;
      DO(cudaFuncGetAttributes(&fa, (const void*)empty));
      DO(cudaDriverGetVersion(&v));
      cudaError_t other = cudaSuccess, sync = cudaSuccess;
      std::thread([&] {
        other = cudaPeekAtLastError();
        sync = cudaDeviceSynchronize();
      }).join();
      c.note("other_thread_peek=" + errname(other));
      c.note("other_thread_synchronize=" + errname(sync));
    }
    DO(cudaGetLastError());
    DO(cudaGetLastError());
    DO(cudaDeviceReset());
    DO(cudaPeekAtLastError());

    CHECK(cudaMalloc(&p, 16) == cudaSuccess);
    launch<&empty>(1, 1)();
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(cudaFree(p) == cudaSuccess);
    CHECK(cudaGetLastError() == cudaSuccess);
  }
}

void reported_by_other_calls() {
  using simt::error_code;
  int* dev = nullptr;
  static int host[4];
  {
    REQUIRE(cudaMalloc(&dev, 64) == cudaSuccess);
    Case c("sticky/synchronous_copy_reports", true);
    RUN("bad_address<<<1, 1>>>((int*)0)", broken_launch(error_code::illegal_address));
    DO(cudaMemcpy(host, dev, 16, cudaMemcpyDeviceToHost));
    DO(cudaGetLastError());
    DO(cudaDeviceSynchronize());
  }
  CHECK(cudaDeviceReset() == cudaSuccess);
  {
    cudaEvent_t e = nullptr;
    REQUIRE(cudaEventCreate(&e) == cudaSuccess);
    std::atomic<bool> now = false;
    Case c("sticky/event_synchronize_reports", true);
    RUN("bad_address<<<1, 1>>>((int*)0)",
        launch<&fault_when>(1, 1)(&now, error_code::illegal_address));
    DO(cudaEventRecord(e, 0));
    now = true;
    DO(cudaEventSynchronize(e));
    DO(cudaEventQuery(e));
  }
  CHECK(cudaDeviceReset() == cudaSuccess);
  {
    Case c("sticky/stream_query_reports", true);
    RUN("bad_address<<<1, 1>>>((int*)0)", broken_launch(error_code::illegal_address));
    cudaError_t e = cudaErrorNotReady;
    for (int i = 0; i < 3000 && e == cudaErrorNotReady; ++i) e = cudaStreamQuery(0), nap(1);
    c.put("cudaStreamQuery(0) until it is not cudaErrorNotReady", errname(e));
    DO(cudaPeekAtLastError());
  }
  CHECK(cudaDeviceReset() == cudaSuccess);
}

}  // namespace

TEST_CASE(
    "[ERR-006][ERR-009][ERR-013][DEV-003] a device error answers every call until the reset") {
  using simt::error_code;
  kernel_of<&empty>::get();
  after_sticky("sticky/write_null", "bad_address<<<1, 1>>>((int*)0)", error_code::illegal_address,
               true);
  after_sticky("sticky/write_far", "bad_address<<<1, 1>>>((int*)0x7fff00000000ull)",
               error_code::illegal_address, false);
  after_sticky("sticky/read_far", "bad_read<<<1, 1>>>((int*)0x7fff00000000ull, dev)",
               error_code::illegal_address, false);
  after_sticky("sticky/write_misaligned", "bad_address<<<1, 1>>>((int*)((char*)dev + 1))",
               error_code::misaligned_address, false);
  after_sticky("sticky/assert", "assert_now<<<1, 1>>>(0)", error_code::assert_failed, true);
  after_sticky("sticky/trap", "trap_now<<<1, 1>>>()", error_code::launch_failure, true);
  after_sticky("sticky/launch_after_error_in_other_stream",
               "cudaStream_t t; (void)cudaStreamCreate(&t); bad_address<<<1, 1, 0, t>>>((int*)0)",
               error_code::illegal_address, false, true);
  reported_by_other_calls();
  for (char const* const id : {"write_null", "write_far", "read_far", "write_misaligned", "assert",
                               "trap", "launch_after_error_in_other_stream"})
    CHECK(answers().count("sticky/" + std::string(id) + "/0") ==
          seen().count("sticky/" + std::string(id) + "/0"));
}
