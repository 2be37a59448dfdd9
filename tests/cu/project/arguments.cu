// SPDX-License-Identifier: MIT
__global__ void k(int* p, int n) { p[0] = n; }

int main() {
  k<<<1, 1>>>("text", 1);
}
