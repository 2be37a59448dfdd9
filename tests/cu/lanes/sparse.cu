// SPDX-License-Identifier: MIT
// A walk along the edges of a graph by the threads that a mask names: few, many or all of a gang.
#include <cuda_runtime.h>

namespace sparse {

constexpr int nodes = 700, degree = 5;

template <class T>
__global__ void walk(int const* first, int const* edges, T const* mask, int* reached, int* sum,
                     int n) {
  int const node = blockIdx.x * blockDim.x + threadIdx.x;
  int const weight = node % 7;
  if (node < n && mask[node]) {
    int total = weight;
    for (int i = first[node]; i < first[node + 1]; ++i) {
      int const other = edges[i];
      if (other == node) continue;
      atomicAdd(&reached[other], weight + 1);
      total += edges[first[other]];
    }
    sum[node] = total;
  }
}

/// How many values are not what they must be.
int run() {
  int *first, *edges, *reached, *sum;
  bool* mask;
  cudaMallocManaged(&first, (nodes + 1) * sizeof(int));
  cudaMallocManaged(&edges, (nodes * degree + 1) * sizeof(int));
  cudaMallocManaged(&reached, nodes * sizeof(int));
  cudaMallocManaged(&sum, nodes * sizeof(int));
  cudaMallocManaged(&mask, nodes);
  int count = 0;
  for (int i = 0; i < nodes; ++i) {
    first[i] = count;
    for (int k = 0; k < i % degree; ++k) edges[count++] = (i * 31 + k * 173) % nodes;
  }
  first[nodes] = count;
  edges[count] = 0;
  int wrong = 0;
  for (int every : {1, 2, 3, 9, 40, 1000}) {
    int wanted[nodes] = {};
    for (int i = 0; i < nodes; ++i) {
      mask[i] = i % every == 0;
      reached[i] = 0;
      sum[i] = -1;
    }
    walk<<<(nodes + 127) / 128, 128>>>(first, edges, mask, reached, sum, nodes);
    cudaDeviceSynchronize();
    for (int i = 0; i < nodes; ++i) {
      int total = i % 7;
      for (int k = first[i]; k < first[i + 1]; ++k)
        if (edges[k] != i) total += edges[first[edges[k]]];
      wrong += sum[i] != (mask[i] ? total : -1);
      for (int k = first[i]; mask[i] && k < first[i + 1]; ++k)
        if (edges[k] != i) wanted[edges[k]] += i % 7 + 1;
    }
    for (int i = 0; i < nodes; ++i) wrong += reached[i] != wanted[i];
  }
  for (void* p : {(void*)first, (void*)edges, (void*)reached, (void*)sum, (void*)mask}) cudaFree(p);
  return wrong;
}

}  // namespace sparse

int run_sparse() { return sparse::run(); }
