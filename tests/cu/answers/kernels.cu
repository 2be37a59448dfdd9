// SPDX-License-Identifier: MIT
// What the runtime says of a kernel, beside an H200's answers.
#include "answers.cuh"

template <class T>
__global__ void parameters(T* p, int a, short b, double c) {
  *p = T(a + b + c);
}

void check_kernels(answers& a) {
  int* out;
  cudaMallocManaged(&out, count * sizeof(int));
  a.check(
      "parameters of a kernel", out, 21,
      [&] {
        void const* const kernel = (void const*)parameters<double>;
        for (size_t i = 0; i < 5; ++i) {
          size_t offset = 77, bytes = 77;
          out[3 * i] = cudaFuncGetParamInfo(kernel, i, &offset, &bytes);
          out[3 * i + 1] = int(offset);
          out[3 * i + 2] = int(bytes);
        }
        size_t offset = 77;
        out[15] = cudaFuncGetParamInfo(kernel, 1, &offset, nullptr);
        out[16] = int(offset);
        out[17] = cudaFuncGetParamInfo(nullptr, 0, &offset, nullptr);
        out[18] = cudaFuncGetParamInfo(kernel, 1, nullptr, nullptr);
        out[19] = cudaGetLastError();
        out[20] = cudaGetLastError();
      },
      [](int i) {
        int const recorded[] = {0, 0, 8, 0, 8, 4, 0, 12, 2, 0, 16, 8, 1, 77, 77, 0, 8, 98, 1, 1, 0};
        return recorded[i];
      });
  cudaFree(out);
}
