// SPDX-License-Identifier: MIT
// The guide's listing of 3.2.12.1: a kernel moves the vertices of a buffer object, which OpenGL draws.
// Where the listing leaves out how a window comes, there is a picture of 64 x 64 without one; what it
// takes of GLUT draws three frames and compares each with the points that the kernel's formula gives.
#include "context.hpp"

#include <cuda_gl_interop.h>
#include <cuda_runtime.h>

#include <cmath>
#include <vector>

static void (*display_function)() = nullptr;
static int frames = 0;
static unsigned int const width = 64, height = 64;
// <time.h> has the listing's name.
#define time seconds
static float time = 0;

static void glutDisplayFunc(void (*f)()) { display_function = f; }
static void glutSwapBuffers() {
  // Each vertex lies in a pixel: (u, w) of what createVertices writes, from -1 to 1.
  std::vector<unsigned char> pixels(64 * 64 * 4), wanted(64 * 64);
  glReadPixels(0, 0, 64, 64, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
  int missing = 0, points = 0;
  for (unsigned y = 0; y < height; ++y)
    for (unsigned x = 0; x < width; ++x) {
      float const u = x / (float)width * 2 - 1, v = y / (float)height * 2 - 1;
      float const w = std::sin(u * 4 + time) * std::cos(v * 4 + time) * 0.5f;
      double const px = (u + 1) * 32, py = (w + 1) * 32;
      if (std::abs(py - std::round(py)) < 0.01) continue;  // on the edge of two pixels
      int const row = static_cast<int>(py), column = static_cast<int>(px + 0.25);
      ++points;
      auto const lit = [&](int c) { return c >= 0 && pixels[(row * 64 + c) * 4] != 0; };
      if (!lit(column) && !lit(column - 1)) ++missing;
    }
  CHECK(points > 3000);
  CHECK(missing == 0);
  int drawn = 0;
  for (int i = 0; i < 64 * 64; ++i) drawn += pixels[i * 4] != 0;
  CHECK(drawn > 64 && drawn < 3000);  // a band in the middle
  ++frames;
  time += 0.7f;
}
static void glutPostRedisplay() {}
static void glutMainLoop() {
  while (frames < 3) display_function();
}

GLuint positionsVBO;
struct cudaGraphicsResource* positionsVBO_CUDA;

__global__ void createVertices(float4* positions, float time,
                               unsigned int width, unsigned int height)
{
    unsigned int x = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int y = blockIdx.y * blockDim.y + threadIdx.y;

    // Calculate uv coordinates
    float u = x / (float)width;
    float v = y / (float)height;
    u = u * 2.0f - 1.0f;
    v = v * 2.0f - 1.0f;

    // calculate simple sine wave pattern
    float freq = 4.0f;
    float w = sinf(u * freq + time)
              * cosf(v * freq + time) * 0.5f;

    // Write positions
    positions[y * width + x] = make_float4(u, w, v, 1.0f);
}

void display()
{
    // Map buffer object for writing from CUDA
    float4* positions;
    cudaGraphicsMapResources(1, &positionsVBO_CUDA, 0);
    size_t num_bytes;
    cudaGraphicsResourceGetMappedPointer((void**)&positions,
                                         &num_bytes,
                                         positionsVBO_CUDA);

    // Execute kernel
    dim3 dimBlock(16, 16, 1);
    dim3 dimGrid(width / dimBlock.x, height / dimBlock.y, 1);
    createVertices<<<dimGrid, dimBlock>>>(positions, time,
                                              width, height);

    // Unmap buffer object
    cudaGraphicsUnmapResources(1, &positionsVBO_CUDA, 0);

    // Render from buffer object
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glBindBuffer(GL_ARRAY_BUFFER, positionsVBO);
    glVertexPointer(4, GL_FLOAT, 0, 0);
    glEnableClientState(GL_VERTEX_ARRAY);
    glDrawArrays(GL_POINTS, 0, width * height);
    glDisableClientState(GL_VERTEX_ARRAY);

    // Swap buffers
    glutSwapBuffers();
    glutPostRedisplay();
}

void deleteVBO()
{
    cudaGraphicsUnregisterResource(positionsVBO_CUDA);
    glDeleteBuffers(1, &positionsVBO);
}

int main()
{
    // Initialize OpenGL and GLUT for device 0
    // and make the OpenGL context current
    make_context();
    GLuint frame = 0, picture = 0;
    glGenFramebuffers(1, &frame);
    glGenRenderbuffers(1, &picture);
    glBindRenderbuffer(GL_RENDERBUFFER, picture);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 64, 64);
    glBindFramebuffer(GL_FRAMEBUFFER, frame);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, picture);
    glViewport(0, 0, 64, 64);
    glutDisplayFunc(display);

    // Explicitly set device 0
    cudaSetDevice(0);

    // Create buffer object and register it with CUDA
    glGenBuffers(1, &positionsVBO);
    glBindBuffer(GL_ARRAY_BUFFER, positionsVBO);
    unsigned int size = width * height * 4 * sizeof(float);
    glBufferData(GL_ARRAY_BUFFER, size, 0, GL_DYNAMIC_DRAW);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    cudaGraphicsGLRegisterBuffer(&positionsVBO_CUDA,
                                positionsVBO,
                                cudaGraphicsMapFlagsWriteDiscard);

    // Launch rendering loop
    glutMainLoop();

    deleteVBO();
    CHECK(frames == 3);
    ANSWERS(cudaSuccess, cudaGetLastError());
    return failures != 0;
}
