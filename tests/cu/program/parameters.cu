// SPDX-License-Identifier: MIT
// What kernels get of objects: a copy, or what a reference names in memory that kernels share.
#include <stdio.h>
#include <string.h>

#include "blocks.cuh"

static int failures = 0;
#define EXPECT(condition) \
  if (!(condition)) printf("line %d: %s\n", __LINE__, #condition), ++failures

/// Owns managed memory, which a copy has anew and gives back where it ends.
class text {
 public:
  explicit text(char const* s) { take(s); }
  text(text const& s) { take(s.data_); }
  text& operator=(text const&) = delete;
  ~text() { cudaFree(data_); }
  __host__ __device__ char& operator[](int i) { return data_[i]; }

 private:
  void take(char const* s) {
    cudaMallocManaged(&data_, strlen(s) + 1);
    strcpy(data_, s);
  }
  char* data_;
};

struct named {
  text name;
  int value;
};

__global__ void change_copy(named of) {
  of.name[0] = 'c';
  ++of.value;
}
__global__ void change(named& of, int& count) {
  of.name[0] = 'r';
  ++of.value;
  count += of.value;
}
__global__ void look(named const& of, int* out) { *out = of.value; }

template <class T>
__global__ void by_template(int* out, T of) {
  *out = of.value;
}

int check_parameters() {
  named* of = nullptr;
  int* count = nullptr;
  EXPECT(cudaMallocManaged(&of, sizeof(named)) == cudaSuccess);
  EXPECT(cudaMallocManaged(&count, 2 * sizeof(int)) == cudaSuccess);
  new (of) named{text("hello"), 10};
  count[0] = 5;

  change_copy<<<1, 1>>>(*of);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  EXPECT(of->name[0] == 'h');
  EXPECT(of->value == 10);

  change<<<1, 1>>>(*of, *count);
  look<<<1, 1>>>(*of, count + 1);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  EXPECT(of->name[0] == 'r');
  EXPECT(of->value == 11);
  EXPECT(count[0] == 16);
  EXPECT(count[1] == 11);

  int own = 7;  // in the host's own memory: a copy
  change<<<1, 1>>>(*of, own);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  by_template<<<1, 1>>>(count, *of);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  EXPECT(of->value == 12);
  EXPECT(own == 7);
  EXPECT(*count == 12);

  of->~named();
  cudaFree(of);
  cudaFree(count);
  return failures;
}

__global__ void use_definitions(int* out, int x) {
  out[0] = by_own_factor(x);
  out[1] = twice_everybodys() + everybodys_count;
}

int check_own_elsewhere() {
  int before = failures, seven = 7, ten = 10;
  EXPECT(cudaMemcpyToSymbol(own_factor, &seven, sizeof seven) == cudaSuccess);
  EXPECT(cudaMemcpyToSymbol(own_count, &ten, sizeof ten) == cudaSuccess);
  int* out = nullptr;
  EXPECT(cudaMallocManaged(&out, 2 * sizeof(int)) == cudaSuccess);
  use_definitions<<<1, 1>>>(out, 2);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  EXPECT(out[0] == 2 * 7 + 10);
  EXPECT(out[1] == 3 * 20);
  cudaFree(out);
  return failures - before;
}
