#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/engine/detail/message.hpp>
#include <simt/engine/dim.hpp>
#include <simt/engine/errors.hpp>

#include <cstddef>
#include <cstdint>

namespace simt::inline SIMT_ABI {

/// Describes a launch to the engine.
/// - Needs:   gangs * gang_width >= threads > (gangs - 1) * gang_width; what `validate` checks
struct launch_info {
  char const* kernel = nullptr;  ///< for messages
  dim3 grid{};                   ///< blocks
  dim3 block{};                  ///< threads of a block
  std::size_t shared_bytes = 0;  ///< shared memory of a block, static and dynamic together
  unsigned gang_width = 1;       ///< threads that one call of the gang function carries
  unsigned gangs = 1;            ///< gangs of a block
  unsigned threads = 1;          ///< threads of a block
  std::size_t stack_bytes = 0;   ///< of a gang that waits; 0: default_stack_bytes(gang_width)
  /// For a gang function that runs several gangs: the one at which it is.
  unsigned (*running_gang)() noexcept = nullptr;
  /// Warp functions go on without threads that their mask names and that do not come, as on a GPU.
  bool goes_on_without_absent = false;
};

namespace detail {
/// The most blocks of a grid that run at once because they wait for one another.
inline constexpr unsigned max_resident_blocks = 4096;

/// Describes a launch of gangs of `width` threads, as many as carry the block.
[[nodiscard]] inline launch_info launch_of_gangs(char const* kernel, dim3 grid, dim3 block,
                                                 std::size_t shared_bytes,
                                                 unsigned width) noexcept {
  launch_info info;
  info.kernel = kernel;
  info.grid = grid;
  info.block = block;
  info.shared_bytes = shared_bytes;
  info.gang_width = width;
  info.threads = static_cast<unsigned>(block.count());
  info.gangs = (info.threads + width - 1) / width;
  return info;
}
}  // namespace detail

/// The most shared memory that a block can ask for, static and dynamic together.
/// - Units:   bytes
/// - Source:  CUDA C Programming Guide 8.0, H.1 (Features and Technical Specifications): 48 KiB;
///            ours is what the largest devices since then give
inline constexpr std::size_t max_shared_bytes = 227 * 1024;

/// Checks a launch before anything of it runs.
/// - Needs:   grid.x in 1..2^31-1, grid.y and grid.z in 1..65535; block.x and block.y in 1..1024,
///            block.z in 1..64, at most 1024 threads; shared_bytes at most max_shared_bytes;
///            gangs that cover the threads
/// - Errors:  launch_error
/// - Source:  CUDA C Programming Guide 8.0, B.19 (Execution Configuration) and Table 13
inline void validate(launch_info const& info);

namespace detail {

[[noreturn]] SIMT_COLD inline void reject(launch_info const& info, message const& reason) {
  throw_launch_error(reason.text(), {info.kernel, info.grid, info.block});
}

[[noreturn]] SIMT_COLD inline void reject_extent(launch_info const& info, char const* name,
                                                 unsigned value, unsigned limit) {
  message text;
  reject(info, text << name << " is " << value << ", must be in 1.." << limit);
}

[[noreturn]] SIMT_COLD inline void reject_size(launch_info const& info) {
  message text;
  if (info.block.count() > 1024)
    text << "the block has " << info.block.count() << " threads, at most 1024 are allowed";
  else
    text << "the block asks for " << std::uint64_t{info.shared_bytes}
         << " bytes of shared memory, at most " << std::uint64_t{max_shared_bytes}
         << " are allowed";
  reject(info, text);
}

[[noreturn]] SIMT_COLD inline void reject_gangs(launch_info const& info) {
  message text;
  reject(info, text << info.gangs << " gangs of " << info.gang_width << " threads do not carry "
                    << info.block.count() << " threads");
}

inline void check_extent(launch_info const& info, char const* name, unsigned value,
                         unsigned limit) {
  if (value - 1 >= limit) [[unlikely]]
    reject_extent(info, name, value, limit);
}

}  // namespace detail

inline void validate(launch_info const& info) {
  detail::check_extent(info, "grid.x", info.grid.x, 2147483647);
  detail::check_extent(info, "grid.y", info.grid.y, 65535);
  detail::check_extent(info, "grid.z", info.grid.z, 65535);
  detail::check_extent(info, "block.x", info.block.x, 1024);
  detail::check_extent(info, "block.y", info.block.y, 1024);
  detail::check_extent(info, "block.z", info.block.z, 64);
  if (info.block.count() > 1024 || info.shared_bytes > max_shared_bytes) [[unlikely]]
    detail::reject_size(info);
  if (info.threads != info.block.count() || info.gang_width == 0 ||
      info.gangs != (info.threads + info.gang_width - 1) / info.gang_width) [[unlikely]]
    detail::reject_gangs(info);
}

}  // namespace simt::inline SIMT_ABI
