// SPDX-License-Identifier: MIT
#pragma once

// Names that a program may have of its own, as nvcc brings no others of that name: classes,
// functions, variables and a namespace, at global scope. (Variables are static: without that the
// linker would take them for what the C library calls by their names, with any compiler.)

struct surface {
  float normal[3];
  int raise(int by) const { return by + 1; }
};
template <class T>
struct texture {
  T texel;
};
struct stat {
  double mean, deviation;
};
struct sysinfo {
  int cores;
};
struct flock {
  int birds;
};
enum grid { open, closed };
namespace signal {
inline int frequency = 50;
}
inline int raise(int x) { return x + 1; }
inline float kill(float x) { return -x; }
[[maybe_unused]] static int tee = 1, splice = 2, creat = 3, umask = 4, fcntl = 5, chmod = 6,
                            mkdir = 7, lstat = 8;
[[maybe_unused]] static float sigaction[4] = {1, 2, 3, 4};
[[maybe_unused]] static double psignal = 0.5;
[[maybe_unused]] static char const* block = "block";
[[maybe_unused]] static int warp = 32, lane = 1, gang = 2, kernel = 3, device = 4, stream = 5,
                            event = 6, buffer = 7;
[[maybe_unused]] static int launch = 8, shape = 9, queue = 10, heap = 11, pool = 12, graph = 13,
                            mask = 14;
inline int select_lane(int x) { return x; }
struct varying {
  int x;
};
struct uniform {
  int x;
};

inline int own_names_sum() {
  return tee + splice + creat + umask + fcntl + chmod + mkdir + lstat + warp + lane + gang +
         kernel + device + stream + event + buffer + launch + shape + queue + heap + pool + graph +
         mask + raise(1) + static_cast<int>(kill(-2.0f)) + signal::frequency + open + closed +
         static_cast<int>(sigaction[1] + 2 * psignal) + select_lane(1);
}
inline constexpr int own_names_expected = 36 + 32 + 28 + 77 + 2 + 2 + 50 + 1 + 3 + 1;
