// SPDX-License-Identifier: MIT
// Memory, events and pools of one process in another: this program runs itself again as the other one.
#include <simt/cuda/cuda_runtime.h>
#include <simt/runtime/ipc.hpp>

#include <doctest/doctest.h>

#include <sys/wait.h>
#include <unistd.h>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

constexpr std::size_t large = 3 << 20;

/// A message of one process to the other.
struct message {
  cudaIpcMemHandle_t small, neighbour, large;
  cudaIpcEventHandle_t event, answer;
  cudaMemPoolPtrExportData pooled;
  int pool = -1;
};

[[nodiscard]] int as_other_process(int from) {
  message m;
  if (read(from, &m, sizeof m) != static_cast<ssize_t>(sizeof m)) return 1;
  // Events: the other process records late, and this one's stream waits for it.
  cudaEvent_t event = nullptr, answer = nullptr;
  if (cudaIpcOpenEventHandle(&event, m.event) != cudaSuccess) return 2;
  if (cudaIpcOpenEventHandle(&answer, m.answer) != cudaSuccess) return 3;
  cudaIpcEventHandle_t passed_on;
  if (cudaIpcGetEventHandle(&passed_on, event) != cudaErrorInvalidResourceHandle) return 29;
  (void)cudaGetLastError();
  int *small = nullptr, *again = nullptr;
  char* big = nullptr;
  if (cudaIpcOpenMemHandle((void**)&small, m.small, 0) != cudaErrorInvalidValue) return 4;
  (void)cudaGetLastError();
  if (cudaIpcOpenMemHandle((void**)&small, m.small, cudaIpcMemLazyEnablePeerAccess) != cudaSuccess)
    return 5;
  if (cudaIpcOpenMemHandle((void**)&again, m.small, cudaIpcMemLazyEnablePeerAccess) != cudaSuccess ||
      again != small)
    return 6;
  if (cudaIpcOpenMemHandle((void**)&big, m.large, cudaIpcMemLazyEnablePeerAccess) != cudaSuccess)
    return 7;
  // Another small block is another one, wherever it lies.
  int* neighbour = nullptr;
  if (cudaIpcOpenMemHandle((void**)&neighbour, m.neighbour, cudaIpcMemLazyEnablePeerAccess) !=
          cudaSuccess ||
      neighbour == small)
    return 27;
  cudaStream_t stream = nullptr;
  int seen = 0;
  if (cudaStreamCreate(&stream) != cudaSuccess) return 8;
  if (cudaEventSynchronize(event) != cudaSuccess) return 9;
  if (cudaMemcpyAsync(&seen, small, sizeof seen, cudaMemcpyDeviceToHost, stream) != cudaSuccess ||
      cudaStreamSynchronize(stream) != cudaSuccess || seen != 41)
    return 10;
  if (cudaFree(small) != cudaErrorInvalidValue) return 11;
  (void)cudaGetLastError();
  // What this one writes, the other one reads behind the answer.
  if (cudaMemsetAsync(small + 1, 1, sizeof(int), stream) != cudaSuccess) return 12;
  if (cudaMemsetAsync(big, 7, large, stream) != cudaSuccess) return 13;
  cudaMemPool_t pool = nullptr;
  int* pooled = nullptr;
  if (cudaMemPoolImportFromShareableHandle(&pool, (void*)(std::intptr_t)m.pool,
                                           cudaMemHandleTypePosixFileDescriptor, 0) != cudaSuccess)
    return 14;
  if (cudaMallocFromPoolAsync(&pooled, 64, pool, stream) != cudaErrorInvalidValue) return 15;
  (void)cudaGetLastError();
  if (cudaMemPoolImportPointer((void**)&pooled, pool, &m.pooled) != cudaSuccess) return 16;
  if (cudaMemsetAsync(pooled, 2, sizeof(int), stream) != cudaSuccess) return 17;
  if (cudaFreeAsync(pooled, stream) != cudaSuccess) return 18;
  if (cudaEventRecord(answer, stream) != cudaSuccess) return 19;
  if (cudaStreamSynchronize(stream) != cudaSuccess) return 20;
  if (cudaIpcCloseMemHandle(small) != cudaSuccess || cudaIpcCloseMemHandle(small) != cudaSuccess)
    return 21;
  if (cudaIpcCloseMemHandle(small) != cudaErrorInvalidValue) return 22;
  if (cudaIpcCloseMemHandle(big) != cudaSuccess) return 23;
  if (cudaMemcpy(&seen, neighbour, sizeof seen, cudaMemcpyDeviceToHost) != cudaSuccess ||
      seen != 43 || cudaIpcCloseMemHandle(neighbour) != cudaSuccess)
    return 28;
  // Managed memory works in a process that began by fork and exec.
  int* managed = nullptr;
  if (cudaMallocManaged(&managed, 64) != cudaSuccess) return 24;
  if (cudaMemset(managed, 3, 64) != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess) return 25;
  if (managed[15] != 0x03030303 || cudaFree(managed) != cudaSuccess) return 26;
  return 0;
}

/// Runs before main in the second process, and instead of it.
[[maybe_unused]] int const is_first = [] {
  if (char const* const from = std::getenv("SIMT_TEST_OTHER_PROCESS"))
    std::_Exit(as_other_process(std::atoi(from)));
  return 1;
}();

cudaError_t forgotten(cudaError_t e) {
  (void)cudaGetLastError();
  return e;
}

}  // namespace

TEST_CASE("ipc: memory, events and a pool's memory go to another process and back [MULTI-016][UM-019]") {
  if (!simt::detail::keeps_blocks) {  // with AddressSanitizer
    void* p = nullptr;
    REQUIRE(cudaMalloc(&p, 64) == cudaSuccess);
    cudaIpcMemHandle_t handle;
    CHECK(forgotten(cudaIpcGetMemHandle(&handle, p)) == cudaErrorNotSupported);
    CHECK(cudaFree(p) == cudaSuccess);
    return;
  }
  int *small = nullptr, *neighbour = nullptr, *managed = nullptr;
  char* big = nullptr;
  REQUIRE(cudaMallocManaged(&managed, 4) == cudaSuccess);
  *managed = 17;
  REQUIRE(cudaMalloc(&small, 64) == cudaSuccess);
  REQUIRE(cudaMalloc(&neighbour, 64) == cudaSuccess);
  REQUIRE(cudaMalloc(&big, large) == cudaSuccess);
  cudaMemPoolProps props{};
  props.allocType = cudaMemAllocationTypePinned;
  props.location.type = cudaMemLocationTypeDevice;
  props.handleTypes = cudaMemHandleTypePosixFileDescriptor;
  cudaMemPool_t pool = nullptr;
  int* pooled = nullptr;
  REQUIRE(cudaMemPoolCreate(&pool, &props) == cudaSuccess);
  REQUIRE(cudaMallocFromPoolAsync(&pooled, 64, pool, nullptr) == cudaSuccess);
  int const value = 40, other = 43;
  CHECK(cudaMemcpy(neighbour, &other, sizeof other, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(cudaMemset(neighbour + 1, 0, sizeof(int)) == cudaSuccess);
  CHECK(cudaMemcpy(small, &value, sizeof value, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(cudaMemcpy(big + large - 4, &value, sizeof value, cudaMemcpyHostToDevice) == cudaSuccess);
  cudaEvent_t event = nullptr, answer = nullptr;
  for (cudaEvent_t* const e : {&event, &answer})
    REQUIRE(cudaEventCreateWithFlags(e, cudaEventInterprocess | cudaEventDisableTiming) ==
            cudaSuccess);

  message m;
  CHECK(cudaIpcGetMemHandle(&m.small, small) == cudaSuccess);
  CHECK(cudaIpcGetMemHandle(&m.neighbour, neighbour) == cudaSuccess);
  CHECK(cudaIpcGetMemHandle(&m.large, big + 100) == cudaSuccess);  // its allocation's
  CHECK(cudaIpcGetEventHandle(&m.event, event) == cudaSuccess);
  CHECK(cudaIpcGetEventHandle(&m.answer, answer) == cudaSuccess);
  CHECK(cudaMemPoolExportPointer(&m.pooled, pooled) == cudaSuccess);
  CHECK(cudaMemPoolExportToShareableHandle(&m.pool, pool, cudaMemHandleTypePosixFileDescriptor,
                                           0) == cudaSuccess);
  // What has been shown is what it was.
  int read_back = 0;
  CHECK(cudaMemcpy(&read_back, big + large - 4, 4, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(read_back == 40);

  // Recorded behind work that takes a while, and before the other process asks.
  cudaStream_t stream = nullptr;
  REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
  CHECK(cudaLaunchHostFunc(
            stream, [](void* p) { usleep(20000), *static_cast<int*>(p) = 41; }, small) ==
        cudaSuccess);
  CHECK(cudaEventRecord(event, stream) == cudaSuccess);
  CHECK(cudaEventRecord(answer, stream) == cudaSuccess);
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  pid_t const child = fork();
  if (child == 0) {
    setenv("SIMT_TEST_OTHER_PROCESS", std::to_string(ends[0]).c_str(), 1);
    execl("/proc/self/exe", "other", static_cast<char*>(nullptr));
    _exit(99);
  }
  REQUIRE(write(ends[1], &m, sizeof m) == static_cast<ssize_t>(sizeof m));
  int status = -1;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
  close(ends[0]);
  close(ends[1]);
  close(m.pool);

  // The answer stands for the other process' recording now.
  CHECK(cudaStreamWaitEvent(stream, answer, 0) == cudaSuccess);
  std::vector<char> out(large);
  CHECK(cudaMemcpyAsync(out.data(), big, large, cudaMemcpyDeviceToHost, stream) == cudaSuccess);
  CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
  CHECK(cudaEventQuery(answer) == cudaSuccess);
  CHECK(out == std::vector<char>(large, 7));
  CHECK(cudaMemcpy(&read_back, small + 1, sizeof(int), cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(read_back == 0x01010101);
  CHECK(cudaMemcpy(&read_back, pooled, sizeof(int), cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(read_back == 0x02020202);

  CHECK(*managed == 17);
  CHECK(cudaFree(managed) == cudaSuccess);
  CHECK(cudaEventDestroy(event) == cudaSuccess);
  CHECK(cudaEventDestroy(answer) == cudaSuccess);
  CHECK(cudaStreamDestroy(stream) == cudaSuccess);
  CHECK(cudaFreeAsync(pooled, nullptr) == cudaSuccess);
  CHECK(cudaMemPoolDestroy(pool) == cudaSuccess);
  CHECK(cudaMemcpy(&read_back, neighbour + 1, sizeof(int), cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(read_back == 0);
  CHECK(cudaFree(neighbour) == cudaSuccess);
  CHECK(cudaFree(small) == cudaSuccess);
  CHECK(cudaFree(big) == cudaSuccess);
}

TEST_CASE("ipc: what is no other process' memory, event or pool is refused [MULTI-016]") {
  int *device = nullptr, *host = nullptr, *managed = nullptr;
  void* out = nullptr;
  REQUIRE(cudaMalloc(&device, 64) == cudaSuccess);
  REQUIRE(cudaMallocHost(&host, 64) == cudaSuccess);
  REQUIRE(cudaMallocManaged(&managed, 64) == cudaSuccess);
  cudaIpcMemHandle_t handle{};
  for (void* const p : {static_cast<void*>(nullptr), static_cast<void*>(host),
                        static_cast<void*>(managed), static_cast<void*>(&out)})
    CHECK(forgotten(cudaIpcGetMemHandle(&handle, p)) == cudaErrorInvalidValue);
  CHECK(forgotten(cudaIpcOpenMemHandle(&out, handle, cudaIpcMemLazyEnablePeerAccess)) ==
        cudaErrorInvalidValue);
  CHECK(forgotten(cudaIpcCloseMemHandle(device)) == cudaErrorInvalidValue);
  if (simt::detail::keeps_blocks) {
    REQUIRE(cudaIpcGetMemHandle(&handle, device) == cudaSuccess);
    CHECK(forgotten(cudaIpcOpenMemHandle(&out, handle, cudaIpcMemLazyEnablePeerAccess)) ==
          cudaErrorDeviceUninitialized);
  }
  cudaEvent_t plain = nullptr, opened = nullptr;
  cudaIpcEventHandle_t event{};
  REQUIRE(cudaEventCreate(&plain) == cudaSuccess);
  CHECK(forgotten(cudaIpcGetEventHandle(&event, plain)) == cudaErrorInvalidResourceHandle);
  CHECK(forgotten(cudaIpcGetEventHandle(nullptr, plain)) == cudaErrorInvalidValue);
  CHECK(forgotten(cudaIpcGetEventHandle(&event, nullptr)) == cudaErrorInvalidValue);
  CHECK(forgotten(cudaIpcOpenEventHandle(&opened, event)) == cudaErrorMapBufferObjectFailed);
  cudaMemPool_t pool = nullptr;
  int file = -1;
  REQUIRE(cudaDeviceGetDefaultMemPool(&pool, 0) == cudaSuccess);
  CHECK(forgotten(cudaMemPoolExportToShareableHandle(
            &file, pool, cudaMemHandleTypePosixFileDescriptor, 0)) == cudaErrorInvalidValue);
  CHECK(forgotten(cudaMemPoolImportFromShareableHandle(
            &pool, (void*)-1, cudaMemHandleTypePosixFileDescriptor, 0)) == cudaErrorUnknown);
  CHECK(cudaEventDestroy(plain) == cudaSuccess);
  CHECK(cudaFree(device) == cudaSuccess);
  CHECK(cudaFree(managed) == cudaSuccess);
  CHECK(cudaFreeHost(host) == cudaSuccess);
}

// As on an H100 with CUDA 13.0.
TEST_CASE("a pool's memory is imported by its own process at another address") {
  cudaMemPoolProps what{};
  what.allocType = cudaMemAllocationTypePinned;
  what.handleTypes = cudaMemHandleTypePosixFileDescriptor;
  what.location = {cudaMemLocationTypeDevice, 0};
  cudaMemPool_t pool = nullptr, imported = nullptr;
  REQUIRE(cudaMemPoolCreate(&pool, &what) == cudaSuccess);
  int file = -1;
  REQUIRE(cudaMemPoolExportToShareableHandle(&file, pool, cudaMemHandleTypePosixFileDescriptor,
                                             0) == cudaSuccess);
  int *p = nullptr, *q = nullptr, *again = nullptr;
  REQUIRE(cudaMallocFromPoolAsync(&p, 1000, pool, nullptr) == cudaSuccess);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  cudaMemPoolPtrExportData ticket;
  cudaError_t const shown = cudaMemPoolExportPointer(&ticket, p);
  if (shown == cudaErrorNotSupported) return;  // sanitizers keep no pages
  REQUIRE(shown == cudaSuccess);
  REQUIRE(cudaMemPoolImportFromShareableHandle(
              &imported, reinterpret_cast<void*>(static_cast<std::size_t>(file)),
              cudaMemHandleTypePosixFileDescriptor, 0) == cudaSuccess);
  CHECK(imported != pool);
  REQUIRE(cudaMemPoolImportPointer(reinterpret_cast<void**>(&q), imported, &ticket) == cudaSuccess);
  CHECK(q != p);
  CHECK(cudaMemPoolImportPointer(reinterpret_cast<void**>(&again), imported, &ticket) ==
        cudaSuccess);
  CHECK(again == q);
  CHECK(cudaMemPoolImportPointer(reinterpret_cast<void**>(&again), pool, &ticket) ==
        cudaErrorInvalidValue);
  int const value = 42;
  int read = 0;
  CHECK(cudaMemcpy(p, &value, sizeof value, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(cudaMemcpy(&read, q, sizeof read, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(read == 42);
  CHECK(cudaFreeAsync(q, nullptr) == cudaSuccess);
  CHECK(cudaFreeAsync(q, nullptr) == cudaSuccess);
  CHECK(cudaFreeAsync(p, nullptr) == cudaSuccess);
  CHECK(cudaMemPoolDestroy(imported) == cudaSuccess);
  CHECK(cudaMemPoolDestroy(pool) == cudaSuccess);
  CHECK(close(file) == 0);
  (void)cudaGetLastError();
}
