__global__ void k(int* p) {
  if (threadIdx.x < 3) break;
  switch (p[0]) { case 1: p[1] = 2; continue; }
  p[0] = 1;
}
__device__ int f(int x) {
  if (x) continue;
  { break; }
  return x;
}
__global__ void called(int* p) { p[threadIdx.x] = f(p[threadIdx.x]); }
