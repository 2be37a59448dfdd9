// SPDX-License-Identifier: MIT
//
// Accesses one element behind an array, in the way that the first argument names: the address
// sanitizer must report it. `inside` makes all of them at the arrays' last elements.

#include <simt/simt.hpp>

#include <cstdio>
#include <cstring>
#include <memory>

namespace {

enum class access { load, store, gather, scatter, strided, inside };

// Threads from `n` on go past the end where `n` is one too large.
SIMT_KERNEL_TEMPLATE((class T), (T), touch,
                     (simt::ptr<T> data, simt::ptr<T> out, simt::ptr<int> order, int how, int n)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (i < n) {
    if (how == int(access::load))
      out[i % 64] = data[i];
    else if (how == int(access::store))
      data[i] = T(1);
    else if (how == int(access::gather))
      out[i % 64] = data[order[i]];
    else if (how == int(access::scatter))
      data[order[i]] = T(2);
    else
      simt_if (2 * i < n) data[2 * i] = T(3);
  }
}

SIMT_KERNEL(tiles, (simt::ptr<int> out, int first, int second, int dynamic)) {
  __shared__ simt::tile<int[100]> a;
  __shared__ simt::tile<unsigned char[77]> b;
  simt::dynamic_tile<int> c;
  auto i = threadIdx.x;
  simt_if (i < first) a[i] = i;
  simt_if (i < second) b[i] = i;
  simt_if (i < dynamic) c[i] = i;
  __syncthreads();
  out[i] = 0;
  simt_if (i < first) out[i] += a[i];
  simt_if (i < second) out[i] += b[i];
  simt_if (i < dynamic) out[i] += c[i];
}

// As much as there is.
SIMT_KERNEL(large, (simt::ptr<int> out)) {
  __shared__ simt::tile<int[12 * 1024]> all;
  auto i = threadIdx.x;
  for (int j = 0; j < 12 * 1024; j += 128) all[i + j] = i;
  __syncthreads();
  out[i] = all[12 * 1024 - 1 - i];
}

template <class T>
void touch_array(access how, int n, int end) {
  std::unique_ptr<T[]> const data(new T[static_cast<std::size_t>(n)]{}), out(new T[64]{});
  std::unique_ptr<int[]> const order(new int[static_cast<std::size_t>(end)]);
  for (int i = 0; i < end; ++i) order[static_cast<std::size_t>(i)] = i == end - 1 ? i : i * 7 % n;
  simt::launch(touch<T>, simt::shape{(end + 63) / 64, simt::block_shape<64>}, data.get(), out.get(), order.get(),
               int(how), end);
}

void touch_tiles(int first, int second, int dynamic) {
  int out[128];
  simt::launch(tiles, simt::shape{3, simt::block_shape<128>, 90 * sizeof(int)}, out, first, second, dynamic);
}

template <class T>
void touch_inside() {
  for (auto how : {access::load, access::store, access::gather, access::scatter, access::strided})
    for (int n : {1, 63, 64, 65, 131}) touch_array<T>(how, n, n);
}

}  // namespace

int main(int count, char** arguments) {
  char const* const name = count > 1 ? arguments[1] : "";
  auto const is = [&](char const* other) { return std::strcmp(name, other) == 0; };
  if (is("load")) touch_array<float>(access::load, 131, 132);
  if (is("store")) touch_array<float>(access::store, 131, 132);
  if (is("gather")) touch_array<float>(access::gather, 131, 132);
  if (is("scatter")) touch_array<double>(access::scatter, 131, 132);
  if (is("strided")) touch_array<float>(access::strided, 131, 133);
  if (is("load_bytes")) touch_array<unsigned char>(access::load, 131, 132);
  if (is("store_bytes")) touch_array<unsigned char>(access::store, 131, 132);
  if (is("gather_bytes")) touch_array<unsigned char>(access::gather, 131, 132);
  if (is("first_tile")) touch_tiles(101, 77, 90);
  if (is("second_tile")) touch_tiles(100, 78, 90);
  if (is("dynamic_tile")) touch_tiles(100, 77, 91);
  if (is("inside")) {
    touch_inside<float>();
    touch_inside<double>();
    touch_inside<unsigned char>();
    touch_tiles(100, 77, 90);
    int out[128];
    simt::launch(large, simt::shape{2, simt::block_shape<128>}, out);
    touch_tiles(100, 77, 90);
    std::puts("inside");
  }
  return 0;
}
