// SPDX-License-Identifier: MIT
//
// The host runtime, by CUDA's own calls: launches, events, allocations, copies, and work of two
// streams at once ("lane") beside the same work in one stream ("hand").

#include <simt/cuda/cuda_runtime.h>

#include <chrono>
#include <cstddef>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <vector>

#include "checks.hpp"
#include "parallel.hpp"
#include "suite.hpp"

namespace bench {
namespace {

void need(cudaError_t e) {
  if (e != cudaSuccess) throw std::runtime_error(cudaGetErrorString(e));
}

template <class Kernel, class... Args>
void launch(dim3 grid, dim3 block, cudaStream_t stream, Kernel kernel, Args... args) {
  simt::cuda::launch_configuration(grid, block, 0, stream).call("kernel", kernel, args...);
}

struct stream_owner {
  stream_owner() { need(cudaStreamCreateWithFlags(&handle, cudaStreamNonBlocking)); }
  ~stream_owner() { static_cast<void>(cudaStreamDestroy(handle)); }
  stream_owner(stream_owner const&) = delete;
  stream_owner& operator=(stream_owner const&) = delete;
  cudaStream_t handle = nullptr;
};
struct device_memory {
  explicit device_memory(std::size_t bytes) { need(cudaMalloc(&data, bytes)); }
  ~device_memory() { static_cast<void>(cudaFree(data)); }
  device_memory(device_memory const&) = delete;
  device_memory& operator=(device_memory const&) = delete;
  void* data = nullptr;
};

/// A workload whose result is the time of one of its many operations.
workload timed(int operations, char const* unit, std::function<void()> run) {
  workload w;
  w.unit = unit;
  w.operations = operations;
  w.variants = {{"lane", 1, std::move(run)}};
  return w;
}

workload make_launch_async(sizes const& s) {
  auto const stream = std::make_shared<stream_owner>();
  return timed(s.micro_launches, "us", [stream, n = s.micro_launches] {
    for (int i = 0; i < n; ++i) launch(1, 32, stream->handle, [] {});
    need(cudaStreamSynchronize(stream->handle));
  });
}

workload make_launch_wait(sizes const& s) {
  auto const stream = std::make_shared<stream_owner>();
  return timed(s.micro_launches, "us", [stream, n = s.micro_launches] {
    for (int i = 0; i < n; ++i) {
      launch(1, 32, stream->handle, [] {});
      need(cudaStreamSynchronize(stream->handle));
    }
  });
}

workload make_event(sizes const& s) {
  auto const stream = std::make_shared<stream_owner>();
  cudaEvent_t event = nullptr;
  need(cudaEventCreate(&event));
  std::shared_ptr<void> const owner(event, [event](void*) { cudaEventDestroy(event); });
  return timed(s.micro_launches, "us", [stream, owner, event, n = s.micro_launches] {
    for (int i = 0; i < n; ++i) need(cudaEventRecord(event, stream->handle));
    need(cudaStreamSynchronize(stream->handle));
  });
}

workload make_malloc(sizes const& s) {
  return timed(s.micro_launches, "us", [n = s.micro_launches] {
    for (int i = 0; i < n; ++i) {
      void* p = nullptr;
      need(cudaMalloc(&p, 1 << 20));
      need(cudaFree(p));
    }
  });
}

/// A large copy beside a plain parallel one.
workload make_copy(sizes const& s) {
  struct arrays {
    explicit arrays(std::size_t n) : from(n * 4), to(n * 4), bytes(n * 4) {
      std::memset(from.data, 1, bytes);
      std::memset(to.data, 0, bytes);
    }
    device_memory from, to;
    std::size_t bytes;
  };
  auto const a = std::make_shared<arrays>(static_cast<std::size_t>(s.saxpy));
  workload w;
  w.amount = w.bytes = 2. * static_cast<double>(a->bytes);
  w.reset = [a] { std::memset(a->to.data, 0, a->bytes); };
  w.check = [a] {
    return verdict{std::memcmp(a->from.data, a->to.data, a->bytes) == 0, "the bytes copied"};
  };
  w.variants = {
      {"lane", 1,
       [a] {
         need(cudaMemcpy(a->to.data, a->from.data, a->bytes, cudaMemcpyDeviceToDevice));
         need(cudaDeviceSynchronize());
       }},
      {"hand", 1,
       [a] {
         constexpr std::size_t part = 1 << 20;
         for_blocks(static_cast<int>(a->bytes / part), 1, [&](int i) {
           auto const at = static_cast<std::size_t>(i) * part;
           std::memcpy(static_cast<char*>(a->to.data) + at,
                       static_cast<char const*>(a->from.data) + at, part);
         });
       }},
  };
  return w;
}

/// A kernel of one block that keeps one core busy.
void busy(float* out, int turns) {
  float x = out[threadIdx.x];
  for (int i = 0; i < turns; ++i) x = x * 0.999F + 0.5F;
  out[threadIdx.x] = x;
}

struct two_streams {
  stream_owner first, second;
  device_memory a{1 << 12}, b{1 << 12};
  device_memory from{1 << 24}, to{1 << 24};

  two_streams() {
    std::memset(a.data, 0, 1 << 12);
    std::memset(b.data, 0, 1 << 12);
  }
  void kernel(cudaStream_t stream, device_memory const& m) const {
    launch(
        1, 1, stream, [](float* out, int turns) { busy(out, turns); }, static_cast<float*>(m.data),
        500'000);
  }
  void copy(cudaStream_t stream) const {
    need(cudaMemcpyAsync(to.data, from.data, 1 << 24, cudaMemcpyDeviceToDevice, stream));
  }
  void wait() const {
    need(cudaStreamSynchronize(first.handle));
    need(cudaStreamSynchronize(second.handle));
  }
};

workload make_overlap(sizes const&, bool with_copy) {
  auto const d = std::make_shared<two_streams>();
  auto const run = [d, with_copy](bool apart) {
    return [d, with_copy, apart] {
      cudaStream_t const other = apart ? d->second.handle : d->first.handle;
      d->kernel(d->first.handle, d->a);
      if (with_copy)
        d->copy(other);
      else
        d->kernel(other, d->b);
      d->wait();
    };
  };
  workload w;
  w.unit = "us";
  w.variants = {{"lane", 1, run(true)}, {"hand", 1, run(false)}};
  return w;
}

registration const registered[] = {
    {"cuda_launch_async", make_launch_async},
    {"cuda_launch_wait", make_launch_wait},
    {"cuda_event_record", make_event},
    {"cuda_malloc_free_1mb", make_malloc},
    {"cuda_memcpy", make_copy},
    {"two_kernels", [](sizes const& s) { return make_overlap(s, false); }},
    {"kernel_and_copy", [](sizes const& s) { return make_overlap(s, true); }},
};

}  // namespace
}  // namespace bench
