// SPDX-License-Identifier: MIT
// Blocks of two dimensions: bounds of one coordinate and of both, coordinates clamped at the edges,
// tiles that are read next to their ends.

/// A stencil with a rim, as in Rodinia's hotspot: neighbours are clamped where the grid ends.
template <class T, int X, int Y>
__global__ void stencil(int const* in, int* out, int columns, int rows) {
  __shared__ T tile[Y][X];
  __shared__ T next[Y][X];
  int const tx = threadIdx.x, ty = threadIdx.y;
  int const left = (X - 2) * blockIdx.x - 1, top = (Y - 2) * blockIdx.y - 1;
  int const x = left + tx, y = top + ty;
  tile[ty][tx] = 7;
  next[ty][tx] = 1;
  if (x >= 0 && x <= columns - 1 && y >= 0 && y <= rows - 1)
    tile[ty][tx] = in[y * columns + x] % 50;
  __syncthreads();
  int const first_x = left < 0 ? -left : 0, first_y = top < 0 ? -top : 0;
  int const last_x = left + X > columns ? columns - left - 1 : X - 1;
  int const last_y = top + Y > rows ? rows - top - 1 : Y - 1;
  int n = ty - 1, s = ty + 1, w = tx - 1, e = tx + 1;
  n = n < first_y ? first_y : n;
  s = s > last_y ? last_y : s;
  w = w < first_x ? first_x : w;
  e = e > last_x ? last_x : e;
  bool done = false;
  for (int i = 0; i < 2; ++i) {
    done = false;
    if (tx >= i && tx <= X - 1 - i && ty >= i && ty <= Y - 1 - i && tx >= first_x && tx <= last_x &&
        ty >= first_y && ty <= last_y) {
      done = true;
      next[ty][tx] = tile[n][tx] + 2 * tile[s][tx] + 3 * tile[ty][w] + 4 * tile[ty][e] -
                     tile[n][e] + (tile[s][w] - (T)2.0 * tile[ty][tx]);
    }
    __syncthreads();
    if (done) tile[ty][tx] = next[ty][tx];
    __syncthreads();
  }
  if (done && tx > 0 && tx < X - 1 && ty > 0 && ty < Y - 1)
    out[y * columns + x] = (int)next[ty][tx] + 100 * n + 10000 * e;
}

/// Branches by one coordinate and by both, within each other, and each with another side.
__global__ void corners(int const* in, int* out) {
  __shared__ int tile[16][16];
  __shared__ unsigned char bytes[18][16];
  __shared__ double wide[256];
  int const tx = threadIdx.x, ty = threadIdx.y, t = ty * 16 + tx;
  tile[ty][tx] = in[t];
  bytes[ty][tx] = (unsigned char)in[t + 3];
  if (ty >= 14) bytes[ty + 2][tx] = (unsigned char)in[t];
  wide[t] = in[t] * 0.5;
  __syncthreads();
  int r = 0, q = 0;
  if (ty == 0 && tx == 0) r = tile[ty + 1][tx] + tile[ty][tx + 1];
  else if (ty == 0 && tx == 15) r = tile[ty + 1][tx] - tile[ty][tx - 1];
  else if (ty == 15) r = tile[ty - 1][tx] + 1;
  else if (tx == 15) r = tile[ty][tx - 1] + 2;
  else if (!(tx != 0)) r = tile[ty + 1][tx] * 3;
  else if (ty == 0) r = tile[ty + 1][tx] - 4;
  else r = tile[ty - 1][tx] + tile[ty + 1][tx] + tile[ty][tx - 1] + tile[ty][tx + 1];
  if (tx < 5 || ty > 11) {
    if (ty <= 13) q = bytes[ty + 4][tx];
    else if (tx >= 3) q = -bytes[ty + 2][tx];
    if (in[t] % 3 == 0 && tx > 1) q += (int)wide[t - 1];
    else if (t < 200) q += (int)wide[t + 56];
  } else {
    q = 5;
  }
  for (int i = 0; i < 4; ++i) {
    if (tx < i) continue;
    if (ty > 12 && i == 3) break;
    q += i * tile[i][tx];
  }
  if (threadIdx.x - 3u < 9u && threadIdx.y < 8u) q ^= 64;
  if (tx + 5L > 7 && ty - 8 <= 2) q ^= 128;
  out[t] = r;
  out[256 + t] = q;
}

/// Clamped coordinates as values, in products, sums and differences, as addresses and in stores.
__global__ void clamped(int const* in, int* out) {
  __shared__ int tile[8][32];
  __shared__ int hits[8][32];
  int const tx = threadIdx.x, ty = threadIdx.y;
  tile[ty][tx] = in[ty * 32 + tx];
  hits[ty][tx] = 0;
  __syncthreads();
  int const up = ty > 0 ? ty - 1 : 0, right = tx < 31 ? tx + 1 : 31;
  int const mirrored = tx >= 16 ? 31 - tx : tx;
  int const stepped = ty < 4 ? 2 * ty : 7;
  int const nested = tx > 20 ? 20 : tx < 3 ? 3 : tx;
  int const both = tx > ty ? up : right;  // no bound of one coordinate
  long const far = up;
  atomicAdd(&hits[up][right], 1);
  __syncthreads();
  int sum = tile[up][right] + 3 * tile[stepped][mirrored] + tile[7 - up][nested];
  sum += in[up * 32 + right] - in[(up + stepped) * 32 + tx - right + 1];
  sum += *(&tile[up][tx]) + *(in + up) + in[far] + (&tile[stepped][0])[nested];
  int const* row = in + stepped * 32;
  sum += row[mirrored] + both + up * right + (right - up) + (up << 1);
  if (up == 3 || right != 30) sum += 1000;
  if (tx % 2 == 0) sum += tile[up][mirrored] - tile[stepped][nested];
  __syncthreads();
  if (tx < 31) tile[up][right] = sum;  // rows 0 and 1 write the first row: the same value counts
  __syncthreads();
  out[ty * 32 + tx] = sum;
  if (ty > 0) out[256 + ty * 32 + tx] = tile[ty][tx] + hits[ty][tx];
}

/// Blocks that are one gang of their own: neighbours along all three coordinates, barriers between.
template <int X, int Y, int Z>
__device__ void neighbours(int const* in, int* out, int (*tile)[Y][X]) {
  int const x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  int const t = (z * Y + y) * X + x;
  int sum = in[blockIdx.x * X * Y * Z + t];
  for (int i = 1; i < 4; ++i) {
    tile[z][y][x] = sum;
    __syncthreads();
    if (x > 0) sum += tile[z][y][x - 1];
    if (y < Y - 1 && x != 3) sum -= i * tile[z][y + 1][x];
    if (z > 0 || y == 1) sum ^= tile[z > 0 ? z - 1 : Z - 1][y][X - 1 - x];
    if (__syncthreads_or(sum == i)) sum += x + blockDim.y * blockDim.z;
  }
  out[blockIdx.x * X * Y * Z + t] += sum + 3 * z + y;
}
__global__ void neighbours_16_8(int const* in, int* out) {
  __shared__ int tile[1][8][16];
  neighbours<16, 8, 1>(in, out, tile);
}
__global__ void neighbours_32_4(int const* in, int* out) {
  __shared__ int tile[1][4][32];
  neighbours<32, 4, 1>(in, out, tile);
}
__global__ void neighbours_32_2(int const* in, int* out) {
  __shared__ int tile[1][2][32];
  neighbours<32, 2, 1>(in, out, tile);
}
__global__ void neighbours_16_2_4(int const* in, int* out) {
  __shared__ int tile[4][2][16];
  neighbours<16, 2, 4>(in, out, tile);
}

/// Arithmetic of several operators, which wide gangs run register by register: operands of all kinds
/// of numbers, from rows, columns and clamped rows, in rows of threads of which some have none left.
/// (All numbers are small, so that no product is rounded.)
__global__ void arithmetic(int const* in, int* out, float scale, double offset) {
  __shared__ float tile[16][16], next[16][17];
  __shared__ double wide[16][16];
  __shared__ unsigned char bytes[16][16];
  __shared__ short halves[16][16];
  int const tx = threadIdx.x, ty = threadIdx.y, t = ty * 16 + tx;
  tile[ty][tx] = in[t] % 64;
  next[ty][tx] = in[t + 256] % 32;
  wide[ty][tx] = in[t + 512] % 128;
  bytes[ty][tx] = (unsigned char)in[t];
  halves[ty][tx] = (short)(in[t + 768] % 100 - 50);
  __syncthreads();
  int const up = ty > 2 ? ty - 1 : 2, right = tx < 14 ? tx + 1 : 14, odd = tx & 1 ? 3 : tx;
  float sum = tile[ty][tx] + 2.0 * tile[up][tx] - scale * tile[ty][right] + bytes[ty][tx] * 3;
  double both = wide[ty][tx] * scale - (offset + tile[tx][ty]) * 0.5 + halves[up][tx] - wide[tx][ty];
  float later;
  later = 3;
  if (tx > 0 && tx < 15 && ty > 3 && ty < 12) {
    next[ty][tx] = tile[up][right] * 2.0 - (tile[tx][up] + wide[ty][tx]) / 4 + (tx - ty) * scale -
                   -next[ty][tx] + halves[ty][tx];
    later = tile[ty][odd] + bytes[ty][tx] * 0.25f + next[ty][tx] * in[t] - sum / 2.0f - both;
    bytes[ty][tx] = tile[ty][tx] * 0.5 + next[ty][tx] * 0 + tx + ty - sum * 0;
  }
  __syncthreads();
  // From rows of the array that it stores to, and from itself.
  if (ty < 8 && tx != 3 && tx + ty < 19)
    tile[ty][tx] = tile[ty + 8][tx] * 2.0 - tile[15][tx] * 0.5 + scale * 3 - tile[ty][tx];
  wide[ty][tx] = wide[ty][tx] * 0.5 - tile[15][up] + (offset - next[up][tx]) * 2;
  __syncthreads();
  sum += tile[ty][tx] - wide[ty][tx] / 4;
  if ((in[t] & 7) == 3)
    sum = sum * 2 - later * scale + tile[ty][tx ^ 1] + (float)in[t % 16] - 1.5 * halves[ty][tx];
  __syncthreads();
  float const last = next[ty][tx] * 4 + later - sum * scale + (float)(in[t] % 8) + bytes[ty][tx];
  out[t] += (int)(last * 4);
  out[256 + t] += (int)(both * 4) + (int)sum;
}

/// Tiles that threads walk along their diagonals, `tile[i - threadIdx.x][threadIdx.x]`, as in
/// Rodinia's nw, and along rows and a column.
template <class T, int Size>
__global__ void diagonals(int const* in, int* out) {
  __shared__ T best[Size + 1][Size + 1], cost[Size][Size];
  int const x = threadIdx.x;
  if (x == 0) best[x][0] = in[Size];
  for (int y = 0; y < Size; ++y) cost[y][x] = in[y * Size + x] % 32;
  best[x + 1][0] = in[x * 5 + blockIdx.x] % 100;
  best[0][x + 1] = in[x + 7] % 100;
  __syncthreads();
  for (int i = 0; i < Size; ++i) {
    if (x <= i) {
      int const row = i - x + 1, column = x + 1;
      T const a = best[row - 1][column - 1] + cost[row - 1][column - 1];
      T const b = best[row][column - 1] - 3;
      best[row][column] = max(max(a, b), best[row - 1][column] - 2);
    }
    __syncthreads();
  }
  for (int i = Size - 2; i >= 0; --i) {
    if (x <= i)
      best[Size - x][x + Size - i] =
          max(best[Size - x - 1][x + Size - i - 1] + cost[Size - x - 1][x + Size - i - 1],
              best[Size - x][x + Size - i - 1] - best[Size - x - 1][x + Size - i] / 2);
    __syncthreads();
  }
  for (int y = 0; y < Size; ++y)
    out[(blockIdx.x * Size + y) * Size + x] = (int)best[y + 1][x + 1] + (int)best[y][x];
}
/// Diagonals of blocks of two dimensions; rows that are meant to be all of the tile.
__global__ void more_diagonals(int const* in, int* out) {
  __shared__ float tile[31][16];
  __shared__ int whole[16][16];
  int const x = threadIdx.x, y = threadIdx.y, t = y * 16 + x;
  whole[0][x] = in[x] % 8;
  for (int i = y; i < 31; i += 16) tile[i][x] = in[i * 16 + x] % 64;
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < 4; ++i) {
    if ((in[t] & i) == 0) tile[y + 15 - x][x] += whole[0][(x + i) % 16] + i;
    __syncthreads();
    sum += tile[y + 15 - x][x] * i - tile[(y + i) % 16 + 15 - x][x];
    __syncthreads();
  }
  if (x + y > 4) tile[y + 15 - x][x] = sum;
  __syncthreads();
  out[t] = (int)(sum + tile[y][x]);
}
__global__ void whole_rows(int const* in, int* out) {
  __shared__ int tile[16][16];
  int const x = threadIdx.x;
  tile[0][x] = in[x];
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < 16; ++i)
    if (x < 16) sum = sum * 3 + tile[15 - x][x] - tile[(i + 32 - x) % 16][x];
  out[x] = sum;
}

void run_planes(int const* in, int* out) {
  dim3 const block(16, 16), flat(32, 8), low(16, 4);
  stencil<float, 16, 16><<<dim3(3, 3), block>>>(in, out, 40, 37);
  stencil<double, 16, 16><<<dim3(2, 2), dim3(16, 16)>>>(in, out + 1480, 28, 17);
  stencil<short, 32, 8><<<dim3(2, 3), flat>>>(in, out + 2000, 33, 14);
  stencil<int, 16, 4><<<dim3(2, 5), low>>>(in, out + 2500, 20, 9);
  corners<<<1, block>>>(in, out + 2800);
  clamped<<<1, flat>>>(in, out + 3400);
  arithmetic<<<1, block>>>(in, out + 2000, 0.5f, 8.0);
  diagonals<int, 16><<<2, 16>>>(in, out + 1000);
  diagonals<double, 32><<<1, 32>>>(in, out + 1500);
  more_diagonals<<<1, block>>>(in, out + 2600);
  whole_rows<<<1, 256>>>(in, out + 3000);
  neighbours_16_8<<<2, dim3(16, 8)>>>(in, out);
  neighbours_32_4<<<2, dim3(32, 4)>>>(in, out + 300);
  neighbours_32_2<<<3, dim3(32, 2)>>>(in, out + 600);
  neighbours_16_2_4<<<2, dim3(16, 2, 4)>>>(in, out + 800);
}
