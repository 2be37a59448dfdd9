// SPDX-License-Identifier: MIT
// Textures of file scope and by an object, whose texels threads read at places of their own.
#include <cuda_runtime.h>

namespace textures {

constexpr int texels = 200;  // of linear memory; planes have 16 x 8

texture<float> numbers;
texture<float4, cudaTextureType1D, cudaReadModeElementType> vectors;
texture<uchar2, 1, cudaReadModeNormalizedFloat> shares;
texture<int, cudaTextureType2D> plane;

/// Neighbours, places that the memory decides, and places beyond both ends.
__global__ void linear(float* out, int const* where, cudaTextureObject_t bytes,
                       cudaTextureObject_t const* pick) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  float r = tex1Dfetch(numbers, i) + 2 * tex1Dfetch(numbers, where[i]);
  r += tex1Dfetch(numbers, i - 7) + tex1Dfetch(numbers, (i & 1) ? 1000000 : 3);
  r += tex1Dfetch(numbers, 5);
  float4 const v = tex1Dfetch(vectors, i / 2);
  r += v.x + 10 * v.w;
  float2 const s = tex1Dfetch(shares, i % 100);
  r += s.x + s.y;
  r += tex1Dfetch<signed char>(bytes, i) + tex1Dfetch<signed char>(bytes, where[i]);
  r += tex1Dfetch<signed char>(pick[i & 1], 9);
  if (i % 3 == 0) r += tex1Dfetch(numbers, where[i] + 1);
  signed char own;
  tex1Dfetch(&own, bytes, 8);
  out[i] = r + own;
}

__global__ void planes(float* out, cudaTextureObject_t object) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  int const x = i % 18 - 1, y = i / 18 % 10 - 1;  // one beyond each edge
  float r = tex2D(plane, x, y) + 1000 * tex2D<int>(object, x + 0.5, y + 0.5f);
  if (i & 1) r += 4 * tex2D<int>(object, 3, (float)y);
  out[i] = r;
}

/// Texel i of each texture, as the host filled them.
inline float number(int i) { return i < 0 || i >= texels ? 0 : 0.5f * float(i); }
inline int byte(int i) { return i < 0 || i >= texels ? 0 : i * 5 % 256 - 128; }

/// How many values are not what they must be.
int run() {
  constexpr int n = 256;
  float *memory, *out;
  float4* four;
  uchar2* two;
  signed char* chars;
  int *where, *image;
  cudaTextureObject_t* pick;
  cudaMallocManaged(&memory, texels * sizeof *memory);
  cudaMallocManaged(&four, texels * sizeof *four);
  cudaMallocManaged(&two, texels * sizeof *two);
  cudaMallocManaged(&chars, texels);
  cudaMallocManaged(&image, 16 * 8 * sizeof *image);
  cudaMallocManaged(&where, n * sizeof *where);
  cudaMallocManaged(&out, n * sizeof *out);
  cudaMallocManaged(&pick, 2 * sizeof *pick);
  for (int i = 0; i < texels; ++i) {
    memory[i] = number(i);
    four[i] = make_float4(float(i), 0, 0, float(2 * i));
    two[i] = make_uchar2(static_cast<unsigned char>(i), 255);
    chars[i] = static_cast<signed char>(byte(i));
  }
  for (int i = 0; i < n; ++i) where[i] = i * 37 % 211 - 5;
  for (int i = 0; i < 16 * 8; ++i) image[i] = i;
  cudaBindTexture(nullptr, numbers, memory, texels * sizeof *memory);
  cudaBindTexture(nullptr, vectors, four, texels * sizeof *four);
  cudaBindTexture(nullptr, shares, two, texels * sizeof *two);
  plane.addressMode[0] = plane.addressMode[1] = cudaAddressModeClamp;
  cudaBindTexture2D(nullptr, plane, image, plane.channelDesc, 16, 8, 16 * sizeof *image);

  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = chars;
  resource.res.linear.desc = cudaCreateChannelDesc<signed char>();
  resource.res.linear.sizeInBytes = texels;
  cudaTextureDesc how = {};
  how.readMode = cudaReadModeElementType;
  cudaTextureObject_t bytes, object;
  cudaCreateTextureObject(&bytes, &resource, &how, nullptr);
  resource = {};
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D = {image, cudaCreateChannelDesc<int>(), 16, 8, 16 * sizeof *image};
  how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
  cudaCreateTextureObject(&object, &resource, &how, nullptr);
  pick[0] = bytes;
  pick[1] = 0;  // no object: zero

  int wrong = 0;
  linear<<<2, 128>>>(out, where, bytes, pick);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) {
    float r = number(i) + 2 * number(where[i]);
    r += number(i - 7) + ((i & 1) != 0 ? 0 : number(3)) + number(5);
    r += float(i / 2) + 10 * float(2 * (i / 2));
    r += float(i % 100) / 255 + 1;
    r += float(byte(i) + byte(where[i]) + ((i & 1) != 0 ? 0 : byte(9)));
    if (i % 3 == 0) r += number(where[i] + 1);
    r += float(byte(8));
    wrong += !(out[i] - r < 1e-3f && r - out[i] < 1e-3f);
  }
  planes<<<2, 128>>>(out, object);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) {
    auto const at = [](int x, int y) {
      x = x < 0 ? 0 : x > 15 ? 15 : x;
      y = y < 0 ? 0 : y > 7 ? 7 : y;
      return float(16 * y + x);
    };
    int const x = i % 18 - 1, y = i / 18 % 10 - 1;
    wrong += out[i] != 1001 * at(x, y) + ((i & 1) != 0 ? 4 * at(3, y) : 0);
  }
  cudaDestroyTextureObject(bytes);
  cudaDestroyTextureObject(object);
  cudaUnbindTexture(numbers);
  cudaUnbindTexture(vectors);
  cudaUnbindTexture(shares);
  cudaUnbindTexture(plane);
  for (void* p : {(void*)memory, (void*)four, (void*)two, (void*)chars, (void*)image, (void*)where,
                  (void*)out, (void*)pick})
    cudaFree(p);
  return wrong;
}

}  // namespace textures

int run_textures() { return textures::run(); }
