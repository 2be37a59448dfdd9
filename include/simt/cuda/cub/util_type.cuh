#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text
//
// Types and traits that the rest of CUB is written with.
// - Source:  CUB 2.5, cub/util_type.cuh, by behaviour

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <simt/cuda/cub/version.cuh>

#include <limits>
#include <type_traits>

namespace cub {

/// Stands for "no type": the values of a sort that has keys alone.
struct NullType {
  using value_type = NullType;
  template <class T>
  __host__ __device__ __forceinline__ NullType& operator=(T const&) {
    return *this;
  }
  __host__ __device__ __forceinline__ bool operator==(NullType const&) const { return true; }
  __host__ __device__ __forceinline__ bool operator!=(NullType const&) const { return false; }
};

template <int A>
struct Int2Type {
  enum { VALUE = A };
};

/// Holds a value with its index or key: what reductions by ArgMin and ArgMax work on.
template <class KeyT, class ValueT>
struct KeyValuePair {
  using Key = KeyT;
  using Value = ValueT;
  KeyT key;
  ValueT value;

  KeyValuePair() = default;
  __host__ __device__ __forceinline__ KeyValuePair(KeyT const& new_key, ValueT const& new_value)
      : key(new_key), value(new_value) {}
  __host__ __device__ __forceinline__ bool operator!=(KeyValuePair const& other) const {
    return value != other.value || key != other.key;
  }
};

/// Holds memory for a T without making one.
template <class T>
struct Uninitialized {
  alignas(T) unsigned char storage[sizeof(T)];
  __host__ __device__ __forceinline__ T& Alias() { return *reinterpret_cast<T*>(storage); }
};

/// Holds the two arrays between which a device-wide sort goes back and forth.
template <class T>
struct DoubleBuffer {
  T* d_buffers[2];
  int selector;

  __host__ __device__ __forceinline__ DoubleBuffer() : d_buffers{nullptr, nullptr}, selector(0) {}
  __host__ __device__ __forceinline__ DoubleBuffer(T* current, T* alternate)
      : d_buffers{current, alternate}, selector(0) {}
  __host__ __device__ __forceinline__ T* Current() { return d_buffers[selector]; }
  __host__ __device__ __forceinline__ T* Alternate() { return d_buffers[selector ^ 1]; }
};

enum Category { NOT_A_NUMBER, SIGNED_INTEGER, UNSIGNED_INTEGER, FLOATING_POINT };

namespace detail {

template <int Bytes>
struct bits_of_size {};
template <>
struct bits_of_size<1> {
  using type = unsigned char;
};
template <>
struct bits_of_size<2> {
  using type = unsigned short;
};
template <>
struct bits_of_size<4> {
  using type = unsigned int;
};
template <>
struct bits_of_size<8> {
  using type = unsigned long long;
};

template <class T>
struct is_half : std::false_type {};
template <>
struct is_half<__half> : std::true_type {};
template <>
struct is_half<__nv_bfloat16> : std::true_type {};

/// Numbers, in the order of whose bits a radix sort can bring them.
template <class T, bool IsNumber>
struct number_traits {
  static constexpr Category CATEGORY = NOT_A_NUMBER;
  static constexpr bool PRIMITIVE = false;
  static constexpr bool NULL_TYPE = std::is_same<T, NullType>::value;
};
template <class T>
struct number_traits<T, true> {
  static constexpr bool is_float = std::is_floating_point<T>::value || is_half<T>::value;
  static constexpr bool is_signed = !is_float && std::is_signed<T>::value;
  static constexpr Category CATEGORY = is_float    ? FLOATING_POINT
                                       : is_signed ? SIGNED_INTEGER
                                                   : UNSIGNED_INTEGER;
  static constexpr bool PRIMITIVE = true;
  static constexpr bool NULL_TYPE = false;
  using UnsignedBits = typename bits_of_size<sizeof(T)>::type;
  static constexpr UnsignedBits HIGH_BIT =
      static_cast<UnsignedBits>(UnsignedBits(1) << (8 * sizeof(T) - 1));
  static constexpr UnsignedBits LOWEST_KEY = is_signed  ? HIGH_BIT
                                             : is_float ? static_cast<UnsignedBits>(-1)
                                                        : UnsignedBits(0);
  static constexpr UnsignedBits MAX_KEY = static_cast<UnsignedBits>(
      is_signed || is_float ? UnsignedBits(-1) ^ HIGH_BIT : UnsignedBits(-1));

  /// Gives bits whose order as unsigned numbers is that of the numbers.
  static __host__ __device__ __forceinline__ UnsignedBits TwiddleIn(UnsignedBits key) {
    if constexpr (is_float) {
      UnsignedBits const flip = (key & HIGH_BIT) != 0 ? static_cast<UnsignedBits>(-1) : HIGH_BIT;
      return static_cast<UnsignedBits>(key ^ flip);
    } else if constexpr (is_signed) {
      return static_cast<UnsignedBits>(key ^ HIGH_BIT);
    } else {
      return key;
    }
  }
  /// Undoes TwiddleIn.
  static __host__ __device__ __forceinline__ UnsignedBits TwiddleOut(UnsignedBits key) {
    if constexpr (is_float) {
      UnsignedBits const flip = (key & HIGH_BIT) != 0 ? HIGH_BIT : static_cast<UnsignedBits>(-1);
      return static_cast<UnsignedBits>(key ^ flip);
    } else if constexpr (is_signed) {
      return static_cast<UnsignedBits>(key ^ HIGH_BIT);
    } else {
      return key;
    }
  }
  static __host__ __device__ __forceinline__ T Max() { return std::numeric_limits<T>::max(); }
  static __host__ __device__ __forceinline__ T Lowest() { return std::numeric_limits<T>::lowest(); }
};

}  // namespace detail

template <class T>
struct Traits
    : detail::number_traits<T, std::is_arithmetic<T>::value || detail::is_half<T>::value> {};
template <class T>
struct NumericTraits : Traits<T> {};

template <class T>
struct FpLimits {
  static __host__ __device__ __forceinline__ T Max() { return std::numeric_limits<T>::max(); }
  static __host__ __device__ __forceinline__ T Lowest() { return std::numeric_limits<T>::lowest(); }
};

template <class A, class B>
struct Equals {
  enum { VALUE = std::is_same<A, B>::value, NEGATE = !VALUE };
};
template <bool Condition, class A, class B>
struct If {
  using Type = std::conditional_t<Condition, A, B>;
};
template <int N>
struct PowerOfTwo {
  enum { VALUE = (N & (N - 1)) == 0 };
};
template <int N>
struct Log2 {
  static constexpr int value = N <= 1 ? 0 : 1 + Log2<(N + 1) / 2>::value;
  enum { VALUE = value };
};
template <>
struct Log2<1> {
  static constexpr int value = 0;
  enum { VALUE = 0 };
};

}  // namespace cub
