#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace simt::inline SIMT_ABI {

/// Widths, heights, and depths or numbers of layers that textures or surfaces of a device can have.
/// - Units:   elements
struct image_limits {
  std::uint32_t width_1d = 0;
  std::array<std::uint32_t, 2> layered_1d{};
  std::array<std::uint32_t, 2> extent_2d{};
  std::array<std::uint32_t, 3> layered_2d{};
  std::array<std::uint32_t, 3> extent_3d{};
  std::uint32_t cubemap = 0;
  std::array<std::uint32_t, 2> layered_cubemap{};
  unsigned per_kernel = 0;  ///< how many a kernel can have bound
};

/// Tells which functions device code has.
struct device_features {
  bool integer_atomics = true;    ///< 32 bits, in global and shared memory
  bool float_exchange = true;     ///< atomicExch of a float
  bool long_atomics = true;       ///< 64 bits, in global and shared memory
  bool long_minimum = true;       ///< 64 bits: atomicMin, Max, And, Or, Xor
  bool float_add = true;          ///< atomicAdd of a float
  bool double_add = true;         ///< atomicAdd of a double
  bool votes = true;              ///< __all, __any, __ballot
  bool system_fence = true;       ///< __threadfence_system
  bool counting_barriers = true;  ///< __syncthreads_count, _and, _or
  bool surfaces = true;
  bool grids_3d = true;
  bool unified_memory = true;
  bool funnel_shift = true;
  bool dynamic_parallelism = true;
  bool half_arithmetic = true;
};

/// Holds what devices of a compute capability can have.
struct capability_limits {
  unsigned capability = 0;  ///< 35 for 3.5
  unsigned resident_grids = 0;
  unsigned grid_dimensions = 3;
  std::array<std::uint32_t, 3> grid{};
  unsigned block_dimensions = 3;
  std::array<std::uint32_t, 3> block{1024, 1024, 64};
  unsigned block_threads = 1024;
  unsigned warp_size = 32;
  // Of a multiprocessor:
  unsigned resident_blocks = 0;
  unsigned resident_warps = 0;
  unsigned resident_threads = 0;
  unsigned registers = 0;
  unsigned schedulers = 0;  ///< of warps; each has its part of the registers
  unsigned shared_bytes = 0;
  unsigned shared_banks = 32;
  unsigned constant_cache_bytes = 8 * 1024;
  /// How much of it may be shared memory, KiB; ends with zeros. Where L1 has the rest, both
  /// together.
  std::array<std::uint8_t, 10> shared_sizes{};
  unsigned shared_and_l1 = 0;  ///< KiB; 0: no choice
  // Of a block or thread:
  unsigned block_registers = 0;
  unsigned thread_registers = 0;
  unsigned register_unit = 0;  ///< in which a warp gets them
  unsigned block_shared = 48 * 1024;
  unsigned block_shared_optin = 0;  ///< the most that a kernel may ask for
  unsigned shared_unit = 0;         ///< in which a block gets it, bytes
  unsigned reserved_shared = 0;     ///< of a block, for the system
  unsigned local_bytes = 512 * 1024;
  unsigned constant_bytes = 64 * 1024;
  unsigned parameter_bytes = 4096;
  image_limits texture{};
  image_limits surface{};
  std::uint32_t linear_1d = 0;               ///< texels of a texture in linear memory
  std::array<std::uint32_t, 2> linear_2d{};  ///< of a pitched one
  std::array<std::uint32_t, 2> gather{};
  device_features has{};
};

namespace detail {

/// Lists what differs from one capability to the next.
struct capability_row {
  unsigned capability, grids, blocks, warps, schedulers, registers, block_registers,
      thread_registers, register_unit, shared_kb, shared_unit, reserved, optin_kb;
};
inline constexpr std::array<capability_row, 20> capability_rows{{
    {20, 16, 8, 48, 2, 32768, 32768, 63, 64, 48, 128, 0, 48},
    {21, 16, 8, 48, 2, 32768, 32768, 63, 64, 48, 128, 0, 48},
    {30, 16, 16, 64, 4, 65536, 65536, 63, 256, 48, 256, 0, 48},
    {32, 4, 16, 64, 4, 65536, 32768, 255, 256, 48, 256, 0, 48},
    {35, 32, 16, 64, 4, 65536, 65536, 255, 256, 48, 256, 0, 48},
    {37, 32, 16, 64, 4, 131072, 65536, 255, 256, 112, 256, 0, 48},
    {50, 32, 32, 64, 4, 65536, 65536, 255, 256, 64, 256, 0, 48},
    {52, 32, 32, 64, 4, 65536, 65536, 255, 256, 96, 256, 0, 48},
    {53, 16, 32, 64, 4, 65536, 32768, 255, 256, 64, 256, 0, 48},
    {60, 128, 32, 64, 2, 65536, 65536, 255, 256, 64, 256, 0, 48},
    {61, 32, 32, 64, 4, 65536, 65536, 255, 256, 96, 256, 0, 48},
    {62, 16, 32, 64, 4, 65536, 32768, 255, 256, 64, 256, 0, 48},
    {70, 128, 32, 64, 4, 65536, 65536, 255, 256, 96, 256, 0, 96},
    {72, 16, 32, 64, 4, 65536, 65536, 255, 256, 96, 256, 0, 96},
    {75, 128, 16, 32, 4, 65536, 65536, 255, 256, 64, 256, 0, 64},
    {80, 128, 32, 64, 4, 65536, 65536, 255, 256, 164, 128, 1024, 163},
    {86, 128, 16, 48, 4, 65536, 65536, 255, 256, 100, 128, 1024, 99},
    {87, 128, 16, 48, 4, 65536, 65536, 255, 256, 164, 128, 1024, 163},
    {89, 128, 24, 48, 4, 65536, 65536, 255, 256, 100, 128, 1024, 99},
    {90, 128, 32, 64, 4, 65536, 65536, 255, 256, 228, 128, 1024, 227},
}};

[[nodiscard]] constexpr std::array<std::uint8_t, 10> shared_sizes(unsigned capability) {
  switch (capability) {
    case 20:
    case 21:
      return {16, 48};
    case 30:
    case 32:
    case 35:
      return {16, 32, 48};
    case 37:
      return {80, 96, 112};
    case 70:
    case 72:
      return {0, 8, 16, 32, 64, 96};
    case 75:
      return {32, 64};
    case 80:
    case 87:
      return {0, 8, 16, 32, 64, 100, 132, 164};
    case 86:
    case 89:
      return {0, 8, 16, 32, 64, 100};
    case 90:
      return {0, 8, 16, 32, 64, 100, 132, 164, 196, 228};
    default:
      return {};
  }
}

[[nodiscard]] constexpr capability_limits make_limits(capability_row const& r) {
  unsigned const c = r.capability;
  capability_limits l;
  l.capability = c;
  l.resident_grids = r.grids;
  l.grid = {c < 30 ? 65535u : 2147483647u, 65535, 65535};
  l.resident_blocks = r.blocks;
  l.resident_warps = r.warps;
  l.resident_threads = r.warps * l.warp_size;
  l.registers = r.registers;
  l.schedulers = r.schedulers;
  l.shared_bytes = r.shared_kb * 1024;
  l.constant_cache_bytes = (c >= 50 && c < 60 ? 10 : c == 60 ? 4 : 8) * 1024;
  l.shared_sizes = shared_sizes(c);
  l.shared_and_l1 = c < 37 ? 64 : c == 37 ? 128 : 0;
  l.block_registers = r.block_registers;
  l.thread_registers = r.thread_registers;
  l.register_unit = r.register_unit;
  l.block_shared_optin = r.optin_kb * 1024;
  l.shared_unit = r.shared_unit;
  l.reserved_shared = r.reserved;
  l.parameter_bytes = c < 70 ? 4096 : 32764;
  if (c < 70) {
    std::uint32_t const cube = c < 30 ? 2048 : 4096;
    l.texture = {
        65536, {16384, 2048}, {65536, 65535},      {16384, 16384, 2048}, {cube, cube, cube},
        16384, {16384, 2046}, c < 30 ? 128u : 256u};
    l.surface = {65536, {65536, 2048}, {65536, 32768},   {65536, 32768, 2048}, {65536, 32768, 2048},
                 32768, {32768, 2046}, c < 30 ? 8u : 16u};
    l.linear_1d = 1u << 27;
    l.linear_2d = {65000, 65000};
    l.gather = {16384, 16384};
  } else {
    l.texture = {131072,
                 {32768, 2048},
                 {131072, 65536},
                 {32768, 32768, 2048},
                 {16384, 16384, 16384},
                 32768,
                 {32768, 2046},
                 256};
    l.surface = {
        32768, {32768, 2048}, {131072, 65536},   {32768, 32768, 2048}, {16384, 16384, 16384},
        32768, {32768, 2046}, c < 75 ? 16u : 32u};
    l.linear_1d = c == 72 || c == 75 ? 1u << 27 : 1u << 28;
    l.linear_2d = {131072, 65000};
    l.gather = {32768, 32768};
  }
  l.has.long_minimum = c >= 35;
  l.has.double_add = c >= 60;
  l.has.unified_memory = c >= 30;
  l.has.funnel_shift = c >= 32;
  l.has.dynamic_parallelism = c >= 35;
  l.has.half_arithmetic = c >= 53;
  return l;
}

inline constexpr auto all_limits = [] {
  std::array<capability_limits, capability_rows.size()> all{};
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = make_limits(capability_rows[i]);
  return all;
}();

}  // namespace detail

/// Looks up what devices of a compute capability can have: 35 is 3.5.
/// - Errors:  null for a capability that NVIDIA has not made, or after 9.0
/// - Source:  CUDA C Programming Guide 8.0, G.1 (Tables 12 and 13) up to 6.2, the guides after it
[[nodiscard]] constexpr capability_limits const* device_limits(unsigned capability) noexcept {
  for (capability_limits const& l : detail::all_limits)
    if (l.capability == capability) return &l;
  return nullptr;
}

/// Blocks that a multiprocessor holds at a time, by each of what limits them.
struct occupancy_limits {
  unsigned warps = 0;
  unsigned blocks = 0;
  unsigned registers = 0;
  unsigned shared = 0;

  [[nodiscard]] constexpr unsigned least() const noexcept {
    return std::min({warps, blocks, registers, shared});
  }
};

/// The shared memory that a block of so many bytes takes of a multiprocessor.
[[nodiscard]] constexpr std::size_t shared_of_block(capability_limits const& l,
                                                    std::size_t bytes) noexcept {
  return (bytes + l.reserved_shared + l.shared_unit - 1) / l.shared_unit * l.shared_unit;
}

/// The registers that a warp takes.
[[nodiscard]] constexpr unsigned registers_of_warp(capability_limits const& l,
                                                   unsigned registers) noexcept {
  return (registers * l.warp_size + l.register_unit - 1) / l.register_unit * l.register_unit;
}

/// Computes how many blocks a multiprocessor holds, of which `shared_room` bytes are shared memory.
/// - Needs:   threads > 0; registers of a thread, 0: they do not count; shared of a block, bytes
/// - Source:  CUDA C Programming Guide 8.0, 5.2.3 (Multiprocessor Level)
[[nodiscard]] constexpr occupancy_limits occupancy_of(capability_limits const& l, unsigned threads,
                                                      unsigned registers, std::size_t shared,
                                                      std::size_t shared_room) noexcept {
  unsigned const warps = (threads + l.warp_size - 1) / l.warp_size;
  occupancy_limits o;
  o.blocks = l.resident_blocks;
  o.warps = l.resident_warps / warps;
  o.registers = o.blocks;
  if (registers != 0) {
    // Warps share the registers of their scheduler's part of the multiprocessor.
    unsigned const warp = registers_of_warp(l, registers);
    o.registers = registers > l.thread_registers || warp * warps > l.block_registers
                      ? 0
                      : l.registers / l.schedulers / warp * l.schedulers / warps;
  }
  std::size_t const block = shared_of_block(l, shared);
  o.shared = block == 0 ? o.blocks : static_cast<unsigned>(shared_room / block);
  return o;
}

/// Chooses the shared memory of a multiprocessor, where caches take the rest: the smallest size
/// that is at least `wanted` and holds a block.
/// - CUDA:    cudaFuncSetCacheConfig, cudaFuncAttributePreferredSharedMemoryCarveout
/// - Units:   bytes; block_bytes as shared_of_block gives it
[[nodiscard]] constexpr std::size_t choose_shared_room(capability_limits const& l,
                                                       std::size_t wanted,
                                                       std::size_t block_bytes) noexcept {
  for (std::size_t const kb : l.shared_sizes)
    if (kb * 1024 >= std::max(wanted, block_bytes) && kb != 0) return kb * 1024;
  return l.shared_bytes;
}

/// The same by a preference: 0 none, 1 shared memory, 2 L1, 3 equal parts, as CUDA numbers them.
/// Devices from 5.0 on pay no attention to it.
/// - Source:  CUDA C Programming Guide 8.0, G.3.1 and G.4.1 (Architecture)
[[nodiscard]] constexpr std::size_t shared_room_by_preference(capability_limits const& l,
                                                              int preference,
                                                              std::size_t block_bytes) noexcept {
  if (l.shared_and_l1 == 0 || preference < 2) return l.shared_bytes;
  return choose_shared_room(l, preference == 2 ? 0 : l.shared_and_l1 * std::size_t{1024} / 2,
                            block_bytes);
}

/// A first estimate of a launch: enough warps for every scheduler, if they find room.
struct launch_estimate {
  unsigned block_threads = 0;
  std::uint64_t blocks = 0;
};

/// Estimates threads of a block and blocks of a grid for so many threads.
/// - Needs:   registers > 0 of a thread; shared_bytes of a thread, may be 0
/// - Source:  G. Barlas: Multicore and GPU Programming, equations 6.3 to 6.5
[[nodiscard]] constexpr launch_estimate estimate_launch(capability_limits const& l,
                                                        std::uint64_t threads, unsigned registers,
                                                        std::size_t shared_bytes) noexcept {
  std::uint64_t block = std::min<std::uint64_t>(
      {l.schedulers * l.warp_size, l.block_registers / registers, l.resident_threads});
  if (shared_bytes != 0) block = std::min<std::uint64_t>(block, l.block_shared / shared_bytes);
  block = (block + l.warp_size - 1) / l.warp_size * l.warp_size;
  return {static_cast<unsigned>(block), block == 0 ? 0 : (threads + block - 1) / block};
}

}  // namespace simt::inline SIMT_ABI
