// SPDX-License-Identifier: MIT
// Variables that are declared far outside of where their values are wanted.
struct body {
  double x, y;
};

__global__ void ranges(int const* in, int* out, body* bodies, int n) {
  __shared__ body tile[64];
  int const t = threadIdx.x;
  int w = t;
  int j = 0, k, sum = 0, last = -1;
  float f;
  double d = 0;
  // The index takes its steps in a loop that threads leave one by one, and begins anew.
  while (w < 50) {
    tile[w].x = in[w] % 17;
    tile[w].y = in[w] % 13;
    w = w + 32;
  }
  w = t;
  __syncthreads();
  for (k = 0; k < 3; k++) {
    while (w < 50) {
      for (j = 0; j < 9; j++) {
        f = in[w + j] * 0.5f;
        if (f > 300) continue;
        sum += (int)f + j;
        bodies[blockIdx.x * 50 + w].x += tile[j].x - tile[w].y;
      }
      w = 32 + w;
    }
    w = t;
    __syncthreads();
  }
  // Somebody asks behind the loop: for the last value, also after a break.
  for (j = 0; j < n; j++) {
    if (in[j] % 64 == t) break;
    last = j;
  }
  // Two ranges in a block that runs again, and a value of the turn before.
  int a = t, old = 0;
  for (int i = 0; i < 4; ++i) {
    sum += a * i;
    a = in[t + i];
    sum ^= a;
    a += old;
    old = a;
    sum += a;
    a = t;
    if (in[i + t] % 3 == 0) {
      f = a;
      sum += (int)f;
      a = i;
      sum -= a;
      continue;
    }
    sum += old;
  }
  do {
    int const before = a;
    a = a / 2 - 1;
    if (a % 5 == 3) continue;
    d = before;
    sum += (int)d;
  } while (a > 0);
  switch (t % 3) {
    case 0:
      for (k = t; k < 70; k += 7) sum += k;
    case 1:
      f = sum;
      sum = (int)(f / 2);
  }
  w -= 3;
  out[blockIdx.x * blockDim.x + t] = sum + last * 3 + j * 5 + a + w + (int)d;
}

void run_ranges(int const* in, int* out, int n) {
  auto* const bodies = reinterpret_cast<body*>(out + 256);
  ranges<<<2, 64>>>(in, out, bodies, n);
  ranges<<<1, 40>>>(in, out + 160, bodies + 100, n);
}
