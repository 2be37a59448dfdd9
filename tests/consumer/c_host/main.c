// SPDX-License-Identifier: MIT
// A host in C: it owns device memory and events, and another file's function launches.
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <stdio.h>

void scale(float* data, int n, float factor, cudaStream_t stream);

int main(void) {
  enum { n = 1000 };
  float host[n];
  float* data;
  float ms = -1;
  int wrong = 0;
  struct cudaDeviceProp properties;
  cudaStream_t stream;
  cudaEvent_t start, end;
  for (int i = 0; i < n; ++i) host[i] = (float)i;
  if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess || properties.warpSize != 32) return 1;
  if (cudaMalloc((void**)&data, sizeof host) != cudaSuccess) return 2;
  if (cudaProfilerStart() != cudaSuccess || cudaProfilerStop() != cudaSuccess) return 5;
  cudaStreamCreate(&stream);
  cudaEventCreate(&start);
  cudaEventCreate(&end);
  cudaMemcpyAsync(data, host, sizeof host, cudaMemcpyHostToDevice, stream);
  cudaEventRecord(start, stream);
  scale(data, n, 3, stream);
  cudaEventRecord(end, stream);
  cudaMemcpyAsync(host, data, sizeof host, cudaMemcpyDeviceToHost, stream);
  if (cudaStreamSynchronize(stream) != cudaSuccess) return 3;
  if (cudaEventElapsedTime(&ms, start, end) != cudaSuccess || ms < 0) return 4;
  for (int i = 0; i < n; ++i) wrong += host[i] != 3 * (float)i;
  // One runtime: what fails here is the last error everywhere.
  if (cudaSetDevice(1000) != cudaErrorInvalidDevice) return 5;
  if (cudaGetLastError() != cudaErrorInvalidDevice || cudaGetLastError() != cudaSuccess) return 6;
  cudaEventDestroy(start);
  cudaEventDestroy(end);
  cudaStreamDestroy(stream);
  cudaFree(data);
  printf("%d wrong\n", wrong);
  return wrong != 0;
}
