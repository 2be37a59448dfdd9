// libcu++, as programs use it: atomics of every kind, and all in which a thread waits for another.
#include <cooperative_groups.h>

#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/pipeline>
#include <cuda/semaphore>
#include <cuda/std/array>
#include <cuda/std/chrono>
#include <cuda/std/complex>
#include <cuda/std/functional>
#include <cuda/std/limits>
#include <cuda/std/tuple>

#include <cstdio>
#include <new>
#include <thread>

namespace cg = cooperative_groups;

static int failures = 0;
#define CHECK(...)                                                           \
  do {                                                                       \
    if (!(__VA_ARGS__)) {                                                    \
      std::printf("%s:%d: %s is false\n", __FILE__, __LINE__, #__VA_ARGS__); \
      ++failures;                                                            \
    }                                                                        \
  } while (false)

constexpr int rows = 4, threads = 96;

template <class T>
T* managed(int count = 1) {
  T* p = nullptr;
  CHECK(cudaMallocManaged(&p, sizeof(T) * count) == cudaSuccess);
  return p;
}
bool done() { return cudaDeviceSynchronize() == cudaSuccess; }

using device_atomic = cuda::atomic<int, cuda::thread_scope_device>;

__global__ void count(int* n, float* largest, device_atomic* sum,
                      cuda::std::atomic<unsigned>* bits) {
  cuda::atomic_ref<int, cuda::thread_scope_device> of_n(*n);
  of_n.fetch_add(1, cuda::std::memory_order_relaxed);
  cuda::atomic_ref<float, cuda::thread_scope_device> of_largest(*largest);
  float const mine = float(blockIdx.x * blockDim.x + threadIdx.x);
  float seen = of_largest.load();
  while (seen < mine && !of_largest.compare_exchange_weak(seen, mine)) {
  }
  sum->fetch_max(int(threadIdx.x));
  bits->fetch_or(1u << threadIdx.x % 32, cuda::std::memory_order_release);
}

// Blocks and threads take turns: each waits for the one before.
__global__ void in_turn(device_atomic* turn, int* order) {
  int const me = blockIdx.x * blockDim.x + threadIdx.x;
  while (turn->load(cuda::std::memory_order_acquire) != me) {
  }
  order[me] = me ? order[me - 1] + 1 : 0;
  turn->store(me + 1, cuda::std::memory_order_release);
}
__global__ void from_last(int* order) {
  __shared__ cuda::atomic<int, cuda::thread_scope_block> passed;
  int const me = blockDim.x - 1 - threadIdx.x;
  if (me == 0) passed.store(0);
  __syncthreads();
  while (passed.load(cuda::std::memory_order_acquire) < me) {
  }
  order[me] = me ? order[me - 1] + 1 : 0;
  passed.fetch_add(1, cuda::std::memory_order_release);
}
__global__ void told(device_atomic* turn, int* order) {
  int const me = gridDim.x * blockDim.x - 1 - (blockIdx.x * blockDim.x + threadIdx.x);
  for (int now; (now = turn->load()) != me;) turn->wait(now);
  order[me] = 3 * me;
  turn->store(me + 1);
  turn->notify_all();
}

__global__ void rows_by_barrier(int const* in, int* out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> ready;
  __shared__ int s[threads];
  auto block = cg::this_thread_block();
  if (block.thread_rank() == 0) init(&ready, block.size());
  block.sync();
  for (int i = 0; i < rows; ++i) {
    cuda::memcpy_async(block, s, in + threads * i, sizeof s, ready);
    ready.arrive_and_wait();
    out[threads * i + threadIdx.x] = s[threads - 1 - threadIdx.x];
    auto token = ready.arrive();  // what is read may be written
    ready.wait(cuda::std::move(token));
  }
}

// The last warp copies, two rows ahead, the others read.
__global__ void rows_by_pipeline(int const* in, int* out) {
  constexpr auto scope = cuda::thread_scope_block;
  constexpr int stages = 2;
  __shared__ int s[stages][threads];
  __shared__ cuda::pipeline_shared_state<scope, stages> state;
  auto block = cg::this_thread_block();
  bool const copies = threadIdx.x >= threads;
  auto pipe = cuda::make_pipeline(
      block, &state, copies ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
  for (int i = 0; i < rows; ++i)
    if (copies) {
      pipe.producer_acquire();
      for (int k = threadIdx.x - threads; k < threads; k += 32)
        cuda::memcpy_async(&s[i % stages][k], in + threads * i + k, sizeof(int), pipe);
      pipe.producer_commit();
    } else {
      pipe.consumer_wait();
      out[threads * i + threadIdx.x] = s[i % stages][threads - 1 - threadIdx.x];
      pipe.consumer_release();
    }
}

__global__ void guarded(int* n, int* late) {
  using semaphore = cuda::counting_semaphore<cuda::thread_scope_block, 1>;
  __shared__ alignas(semaphore) char room[sizeof(semaphore)];
  __shared__ cuda::latch<cuda::thread_scope_block> all;
  semaphore& one = *reinterpret_cast<semaphore*>(room);
  if (threadIdx.x == 0) {
    new (room) semaphore(1);
    new (&all) cuda::latch<cuda::thread_scope_block>(blockDim.x);
  }
  __syncthreads();
  one.acquire();
  *n += 1;
  one.release();
  all.arrive_and_wait();
  if (*n != int(blockDim.x)) atomicAdd(late, 1);
}

__global__ void values(float* out, cuda::std::tuple<int, float> given) {
  cuda::std::array<float, 4> v{1, 2, 3, 4};
  cuda::std::complex<float> const c(1, float(threadIdx.x));
  float sum = 0;
  for (float x : v) sum = cuda::std::plus<float>{}(sum, x);
  cuda::std::chrono::milliseconds const time = cuda::std::chrono::seconds(1);
  out[threadIdx.x] = sum + (c * c).real() + cuda::std::get<1>(given) +
                     cuda::std::numeric_limits<float>::digits + float(time.count());
}

__global__ void sets(cuda::atomic<int, cuda::thread_scope_system>* flag, int* out) {
  flag->wait(0);  // for the host
  *out = flag->load();
}

int main() {
  int *n = managed<int>(), *in = managed<int>(rows * threads), *out = managed<int>(rows * threads);
  auto* largest = managed<float>();
  auto* const sum = new (managed<device_atomic>()) device_atomic(0);
  auto* const bits = new (managed<cuda::std::atomic<unsigned>>()) cuda::std::atomic<unsigned>(0);
  *n = 0, *largest = -1;
  count<<<10, 100>>>(n, largest, sum, bits);
  CHECK(done() && *n == 1000 && *largest == 999 && sum->load() == 99 && bits->load() == ~0u);

  sum->store(0);
  in_turn<<<4, 64>>>(sum, out);
  CHECK(done() && sum->load() == 256 && out[255] == 255);
  from_last<<<1, 64>>>(out);
  CHECK(done() && out[63] == 63);
  sum->store(0);
  told<<<2, 40>>>(sum, out);
  CHECK(done() && sum->load() == 80 && out[79] == 237 && out[0] == 0);

  for (int i = 0; i < rows * threads; ++i) in[i] = i * 7;
  auto const rows_are_turned = [&] {
    bool right = done();
    for (int i = 0; i < rows * threads; ++i) {
      right &= out[i] == in[i / threads * threads + threads - 1 - i % threads];
      out[i] = 0;
    }
    return right;
  };
  rows_by_barrier<<<1, threads>>>(in, out);
  CHECK(rows_are_turned());
  rows_by_pipeline<<<1, threads + 32>>>(in, out);
  CHECK(rows_are_turned());

  *n = 0, *out = 0;
  guarded<<<1, 128>>>(n, out);
  CHECK(done() && *n == 128 && *out == 0);

  values<<<1, 32>>>(largest = managed<float>(32), cuda::std::make_tuple(1, 2.5f));
  CHECK(done() && largest[0] == 1037.5f && largest[31] == 1037.5f - 31 * 31);

  using system_atomic = cuda::atomic<int, cuda::thread_scope_system>;
  auto* const flag = new (managed<system_atomic>()) system_atomic(0);
  sets<<<1, 1>>>(flag, n);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  flag->store(5);
  flag->notify_all();
  CHECK(done() && *n == 5);

  if (failures == 0) std::printf("all right\n");
  return failures != 0;
}
