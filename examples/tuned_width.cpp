// SPDX-License-Identifier: MIT
// Idea    Which gang width suits a kernel is the processor's to say: simt::tune asks it.
// Look    Nine launches try 32, 64 and 128 threads in turn, the tenth takes the fastest. Each does
// the
//         kernel's work once: a step of the simulation is a step, whatever it was run with.
// Try     SIMT_TUNE_FILE=widths.txt, twice: the second run begins with what the first found out.
// Source  ours
#include <simt/launch/tune.hpp>
#include <simt/simt.hpp>

#include <cstdio>
#include <vector>

// Many live variables: a gang of 128 needs eight registers of 16 floats for each of them.
SIMT_KERNEL(spring, (simt::ptr<float> x, simt::ptr<float> v, float dt, int n)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (i < n) {
    varying<float> at = x[i], speed = v[i];
    for (int step = 0; step < 16; ++step) {
      speed -= at * dt;
      at += speed * dt;
    }
    x[i] = at;
    v[i] = speed;
  }
}

int main() {
  int const n = 1 << 16, block = 256;
  float const dt = 0x1p-10f;
  std::vector<float> x(n, 1.0f), v(n, 0.0f);
  simt::tuned last{};
  int const launches = 20;
  for (int launch = 0; launch < launches; ++launch)
    last = simt::tune(spring, simt::shape{n / block, block}, x.data(), v.data(), dt, n);

  float at = 1.0f, speed = 0.0f;
  for (int step = 0; step < 16 * launches; ++step) {
    speed -= at * dt;
    at += speed * dt;
  }
  int wrong = 0;
  for (float const p : x) wrong += !(p > at - 1e-5f && p < at + 1e-5f);
  std::printf("tuned_width: gangs of %d threads, %s, %d of %d wrong\n", last.width,
              last.settled ? "settled" : "still trying", wrong, n);
  return wrong == 0 && last.settled ? 0 : 1;
}
