// Thrust, as programs use it beside kernels of their own: memory, streams, functors with CUDA's
// functions, and that an algorithm sees what was queued before it.
#include <thrust/complex.h>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_free.h>
#include <thrust/device_malloc.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/for_each.h>
#include <thrust/generate.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/merge.h>
#include <thrust/random.h>
#include <thrust/reduce.h>
#include <thrust/reverse.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/system/cuda/error.h>
#include <thrust/system_error.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/unique.h>
#include <thrust/universal_vector.h>

#include <atomic>
#include <cstdio>
#include <new>
#include <vector>

static int failures = 0;
#define CHECK(...)                                                       \
  do {                                                                   \
    if (!(__VA_ARGS__)) {                                                \
      std::printf("%s:%d: not true: %s\n", __FILE__, __LINE__, #__VA_ARGS__); \
      ++failures;                                                        \
    }                                                                    \
  } while (0)

constexpr int n = 1 << 16;

/// Takes milliseconds, so that who does not wait sees what was there before.
__global__ void fill_slowly(int* p, int first) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  int s = i;
  for (int k = 0; k < 4000; ++k) s = s * 1664525 + 1013904223;
  p[i] = first + i + (s == 12345 ? 0 : 0 * s);
}
__global__ void largest_of_rows(float* out, float const* in, int columns) {
  if (threadIdx.x == 0)
    out[blockIdx.x] = thrust::reduce(thrust::seq, in + blockIdx.x * columns,
                                     in + (blockIdx.x + 1) * columns, 0.0f,
                                     thrust::maximum<float>());
}
__global__ void square(thrust::complex<float>* p) {
  p[threadIdx.x] = p[threadIdx.x] * thrust::conj(p[threadIdx.x]);
}

long long sum_from(int first) {
  return static_cast<long long>(n) * (n - 1) / 2 + static_cast<long long>(first) * n;
}

struct uniform {
  int seed;
  __host__ __device__ float operator()(unsigned i) const {
    thrust::default_random_engine engine(seed);
    engine.discard(i);
    return thrust::uniform_real_distribution<float>(0, 1)(engine);
  }
};
struct saxpy {
  float a;
  __device__ float operator()(float x, float y) const { return __fmaf_rn(a, x, y); }
};

static void order() {
  thrust::device_vector<int> d(n);
  int* const p = thrust::raw_pointer_cast(d.data());
  fill_slowly<<<n / 256, 256>>>(p, 1);
  CHECK(thrust::reduce(d.begin(), d.end(), 0LL) == sum_from(1));

  // A stream that does not wait for the default one, and the algorithm in it.
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  fill_slowly<<<n / 256, 256, 0, stream>>>(p, 2);
  CHECK(thrust::reduce(thrust::cuda::par.on(stream), d.begin(), d.end(), 0LL) == sum_from(2));

  // A copy and a fill behind a kernel.
  thrust::device_vector<int> e(n);
  fill_slowly<<<n / 256, 256, 0, stream>>>(p, 3);
  cudaMemcpyAsync(thrust::raw_pointer_cast(e.data()), p, n * sizeof(int),
                  cudaMemcpyDeviceToDevice, stream);
  CHECK(e[n - 1] == n + 2);
  fill_slowly<<<n / 256, 256, 0, stream>>>(p, 4);
  cudaMemsetAsync(p, 0, sizeof(int), stream);
  CHECK(d[0] == 0);
  CHECK(thrust::count(thrust::cuda::par_nosync.on(stream), d.begin(), d.end(), 5) == 1);

  // And a graph.
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
  try {
    thrust::fill(thrust::cuda::par.on(stream), d.begin(), d.end(), 1);
    CHECK(!"an algorithm was captured");
  } catch (thrust::system_error const& error) {
    CHECK(error.code().value() == cudaErrorStreamCaptureUnsupported);
  }
  fill_slowly<<<n / 256, 256, 0, stream>>>(p, 5);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, stream);
  CHECK(thrust::reduce(d.begin(), d.end(), 0LL) == sum_from(5));

  // Events between algorithms have their times.
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  cudaEventRecord(begin);
  thrust::fill(d.begin(), d.end(), 6);
  cudaEventRecord(end);
  float ms = -1;
  CHECK(cudaEventElapsedTime(&ms, begin, end) == cudaSuccess);
  CHECK(ms > 0);
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
}

static void memory() {
  thrust::device_vector<int> d(1000, 7);
  cudaPointerAttributes a;
  CHECK(cudaPointerGetAttributes(&a, thrust::raw_pointer_cast(d.data())) == cudaSuccess);
  CHECK(a.type == cudaMemoryTypeDevice);
  std::vector<int> h(1000);
  CHECK(cudaMemcpy(h.data(), thrust::raw_pointer_cast(d.data()), 4000, cudaMemcpyDeviceToHost) ==
        cudaSuccess);
  CHECK(h[999] == 7);

  thrust::device_ptr<float> const p = thrust::device_malloc<float>(1000);
  CHECK(cudaPointerGetAttributes(&a, p.get()) == cudaSuccess);
  CHECK(a.type == cudaMemoryTypeDevice);
  thrust::fill(p, p + 1000, 3.0f);
  p[3] = 5;
  CHECK(p[3] == 5.0f);
  CHECK(thrust::max_element(p, p + 1000) - p == 3);
  thrust::device_free(p);

  thrust::universal_vector<thrust::complex<float>> c(32, thrust::complex<float>(3, 4));
  CHECK(cudaPointerGetAttributes(&a, thrust::raw_pointer_cast(c.data())) == cudaSuccess);
  CHECK(a.type == cudaMemoryTypeManaged);
  square<<<1, 32>>>(thrust::raw_pointer_cast(c.data()));
  cudaDeviceSynchronize();
  CHECK(c[31] == thrust::complex<float>(25, 0));

  try {
    thrust::device_vector<char> const all(std::size_t{1} << 46);
    CHECK(!"memory for all");
  } catch (std::bad_alloc const&) {
  }
  CHECK(cudaGetLastError() == cudaSuccess);
}

static void algorithms() {
  thrust::device_vector<float> x(1000), y(1000, 2.0f);
  thrust::counting_iterator<unsigned> const numbers(0);
  thrust::transform(numbers, numbers + 1000, x.begin(), uniform{42});
  thrust::host_vector<float> const h = x;
  thrust::default_random_engine engine(42);
  thrust::uniform_real_distribution<float> one(0, 1);
  bool same = true;
  for (float const v : h) same = same && v == one(engine);
  CHECK(same);
  thrust::transform(x.begin(), x.end(), y.begin(), y.begin(), saxpy{3});
  CHECK(y[9] == __fmaf_rn(3, h[9], 2));

  int const given[] = {1, 1, 2, 2, 2, 5};
  thrust::device_vector<int> keys(given, given + 6), values(6, 1), ends(6), sums(6);
  auto const end = thrust::reduce_by_key(keys.begin(), keys.end(), values.begin(), ends.begin(),
                                         sums.begin());
  CHECK(end.first - ends.begin() == 3);
  CHECK(sums[1] == 3);
  thrust::sort_by_key(thrust::device, keys.begin(), keys.end(), values.begin(),
                      thrust::greater<int>());
  CHECK(keys[0] == 5);
  thrust::exclusive_scan(values.begin(), values.end(), values.begin());
  CHECK(values[5] == 5);

  auto const both = thrust::make_zip_iterator(thrust::make_tuple(x.begin(), y.begin()));
  thrust::for_each(both, both + 1000, [] __device__(thrust::tuple<float&, float&> t) {
    thrust::get<1>(t) = thrust::get<0>(t);
  });
  CHECK(thrust::equal(x.begin(), x.end(), y.begin()));

  thrust::device_vector<float> rows(10);
  largest_of_rows<<<10, 32>>>(thrust::raw_pointer_cast(rows.data()),
                              thrust::raw_pointer_cast(x.data()), 100);
  CHECK(*thrust::max_element(rows.begin(), rows.end()) ==
        *thrust::max_element(h.begin(), h.end()));
}

/// Counts the host's calls; the device's only do what is asked.
static std::atomic<int> host_calls{0};
struct host_or_device {
  __host__ __device__ static void tell() {
#ifndef __CUDA_ARCH__
    ++host_calls;
#endif
  }
};
struct ordered : host_or_device {
  __host__ __device__ bool operator()(int a, int b) const { return tell(), a < b; }
};
struct equal_here : host_or_device {
  __host__ __device__ bool operator()(int a, int b) const { return tell(), a == b; }
};
struct added : host_or_device {
  __host__ __device__ int operator()(int a, int b) const { return tell(), a + b; }
};
struct odd : host_or_device {
  __host__ __device__ bool operator()(int a) const { return tell(), a % 2 != 0; }
};
struct twice : host_or_device {
  __host__ __device__ int operator()(int a) const { return tell(), 2 * a; }
};
/// As cuda-samples' cdpQuadtree makes its points.
struct own_numbers {
  unsigned count = 0;
  __host__ __device__ unsigned operator()() {
#ifdef __CUDA_ARCH__
    unsigned const number = blockIdx.x * blockDim.x + threadIdx.x + count;
    count += blockDim.x * gridDim.x;
    return number;
#else
    return ++host_calls;
#endif
  }
};
template <class Vector>
static int host_calls_of_all_algorithms(int size) {
  host_calls = 0;
  Vector a(size), b(size), c(2 * size);
  thrust::sequence(a.begin(), a.end());
  thrust::transform(a.begin(), a.end(), b.begin(), twice());
  CHECK(thrust::reduce(b.begin(), b.end(), 1, added()) ==
        static_cast<int>(static_cast<unsigned>(size) * (size - 1u) + 1u));
  CHECK(thrust::transform_reduce(b.begin(), b.end(), odd(), 0, added()) == 0);
  CHECK(thrust::count_if(a.begin(), a.end(), odd()) == size / 2);
  CHECK(thrust::copy_if(a.begin(), a.end(), c.begin(), odd()) - c.begin() == size / 2);
  CHECK(c[size / 2 - 1] == (size / 2 - 1) * 2 + 1);
  thrust::merge(a.begin(), a.end(), b.begin(), b.end(), c.begin(), ordered());
  CHECK(c[2] == 1);
  CHECK(c[2 * size - 1] == 2 * size - 2);
  thrust::reverse(a.begin(), a.end());
  thrust::sort(a.begin(), a.end(), ordered());
  CHECK(a[size - 1] == size - 1);
  thrust::reverse(a.begin(), a.end());
  thrust::stable_sort_by_key(a.begin(), a.end(), b.begin(), ordered());
  CHECK(b[0] == 2 * size - 2);
  thrust::fill(b.begin(), b.end(), 1);
  thrust::inclusive_scan(b.begin(), b.end(), a.begin(), added());
  CHECK(a[size - 1] == size);
  thrust::exclusive_scan(b.begin(), b.end(), a.begin(), 5, added());
  CHECK(a[size - 1] == size + 4);
  auto const ends = thrust::reduce_by_key(b.begin(), b.end(), a.begin(), c.begin(),
                                          c.begin() + size, equal_here(), added());
  CHECK(ends.first - c.begin() == 1);
  CHECK(thrust::unique(b.begin(), b.end(), equal_here()) - b.begin() == 1);
  return host_calls;
}
static void device_branches() {
  for (int const size : {1000, 30000, 300000}) {
    CHECK(host_calls_of_all_algorithms<thrust::device_vector<int>>(size) == 0);
    CHECK(host_calls_of_all_algorithms<thrust::host_vector<int>>(size) > size);
  }
  thrust::device_vector<unsigned> d(n);
  thrust::generate(d.begin(), d.end(), own_numbers());
  thrust::sort(d.begin(), d.end());
  CHECK(thrust::unique(d.begin(), d.end()) == d.end());
  CHECK(host_calls > 0);
  thrust::host_vector<unsigned> h(10);
  host_calls = 0;
  thrust::generate(h.begin(), h.end(), own_numbers());
  CHECK(h[9] == 10u);
}

int main() {
  order();
  memory();
  algorithms();
  device_branches();
  memory();
  algorithms();
  if (failures == 0) std::printf("all right\n");
  return failures;
}
