// SPDX-License-Identifier: MIT
//@ rows: LST-002-026
//@ part: its kernel; the host code needs OpenGL
//@ edit: ^void deleteVBO\(\)\n\{[^}]*\} =>
#include "check.h"
//@ listing: % 2
int main() {
  constexpr int width = 64, height = 32;
  constexpr float time = 1.25f;
  float4* positions;
  cudaMallocManaged(&positions, width * height * sizeof(float4));
  createVertices<<<dim3(width / 16, height / 16), dim3(16, 16)>>>(positions, time, width, height);
  require_end();
  for (int i = 0; i < width * height; ++i) {
    float const u = float(i % width) / width * 2 - 1, v = float(i / width) / height * 2 - 1;
    float const w = sinf(u * 4 + time) * cosf(v * 4 + time) * 0.5f;
    float4 const p = positions[i];
    require(p.x == u && p.z == v && p.w == 1, "a vertex", i);
    require(fabsf(p.y - w) < 1e-5f, "a vertex's height", i);
  }
}
