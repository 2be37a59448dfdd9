#pragma once
// SPDX-License-Identifier: MIT

#include <simt/engine/block.hpp>
#include <simt/engine/dim.hpp>
#include <simt/engine/errors.hpp>

#include <cstdint>
#include <string>
#include <type_traits>

namespace simt::inline SIMT_ABI {

/// A built-in variable: three numbers that programs read and the library sets.
class builtin_variable {
 public:
  union {
    unsigned const x;
    unsigned own_x;
  };
  union {
    unsigned const y;
    unsigned own_y;
  };
  union {
    unsigned const z;
    unsigned own_z;
  };

  constexpr builtin_variable(unsigned vx, unsigned vy, unsigned vz)
      : own_x(vx), own_y(vy), own_z(vz) {}
  SIMT_INLINE operator uint3() const { return {own_x, own_y, own_z}; }
  SIMT_INLINE operator dim3() const { return {own_x, own_y, own_z}; }

  [[nodiscard]] SIMT_INLINE std::uint64_t count() const { return dim3(*this).count(); }

  /// For the library's own use.
  SIMT_INLINE void set(uint3 const& v) {
    own_x = v.x;
    own_y = v.y;
    own_z = v.z;
  }
};

namespace cuda {

/// The built-in variables of thread kernels, whose header cuda_runtime.h puts them into global
/// scope. Plain variables of the running OS thread: the loop over a block's CUDA threads sets them,
/// and who waits keeps its own.
/// - CUDA:    threadIdx, blockIdx, blockDim, gridDim, warpSize
/// - Errors:  an assignment does not compile
/// - Differs: a copy made with auto is read-only, too; warpSize is a constant expression
/// - Source:  CUDA C Programming Guide 8.0, B.4 (Built-in Variables)
inline constinit thread_local builtin_variable threadIdx{0, 0, 0};
inline constinit thread_local builtin_variable blockIdx{0, 0, 0};
inline constinit thread_local builtin_variable blockDim{1, 1, 1};
inline constinit thread_local builtin_variable gridDim{1, 1, 1};
inline constexpr int warpSize = 32;

/// Whether a thread of a kernel runs here: what __CUDA_ARCH__ says in CUDA, for functions that are
/// compiled once.
/// - CUDA:    #ifdef __CUDA_ARCH__
/// - Source:  CUDA C Programming Guide 8.0, B.1.3 (__host__)
[[nodiscard]] constexpr bool in_device_code() noexcept {
  return !std::is_constant_evaluated() && block::current() != nullptr;
}

}  // namespace cuda

namespace detail {

[[noreturn]] SIMT_COLD inline void throw_outside_kernel(char const* function) {
  throw error(std::string("simt: ") + function +
              " needs a thread of a kernel: host code called it");
}

/// The running thread's number in its block.
SIMT_INLINE unsigned thread_rank() noexcept {
  auto const& t = cuda::threadIdx;
  auto const& n = cuda::blockDim;
  return t.x + n.x * (t.y + n.y * t.z);
}

/// The block of the running thread, which learns which one that is.
SIMT_INLINE block& running_block(char const* function) {
  block* const b = block::current();
  if (b == nullptr) [[unlikely]]
    throw_outside_kernel(function);
  if (!b->waited()) b->start(thread_rank());
  return *b;
}

/// Held while other threads of the block may run: they set threadIdx.
struct keep_thread {
  keep_thread() = default;
  keep_thread(keep_thread const&) = delete;
  keep_thread& operator=(keep_thread const&) = delete;
  ~keep_thread() { cuda::threadIdx.set(mine); }

  uint3 const mine = cuda::threadIdx;
};

}  // namespace detail
}  // namespace simt::inline SIMT_ABI
