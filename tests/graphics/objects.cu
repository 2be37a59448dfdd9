// SPDX-License-Identifier: MIT
// Buffers, textures and renderbuffers of OpenGL in CUDA. The answers are those of an H100 with NVIDIA's
// OpenGL (CUDA 13.0).
#include "context.hpp"

#include <cuda_gl_interop.h>
#include <cuda_runtime.h>

#include <cstring>
#include <vector>

__global__ void add_one(unsigned char* p, int n) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) ++p[i];
}
template <class T>
__global__ void fill(cudaSurfaceObject_t to, int width, int height) {
  int const x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) surf2Dwrite(T(10 * y + x), to, x * int(sizeof(T)), y);
}

static GLuint make_buffer(int bytes) {
  std::vector<unsigned char> data(bytes);
  for (int i = 0; i < bytes; ++i) data[i] = static_cast<unsigned char>(i * 7);
  GLuint b = 0;
  glGenBuffers(1, &b);
  glBindBuffer(GL_ARRAY_BUFFER, b);
  glBufferData(GL_ARRAY_BUFFER, bytes, data.data(), GL_DYNAMIC_DRAW);
  glBindBuffer(GL_ARRAY_BUFFER, 0);
  return b;
}
static std::vector<unsigned char> content(GLuint buffer, int bytes) {
  std::vector<unsigned char> out(bytes);
  glBindBuffer(GL_ARRAY_BUFFER, buffer);
  glGetBufferSubData(GL_ARRAY_BUFFER, 0, bytes, out.data());
  glBindBuffer(GL_ARRAY_BUFFER, 0);
  return out;
}

static void no_context() {
  cudaGraphicsResource* r = nullptr;
  unsigned count = 0;
  int device = 0;
  ANSWERS(cudaErrorOperatingSystem, cudaGraphicsGLRegisterBuffer(&r, 1, 0));
  ANSWERS(cudaErrorOperatingSystem, cudaGraphicsGLRegisterImage(&r, 1, GL_TEXTURE_2D, 0));
  ANSWERS(cudaErrorOperatingSystem, cudaGLGetDevices(&count, &device, 1, cudaGLDeviceListAll));
  make_context();
  ANSWERS(cudaSuccess, cudaGLGetDevices(&count, &device, 1, cudaGLDeviceListAll));
}

static void devices() {
  make_context();
  unsigned count = 0;
  int device = -1;
  for (auto const list :
       {cudaGLDeviceListAll, cudaGLDeviceListCurrentFrame, cudaGLDeviceListNextFrame}) {
    count = 0;
    device = -1;
    ANSWERS(cudaSuccess, cudaGLGetDevices(&count, &device, 4, list));
    CHECK(count == 1 && device == 0);
  }
  device = -1;
  ANSWERS(cudaSuccess, cudaGLGetDevices(&count, &device, 0, cudaGLDeviceListAll));
  CHECK(count == 1 && device == -1);
  ANSWERS(cudaErrorInvalidValue, cudaGLGetDevices(&count, &device, 4, cudaGLDeviceList(0)));
  ANSWERS(cudaErrorInvalidValue, cudaGLGetDevices(&count, &device, 4, cudaGLDeviceList(4)));
}

// A buffer's bytes come when it is mapped, and go when it is not any more.
static void buffers() {
  make_context();
  int const bytes = 1000;
  GLuint const b = make_buffer(bytes);
  auto const before = content(b, bytes);
  GLuint empty = 0;
  glGenBuffers(1, &empty);
  cudaGraphicsResource *r = nullptr, *r2 = nullptr;
  ANSWERS(cudaErrorInvalidResourceHandle, cudaGraphicsGLRegisterBuffer(&r, 99, 0));
  ANSWERS(cudaErrorInvalidResourceHandle, cudaGraphicsGLRegisterBuffer(&r, empty, 0));
  ANSWERS(cudaErrorInvalidValue, cudaGraphicsGLRegisterBuffer(&r, b, 3));
  ANSWERS(cudaErrorInvalidValue,
          cudaGraphicsGLRegisterBuffer(&r, b, cudaGraphicsRegisterFlagsSurfaceLoadStore));
  ANSWERS(cudaSuccess, cudaGraphicsGLRegisterBuffer(&r, b, cudaGraphicsRegisterFlagsNone));
  ANSWERS(cudaSuccess, cudaGraphicsGLRegisterBuffer(&r2, b, cudaGraphicsRegisterFlagsNone));

  unsigned char* p = nullptr;
  size_t size = 0;
  cudaArray_t a;
  cudaMipmappedArray_t levels;
  ANSWERS(cudaErrorNotMapped, cudaGraphicsResourceGetMappedPointer((void**)&p, &size, r));
  ANSWERS(cudaErrorNotMapped, cudaGraphicsUnmapResources(1, &r));
  cudaGraphicsResource* const twice[2] = {r, r};
  ANSWERS(cudaErrorAlreadyMapped,
          cudaGraphicsMapResources(2, const_cast<cudaGraphicsResource**>(twice)));
  ANSWERS(cudaErrorNotMapped, cudaGraphicsUnmapResources(1, &r));
  ANSWERS(cudaSuccess, cudaGraphicsMapResources(1, &r));
  ANSWERS(cudaErrorAlreadyMapped, cudaGraphicsMapResources(1, &r));
  ANSWERS(cudaErrorAlreadyMapped, cudaGraphicsResourceSetMapFlags(r, 0));
  ANSWERS(cudaErrorAlreadyMapped, cudaGraphicsUnregisterResource(r));
  ANSWERS(cudaErrorNotMappedAsArray, cudaGraphicsSubResourceGetMappedArray(&a, r, 0, 0));
  ANSWERS(cudaErrorNotMappedAsArray, cudaGraphicsResourceGetMappedMipmappedArray(&levels, r));
  ANSWERS(cudaSuccess, cudaGraphicsResourceGetMappedPointer((void**)&p, nullptr, r));
  ANSWERS(cudaSuccess, cudaGraphicsResourceGetMappedPointer(nullptr, &size, r));
  CHECK(size == 1000);
  cudaPointerAttributes what;
  ANSWERS(cudaSuccess, cudaPointerGetAttributes(&what, p));
  CHECK(what.type == cudaMemoryTypeDevice);
  std::vector<unsigned char> back(bytes);
  ANSWERS(cudaSuccess, cudaMemcpy(back.data(), p, bytes, cudaMemcpyDeviceToHost));
  CHECK(back == before);
  ANSWERS(cudaErrorInvalidValue, cudaFree(p));
  ANSWERS(cudaErrorInvalidValue, cudaFreeAsync(p, nullptr));

  // The work of the stream comes before what OpenGL sees.
  cudaStream_t stream;
  ANSWERS(cudaSuccess, cudaStreamCreate(&stream));
  for (int i = 0; i < 5; ++i) add_one<<<4, 256, 0, stream>>>(p, bytes);
  ANSWERS(cudaSuccess, cudaGraphicsUnmapResources(1, &r, stream));
  ANSWERS(cudaErrorNotMapped, cudaGraphicsUnmapResources(1, &r, stream));
  for (auto& c : back) c = static_cast<unsigned char>(c + 5);
  CHECK(content(b, bytes) == back);

  // What OpenGL writes in between comes with the next mapping; another size, too.
  auto const larger = content(make_buffer(3000), 3000);
  glBindBuffer(GL_ARRAY_BUFFER, b);
  glBufferData(GL_ARRAY_BUFFER, 3000, larger.data(), GL_DYNAMIC_DRAW);
  ANSWERS(cudaSuccess, cudaGraphicsMapResources(1, &r2));
  ANSWERS(cudaSuccess, cudaGraphicsResourceGetMappedPointer((void**)&p, &size, r2));
  CHECK(size == 3000);
  back.resize(3000);
  ANSWERS(cudaSuccess, cudaMemcpy(back.data(), p, 3000, cudaMemcpyDeviceToHost));
  CHECK(back == larger);
  ANSWERS(cudaSuccess, cudaGraphicsUnmapResources(1, &r2));
  ANSWERS(cudaSuccess, cudaGraphicsUnregisterResource(r2));
  ANSWERS(cudaErrorInvalidResourceHandle, cudaGraphicsMapResources(1, &r2));

  // OpenGL deletes what CUDA has registered.
  glDeleteBuffers(1, &b);
  ANSWERS(cudaSuccess, cudaGraphicsMapResources(1, &r));
  ANSWERS(cudaSuccess, cudaGraphicsUnmapResources(1, &r));
  ANSWERS(cudaSuccess, cudaGraphicsUnregisterResource(r));
  ANSWERS(cudaSuccess, cudaStreamDestroy(stream));
  CHECK(glGetError() == GL_NO_ERROR);
}

// With the hints nothing is copied that nobody needs.
static void hints() {
  make_context();
  int const bytes = 256;
  GLuint const b = make_buffer(bytes);
  auto const before = content(b, bytes);
  cudaGraphicsResource* r = nullptr;
  unsigned char* p = nullptr;
  std::vector<unsigned char> back(bytes);
  ANSWERS(cudaSuccess, cudaGraphicsGLRegisterBuffer(&r, b, cudaGraphicsRegisterFlagsReadOnly));
  ANSWERS(cudaSuccess, cudaGraphicsMapResources(1, &r));
  ANSWERS(cudaSuccess, cudaGraphicsResourceGetMappedPointer((void**)&p, nullptr, r));
  ANSWERS(cudaSuccess, cudaMemcpy(back.data(), p, bytes, cudaMemcpyDeviceToHost));
  CHECK(back == before);
  add_one<<<1, 256>>>(p, bytes);  // against the promise
  ANSWERS(cudaSuccess, cudaGraphicsUnmapResources(1, &r));
  CHECK(content(b, bytes) == before);
  ANSWERS(cudaSuccess, cudaGraphicsResourceSetMapFlags(r, cudaGraphicsMapFlagsWriteDiscard));
  ANSWERS(cudaSuccess, cudaGraphicsMapResources(1, &r));
  ANSWERS(cudaSuccess, cudaMemset(p, 9, bytes));
  ANSWERS(cudaSuccess, cudaGraphicsUnmapResources(1, &r));
  CHECK(content(b, bytes) == std::vector<unsigned char>(bytes, 9));
  // What was there is not read: OpenGL's new content does not come.
  auto const other = make_buffer(bytes);
  auto const new_bytes = content(other, bytes);
  glBindBuffer(GL_ARRAY_BUFFER, b);
  glBufferSubData(GL_ARRAY_BUFFER, 0, bytes, new_bytes.data());
  ANSWERS(cudaSuccess, cudaGraphicsMapResources(1, &r));
  ANSWERS(cudaSuccess, cudaMemcpy(back.data(), p, bytes, cudaMemcpyDeviceToHost));
  CHECK(back == std::vector<unsigned char>(bytes, 9));
  ANSWERS(cudaSuccess, cudaGraphicsUnmapResources(1, &r));
  ANSWERS(cudaSuccess, cudaGraphicsUnregisterResource(r));
}

struct format {
  char const* name;
  GLenum internal, transfer, type;
  int channels, bits, kind;  // no channels: refused
};
#define FORMAT(internal, transfer, type, ...) {#internal, internal, transfer, type, __VA_ARGS__}
constexpr int u = cudaChannelFormatKindUnsigned, s = cudaChannelFormatKindSigned,
              f = cudaChannelFormatKindFloat;
static format const formats[] = {
    FORMAT(GL_R8, GL_RED, GL_UNSIGNED_BYTE, 1, 8, u),
    FORMAT(GL_RG8, GL_RG, GL_UNSIGNED_BYTE, 2, 8, u),
    FORMAT(GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, 4, 8, u),
    FORMAT(GL_RGBA, GL_RGBA, GL_UNSIGNED_BYTE, 4, 8, u),
    FORMAT(GL_SRGB8_ALPHA8, GL_RGBA, GL_UNSIGNED_BYTE, 4, 8, u),
    FORMAT(GL_R16, GL_RED, GL_UNSIGNED_SHORT, 1, 16, u),
    FORMAT(GL_RG16, GL_RG, GL_UNSIGNED_SHORT, 2, 16, u),
    FORMAT(GL_RGBA16, GL_RGBA, GL_UNSIGNED_SHORT, 4, 16, u),
    FORMAT(GL_LUMINANCE8, GL_RED, GL_UNSIGNED_BYTE, 1, 8, u),
    FORMAT(GL_ALPHA8, GL_ALPHA, GL_UNSIGNED_BYTE, 1, 8, u),
    FORMAT(GL_INTENSITY16, GL_RED, GL_UNSIGNED_SHORT, 1, 16, u),
    FORMAT(GL_LUMINANCE8_ALPHA8, GL_LUMINANCE_ALPHA, GL_UNSIGNED_BYTE, 2, 8, u),
    FORMAT(GL_R16F, GL_RED, GL_HALF_FLOAT, 1, 16, f),
    FORMAT(GL_RG16F, GL_RG, GL_HALF_FLOAT, 2, 16, f),
    FORMAT(GL_RGBA16F, GL_RGBA, GL_HALF_FLOAT, 4, 16, f),
    FORMAT(GL_R32F, GL_RED, GL_FLOAT, 1, 32, f),
    FORMAT(GL_RG32F, GL_RG, GL_FLOAT, 2, 32, f),
    FORMAT(GL_RGBA32F, GL_RGBA, GL_FLOAT, 4, 32, f),
    FORMAT(GL_R8UI, GL_RED_INTEGER, GL_UNSIGNED_BYTE, 1, 8, u),
    FORMAT(GL_RGBA8UI, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, 4, 8, u),
    FORMAT(GL_RG16I, GL_RG_INTEGER, GL_SHORT, 2, 16, s),
    FORMAT(GL_R32I, GL_RED_INTEGER, GL_INT, 1, 32, s),
    FORMAT(GL_RGBA32UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT, 4, 32, u),
    FORMAT(GL_RGBA8_SNORM, GL_RGBA, GL_BYTE, 0, 0, 0),
    FORMAT(GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, 0, 0, 0),
    FORMAT(GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT, 0, 0, 0),
    FORMAT(GL_RGB10_A2, GL_RGBA, GL_UNSIGNED_BYTE, 0, 0, 0),
    FORMAT(GL_R11F_G11F_B10F, GL_RGB, GL_FLOAT, 0, 0, 0),
};

/// Texels of small numbers, which every type of channel has.
static std::vector<unsigned char> texels(format const& of, int count) {
  std::vector<unsigned char> out(count * of.channels * of.bits / 8);
  for (int i = 0; i < count * of.channels; ++i) {
    if (of.kind == f && of.bits == 32) {
      float const v = i * 0.5f;
      std::memcpy(&out[i * 4], &v, 4);
    } else {
      out[i * of.bits / 8] = static_cast<unsigned char>(i * 3 + 1);  // a number, or a small half
    }
  }
  return out;
}

// Textures of each format that CUDA takes come and go texel by texel; the others are refused.
static void image_formats() {
  make_context();
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  int const width = 7, height = 5;
  for (format const& of : formats) {
    int const failed_before = failures;
    GLuint t = 0;
    glGenTextures(1, &t);
    glBindTexture(GL_TEXTURE_2D, t);
    auto data = texels(of, width * height);
    glTexImage2D(GL_TEXTURE_2D, 0, of.internal, width, height, 0, of.transfer, of.type,
                 of.channels == 0 ? nullptr : data.data());
    cudaGraphicsResource* r = nullptr;
    cudaError_t const e = cudaGraphicsGLRegisterImage(&r, t, GL_TEXTURE_2D,
                                                      cudaGraphicsRegisterFlagsSurfaceLoadStore);
    if (of.channels == 0) {
      CHECK(e == cudaErrorInvalidValue);
    } else {
      CHECK(e == cudaSuccess);
      ANSWERS(cudaSuccess, cudaGraphicsMapResources(1, &r));
      cudaArray_t a = nullptr;
      ANSWERS(cudaSuccess, cudaGraphicsSubResourceGetMappedArray(&a, r, 0, 0));
      ANSWERS(cudaErrorInvalidValue, cudaGraphicsSubResourceGetMappedArray(&a, r, 1, 0));
      ANSWERS(cudaErrorInvalidValue, cudaGraphicsSubResourceGetMappedArray(&a, r, 0, 9));
      void* p = nullptr;
      ANSWERS(cudaErrorNotMappedAsPointer, cudaGraphicsResourceGetMappedPointer(&p, nullptr, r));
      cudaChannelFormatDesc d{};
      cudaExtent x{};
      unsigned flags = 0;
      ANSWERS(cudaSuccess, cudaArrayGetInfo(&d, &x, &flags, a));
      CHECK(d.x == of.bits && d.y == (of.channels > 1 ? of.bits : 0) &&
            d.w == (of.channels > 3 ? of.bits : 0) && int(d.f) == of.kind);
      CHECK(x.width == width && x.height == height && x.depth == 0);
      CHECK(flags == cudaArraySurfaceLoadStore);
      size_t const row = width * of.channels * of.bits / 8;
      std::vector<unsigned char> back(data.size());
      ANSWERS(cudaSuccess, cudaMemcpy2DFromArray(back.data(), row, a, 0, 0, row, height,
                                                 cudaMemcpyDeviceToHost));
      CHECK(back == data);
      // The rows in the other order.
      for (int y = 0; y < height; ++y)
        ANSWERS(cudaSuccess, cudaMemcpy2DToArray(a, 0, height - 1 - y, &data[y * row], row, row, 1,
                                                 cudaMemcpyHostToDevice));
      ANSWERS(cudaSuccess, cudaGraphicsUnmapResources(1, &r));
      glGetTexImage(GL_TEXTURE_2D, 0, of.transfer, of.type, back.data());
      bool same = true;
      for (int y = 0; y < height; ++y)
        same = same && std::memcmp(&back[(height - 1 - y) * row], &data[y * row], row) == 0;
      CHECK(same);
      ANSWERS(cudaSuccess, cudaGraphicsUnregisterResource(r));
    }
    if (failures != failed_before) std::printf("  (format %s)\n", of.name);
    glDeleteTextures(1, &t);
  }
  CHECK(glGetError() == GL_NO_ERROR);
}

// Three channels come as four.
static void three_channels() {
  make_context();
  GLuint t = 0;
  glGenTextures(1, &t);
  glBindTexture(GL_TEXTURE_2D, t);
  unsigned char const rgb[4 * 3] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, 4, 1, 0, GL_RGB, GL_UNSIGNED_BYTE, rgb);
  cudaGraphicsResource* r = nullptr;
  cudaArray_t a = nullptr;
  ANSWERS(cudaSuccess, cudaGraphicsGLRegisterImage(&r, t, GL_TEXTURE_2D, 0));
  ANSWERS(cudaSuccess, cudaGraphicsMapResources(1, &r));
  ANSWERS(cudaSuccess, cudaGraphicsSubResourceGetMappedArray(&a, r, 0, 0));
  unsigned char back[16] = {};
  ANSWERS(cudaSuccess, cudaMemcpy2DFromArray(back, 16, a, 0, 0, 16, 1, cudaMemcpyDeviceToHost));
  CHECK(back[0] == 1 && back[1] == 2 && back[2] == 3 && back[4] == 4 && back[14] == 12);
  ANSWERS(cudaSuccess, cudaGraphicsUnmapResources(1, &r));
  ANSWERS(cudaSuccess, cudaGraphicsUnregisterResource(r));
}

// Kernels write by surfaces, and read by textures.
static void surfaces() {
  make_context();
  int const width = 9, height = 6;
  GLuint t = 0;
  glGenTextures(1, &t);
  glBindTexture(GL_TEXTURE_2D, t);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_R32F, width, height, 0, GL_RED, GL_FLOAT, nullptr);
  cudaGraphicsResource *r = nullptr, *plain = nullptr;
  ANSWERS(cudaSuccess, cudaGraphicsGLRegisterImage(&r, t, GL_TEXTURE_2D,
                                                   cudaGraphicsRegisterFlagsSurfaceLoadStore |
                                                       cudaGraphicsRegisterFlagsWriteDiscard));
  ANSWERS(cudaSuccess, cudaGraphicsGLRegisterImage(&plain, t, GL_TEXTURE_2D, 0));
  ANSWERS(cudaErrorInvalidValue, cudaGraphicsGLRegisterImage(&plain, t, GL_TEXTURE_2D, 16));
  ANSWERS(cudaSuccess, cudaGraphicsMapResources(1, &r));
  cudaResourceDesc what{};
  what.resType = cudaResourceTypeArray;
  ANSWERS(cudaSuccess, cudaGraphicsSubResourceGetMappedArray(&what.res.array.array, r, 0, 0));
  cudaSurfaceObject_t to = 0;
  ANSWERS(cudaSuccess, cudaCreateSurfaceObject(&to, &what));
  fill<float><<<dim3(2, 1), dim3(8, 8)>>>(to, width, height);
  ANSWERS(cudaSuccess, cudaGraphicsUnmapResources(1, &r));
  std::vector<float> back(width * height);
  glGetTexImage(GL_TEXTURE_2D, 0, GL_RED, GL_FLOAT, back.data());
  bool same = true;
  for (int i = 0; i < width * height; ++i) same = same && back[i] == 10 * (i / width) + i % width;
  CHECK(same);
  // Without the flag the array is not one that surfaces may write.
  ANSWERS(cudaSuccess, cudaGraphicsMapResources(1, &plain));
  ANSWERS(cudaSuccess, cudaGraphicsSubResourceGetMappedArray(&what.res.array.array, plain, 0, 0));
  unsigned flags = 99;
  ANSWERS(cudaSuccess, cudaArrayGetInfo(nullptr, nullptr, &flags, what.res.array.array));
  CHECK(flags == 0);
  ANSWERS(cudaSuccess, cudaGraphicsUnmapResources(1, &plain));
  ANSWERS(cudaSuccess, cudaDestroySurfaceObject(to));
  ANSWERS(cudaSuccess, cudaGraphicsUnregisterResource(r));
  ANSWERS(cudaSuccess, cudaGraphicsUnregisterResource(plain));
}

/// The texel (x, y) of plane z, of any target.
static unsigned char texel(int x, int y, int z) { return static_cast<unsigned char>(x + 10 * y + 50 * z); }

/// Checks a mapped array against texel(), and has it hold that of plane z + 1.
static void check_plane(cudaArray_t a, int width, int height, int z) {
  std::vector<unsigned char> got(width * height);
  ANSWERS(cudaSuccess, cudaMemcpy2DFromArray(got.data(), width, a, 0, 0, width, height, cudaMemcpyDeviceToHost));
  bool same = true;
  for (int i = 0; i < width * height; ++i) {
    same = same && got[i] == texel(i % width, i / width, z);
    got[i] = texel(i % width, i / width, z + 1);
  }
  CHECK(same);
  ANSWERS(cudaSuccess, cudaMemcpy2DToArray(a, 0, 0, got.data(), width, width, height, cudaMemcpyHostToDevice));
}
static std::vector<unsigned char> planes(int width, int height, int depth, int first) {
  std::vector<unsigned char> out;
  for (int z = 0; z < depth; ++z)
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) out.push_back(texel(x, y, z + first));
  return out;
}

// Layers and faces are arrays of their own, a 3D texture is one, levels are arrays and all together.
static void targets() {
  make_context();
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  cudaGraphicsResource* r = nullptr;
  cudaArray_t a = nullptr;
  GLuint t[5];
  glGenTextures(5, t);
  cudaMipmappedArray_t levels = nullptr;

  glBindTexture(GL_TEXTURE_2D_ARRAY, t[0]);
  glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, GL_R8, 5, 4, 3, 0, GL_RED, GL_UNSIGNED_BYTE, planes(5, 4, 3, 0).data());
  ANSWERS(cudaSuccess, cudaGraphicsGLRegisterImage(&r, t[0], GL_TEXTURE_2D_ARRAY, 0));
  ANSWERS(cudaSuccess, cudaGraphicsMapResources(1, &r));
  for (int z = 0; z < 3; ++z) {
    ANSWERS(cudaSuccess, cudaGraphicsSubResourceGetMappedArray(&a, r, z, 0));
    check_plane(a, 5, 4, z);
  }
  ANSWERS(cudaErrorInvalidValue, cudaGraphicsSubResourceGetMappedArray(&a, r, 3, 0));
  ANSWERS(cudaErrorNotSupported, cudaGraphicsResourceGetMappedMipmappedArray(&levels, r));
  ANSWERS(cudaSuccess, cudaGraphicsUnmapResources(1, &r));
  std::vector<unsigned char> back(60);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glGetTexImage(GL_TEXTURE_2D_ARRAY, 0, GL_RED, GL_UNSIGNED_BYTE, back.data());
  CHECK(back == planes(5, 4, 3, 1));
  ANSWERS(cudaSuccess, cudaGraphicsUnregisterResource(r));

  glBindTexture(GL_TEXTURE_3D, t[1]);
  glTexImage3D(GL_TEXTURE_3D, 0, GL_R8, 5, 4, 3, 0, GL_RED, GL_UNSIGNED_BYTE, planes(5, 4, 3, 0).data());
  ANSWERS(cudaSuccess, cudaGraphicsGLRegisterImage(&r, t[1], GL_TEXTURE_3D, 0));
  ANSWERS(cudaSuccess, cudaGraphicsMapResources(1, &r));
  ANSWERS(cudaSuccess, cudaGraphicsSubResourceGetMappedArray(&a, r, 0, 0));
  ANSWERS(cudaErrorInvalidValue, cudaGraphicsSubResourceGetMappedArray(&a, r, 1, 0));
  cudaExtent x{};
  ANSWERS(cudaSuccess, cudaArrayGetInfo(nullptr, &x, nullptr, a));
  CHECK(x.width == 5 && x.height == 4 && x.depth == 3);
  cudaMemcpy3DParms copy{};
  auto const next = planes(5, 4, 3, 1);
  copy.srcPtr = make_cudaPitchedPtr(const_cast<unsigned char*>(next.data()), 5, 5, 4);
  copy.dstArray = a;
  copy.extent = make_cudaExtent(5, 4, 3);
  copy.kind = cudaMemcpyHostToDevice;
  ANSWERS(cudaSuccess, cudaMemcpy3D(&copy));
  ANSWERS(cudaSuccess, cudaGraphicsUnmapResources(1, &r));
  glGetTexImage(GL_TEXTURE_3D, 0, GL_RED, GL_UNSIGNED_BYTE, back.data());
  CHECK(back == next);
  ANSWERS(cudaSuccess, cudaGraphicsUnregisterResource(r));

  glBindTexture(GL_TEXTURE_CUBE_MAP, t[2]);
  for (int face = 0; face < 6; ++face)
    glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, GL_R8, 4, 4, 0, GL_RED, GL_UNSIGNED_BYTE, planes(4, 4, 1, face).data());
  ANSWERS(cudaSuccess, cudaGraphicsGLRegisterImage(&r, t[2], GL_TEXTURE_CUBE_MAP, 0));
  ANSWERS(cudaSuccess, cudaGraphicsMapResources(1, &r));
  for (int face = 0; face < 6; ++face) {
    ANSWERS(cudaSuccess, cudaGraphicsSubResourceGetMappedArray(&a, r, cudaGraphicsCubeFacePositiveX + face, 0));
    check_plane(a, 4, 4, face);
  }
  ANSWERS(cudaSuccess, cudaGraphicsUnmapResources(1, &r));
  back.resize(16);
  for (int face = 0; face < 6; ++face) {
    glGetTexImage(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, GL_RED, GL_UNSIGNED_BYTE, back.data());
    CHECK(back == planes(4, 4, 1, face + 1));
  }
  ANSWERS(cudaSuccess, cudaGraphicsUnregisterResource(r));

  glBindTexture(GL_TEXTURE_RECTANGLE, t[3]);
  glTexImage2D(GL_TEXTURE_RECTANGLE, 0, GL_R8, 5, 4, 0, GL_RED, GL_UNSIGNED_BYTE, planes(5, 4, 1, 0).data());
  ANSWERS(cudaSuccess, cudaGraphicsGLRegisterImage(&r, t[3], GL_TEXTURE_RECTANGLE, 0));
  ANSWERS(cudaSuccess, cudaGraphicsMapResources(1, &r));
  ANSWERS(cudaSuccess, cudaGraphicsSubResourceGetMappedArray(&a, r, 0, 0));
  check_plane(a, 5, 4, 0);
  ANSWERS(cudaSuccess, cudaGraphicsUnmapResources(1, &r));
  back.resize(20);
  glGetTexImage(GL_TEXTURE_RECTANGLE, 0, GL_RED, GL_UNSIGNED_BYTE, back.data());
  CHECK(back == planes(5, 4, 1, 1));
  ANSWERS(cudaSuccess, cudaGraphicsUnregisterResource(r));

  glBindTexture(GL_TEXTURE_2D, t[4]);
  for (int level = 0; level < 4; ++level)
    glTexImage2D(GL_TEXTURE_2D, level, GL_R8, 8 >> level, 8 >> level, 0, GL_RED, GL_UNSIGNED_BYTE, planes(8 >> level, 8 >> level, 1, level).data());
  ANSWERS(cudaSuccess, cudaGraphicsGLRegisterImage(&r, t[4], GL_TEXTURE_2D, 0));
  ANSWERS(cudaSuccess, cudaGraphicsMapResources(1, &r));
  ANSWERS(cudaSuccess, cudaGraphicsResourceGetMappedMipmappedArray(&levels, r));
  for (int level = 0; level < 4; ++level) {
    cudaArray_t of_all = nullptr;
    ANSWERS(cudaSuccess, cudaGraphicsSubResourceGetMappedArray(&a, r, 0, level));
    ANSWERS(cudaSuccess, cudaGetMipmappedArrayLevel(&of_all, levels, level));
    CHECK(a == of_all);
    check_plane(a, 8 >> level, 8 >> level, level);
  }
  ANSWERS(cudaErrorInvalidValue, cudaGraphicsSubResourceGetMappedArray(&a, r, 0, 4));
  ANSWERS(cudaSuccess, cudaGraphicsUnmapResources(1, &r));
  back.resize(4);
  glGetTexImage(GL_TEXTURE_2D, 2, GL_RED, GL_UNSIGNED_BYTE, back.data());
  CHECK(back == planes(2, 2, 1, 3));
  ANSWERS(cudaSuccess, cudaGraphicsUnregisterResource(r));

  GLuint line = 0, bare = 0;
  glGenTextures(1, &line);
  glBindTexture(GL_TEXTURE_1D, line);
  glTexImage1D(GL_TEXTURE_1D, 0, GL_R8, 8, 0, GL_RED, GL_UNSIGNED_BYTE, nullptr);
  ANSWERS(cudaErrorInvalidValue, cudaGraphicsGLRegisterImage(&r, line, GL_TEXTURE_1D, 0));
  ANSWERS(cudaErrorInvalidResourceHandle, cudaGraphicsGLRegisterImage(&r, 999, GL_TEXTURE_2D, 0));
  glGenTextures(1, &bare);
  glBindTexture(GL_TEXTURE_2D, bare);
  ANSWERS(cudaErrorInvalidValue, cudaGraphicsGLRegisterImage(&r, bare, GL_TEXTURE_2D, 0));
  CHECK(glGetError() == GL_NO_ERROR);
}

static void renderbuffers() {
  make_context();
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  GLuint b = 0, frame = 0;
  glGenRenderbuffers(1, &b);
  cudaGraphicsResource* r = nullptr;
  ANSWERS(cudaErrorInvalidResourceHandle, cudaGraphicsGLRegisterImage(&r, b, GL_RENDERBUFFER, 0));
  glBindRenderbuffer(GL_RENDERBUFFER, b);
  glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 6, 4);
  glGenFramebuffers(1, &frame);
  glBindFramebuffer(GL_FRAMEBUFFER, frame);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, b);
  glClearColor(0.2f, 0.4f, 0.6f, 1.0f);
  glClear(GL_COLOR_BUFFER_BIT);
  ANSWERS(cudaSuccess, cudaGraphicsGLRegisterImage(&r, b, GL_RENDERBUFFER, cudaGraphicsRegisterFlagsSurfaceLoadStore));
  ANSWERS(cudaSuccess, cudaGraphicsMapResources(1, &r));
  cudaResourceDesc what{};
  what.resType = cudaResourceTypeArray;
  ANSWERS(cudaSuccess, cudaGraphicsSubResourceGetMappedArray(&what.res.array.array, r, 0, 0));
  unsigned got[24] = {};
  ANSWERS(cudaSuccess, cudaMemcpy2DFromArray(got, 24, what.res.array.array, 0, 0, 24, 4, cudaMemcpyDeviceToHost));
  for (unsigned const c : got) CHECK(c == 0xff996633);
  cudaSurfaceObject_t to = 0;
  ANSWERS(cudaSuccess, cudaCreateSurfaceObject(&to, &what));
  fill<unsigned><<<1, dim3(8, 8)>>>(to, 6, 4);
  glEnable(GL_SCISSOR_TEST);
  glScissor(0, 0, 1, 1);
  ANSWERS(cudaSuccess, cudaGraphicsUnmapResources(1, &r));
  CHECK(glIsEnabled(GL_SCISSOR_TEST));
  glReadPixels(0, 0, 6, 4, GL_RGBA, GL_UNSIGNED_BYTE, got);
  for (unsigned i = 0; i < 24; ++i) CHECK(got[i] == 10 * (i / 6) + i % 6);
  ANSWERS(cudaSuccess, cudaDestroySurfaceObject(to));
  ANSWERS(cudaSuccess, cudaGraphicsUnregisterResource(r));
  CHECK(glGetError() == GL_NO_ERROR);
}

// What a program has set in OpenGL stays so.
static void state() {
  make_context();
  GLuint const buffer = make_buffer(64), pixels = make_buffer(4096);
  GLuint t[2];
  glGenTextures(2, t);
  glBindTexture(GL_TEXTURE_2D, t[0]);
  std::vector<unsigned char> const data = planes(8, 8, 1, 0);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, 8, 8, 0, GL_RED, GL_UNSIGNED_BYTE, data.data());
  glBindTexture(GL_TEXTURE_2D, t[1]);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 8);
  glPixelStorei(GL_PACK_ROW_LENGTH, 100);
  glPixelStorei(GL_UNPACK_SKIP_ROWS, 3);
  glBindBuffer(GL_ARRAY_BUFFER, buffer);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, pixels);
  cudaGraphicsResource* r[2] = {};
  ANSWERS(cudaSuccess, cudaGraphicsGLRegisterImage(&r[0], t[0], GL_TEXTURE_2D, 0));
  ANSWERS(cudaSuccess, cudaGraphicsGLRegisterBuffer(&r[1], pixels, 0));
  ANSWERS(cudaSuccess, cudaGraphicsMapResources(2, r));
  cudaArray_t a = nullptr;
  ANSWERS(cudaSuccess, cudaGraphicsSubResourceGetMappedArray(&a, r[0], 0, 0));
  check_plane(a, 8, 8, 0);
  ANSWERS(cudaSuccess, cudaGraphicsUnmapResources(2, r));
  auto const is = [](GLenum what) {
    GLint value = -1;
    glGetIntegerv(what, &value);
    return value;
  };
  CHECK(is(GL_TEXTURE_BINDING_2D) == int(t[1]));
  CHECK(is(GL_ARRAY_BUFFER_BINDING) == int(buffer));
  CHECK(is(GL_PIXEL_PACK_BUFFER_BINDING) == int(pixels));
  CHECK(is(GL_PIXEL_UNPACK_BUFFER_BINDING) == 0);
  CHECK(is(GL_UNPACK_ALIGNMENT) == 8);
  CHECK(is(GL_PACK_ROW_LENGTH) == 100);
  CHECK(is(GL_UNPACK_SKIP_ROWS) == 3);
  CHECK(content(pixels, 4096)[3] == 21);
  CHECK(glGetError() == GL_NO_ERROR);
}

// Buffers of OpenGL ES can be mapped, textures cannot be read.
static void embedded() {
  make_context(true);
  GLuint b = 0, t = 0;
  unsigned char data[100];
  for (int i = 0; i < 100; ++i) data[i] = static_cast<unsigned char>(i);
  glGenBuffers(1, &b);
  glBindBuffer(GL_ARRAY_BUFFER, b);
  glBufferData(GL_ARRAY_BUFFER, 100, data, GL_DYNAMIC_DRAW);
  cudaGraphicsResource* r = nullptr;
  unsigned char* p = nullptr;
  ANSWERS(cudaSuccess, cudaGraphicsGLRegisterBuffer(&r, b, 0));
  ANSWERS(cudaSuccess, cudaGraphicsMapResources(1, &r));
  ANSWERS(cudaSuccess, cudaGraphicsResourceGetMappedPointer((void**)&p, nullptr, r));
  add_one<<<1, 128>>>(p, 100);
  ANSWERS(cudaSuccess, cudaGraphicsUnmapResources(1, &r));
  auto const* const now = static_cast<unsigned char const*>(glMapBufferRange(GL_ARRAY_BUFFER, 0, 100, GL_MAP_READ_BIT));
  CHECK(now != nullptr && now[0] == 1 && now[99] == 100);
  glUnmapBuffer(GL_ARRAY_BUFFER);
  glGenTextures(1, &t);
  glBindTexture(GL_TEXTURE_2D, t);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  ANSWERS(cudaErrorNotSupported, cudaGraphicsGLRegisterImage(&r, t, GL_TEXTURE_2D, 0));
}

int main(int count, char** words) {
  struct {
    char const* name;
    void (*run)();
  } const cases[] = {{"no_context", no_context}, {"devices", devices}, {"buffers", buffers}, {"hints", hints},
                     {"formats", image_formats}, {"three_channels", three_channels}, {"surfaces", surfaces},
                     {"targets", targets}, {"renderbuffers", renderbuffers}, {"state", state}, {"embedded", embedded}};
  for (auto const& c : cases)
    if (count == 2 && std::strcmp(words[1], c.name) == 0) {
      c.run();
      return failures != 0;
    }
  std::printf("no such case\n");
  return 2;
}
