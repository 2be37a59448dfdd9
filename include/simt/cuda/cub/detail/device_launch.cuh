#pragma once
// SPDX-License-Identifier: MIT
//
// Runs device-wide algorithms: a thread for each part of the items, and temporary storage.

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>

namespace cub::detail {

/// Deals items out to parts, in order: each part is one thread's. The same for the same number of
/// items, whatever the machine.
class parts_of {
 public:
  explicit parts_of(long long items, int most = 64)
      : items_(items), count_(static_cast<int>(std::clamp<long long>(items / 4096, 1, most))) {}
  [[nodiscard]] int count() const noexcept { return count_; }
  [[nodiscard]] long long begin(int part) const noexcept { return items_ * part / count_; }
  [[nodiscard]] long long end(int part) const noexcept { return begin(part + 1); }

 private:
  long long items_;
  int count_;
};

/// Queues work(part) for all parts, in the stream's order.
template <class Work>
cudaError_t for_each_part(int parts, cudaStream_t stream, Work const& work) {
  if (parts < 1) return cudaSuccess;
  ::simt::cuda::launch_configuration(static_cast<unsigned>(parts), 1u, 0, stream)
      .call("cub::Device", [work] { work(static_cast<int>(blockIdx.x)); });
  return cudaPeekAtLastError();
}

/// Lays out arrays in a program's temporary storage, or tells how much they need.
class temporary_arrays {
 public:
  explicit temporary_arrays(void* memory) : memory_(memory) {}

  template <class T>
  [[nodiscard]] T* array(long long count) {
    std::size_t const at = bytes_;
    bytes_ += (static_cast<std::size_t>(count) * sizeof(T) + alignment - 1) & ~(alignment - 1);
    if (memory_ == nullptr) return nullptr;
    auto const begin =
        (reinterpret_cast<std::uintptr_t>(memory_) + alignment - 1) & ~(alignment - 1);
    return reinterpret_cast<T*>(begin + at);
  }

  /// CUB's protocol: a call without storage tells its size. True where the caller is done, with
  /// what it returns.
  [[nodiscard]] bool ends_call(std::size_t& bytes, cudaError_t& result) const noexcept {
    std::size_t const needed = bytes_ + alignment;
    result = cudaSuccess;
    if (memory_ == nullptr) {
      bytes = needed;
      return true;
    }
    if (bytes >= needed) return false;
    result = cudaErrorInvalidValue;
    return true;
  }

 private:
  static constexpr std::size_t alignment = 256;
  void* memory_;
  std::size_t bytes_ = 0;
};

template <class Iterator>
using value_of = typename std::iterator_traits<Iterator>::value_type;

/// An output iterator's value type, the input's where it has none.
template <class Iterator, class Else>
using value_or = std::conditional_t<std::is_void_v<value_of<Iterator>>, Else, value_of<Iterator>>;

/// Combinations are kept in this type.
template <class Op, class Init, class Input>
using accumulator = std::decay_t<std::invoke_result_t<Op, Init, Input>>;

}  // namespace cub::detail
