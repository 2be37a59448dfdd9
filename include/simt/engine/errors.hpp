#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/engine/detail/message.hpp>
#include <simt/engine/dim.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace simt::inline SIMT_ABI {

/// The base of everything that the library throws on its own account.
class error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Tells in a message where it happened.
struct launch_site {
  char const* kernel = nullptr;  ///< the kernel's name; null reads as "(unnamed)"
  dim3 grid{};                   ///< blocks
  dim3 block{};                  ///< threads of a block
};

namespace detail {

message& operator<<(message& out, launch_site const& site);

}  // namespace detail

/// A launch that cannot start: a bad shape, too much shared memory, a null argument.
/// - Errors:  nothing of the grid has run when this is thrown
class launch_error : public error {
 public:
  launch_error(std::string_view reason, launch_site const& site)
      : error(text(reason, site)), grid_(site.grid), block_(site.block) {}

  [[nodiscard]] dim3 grid() const noexcept { return grid_; }
  [[nodiscard]] dim3 block_shape() const noexcept { return block_; }

 private:
  static std::string text(std::string_view reason, launch_site const& site);

  dim3 grid_;
  dim3 block_;
};

/// Threads of one block by linear number, first to last, both included.
struct thread_range {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};

/// An error inside a running kernel: it knows the kernel, the launch shape, the block and, where
/// one is concerned, the thread; what() spells all of them out.
class kernel_error : public error {
 public:
  kernel_error(std::string_view reason, launch_site const& site, uint3 const& block_index,
               std::optional<thread_range> threads = std::nullopt)
      : error(text(reason, site, block_index, threads)), facts_(keep(site, block_index, threads)) {}

  [[nodiscard]] std::string const& kernel() const noexcept { return facts_->kernel; }
  [[nodiscard]] dim3 grid() const noexcept { return facts_->grid; }
  [[nodiscard]] dim3 block_shape() const noexcept { return facts_->block; }
  [[nodiscard]] uint3 block_index() const noexcept { return facts_->block_index; }
  /// The threads concerned: one, or all those of the gang that was running.
  [[nodiscard]] std::optional<thread_range> threads() const noexcept { return facts_->threads; }
  /// The first thread concerned, as threadIdx.
  [[nodiscard]] std::optional<uint3> thread_index() const noexcept {
    if (!facts_->threads) return std::nullopt;
    return simt::unflatten(facts_->threads->first, facts_->block);
  }

 private:
  struct facts {
    std::string kernel;
    dim3 grid;
    dim3 block;
    uint3 block_index;
    std::optional<thread_range> threads;
  };

  static std::string text(std::string_view reason, launch_site const& site,
                          uint3 const& block_index, std::optional<thread_range> const& threads);
  static std::shared_ptr<facts const> keep(launch_site const& site, uint3 const& block_index,
                                           std::optional<thread_range> const& threads);

  // Shared, so that copying the exception cannot throw.
  std::shared_ptr<facts const> facts_;
};

/// A barrier or a warp function that can never complete, or a divergent barrier.
class barrier_error : public kernel_error {
 public:
  using kernel_error::kernel_error;
};

/// A thread needed more stack than it has.
class stack_overflow_error : public kernel_error {
 public:
  using kernel_error::kernel_error;
};

/// A thread read or wrote where no memory is; told apart from a crash only on request: see
/// catch_illegal_addresses.
class illegal_address_error : public kernel_error {
 public:
  using kernel_error::kernel_error;
};

/// A plain break or return inside a masked form, or simt_break outside a loop.
class flow_error : public kernel_error {
 public:
  using kernel_error::kernel_error;
};

namespace detail {

// Out of line and cold, so that a check costs its caller a compare and a jump.
[[noreturn]] void throw_launch_error(std::string_view reason, launch_site const& site);

template <class Error>
[[noreturn]] SIMT_COLD inline void throw_kernel_error(
    std::string_view reason, launch_site const& site, uint3 const& block_index,
    std::optional<thread_range> threads = std::nullopt) {
  throw Error(reason, site, block_index, threads);
}

}  // namespace detail
}  // namespace simt::inline SIMT_ABI

#if !SIMT_RUNTIME_IN_LIBRARY
#include <simt/engine/errors-inl.hpp>
#endif
