// SPDX-License-Identifier: MIT
#include <simt/cuda/cuda_runtime.h>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

// Many copies, prefetches and discards by one call, and pools by where their memory is.
namespace {

struct fixture {
  fixture() {
    REQUIRE(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess);
    REQUIRE(cudaMalloc(&memory, 256) == cudaSuccess);
    REQUIRE(cudaHostAlloc(&host, 256, 0) == cudaSuccess);
    for (unsigned i = 0; i < 64; ++i) host[i] = i + 1;
  }
  ~fixture() {
    CHECK(cudaStreamDestroy(stream) == cudaSuccess);
    CHECK(cudaFree(memory) == cudaSuccess);
    CHECK(cudaFreeHost(host) == cudaSuccess);
    (void)cudaGetLastError();
  }
  std::vector<unsigned> read() {
    std::vector<unsigned> out(64);
    CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
    CHECK(cudaMemcpy(out.data(), memory, 256, cudaMemcpyDeviceToHost) == cudaSuccess);
    return out;
  }
  static cudaMemcpyAttributes attributes(cudaMemcpySrcAccessOrder order) {
    cudaMemcpyAttributes out{};
    out.srcAccessOrder = order;
    return out;
  }

  cudaStream_t stream = nullptr;
  unsigned* memory = nullptr;
  unsigned* host = nullptr;
};

void CUDART_CB wait_for_flag(void* p) {
  while (!*static_cast<bool volatile*>(p)) {
  }
}

}  // namespace

TEST_CASE_FIXTURE(fixture, "cudaMemcpyBatchAsync: copies with what goes for runs of them") {
  void* to[] = {memory, memory + 10, memory + 20};
  void* from[] = {host + 5, host, host + 1};
  std::size_t sizes[] = {4, 40, 8};
  cudaMemcpyAttributes how[] = {attributes(cudaMemcpySrcAccessOrderStream),
                                attributes(cudaMemcpySrcAccessOrderAny)};
  std::size_t first[] = {0, 2};
  std::size_t failed = 7;
  CHECK(cudaMemcpyBatchAsync(to, from, sizes, 3, how, first, 2, &failed, stream) == cudaSuccess);
  CHECK(failed == SIZE_MAX);
  auto got = read();
  CHECK(got[0] == 6);
  CHECK(got[10] == 1);
  CHECK(got[19] == 10);
  CHECK(got[20] == 2);
  CHECK(got[21] == 3);
  // As CUDA 13 declares it, back to the host, and with one set for all.
  void const* const back[] = {host + 60};
  void const* const what[] = {memory + 20};
  CHECK(cudaMemcpyBatchAsync(back, what, sizes, 1, how, first, 1, stream) == cudaSuccess);
  CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
  CHECK(host[60] == 2);
  CHECK(cudaMemcpyBatchAsync(to, from, sizes, 3, how[0], stream) == cudaSuccess);
  CHECK(cudaMemcpyWithAttributesAsync(memory, host + 7, 4, how, stream) == cudaSuccess);
  CHECK(read()[0] == 8);
}

TEST_CASE_FIXTURE(fixture,
                  "cudaMemcpyBatchAsync: a source that is read during the call may change") {
  bool go = false;
  REQUIRE(cudaLaunchHostFunc(stream, wait_for_flag, &go) == cudaSuccess);
  void* to[] = {memory};
  void* from[] = {host};
  std::size_t sizes[] = {4};
  CHECK(cudaMemcpyBatchAsync(to, from, sizes, 1, attributes(cudaMemcpySrcAccessOrderDuringApiCall),
                             stream) == cudaSuccess);
  host[0] = 99;
  to[0] = memory + 1;
  CHECK(cudaMemcpyBatchAsync(to, from, sizes, 1, attributes(cudaMemcpySrcAccessOrderStream),
                             stream) == cudaSuccess);
  *const_cast<bool volatile*>(&go) = true;
  auto const got = read();
  CHECK(got[0] == 1);
  CHECK(got[1] == 99);
}

TEST_CASE_FIXTURE(fixture,
                  "cudaMemcpyBatchAsync: wrong arguments copy nothing, and say which it was") {
  void* to[] = {memory, memory + 63, memory};
  void* from[] = {host, host, host};
  std::size_t sizes[] = {4, 8, 4};
  auto how = attributes(cudaMemcpySrcAccessOrderStream);
  std::size_t first[] = {0, 0};
  std::size_t failed = 0;
  CHECK(cudaMemset(memory, 0, 256) == cudaSuccess);
  CHECK(cudaMemcpyBatchAsync(to, from, sizes, 3, &how, first, 1, &failed, stream) ==
        cudaErrorInvalidValue);
  CHECK(failed == 1);
  CHECK(read()[0] == 0);
  sizes[1] = 4;
  cudaMemcpyAttributes twice[] = {how, how};
  CHECK(cudaMemcpyBatchAsync(to, from, sizes, 3, twice, first, 2, &failed, stream) ==
        cudaErrorInvalidValue);  // runs that do not grow
  CHECK(failed == SIZE_MAX);
  first[0] = 1;
  CHECK(cudaMemcpyBatchAsync(to, from, sizes, 3, &how, first, 1, &failed, stream) ==
        cudaErrorInvalidValue);  // nothing for the first copy
  first[0] = 0;
  how.srcAccessOrder = cudaMemcpySrcAccessOrderInvalid;
  CHECK(cudaMemcpyBatchAsync(to, from, sizes, 3, &how, first, 1, stream) == cudaErrorInvalidValue);
  how.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  CHECK(cudaMemcpyBatchAsync(to, from, sizes, 3, &how, first, 1, nullptr) ==
        cudaErrorInvalidValue);  // the legacy stream
  cudaGraph_t graph = nullptr;
  REQUIRE(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed) == cudaSuccess);
  CHECK(cudaMemcpyBatchAsync(to, from, sizes, 3, &how, first, 1, stream) ==
        cudaErrorStreamCaptureUnsupported);
  CHECK(cudaStreamEndCapture(stream, &graph) == cudaErrorStreamCaptureInvalidated);
}

TEST_CASE_FIXTURE(fixture, "cudaMemcpy3DBatchAsync: boxes of memory and of arrays") {
  auto const format = cudaCreateChannelDesc<unsigned>();
  cudaArray_t array = nullptr;
  REQUIRE(cudaMallocArray(&array, &format, 8, 4) == cudaSuccess);
  auto const memory_side = [](void* p, std::size_t row, std::size_t rows) {
    cudaMemcpy3DOperand out{};
    out.type = cudaMemcpyOperandTypePointer;
    out.op.ptr.ptr = p;
    out.op.ptr.rowLength = row;
    out.op.ptr.layerHeight = rows;
    return out;
  };
  cudaMemcpy3DOperand in_array{};
  in_array.type = cudaMemcpyOperandTypeArray;
  in_array.op.array.array = array;
  in_array.op.array.offset = {2, 1, 0};
  // Rows of 8 numbers of the host, 3 of each into the array; and the array's into tight memory.
  cudaMemcpy3DBatchOp op{};
  op.src = memory_side(host, 8, 4);
  op.dst = in_array;
  op.extent = make_cudaExtent(3, 2, 1);
  op.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  CHECK(cudaMemcpy3DBatchAsync(1, &op, 0, stream) == cudaSuccess);
  op.src = in_array;
  op.dst = memory_side(memory, 0, 0);
  std::size_t failed = 0;
  CHECK(cudaMemcpy3DBatchAsync(1, &op, &failed, 0, stream) == cudaSuccess);
  CHECK(failed == SIZE_MAX);
  auto const got = read();
  for (unsigned i = 0; i < 6; ++i) CHECK(got[i] == i / 3 * 8 + i % 3 + 1);
  op.extent.width = 9;
  CHECK(cudaMemcpy3DBatchAsync(1, &op, &failed, 0, stream) == cudaErrorInvalidValue);
  CHECK(failed == 0);
  op.extent.width = 3;
  CHECK(cudaMemcpy3DBatchAsync(1, &op, 1, stream) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy3DWithAttributesAsync(&op, 0, stream) == cudaSuccess);
  CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
  CHECK(cudaFreeArray(array) == cudaSuccess);
}

TEST_CASE_FIXTURE(fixture, "managed memory: many ranges prefetched and discarded") {
  char* managed = nullptr;
  REQUIRE(cudaMallocManaged(&managed, 1 << 20) == cudaSuccess);
  void* ranges[] = {managed, managed + (1 << 19)};
  std::size_t sizes[] = {1 << 16, 1 << 16};
  cudaMemLocation places[] = {{cudaMemLocationTypeDevice, 0}, {cudaMemLocationTypeHost, 0}};
  std::size_t first[] = {0, 1};
  CHECK(cudaMemPrefetchBatchAsync(ranges, sizes, 2, places, first, 2, 0, stream) == cudaSuccess);
  int where = 0;
  CHECK(cudaMemRangeGetAttribute(&where, sizeof where, cudaMemRangeAttributeLastPrefetchLocation,
                                 ranges[1], sizes[1]) == cudaSuccess);
  CHECK(where == cudaCpuDeviceId);
  CHECK(cudaMemRangeGetAttribute(&where, sizeof where, cudaMemRangeAttributeLastPrefetchLocation,
                                 ranges[0], sizes[0]) == cudaSuccess);
  CHECK(where == 0);
  CHECK(cudaMemDiscardBatchAsync(ranges, sizes, 2, 0, stream) == cudaSuccess);
  CHECK(cudaMemDiscardAndPrefetchBatchAsync(ranges, sizes, 2, places, first, 1, 0, stream) ==
        cudaSuccess);
  ranges[1] = memory;
  CHECK(cudaMemDiscardBatchAsync(ranges, sizes, 2, 0, stream) == cudaErrorInvalidValue);
  CHECK(cudaMemPrefetchBatchAsync(ranges, sizes, 2, places, first, 2, 0, stream) ==
        cudaErrorInvalidValue);
  CHECK(cudaFree(managed) == cudaSuccess);
}

TEST_CASE_FIXTURE(fixture, "pools by where their memory is") {
  cudaMemLocation place = {cudaMemLocationTypeDevice, 0};
  cudaMemPool_t pool = nullptr, by_device = nullptr;
  CHECK(cudaMemGetDefaultMemPool(&pool, &place, cudaMemAllocationTypePinned) == cudaSuccess);
  CHECK(cudaDeviceGetDefaultMemPool(&by_device, 0) == cudaSuccess);
  CHECK(pool == by_device);
  cudaMemPoolProps props{};
  props.allocType = cudaMemAllocationTypePinned;
  props.location = place;
  cudaMemPool_t own = nullptr;
  REQUIRE(cudaMemPoolCreate(&own, &props) == cudaSuccess);
  CHECK(cudaMemSetMemPool(&place, cudaMemAllocationTypePinned, own) == cudaSuccess);
  CHECK(cudaMemGetMemPool(&pool, &place, cudaMemAllocationTypePinned) == cudaSuccess);
  CHECK(pool == own);
  CHECK(cudaMemPoolDestroy(own) == cudaSuccess);
  place.id = 99;
  CHECK(cudaMemGetMemPool(&pool, &place, cudaMemAllocationTypePinned) == cudaErrorInvalidValue);
  place = {cudaMemLocationTypeHost, 0};
  CHECK(cudaMemGetMemPool(&pool, &place, cudaMemAllocationTypePinned) == cudaErrorNotSupported);
  CHECK(cudaMemGetMemPool(&pool, nullptr, cudaMemAllocationTypePinned) == cudaErrorInvalidValue);
}
