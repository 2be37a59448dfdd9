#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text
//
// Gives CUB's iterators what they have in common.

#include <simt/cuda/cub/util_type.cuh>

#include <cstddef>
#include <iterator>

namespace cub::detail {

/// Takes any value.
struct nowhere {
  template <class T>
  __host__ __device__ __forceinline__ nowhere const& operator=(T const&) const {
    return *this;
  }
};

/// Steps of an iterator that is a place and what Self::at gives of the place that it is moved by.
template <class Self, class ValueType, class OffsetT, class Reference = ValueType>
class stepping_iterator {
 public:
  using self_type = Self;
  using difference_type = OffsetT;
  using value_type = ValueType;
  using pointer = ValueType*;
  using reference = Reference;
  using iterator_category = std::random_access_iterator_tag;

  __host__ __device__ __forceinline__ Reference operator*() const { return self().at(0); }
  template <class Distance>
  __host__ __device__ __forceinline__ Reference operator[](Distance n) const {
    return self().at(static_cast<OffsetT>(n));
  }
  template <class Distance>
  __host__ __device__ __forceinline__ Self operator+(Distance n) const {
    Self out = self();
    out.move(static_cast<OffsetT>(n));
    return out;
  }
  template <class Distance>
  __host__ __device__ __forceinline__ Self operator-(Distance n) const {
    Self out = self();
    out.move(static_cast<OffsetT>(-n));
    return out;
  }
  __host__ __device__ __forceinline__ OffsetT operator-(Self const& other) const {
    return self().distance(other);
  }
  template <class Distance>
  __host__ __device__ __forceinline__ Self& operator+=(Distance n) {
    self().move(static_cast<OffsetT>(n));
    return self();
  }
  template <class Distance>
  __host__ __device__ __forceinline__ Self& operator-=(Distance n) {
    self().move(static_cast<OffsetT>(-n));
    return self();
  }
  __host__ __device__ __forceinline__ Self& operator++() { return *this += 1; }
  __host__ __device__ __forceinline__ Self& operator--() { return *this -= 1; }
  __host__ __device__ __forceinline__ Self operator++(int) {
    Self const out = self();
    self().move(1);
    return out;
  }
  __host__ __device__ __forceinline__ Self operator--(int) {
    Self const out = self();
    self().move(-1);
    return out;
  }
  __host__ __device__ __forceinline__ bool operator==(Self const& other) const {
    return self().distance(other) == 0;
  }
  __host__ __device__ __forceinline__ bool operator!=(Self const& other) const {
    return self().distance(other) != 0;
  }

 private:
  __host__ __device__ __forceinline__ Self& self() { return static_cast<Self&>(*this); }
  __host__ __device__ __forceinline__ Self const& self() const {
    return static_cast<Self const&>(*this);
  }
};

}  // namespace cub::detail
