// SPDX-License-Identifier: MIT
// LABELS: golden

#include "runtime_matrix.hpp"

using namespace matrix;

namespace {

void dynamic_shared(int* p) {
  if (p != nullptr) *p = 0;
}
void static_and_dynamic(int* p) {
  if (p != nullptr) *p = 0;
}
void bounded(int* p) {
  if (p != nullptr) *p = 1;
}
void grid_wide(int* p) {
  if (p != nullptr) *p = 1;
}
void know_kernels() {
  kernel_of<&empty>::get();
  kernel_of<&store>::get();
  kernel_of<&dynamic_shared>::get();
  kernel_of<&static_and_dynamic>::get(4096);
  kernel_of<&bounded>::get(0, 128);
  kernel_of<&grid_wide>::get();
}
static void config(const std::string& id, dim3 g, dim3 b, size_t sh) {
  Case c(id);
  int* none = 0;
  void* a[] = {&none};
  c.call(strf("cudaLaunchKernel(dynamic_shared, (%u,%u,%u), (%u,%u,%u), shared %zu)", g.x, g.y, g.z,
              b.x, b.y, b.z, sh),
         cudaLaunchKernel((const void*)dynamic_shared, g, b, a, sh, 0));
  DO(cudaGetLastError());
  RUN("dynamic_shared<<<g, b, sh>>>(none)", launch<&dynamic_shared>(g, b, sh)(none));
  DO(cudaPeekAtLastError());
  DO(cudaDeviceSynchronize());
}
static void launch_risky() {
  for (const void* f : {(const void*)0, (const void*)&malloc, (const void*)0x10}) {
    std::string id = strf("launch/function/%s", f == 0                   ? "null"
                                                : f == (const void*)0x10 ? "wild"
                                                                         : "of_host");
    {
      int* none = 0;
      void* a[] = {&none};
      Case c(id, true);
      DO(cudaLaunchKernel(f, dim3(1), dim3(1), a, 0, 0));
      DO(cudaDeviceSynchronize());
    }
  }
}
static void launch_part() {
  int* dev;
  (void)cudaMalloc((void**)&dev, 1 << 16);
  int* none = 0;
  void* a[] = {&none};
  const struct {
    const char* n;
    dim3 g, b;
    size_t s;
  } t[] = {{"plain", 1, 32, 4096},
           {"grid_x0", dim3(0), 32, 0},
           {"grid_y0", dim3(1, 0), 32, 0},
           {"grid_z0", dim3(1, 1, 0), 32, 0},
           {"block_x0", 1, dim3(0), 0},
           {"block_y0", 1, dim3(1, 0), 0},
           {"block_z0", 1, dim3(1, 1, 0), 0},
           {"all0", dim3(0, 0, 0), dim3(0, 0, 0), 0},
           {"block_1024", 1, 1024, 4096},
           {"block_1025", 1, 1025, 8192},
           {"block_y1024", 1, dim3(1, 1024), 4096},
           {"block_y1025", 1, dim3(1, 1025), 4096},
           {"block_z64", 1, dim3(1, 1, 64), 4096},
           {"block_z65", 1, dim3(1, 1, 65), 4096},
           {"block_32_32", 1, dim3(32, 32), 4096},
           {"block_32_33", 1, dim3(32, 33), 4096},
           {"block_32_32_2", 1, dim3(32, 32, 2), 4096},
           {"grid_y65535", dim3(1, 65535), 1, 4},
           {"grid_y65536", dim3(1, 65536), 1, 4},
           {"grid_z65535", dim3(1, 1, 65535), 1, 4},
           {"grid_z65536", dim3(1, 1, 65536), 1, 4},
           {"grid_x1000000", dim3(1000000), 1, 4},
           {"grid_x2^31", dim3(2147483648u), 1, 4},
           {"grid_x2^32-1", dim3(4294967295u), 1, 4},
           {"shared_48K", 1, 32, 49152},
           {"shared_48K+1", 1, 32, 49153},
           {"shared_227K", 1, 32, 232448},
           {"shared_228K", 1, 32, 233472},
           {"grid0_and_shared_too_large", dim3(0), 32, 1 << 20}};
  for (auto& x : t) config(std::string("launch/config/") + x.n, x.g, x.b, x.s);
  for (auto const& [id, rec] : answers()) {
    if (id.compare(0, 14, "launch/random/") != 0) continue;
    dim3 g, b;
    size_t sh = 0;
    REQUIRE(std::sscanf(rec.inputs.c_str(),
                        "cudaLaunchKernel(dynamic_shared, (%u,%u,%u), (%u,%u,%u), shared %zu)",
                        &g.x, &g.y, &g.z, &b.x, &b.y, &b.z, &sh) == 7);
    config(id, g, b, sh);
  }
  {
    Case c("launch/chevron_bad_block");
    RUN("empty<<<1, 2048>>>()", launch<&empty>(1, 2048)());
    DO(cudaPeekAtLastError());
    DO(cudaPeekAtLastError());
    DO(cudaGetLastError());
    DO(cudaGetLastError());
  }
  {
    Case c("launch/chevron_bad_then_good_launch");
    RUN("empty<<<1, 2048>>>()", launch<&empty>(1, 2048)());
    RUN("empty<<<1, 32>>>()", launch<&empty>(1, 32)());
    DO(cudaDeviceSynchronize());
    DO(cudaGetLastError());
    DO(cudaGetLastError());
  }
  {
    Case c("launch/two_failures_last_wins");
    RUN("empty<<<1, 2048>>>()", launch<&empty>(1, 2048)());
    void* p = 0;
    DO(cudaMalloc(&p, (size_t)1 << 50));
    DO(cudaGetLastError());
    DO(cudaGetLastError());
  }
  {
    Case c("launch/bad_launch_runs_nothing");
    DO(cudaMemset(dev, 0, 4));
    RUN("store<<<1, 2048>>>(dev, 5)", launch<&store>(1, 2048)(dev, 5));
    int v = -1;
    DO(cudaMemcpy(&v, dev, 4, cudaMemcpyDeviceToHost));
    c.note(strf("value=%d", v));
  }
  {
    Case c("launch/shared_attribute");
    DO(cudaFuncSetAttribute((const void*)dynamic_shared,
                            cudaFuncAttributeMaxDynamicSharedMemorySize, 65536));
    DO(cudaLaunchKernel((const void*)dynamic_shared, dim3(1), dim3(32), a, 65536, 0));
    DO(cudaLaunchKernel((const void*)dynamic_shared, dim3(1), dim3(32), a, 65537, 0));
    DO(cudaFuncSetAttribute((const void*)dynamic_shared,
                            cudaFuncAttributeMaxDynamicSharedMemorySize, 232448));
    DO(cudaLaunchKernel((const void*)dynamic_shared, dim3(1), dim3(32), a, 232448, 0));
    DO(cudaFuncSetAttribute((const void*)dynamic_shared,
                            cudaFuncAttributeMaxDynamicSharedMemorySize, 232449));
    DO(cudaFuncSetAttribute((const void*)dynamic_shared,
                            cudaFuncAttributeMaxDynamicSharedMemorySize, -1));
    DO(cudaFuncSetAttribute((const void*)dynamic_shared,
                            cudaFuncAttributeMaxDynamicSharedMemorySize, 1024));
    DO(cudaLaunchKernel((const void*)dynamic_shared, dim3(1), dim3(32), a, 49152, 0));
    DO(cudaLaunchKernel((const void*)dynamic_shared, dim3(1), dim3(32), a, 1025, 0));
    DO(cudaLaunchKernel((const void*)dynamic_shared, dim3(1), dim3(32), a, 1024, 0));
    DO(cudaFuncSetAttribute((const void*)dynamic_shared,
                            cudaFuncAttributeMaxDynamicSharedMemorySize, 0));
    DO(cudaLaunchKernel((const void*)dynamic_shared, dim3(1), dim3(32), a, 128, 0));
    DO(cudaFuncSetAttribute((const void*)dynamic_shared,
                            cudaFuncAttributePreferredSharedMemoryCarveout, 50));
    DO(cudaFuncSetAttribute((const void*)dynamic_shared,
                            cudaFuncAttributePreferredSharedMemoryCarveout, -1));
    DO(cudaFuncSetAttribute((const void*)dynamic_shared,
                            cudaFuncAttributePreferredSharedMemoryCarveout, 101));
    DO(cudaFuncSetAttribute((const void*)dynamic_shared,
                            cudaFuncAttributePreferredSharedMemoryCarveout, -2));
    DO(cudaFuncSetAttribute((const void*)dynamic_shared, CAST(cudaFuncAttribute, 99), 1));
    DO(cudaFuncSetAttribute((const void*)0, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024));
    DO(cudaDeviceSynchronize());
  }
  {
    Case c("launch/launch_bounds_128");
    DO(cudaLaunchKernel((const void*)bounded, dim3(1), dim3(128), a, 0, 0));
    DO(cudaLaunchKernel((const void*)bounded, dim3(1), dim3(129), a, 0, 0));
    DO(cudaLaunchKernel((const void*)bounded, dim3(1), dim3(1024), a, 0, 0));
    DO(cudaDeviceSynchronize());
  }
  {
    Case c("launch/cooperative");
    DO(cudaLaunchCooperativeKernel((const void*)grid_wide, dim3(4), dim3(64), a, 0, 0));
    DO(cudaLaunchCooperativeKernel((const void*)grid_wide, dim3(1000000), dim3(64), a, 0, 0));
    DO(cudaLaunchCooperativeKernel((const void*)grid_wide, dim3(0), dim3(64), a, 0, 0));
    DO(cudaLaunchCooperativeKernel((const void*)empty, dim3(4), dim3(64), a, 0, 0));
    DO(cudaLaunchCooperativeKernel((const void*)grid_wide, dim3(1), dim3(2048), a, 0, 0));
    DO(cudaDeviceSynchronize());
  }
  {
    Case c("launch/pending_error_does_not_stop_calls");
    RUN("empty<<<0, 1>>>()", launch<&empty>(0, 1)());
    DO(cudaMemset(dev, 1, 4));
    RUN("store<<<1, 1>>>(dev, 9)", launch<&store>(1, 1)(dev, 9));
    int v = 0;
    DO(cudaMemcpy(&v, dev, 4, cudaMemcpyDeviceToHost));
    c.note(strf("value=%d", v));
    DO(cudaDeviceSynchronize());
    DO(cudaStreamSynchronize(0));
    DO(cudaStreamQuery(0));
    DO(cudaPeekAtLastError());
  }
}

static void last_error_part() {
  void* p = 0;
  {
    Case c("lasterror/each_failing_call_sets_it");
    for (int k = 0; k < 4; ++k) {
      switch (k) {
        case 0:
          DO(cudaSetDevice(-1));
          break;
        case 1:
          DO(cudaMalloc(&p, (size_t)1 << 50));
          break;
        case 2:
          DO(cudaFree((void*)1));
          break;
        case 3:
          DO(cudaEventDestroy(0));
          break;
      }
      DO(cudaPeekAtLastError());
      DO(cudaGetLastError());
    }
  }
  {
    Case c("lasterror/success_does_not_clear");
    DO(cudaSetDevice(-1));
    DO(cudaSetDevice(0));
    DO(cudaDeviceSynchronize());
    DO(cudaFree(0));
    DO(cudaPeekAtLastError());
  }
  {
    Case c("lasterror/per_thread");
    DO(cudaSetDevice(-1));
    cudaError_t other = cudaErrorUnknown, after = cudaErrorUnknown;
    std::thread([&] {
      other = cudaPeekAtLastError();
      (void)cudaFree((void*)1);
      after = cudaPeekAtLastError();
    }).join();
    c.note("other_thread_before=" + errname(other));
    c.note("other_thread_after_its_own=" + errname(after));
    DO(cudaPeekAtLastError());
  }
  {
    Case c("lasterror/device_per_thread");
    int d = -1;
    std::thread([&] { (void)cudaGetDevice(&d); }).join();
    c.note(strf("new_thread_device=%d", d));
  }
  {
    Case c("lasterror/not_ready_of_query");
    int* go = host_flags();
    cudaStream_t s;
    cudaEvent_t e;
    DO(cudaStreamCreate(&s));
    DO(cudaEventCreate(&e));
    RUN("hold<<<1, 1, 0, s>>>(go)", launch<&hold>(1, 1, 0, s)(go));
    DO(cudaEventRecord(e, s));
    DO(cudaStreamQuery(s));
    DO(cudaPeekAtLastError());
    DO(cudaGetLastError());
    DO(cudaEventQuery(e));
    DO(cudaPeekAtLastError());
    DO(cudaGetLastError());
    raise(go);
    DO(cudaStreamSynchronize(s));
    DO(cudaStreamQuery(s));
    DO(cudaEventQuery(e));
    DO(cudaStreamDestroy(s));
    DO(cudaEventDestroy(e));
    (void)cudaFreeHost(go);
  }
  {
    Case c("lasterror/device_reset");
    DO(cudaSetDevice(-1));
    DO(cudaDeviceReset());
    DO(cudaPeekAtLastError());
    DO(cudaMalloc(&p, 16));
    DO(cudaDeviceReset());
    DO(cudaFree(p));
    DO(cudaMalloc(&p, 16));
    DO(cudaFree(p));
  }
}
// Static and dynamic shared memory share one limit.
void static_plus_dynamic_shared() {
  int* none = nullptr;
  void* a[] = {&none};
  auto const launched = [&](std::size_t shared) {
    return cudaLaunchKernel((const void*)static_and_dynamic, dim3(1), dim3(32), a, shared, 0);
  };
  auto const allow = [](int bytes) {
    return cudaFuncSetAttribute((const void*)static_and_dynamic,
                                cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  };
  CHECK(launched(49152 - 4096) == cudaSuccess);
  CHECK(launched(49152 - 4096 + 1) == cudaErrorInvalidValue);
  CHECK(allow(232448) == cudaErrorInvalidValue);
  CHECK(allow(232448 - 4096) == cudaSuccess);
  CHECK(launched(232448 - 4096) == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
}

void null_arguments() {
  Case c("launch/null_arguments", true);
  DO(cudaLaunchKernel((const void*)empty, dim3(1), dim3(1), 0, 0, 0));
  DO(cudaDeviceSynchronize());
  DO(cudaLaunchKernel((const void*)store, dim3(1), dim3(1), 0, 0, 0));
}

}  // namespace

TEST_CASE(
    "[EXEC-001][EXEC-002][EXEC-003][EXEC-004][EXEC-005][ERR-007] launches: shapes, shared memory, "
    "errors") {
  know_kernels();
  launch_part();
  launch_risky();
  null_arguments();
  static_plus_dynamic_shared();
  finish({"launch/"}, {{"launch/static_plus_dynamic_shared",
                        "the recorded last error went away without having been read"}});
}

TEST_CASE("[ERR-002][ERR-003][ERR-005][ERR-008][ERR-012][DEV-003] the last error of a thread") {
  last_error_part();
  finish({"lasterror/"});
}

TEST_CASE("[ERR-001][ERR-004] every code's name and description") {
  for (auto const& [id, r] : answers()) {
    if (id.compare(0, 6, "error/") != 0) continue;
    auto const e = static_cast<simt::error_code>(std::stoi(r.inputs));
    line(id, r.inputs, std::string(simt::error_name(e)) + "|" + simt::error_string(e));
  }
  finish({"error/"});
}
