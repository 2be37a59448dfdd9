#pragma once
// SPDX-License-Identifier: MIT
// A context of OpenGL without a window, by EGL and Mesa, for the tests of graphics interoperation.
#include <EGL/egl.h>
#include <EGL/eglext.h>
#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>
#include <cstdio>
#include <cstdlib>

#include "support/failures.hpp"

/// Ends the program so that ctest says "skipped".
[[noreturn]] inline void skip(char const* why) {
  std::printf("skipped: %s\n", why);
  std::exit(77);
}

/// Makes a context of OpenGL, or of OpenGL ES, current to the calling thread.
inline void make_context(bool is_embedded = false) {
  setenv("EGL_PLATFORM", "surfaceless", 0);
  setenv("LIBGL_ALWAYS_SOFTWARE", "1", 0);
  auto const platform = reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(
      eglGetProcAddress("eglGetPlatformDisplayEXT"));
  EGLDisplay const display =
      platform != nullptr ? platform(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr)
                          : eglGetDisplay(EGL_DEFAULT_DISPLAY);
  if (display == EGL_NO_DISPLAY || eglInitialize(display, nullptr, nullptr) == EGL_FALSE)
    skip("EGL has no display without a window here");
  eglBindAPI(is_embedded ? EGL_OPENGL_ES_API : EGL_OPENGL_API);
  EGLint const wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
                           is_embedded ? EGL_OPENGL_ES3_BIT : EGL_OPENGL_BIT, EGL_NONE};
  EGLint const version[] = {EGL_CONTEXT_CLIENT_VERSION, 3, EGL_NONE};
  EGLConfig config = nullptr;
  EGLint configs = 0;
  eglChooseConfig(display, wanted, &config, 1, &configs);
  EGLContext const context =
      eglCreateContext(display, configs == 0 ? nullptr : config, EGL_NO_CONTEXT,
                       is_embedded ? version : nullptr);
  if (context == EGL_NO_CONTEXT ||
      eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context) == EGL_FALSE)
    skip("EGL makes no context of OpenGL here");
  std::printf("%s\n", reinterpret_cast<char const*>(glGetString(GL_VERSION)));
}

/// Checks that a call of CUDA's answers as an H100 does.
#define ANSWERS(code, call) \
  do { \
    cudaError_t const answer_ = (call); \
    if (answer_ != (code)) { \
      std::printf("%s:%d: %s: %s, not %s\n", __FILE__, __LINE__, #call, cudaGetErrorName(answer_), #code); \
      ++failures; \
    } \
  } while (0)
