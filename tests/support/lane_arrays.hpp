#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simt.hpp>
#include <widths.hpp>

#include <type_traits>

// Arrays that the threads of one block load and store. Every array is surrounded by elements that no
// thread names, so that an access too far shows.
namespace simt_test::arrays {

using simt::varying;

constexpr int native = simt::simd::native_lanes;
constexpr int threads = 77;  // no multiple of any register
constexpr int guard = 70;
constexpr int size = 3 * threads + 2 * guard;

template <class T>
T content(int i) {
  if constexpr (std::is_same_v<T, bool>)
    return i * 7 % 3 == 1;
  else
    return static_cast<T>(i * 37 % 119 - (std::is_signed_v<T> ? 60 : 0));
}
template <class T>
class array {
 public:
  explicit array(int first = 0) {
    for (int i = 0; i < size; ++i) data_[i] = content<T>(i + first);
  }
  T* begin() { return data_ + guard; }
  T& operator[](int i) { return data_[i + guard]; }
  friend bool operator==(array const& a, array const& b) {
    for (int i = 0; i < size; ++i)
      if (!(a.data_[i] == b.data_[i])) return false;
    return true;
  }

 private:
  T data_[size];
};

/// Threads of a block of `threads`, in a grid of one. A static block is one form of the kernel, a
/// block of run-time shape two.
template <int W, class F, class... T>
void run(F f, T*... p) {
  simt::launch_at<W>(f, simt::shape{1, simt::block_shape<threads>}, p...);
}
template <class F>
void each_thread(F f) {
  for (int i = 0; i < threads; ++i) f(i);
}
inline int shuffled(int i) { return i * 29 % threads; }

}  // namespace simt_test::arrays
