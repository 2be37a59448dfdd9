// SPDX-License-Identifier: MIT
//@ rows: LST-002-023 LST-002-025
//@ edit: surf2DRead => surf2Dread
//@ edit: surf2DWrite => surf2Dwrite
//@ edit: int main\(\)\n\{ => int main() {\n    begin();
//@ edit: (// Free device memory) => end(cuOutputArray);\n    \1
#include "check.h"
constexpr int width = 60, height = 40, size = width * height * 4;
unsigned char h_data[size];
void begin() {
  for (int i = 0; i < size; ++i) {
    h_data[i] = i % 251;
  }
}
void end(cudaArray* array) {
  static unsigned char out[size];
  require(cudaMemcpy2DFromArray(out, width * 4, array, 0, 0, width * 4, height,
                                cudaMemcpyDeviceToHost) == cudaSuccess,
          "cudaMemcpy2DFromArray");
  for (int i = 0; i < size; ++i) {
    require(out[i] == h_data[i], "the output array", i);
  }
}
//@ listing
