// SPDX-License-Identifier: MIT
//@ rows: LST-002-020 LST-002-022
//@ edit[LST-002-022]: cudaMemcpyKindElementType => cudaReadModeElementType
//@ edit: int main\(\)\n\{ => int main() {\n    begin();
//@ edit: (// Free device memory) => end(output);\n    \1
#include <cmath>
#include "check.h"
constexpr int width = 64, height = 48, size = width * height * 4;
constexpr float angle = 0.4f;
float h_data[width * height];
void begin() {
  for (int i = 0; i < width * height; ++i) {
    h_data[i] = i % 17;
  }
}
double texel(double x, double y) {
  int const i = (int(std::floor(x)) % width + width) % width;
  int const j = (int(std::floor(y)) % height + height) % height;
  return h_data[j * width + i];
}
void end(float* output) {
  static float out[width * height];
  require(cudaMemcpy(out, output, size, cudaMemcpyDeviceToHost) == cudaSuccess, "cudaMemcpy");
  for (int i = 0; i < width * height; ++i) {
    double const u = double(i % width) / width - 0.5, v = double(i / width) / height - 0.5;
    double const x = (u * cos(angle) - v * sin(angle) + 0.5) * width - 0.5;
    double const y = (v * cos(angle) + u * sin(angle) + 0.5) * height - 0.5;
    double const a = x - std::floor(x), b = y - std::floor(y);
    double const expected = (1 - b) * ((1 - a) * texel(x, y) + a * texel(x + 1, y)) +
                            b * ((1 - a) * texel(x, y + 1) + a * texel(x + 1, y + 1));
    // Weights have 8 bits of fraction.
    require(std::fabs(out[i] - expected) < 0.2, "the rotated image", i);
  }
}
//@ listing
