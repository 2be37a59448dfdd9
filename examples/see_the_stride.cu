// SPDX-License-Identifier: MIT
// What a GPU would do with a stride: a matrix transposed three ways. Neighbouring threads that write a
// column touch 32 sectors a request; through a tile of shared memory they touch 4, but all ask one bank;
// with a row of 33 elements each asks its own. This is a profiled build: run it with
//   SIMT_PROFILE_OPTIONS=html=stride.html ./see_the_stride
// and look at the page, or read what it says on the terminal.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

constexpr int side = 256;

__global__ void by_columns(const float* in, float* out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  out[x * side + y] = in[y * side + x];
}

template <int Row>
__global__ void through_a_tile(const float* in, float* out) {
  __shared__ float tile[32][Row];
  int x = blockIdx.x * 32 + threadIdx.x;
  int y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * side + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[(y + j) * side + x] = tile[threadIdx.x][threadIdx.y + j];
}

int main() {
  std::vector<float> numbers(side * side), result(side * side);
  for (int i = 0; i < side * side; ++i) numbers[i] = static_cast<float>(i);
  float *in, *out;
  cudaMalloc(&in, numbers.size() * sizeof(float));
  cudaMalloc(&out, numbers.size() * sizeof(float));
  cudaMemcpy(in, numbers.data(), numbers.size() * sizeof(float), cudaMemcpyHostToDevice);
  int wrong = 0;
  for (int way = 0; way < 3; ++way) {
    cudaMemset(out, 0, numbers.size() * sizeof(float));
    dim3 const block(32, 8);
    if (way == 0) by_columns<<<dim3(side / 32, side / 8), block>>>(in, out);
    if (way == 1) through_a_tile<32><<<dim3(side / 32, side / 32), block>>>(in, out);
    if (way == 2) through_a_tile<33><<<dim3(side / 32, side / 32), block>>>(in, out);
    cudaMemcpy(result.data(), out, result.size() * sizeof(float), cudaMemcpyDeviceToHost);
    for (int y = 0; y < side; ++y)
      for (int x = 0; x < side; ++x) wrong += result[x * side + y] != numbers[y * side + x];
  }
  cudaFree(in);
  cudaFree(out);
  std::printf("see_the_stride: transposed three ways, %d elements wrong\n", wrong);
  return wrong != 0;
}
