#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/runtime/copy.hpp>
#include <simt/runtime/device.hpp>
#include <simt/runtime/event.hpp>
#include <simt/runtime/fault.hpp>
#include <simt/runtime/memory.hpp>

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace simt::inline SIMT_ABI {

/// True of types that may lie in memory that is copied as bytes.
template <class T>
concept buffer_element = std::is_trivially_copyable_v<T> && !std::is_const_v<T>;

namespace detail {

[[nodiscard]] inline std::size_t element_count(std::size_t count, std::size_t size,
                                               char const* call) {
  if (count > ~std::size_t{0} / size) throw runtime_error(error_code::memory_allocation, call);
  return count * size;
}

/// Memory of one kind, freed with the object: moved, not copied.
template <buffer_element T, memory_kind Kind>
class owned_memory {
 public:
  using value_type = T;

  owned_memory() = default;
  /// - Errors:  runtime_error: memory_allocation
  explicit owned_memory(std::size_t count) : size_(count) {
    std::size_t const bytes = element_count(count, sizeof(T), "simt::buffer");
    void* p = nullptr;
    if constexpr (Kind == memory_kind::device)
      check(allocate_device(&p, bytes), "simt::buffer");
    else if constexpr (Kind == memory_kind::managed)
      check(allocate_managed(&p, bytes, 1), "simt::managed_buffer");
    else
      check(allocate_host(&p, bytes, 0), "simt::pinned_buffer");
    data_ = static_cast<T*>(p);
  }
  owned_memory(owned_memory&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  owned_memory& operator=(owned_memory&& other) noexcept {
    owned_memory old(std::move(*this));
    data_ = std::exchange(other.data_, nullptr);
    size_ = std::exchange(other.size_, 0);
    return *this;
  }
  ~owned_memory() {
    if (data_ == nullptr) return;
    if constexpr (Kind == memory_kind::host)
      (void)free_host(data_);
    else
      (void)free_device(data_);
  }

  [[nodiscard]] T* data() const noexcept { return data_; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::size_t size_bytes() const noexcept { return size_ * sizeof(T); }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }

 protected:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace detail

/// Device memory for `size` elements of T, uninitialised.
/// - CUDA:    cudaMalloc, cudaMemcpy, cudaFree
/// - Order:   copies wait; those with a stream are in its order and wait where CUDA's do
/// - Source:  CUDA C Programming Guide 8.0, 3.2.2 (Device Memory)
template <buffer_element T>
class buffer : public detail::owned_memory<T, memory_kind::device> {
 public:
  using base = detail::owned_memory<T, memory_kind::device>;
  using base::base;
  /// With a copy of host data.
  explicit buffer(std::span<T const> from) : base(from.size()) { copy_from(from); }

  /// - Errors:  runtime_error: invalid_value if the span is longer than the buffer
  void copy_from(std::span<T const> from) {
    if (from.empty()) return;
    detail::check(
        from.size() <= this->size()
            ? copy_memory(this->data(), from.data(), from.size_bytes(), copy_kind::host_to_device)
            : error_code::invalid_value,
        "simt::buffer::copy_from");
  }
  void copy_from(std::span<T const> from, device_stream const& stream) {
    if (from.empty()) return;
    detail::check(from.size() <= this->size()
                      ? copy_memory(this->data(), from.data(), from.size_bytes(),
                                    copy_kind::host_to_device, stream.get(), false, true)
                      : error_code::invalid_value,
                  "simt::buffer::copy_from");
  }
  /// - Errors:  runtime_error: invalid_value if the span is longer than the buffer
  void copy_to(std::span<T> to) const {
    if (to.empty()) return;
    detail::check(to.size() <= this->size() ? copy_memory(to.data(), this->data(), to.size_bytes(),
                                                          copy_kind::device_to_host)
                                            : error_code::invalid_value,
                  "simt::buffer::copy_to");
  }
  void copy_to(std::span<T> to, device_stream const& stream) const {
    if (to.empty()) return;
    detail::check(to.size() <= this->size()
                      ? copy_memory(to.data(), this->data(), to.size_bytes(),
                                    copy_kind::device_to_host, stream.get(), false, true)
                      : error_code::invalid_value,
                  "simt::buffer::copy_to");
  }
  [[nodiscard]] std::vector<T> to_vector() const {
    std::vector<T> out(this->size());
    copy_to(out);
    return out;
  }
  /// Sets every byte.
  /// - CUDA:    cudaMemset
  void fill_bytes(int value) {
    detail::check(fill_memory(this->data(), value, this->size_bytes()), "simt::buffer::fill_bytes");
  }
};

/// Host memory that streams copy without waiting.
/// - CUDA:    cudaMallocHost, cudaFreeHost
template <buffer_element T>
class pinned_buffer : public detail::owned_memory<T, memory_kind::host> {
 public:
  using base = detail::owned_memory<T, memory_kind::host>;
  using base::base;
  [[nodiscard]] std::span<T> span() const noexcept { return {this->data(), this->size()}; }
  [[nodiscard]] T& operator[](std::size_t i) const noexcept { return this->data()[i]; }
};

/// Memory that kernels and host code see at one address.
/// - CUDA:    cudaMallocManaged, cudaFree
template <buffer_element T>
class managed_buffer : public detail::owned_memory<T, memory_kind::managed> {
 public:
  using base = detail::owned_memory<T, memory_kind::managed>;
  using base::base;
  [[nodiscard]] std::span<T> span() const noexcept { return {this->data(), this->size()}; }
  [[nodiscard]] T& operator[](std::size_t i) const noexcept { return this->data()[i]; }
};

/// Makes a device the calling thread's as long as the object lives.
/// - CUDA:    cudaSetDevice, and back
class device_guard {
 public:
  /// - Errors:  runtime_error: invalid_device
  explicit device_guard(int device) : before_(detail::this_thread.device) {
    detail::check(set_device(device), "simt::device_guard");
  }
  device_guard(device_guard const&) = delete;
  device_guard& operator=(device_guard const&) = delete;
  ~device_guard() { detail::this_thread.device = before_; }

 private:
  int before_;
};

}  // namespace simt::inline SIMT_ABI
