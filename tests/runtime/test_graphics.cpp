// SPDX-License-Identifier: MIT
#include <simt/cuda/cuda_runtime_api.h>
#include <simt/runtime/graphics.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

// Mapping by copy, of an API that the test is itself: what it holds, and how often it is asked.
namespace {

struct store {
  std::vector<unsigned char> bytes = std::vector<unsigned char>(100, 1);
  int reads = 0, writes = 0;
  simt::error_code fault = simt::error_code::success;
};

class kept_buffer final : public simt::detail::graphics_object {
 public:
  explicit kept_buffer(store& s) : store_(s) {}
  simt::error_code measure(simt::detail::graphics_shape& out) override {
    out.bytes = store_.bytes.size();
    return simt::error_code::success;
  }
  simt::error_code read(simt::detail::graphics_memory const& to) override {
    ++store_.reads;
    std::memcpy(to.buffer, store_.bytes.data(), to.bytes);
    return store_.fault;
  }
  simt::error_code write(simt::detail::graphics_memory const& from) override {
    ++store_.writes;
    std::memcpy(store_.bytes.data(), from.buffer, from.bytes);
    return simt::error_code::success;
  }

 private:
  store& store_;
};

cudaGraphicsResource_t registered(store& s, unsigned flags = 0) {
  simt::graphics_handle out = nullptr;
  auto const e = simt::detail::guarded([&] {
    return simt::detail::register_graphics(&out, std::make_unique<kept_buffer>(s), flags);
  });
  REQUIRE(e == simt::error_code::success);
  return static_cast<cudaGraphicsResource_t>(out);
}

void* pointer_of(cudaGraphicsResource_t r, std::size_t bytes) {
  void* p = nullptr;
  std::size_t size = 0;
  CHECK(cudaGraphicsResourceGetMappedPointer(&p, &size, r) == cudaSuccess);
  CHECK(size == bytes);
  return p;
}

}  // namespace

TEST_CASE("[GFX-003] what is mapped is read, and written when it is not mapped any more") {
  store s;
  cudaGraphicsResource_t r = registered(s);
  CHECK(s.reads == 0);
  CHECK(cudaGraphicsMapResources(1, &r) == cudaSuccess);
  CHECK(s.reads == 1);
  void* const p = pointer_of(r, 100);
  CHECK(static_cast<unsigned char*>(p)[99] == 1);
  CHECK(cudaMemsetAsync(p, 5, 50, nullptr) == cudaSuccess);
  CHECK(cudaGraphicsUnmapResources(1, &r) == cudaSuccess);
  CHECK(s.writes == 1);
  CHECK(s.bytes[49] == 5);
  CHECK(s.bytes[50] == 1);
  // The memory is CUDA's until the end of the registration, and grows with what it shows.
  s.bytes.assign(5000, 3);
  CHECK(cudaGraphicsMapResources(1, &r) == cudaSuccess);
  CHECK(static_cast<unsigned char*>(pointer_of(r, 5000))[4999] == 3);
  CHECK(cudaGraphicsUnmapResources(1, &r) == cudaSuccess);
  CHECK(cudaGraphicsUnregisterResource(r) == cudaSuccess);
  CHECK(cudaGraphicsUnregisterResource(r) == cudaErrorInvalidResourceHandle);
  (void)cudaGetLastError();
}

TEST_CASE("[GFX-006] hints: read-only is not written, write-discard is not read") {
  store s;
  cudaGraphicsResource_t r = registered(s, cudaGraphicsRegisterFlagsReadOnly);
  CHECK(cudaGraphicsMapResources(1, &r) == cudaSuccess);
  CHECK(cudaGraphicsUnmapResources(1, &r) == cudaSuccess);
  CHECK(s.reads == 1);
  CHECK(s.writes == 0);
  CHECK(cudaGraphicsResourceSetMapFlags(r, cudaGraphicsMapFlagsWriteDiscard) == cudaSuccess);
  CHECK(cudaGraphicsMapResources(1, &r) == cudaSuccess);
  CHECK(cudaGraphicsResourceSetMapFlags(r, 0) == cudaErrorAlreadyMapped);
  CHECK(cudaGraphicsUnmapResources(1, &r) == cudaSuccess);
  CHECK(s.reads == 1);
  CHECK(s.writes == 1);
  CHECK(cudaGraphicsUnregisterResource(r) == cudaSuccess);
  (void)cudaGetLastError();
}

TEST_CASE("[GFX-003] of several resources all are mapped, or none") {
  store s, t;
  cudaGraphicsResource_t both[2] = {registered(s), registered(t)};
  t.fault = simt::error_code::unknown;
  CHECK(cudaGraphicsMapResources(2, both) == cudaErrorUnknown);
  CHECK(cudaGraphicsUnmapResources(1, both) == cudaErrorNotMapped);
  t.fault = simt::error_code::success;
  CHECK(cudaGraphicsMapResources(2, both) == cudaSuccess);
  CHECK(cudaGraphicsMapResources(1, &both[1]) == cudaErrorAlreadyMapped);
  CHECK(cudaGraphicsUnregisterResource(both[0]) == cudaErrorAlreadyMapped);
  CHECK(cudaGraphicsUnmapResources(2, both) == cudaSuccess);
  for (auto const r : both) CHECK(cudaGraphicsUnregisterResource(r) == cudaSuccess);
  (void)cudaGetLastError();
}

TEST_CASE("[GFX-007] a reset of the device ends registrations of buffers") {
  store s;
  cudaGraphicsResource_t r = registered(s);
  CHECK(cudaDeviceReset() == cudaSuccess);
  CHECK(cudaGraphicsMapResources(1, &r) == cudaErrorInvalidResourceHandle);
  CHECK(cudaGraphicsUnregisterResource(r) == cudaSuccess);
  (void)cudaGetLastError();
}
