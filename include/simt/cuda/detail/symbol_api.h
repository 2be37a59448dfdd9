#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/api_common.h>
#include <simt/cuda/driver_types.h>

#include <cstddef>
#include <mutex>

namespace simt::inline SIMT_ABI::cuda::detail {

/// A variable that kernels see. Given by itself its type tells its size; a plain address must be
/// one that was given by itself before, or one of a .cu file's variables, which noted_symbol notes.
struct symbol {
  std::byte* address = nullptr;
  std::size_t bytes = 0;
};
/// Makes a variable known, so that its address leads to it.
symbol known_symbol(std::byte* address, std::size_t bytes);
template <class T>
symbol symbol_of(T const& variable) {
  return known_symbol(reinterpret_cast<std::byte*>(
                          const_cast<char*>(&reinterpret_cast<char const volatile&>(variable))),
                      sizeof(T));
}

/// Enters a variable as managed memory, and takes it out again.
void note_managed(void const* address, std::size_t bytes);
void forget_managed(void const* address);

/// - Errors:  invalid_symbol; invalid_memcpy_direction; invalid_value beyond the symbol's end
cudaError_t copy_to_symbol(symbol s, void const* src, std::size_t count, std::size_t offset,
                           cudaMemcpyKind kind, cudaStream_t stream, bool async) noexcept;
cudaError_t copy_from_symbol(void* dst, symbol s, std::size_t count, std::size_t offset,
                             cudaMemcpyKind kind, cudaStream_t stream, bool async) noexcept;
cudaError_t symbol_address(void** out, symbol s) noexcept;
cudaError_t symbol_size(std::size_t* out, symbol s) noexcept;

}  // namespace simt::inline SIMT_ABI::cuda::detail

namespace simt::inline SIMT_ABI::cuda {

/// Keeps address and size of a variable of a .cu file, so that its address leads to it. The .cu step
/// writes one behind each; it is there as long as the program's or the library's variables are.
class noted_symbol {
 public:
  template <class T>
  explicit noted_symbol(T const& variable) noexcept
      : symbol_{reinterpret_cast<std::byte*>(
                    const_cast<char*>(&reinterpret_cast<char const volatile&>(variable))),
                sizeof(T)} {
    std::scoped_lock const hold(lock);
    next_ = first;
    first = this;
  }
  noted_symbol(noted_symbol const&) = delete;
  noted_symbol& operator=(noted_symbol const&) = delete;
  ~noted_symbol() {
    std::scoped_lock const hold(lock);
    for (noted_symbol** at = &first; *at != nullptr; at = &(*at)->next_)
      if (*at == this) {
        *at = next_;
        return;
      }
  }

  /// The variable that begins at an address, or none.
  [[nodiscard]] static detail::symbol find(void const* address) {
    std::scoped_lock const hold(lock);
    for (noted_symbol const* s = first; s != nullptr; s = s->next_)
      if (s->symbol_.address == address) return s->symbol_;
    return {};
  }

 private:
  detail::symbol symbol_;
  noted_symbol* next_ = nullptr;

  static inline constinit std::mutex lock{};
  static inline constinit noted_symbol* first = nullptr;
};

/// The same of a variable that is marked __managed__: the host copies to and from it by its
/// address.
class noted_managed_symbol : noted_symbol {
 public:
  template <class T>
  explicit noted_managed_symbol(T const& variable)
      : noted_symbol(variable), at_(&reinterpret_cast<char const volatile&>(variable)) {
    detail::note_managed(const_cast<char const*>(at_), sizeof(T));
  }
  ~noted_managed_symbol() { detail::forget_managed(const_cast<char const*>(at_)); }

 private:
  char const volatile* at_;
};

}  // namespace simt::inline SIMT_ABI::cuda

inline namespace SIMT_CUDA_ABI {

// By address, as the C interface has them.

cudaError_t cudaMemcpyToSymbol(void const* symbol, void const* src, std::size_t count,
                               std::size_t offset = 0,
                               enum cudaMemcpyKind kind = cudaMemcpyHostToDevice);
cudaError_t cudaMemcpyToSymbolAsync(void const* symbol, void const* src, std::size_t count,
                                    std::size_t offset, enum cudaMemcpyKind kind,
                                    cudaStream_t stream = nullptr);
cudaError_t cudaMemcpyFromSymbol(void* dst, void const* symbol, std::size_t count,
                                 std::size_t offset = 0,
                                 enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost);
cudaError_t cudaMemcpyFromSymbolAsync(void* dst, void const* symbol, std::size_t count,
                                      std::size_t offset, enum cudaMemcpyKind kind,
                                      cudaStream_t stream = nullptr);
cudaError_t cudaGetSymbolAddress(void** p, void const* symbol);
cudaError_t cudaGetSymbolSize(std::size_t* bytes, void const* symbol);

// By the variable itself.

template <class T>
inline cudaError_t cudaMemcpyToSymbol(T const& symbol, void const* src, std::size_t count,
                                      std::size_t offset = 0,
                                      enum cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return simt::cuda::detail::copy_to_symbol(simt::cuda::detail::symbol_of(symbol), src, count,
                                            offset, kind, nullptr, false);
}
template <class T>
inline cudaError_t cudaMemcpyToSymbolAsync(T const& symbol, void const* src, std::size_t count,
                                           std::size_t offset = 0,
                                           enum cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                           cudaStream_t stream = nullptr) {
  return simt::cuda::detail::copy_to_symbol(simt::cuda::detail::symbol_of(symbol), src, count,
                                            offset, kind, stream, true);
}
template <class T>
inline cudaError_t cudaMemcpyFromSymbol(void* dst, T const& symbol, std::size_t count,
                                        std::size_t offset = 0,
                                        enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return simt::cuda::detail::copy_from_symbol(dst, simt::cuda::detail::symbol_of(symbol), count,
                                              offset, kind, nullptr, false);
}
template <class T>
inline cudaError_t cudaMemcpyFromSymbolAsync(void* dst, T const& symbol, std::size_t count,
                                             std::size_t offset = 0,
                                             enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                             cudaStream_t stream = nullptr) {
  return simt::cuda::detail::copy_from_symbol(dst, simt::cuda::detail::symbol_of(symbol), count,
                                              offset, kind, stream, true);
}
template <class P, class T>
inline cudaError_t cudaGetSymbolAddress(P** p, T const& symbol) {
  return simt::cuda::detail::symbol_address(static_cast<void**>(static_cast<void*>(p)),
                                            simt::cuda::detail::symbol_of(symbol));
}
template <class T>
inline cudaError_t cudaGetSymbolSize(std::size_t* bytes, T const& symbol) {
  return simt::cuda::detail::symbol_size(bytes, simt::cuda::detail::symbol_of(symbol));
}

}  // namespace SIMT_CUDA_ABI

#if !SIMT_RUNTIME_IN_LIBRARY
#include <simt/cuda/detail/symbol_api-inl.h>
#endif
