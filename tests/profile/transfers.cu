// SPDX-License-Identifier: MIT
// Data on its way to the device: one by one, in a batch, from pinned memory, or mapped.
#include <cuda_runtime.h>
#include <cstring>

__global__ void doubles(int* p) { p[threadIdx.x] *= 2; }

int main(int, char** words) {
  int const n = 64;
  int values[n], *device = nullptr, *pinned = nullptr;
  for (int i = 0; i < n; ++i) values[i] = i;
  cudaMalloc(&device, sizeof values);
  cudaHostAlloc(&pinned, sizeof values, cudaHostAllocMapped);
  std::memcpy(pinned, values, sizeof values);
  int* p = device;
  if (std::strcmp(words[1], "single") == 0)
    for (int i = 0; i < n; ++i) cudaMemcpy(device + i, values + i, sizeof(int), cudaMemcpyHostToDevice);
  else if (std::strcmp(words[1], "batch") == 0)
    cudaMemcpy(device, values, sizeof values, cudaMemcpyHostToDevice);
  else if (std::strcmp(words[1], "pinned") == 0)
    cudaMemcpyAsync(device, pinned, sizeof values, cudaMemcpyHostToDevice);
  else
    cudaHostGetDevicePointer(&p, pinned, 0);
  doubles<<<1, n>>>(p);
  cudaDeviceSynchronize();
  if (p == device) cudaMemcpy(pinned, device, sizeof values, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i)
    if (pinned[i] != 2 * i) return 1;
  return 0;
}
