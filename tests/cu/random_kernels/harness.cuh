// SPDX-License-Identifier: MIT
// What generated programs share: the kernels' arguments, and a run of a kernel in each form. Each
// form's results are also compared with a GPU's where FILE has them: program [FILE]; FILE has lines
// `seed`, `hash of k0`, `hash of k1`, ... Such a line is what the program prints if a GPU runs it:
// built by nvcc -std=c++17 -fmad=false -DHARNESS_RECORD.
#pragma once

#include <cuda_fp16.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

struct pair {
  int x;
  unsigned y;
};

struct settings {
  int n;
  float scale;
  int list[4];
};

struct arguments {
  int const* a;       // 64
  unsigned const* b;  // 64
  float const* f;     // 64
  int* out;           // 4 a thread
  unsigned* uout;     // 2 a thread
  float* fout;        // 2 a thread
  unsigned* sums;     // 6 kinds of atomics, 16 each
  int* scratch;       // 8 a thread
  int n;              // 7
  settings s;
};

__device__ int const table[16] = {3, -1, 4, 1, -5, 9, 2, 6, -5, 3, 5, 8, -9, 7, 9, 3};
__constant__ float weights[8] = {0.5f, -1.5f, 2.0f, 0.25f, 1.0f, -0.75f, 3.0f, 0.125f};

__device__ inline float limited(float x) { return fminf(fmaxf(x, -100.0f), 100.0f); }
__device__ inline double limited(double x) { return fmin(fmax(x, -100.0), 100.0); }

__device__ inline void swap_if(int& a, int& b, bool wanted) {
  if (!wanted) return;
  int const t = a;
  a = b;
  b = t;
}
// Whole and rest of x.
__device__ inline void split(float x, int& whole, float* rest) {
  whole = (int)x;
  *rest = x - whole;
}

// A thread's own, of several types.
struct body {
  float x, y;
  double mass;
  int kind;
  float w[4];
};
__device__ inline void advance(body& b, float by) {
  b.x = limited(b.x + by * 0.5f);
  b.mass = limited(b.mass + 2.0 * b.x - b.y * 0.25 + b.kind * 0.001);
  b.w[b.kind & 3] = b.y;
}
__device__ inline body moved(body b, float by) {
  if (by < 0.0f) return b;
  b.y = b.w[1] + by;
  b.y = limited(b.y);
  b.kind = (b.kind ^ 5) % 2048;
  return b;
}

namespace harness {

struct results {
  std::vector<int> out, scratch;
  std::vector<unsigned> uout, sums;
  std::vector<float> fout;
};

/// A vector's elements in device memory.
template <class T>
class device_copy {
 public:
  explicit device_copy(std::vector<T>& v) : host_(v) {
    cudaMalloc(reinterpret_cast<void**>(&data_), v.size() * sizeof(T));
    cudaMemcpy(data_, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
  }
  device_copy(device_copy const&) = delete;
  device_copy& operator=(device_copy const&) = delete;
  ~device_copy() { cudaFree(data_); }
  T* data() const { return data_; }
  void read_back() {
    cudaMemcpy(host_.data(), data_, host_.size() * sizeof(T), cudaMemcpyDeviceToHost);
  }

 private:
  std::vector<T>& host_;
  T* data_ = nullptr;
};

/// The kernel's results from the same input.
template <class Launch>
results run(unsigned threads, Launch const& launch) {
  std::vector<int> a(64);
  std::vector<unsigned> b(64);
  std::vector<float> f(64);
  unsigned state = 12345;
  for (std::size_t i = 0; i < 64; ++i) {
    state = state * 1664525u + 1013904223u;
    a[i] = static_cast<int>(state >> 20) % 100 - 50;
    b[i] = state;
    f[i] = static_cast<float>(static_cast<int>(state >> 16) % 1000) * 0.01f - 5.0f;
  }
  results r;
  r.out.resize(threads * 4);
  r.uout.resize(threads * 2);
  r.fout.resize(threads * 2);
  r.sums.resize(6 * 16);
  r.scratch.resize(threads * 8);
  for (std::size_t i = 0; i < r.scratch.size(); ++i) r.scratch[i] = static_cast<int>(i % 13) - 6;
  device_copy<int> a_copy{a}, out{r.out}, scratch{r.scratch};
  device_copy<unsigned> b_copy{b}, uout{r.uout}, sums{r.sums};
  device_copy<float> f_copy{f}, fout{r.fout};
  launch(arguments{a_copy.data(),
                   b_copy.data(),
                   f_copy.data(),
                   out.data(),
                   uout.data(),
                   fout.data(),
                   sums.data(),
                   scratch.data(),
                   7,
                   {7, 1.5f, {2, -3, 5, 1}}});
  if (cudaDeviceSynchronize() != cudaSuccess) {
    std::printf("error: %s\n", cudaGetErrorString(cudaGetLastError()));
    std::exit(2);
  }
  out.read_back();
  scratch.read_back();
  uout.read_back();
  sums.read_back();
  fout.read_back();
  return r;
}

/// FNV-1a over the bits of all numbers; every NaN counts as the same one.
inline unsigned hash_of(results const& r) {
  unsigned h = 2166136261u;
  auto const add = [&](auto const& numbers) {
    for (auto const& x : numbers) {
      unsigned bits;
      std::memcpy(&bits, &x, sizeof bits);
      if (std::is_same<decltype(x), float const&>::value && x != x) bits = 0x7fffffffu;
      for (int i = 0; i < 32; i += 8) h = (h ^ ((bits >> i) & 255u)) * 16777619u;
    }
  };
  add(r.out);
  add(r.uout);
  add(r.fout);
  add(r.sums);
  add(r.scratch);
  return h;
}

#ifdef HARNESS_RECORD

inline void begin(unsigned seed, int, char**) { std::printf("%u", seed); }
template <class Launch>
int compare(char const*, unsigned threads, Launch const& launch) {
  std::printf("\t%08x", hash_of(run(threads, launch)));
  return 0;
}
inline int end(int) {
  std::printf("\n");
  return 0;
}

#else

inline std::istringstream recorded;  // hashes that no kernel has taken yet
inline int compared = 0;

inline void begin(unsigned seed, int argc, char** argv) {
  if (argc < 2) return;
  std::ifstream file{argv[1]};
  for (std::string line; std::getline(file, line);)
    if (line.rfind(std::to_string(seed) + "\t", 0) == 0) recorded.str(line.substr(line.find('\t')));
}
inline int end(int failed) {
  std::printf("%d kernels compared with a GPU's answers\n", compared);
  return failed == 0 ? 0 : 1;
}

template <class T>
bool same(char const* name, int lanes, char const* what, std::vector<T> const& one,
          std::vector<T> const& two) {
  for (std::size_t i = 0; i < one.size(); ++i) {
    if (std::memcmp(&one[i], &two[i], sizeof(T)) == 0) continue;
    std::printf("%s: %s[%zu] is %.9g in thread form, %.9g in gangs of %d\n", name, what, i,
                static_cast<double>(one[i]), static_cast<double>(two[i]), lanes);
    return false;
  }
  return true;
}

#ifdef SIMT_GANG_LANES
inline constexpr int widths[] = {SIMT_GANG_LANES};
inline void choose(int lanes) { simt::cuda::lane::compared_lanes = lanes; }
#else
inline constexpr int widths[] = {0};  // as launches choose
inline void choose(int) {}
#endif

/// 0 where all forms agree, and with the recorded answer, else 1.
template <class Launch>
int compare(char const* name, unsigned threads, Launch const& launch) {
  simt::cuda::set_kernel_form(simt::cuda::kernel_form_choice::thread);
  results const one = run(threads, launch);
  unsigned expected;
  if (recorded >> std::hex >> expected) {
    ++compared;
    if (hash_of(one) != expected) {
      std::printf("%s: the thread form's results are not the GPU's\n", name);
      return 1;
    }
  }
  simt::cuda::set_kernel_form(simt::cuda::kernel_form_choice::lane);
  for (int lanes : widths) {
    choose(lanes);
    results const two = run(threads, launch);
    if (!same(name, lanes, "out", one.out, two.out) ||
        !same(name, lanes, "uout", one.uout, two.uout) ||
        !same(name, lanes, "fout", one.fout, two.fout) ||
        !same(name, lanes, "sums", one.sums, two.sums) ||
        !same(name, lanes, "scratch", one.scratch, two.scratch))
      return 1;
  }
  return 0;
}

#endif

}  // namespace harness
