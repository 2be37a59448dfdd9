// SPDX-License-Identifier: MIT
#include <simt/runtime/device_limits.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <string>

// What a GPU of a compute capability can have, as Tables 12 and 13 of the CUDA C Programming
// Guide 8.0 say it. The tables' columns: 2.x, 3.0, 3.2, 3.5, 3.7, 5.0, 5.2, 5.3, 6.0, 6.1, 6.2.

namespace {

using row = std::array<std::uint64_t, 11>;
constexpr std::array<unsigned, 11> columns{20, 30, 32, 35, 37, 50, 52, 53, 60, 61, 62};
constexpr std::uint64_t K = 1024;

/// Compares a line of a table; 2.1 has the column of 2.0.
template <class F>
void check_row(char const* id, row const& expected, F const& value) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    INFO(std::string(id), ", compute capability ", columns[i]);
    REQUIRE(simt::device_limits(columns[i]) != nullptr);
    CHECK(std::uint64_t{value(*simt::device_limits(columns[i]))} == expected[i]);
  }
  CHECK(std::uint64_t{value(*simt::device_limits(21))} == expected[0]);
}
row all(std::uint64_t value) {
  row r;
  r.fill(value);
  return r;
}
/// One value for 2.x, another one from 3.0 on.
row since_3(std::uint64_t before, std::uint64_t value) {
  row r = all(value);
  r[0] = before;
  return r;
}
#define ROW(id, expected, member) \
  check_row(id, expected, [](simt::capability_limits const& l) { return l.member; })

}  // namespace

TEST_CASE("[SPEC-001..SPEC-009][STREAM-015] Table 13: grids and blocks") {
  ROW("SPEC-001", (row{16, 16, 4, 32, 32, 32, 32, 16, 128, 32, 16}), resident_grids);
  ROW("SPEC-002", all(3), grid_dimensions);
  ROW("SPEC-003", since_3(65535, 2147483647), grid[0]);
  ROW("SPEC-004", all(65535), grid[1]);
  ROW("SPEC-004", all(65535), grid[2]);
  ROW("SPEC-005", all(3), block_dimensions);
  ROW("SPEC-006", all(1024), block[0]);
  ROW("SPEC-006", all(1024), block[1]);
  ROW("SPEC-007", all(64), block[2]);
  ROW("SPEC-008", all(1024), block_threads);
  ROW("SPEC-009", all(32), warp_size);
}

TEST_CASE("[SPEC-010..SPEC-020] Table 13: multiprocessors and memory") {
  ROW("SPEC-010", (row{8, 16, 16, 16, 16, 32, 32, 32, 32, 32, 32}), resident_blocks);
  ROW("SPEC-011", since_3(48, 64), resident_warps);
  ROW("SPEC-012", since_3(1536, 2048), resident_threads);
  ROW("SPEC-013",
      (row{32 * K, 64 * K, 64 * K, 64 * K, 128 * K, 64 * K, 64 * K, 64 * K, 64 * K, 64 * K,
           64 * K}),
      registers);
  ROW("SPEC-014",
      (row{32 * K, 64 * K, 32 * K, 64 * K, 64 * K, 64 * K, 64 * K, 32 * K, 64 * K, 64 * K, 32 * K}),
      block_registers);
  ROW("SPEC-015", (row{63, 63, 255, 255, 255, 255, 255, 255, 255, 255, 255}), thread_registers);
  ROW("SPEC-016",
      (row{48 * K, 48 * K, 48 * K, 48 * K, 112 * K, 64 * K, 96 * K, 64 * K, 64 * K, 96 * K,
           64 * K}),
      shared_bytes);
  ROW("SPEC-017", all(48 * K), block_shared);
  ROW("SPEC-017", all(48 * K), block_shared_optin);
  ROW("SPEC-018", all(32), shared_banks);
  ROW("SPEC-019", all(512 * K), local_bytes);
  ROW("SPEC-020", all(64 * K), constant_bytes);
}

TEST_CASE("[SPEC-023..SPEC-033] Table 13: textures") {
  ROW("SPEC-023", all(65536), texture.width_1d);
  ROW("SPEC-024", all(1u << 27), linear_1d);
  ROW("SPEC-025", all(16384), texture.layered_1d[0]);
  ROW("SPEC-025", all(2048), texture.layered_1d[1]);
  ROW("SPEC-026", all(65536), texture.extent_2d[0]);
  ROW("SPEC-026", all(65535), texture.extent_2d[1]);
  ROW("SPEC-027", all(65000), linear_2d[0]);
  ROW("SPEC-027", all(65000), linear_2d[1]);
  ROW("SPEC-028", all(16384), gather[0]);
  ROW("SPEC-028", all(16384), gather[1]);
  ROW("SPEC-029", all(16384), texture.layered_2d[0]);
  ROW("SPEC-029", all(16384), texture.layered_2d[1]);
  ROW("SPEC-029", all(2048), texture.layered_2d[2]);
  for (std::size_t axis = 0; axis < 3; ++axis)
    check_row("SPEC-030", since_3(2048, 4096),
              [=](auto const& l) { return l.texture.extent_3d[axis]; });
  ROW("SPEC-031", all(16384), texture.cubemap);
  ROW("SPEC-032", all(16384), texture.layered_cubemap[0]);
  ROW("SPEC-032", all(2046), texture.layered_cubemap[1]);
  ROW("SPEC-033", since_3(128, 256), texture.per_kernel);
}

TEST_CASE("[SPEC-034..SPEC-041] Table 13: surfaces") {
  ROW("SPEC-034", all(65536), surface.width_1d);
  ROW("SPEC-035", all(65536), surface.layered_1d[0]);
  ROW("SPEC-035", all(2048), surface.layered_1d[1]);
  ROW("SPEC-036", all(65536), surface.extent_2d[0]);
  ROW("SPEC-036", all(32768), surface.extent_2d[1]);
  ROW("SPEC-037", all(65536), surface.layered_2d[0]);
  ROW("SPEC-037", all(32768), surface.layered_2d[1]);
  ROW("SPEC-037", all(2048), surface.layered_2d[2]);
  ROW("SPEC-038", all(65536), surface.extent_3d[0]);
  ROW("SPEC-038", all(32768), surface.extent_3d[1]);
  ROW("SPEC-038", all(2048), surface.extent_3d[2]);
  ROW("SPEC-039", all(32768), surface.cubemap);
  ROW("SPEC-040", all(32768), surface.layered_cubemap[0]);
  ROW("SPEC-040", all(2046), surface.layered_cubemap[1]);
  ROW("SPEC-041", since_3(8, 16), surface.per_kernel);
}

TEST_CASE("[CCF-001..CCF-014] Table 12: what device code has") {
  ROW("CCF-001", all(1), has.integer_atomics);
  ROW("CCF-002", all(1), has.float_exchange);
  ROW("CCF-003", all(1), has.long_atomics);
  ROW("CCF-003", (row{0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1}), has.long_minimum);
  ROW("CCF-004", all(1), has.float_add);
  ROW("CCF-005", (row{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1}), has.double_add);
  ROW("CCF-006", all(1), has.votes);
  ROW("CCF-007", all(1), has.system_fence);
  ROW("CCF-008", all(1), has.counting_barriers);
  ROW("CCF-009", all(1), has.surfaces);
  ROW("CCF-010", all(1), has.grids_3d);
  ROW("CCF-011", since_3(0, 1), has.unified_memory);
  ROW("CCF-012", (row{0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1}), has.funnel_shift);
  ROW("CCF-013", (row{0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1}), has.dynamic_parallelism);
  ROW("CCF-014", (row{0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1}), has.half_arithmetic);
}

TEST_CASE(
    "device_limits: what NVIDIA has not made has none; later devices have the guides' after 8.0") {
  for (unsigned c : {0u, 10u, 13u, 22u, 31u, 40u, 54u, 88u, 100u, 900u})
    CHECK(simt::device_limits(c) == nullptr);
  for (unsigned c : {70u, 72u, 75u, 80u, 86u, 87u, 89u, 90u}) {
    simt::capability_limits const& l = *simt::device_limits(c);
    INFO(c);
    CHECK(l.capability == c);
    CHECK(l.resident_threads == 32 * l.resident_warps);
    CHECK(l.parameter_bytes == 32764);
    CHECK(l.block_shared_optin + l.reserved_shared <= l.shared_bytes);
    CHECK(l.has.half_arithmetic);
  }
  // A device of 7.5 has half the warps.
  CHECK(simt::device_limits(75)->resident_warps == 32);
}

TEST_CASE("[OCC-005] occupancy_of: the textbook's example of 48 registers, by each capability") {
  // 48 registers a thread, 256 threads: 12288 registers a block, of which 32 K hold 2 (16 of 48
  // warps); a warp's come in multiples of 64, and 8 warps fit each scheduler's half.
  simt::capability_limits const& fermi = *simt::device_limits(20);
  auto const o = simt::occupancy_of(fermi, 256, 48, 0, fermi.shared_bytes);
  CHECK(o.registers == 2);
  CHECK(o.warps == 6);
  CHECK(o.least() == 2);
  auto const k = simt::occupancy_of(*simt::device_limits(35), 256, 48, 0, 48 * K);
  CHECK(k.registers == 5);  // 42 warps in 4 parts of 10
  // 64 registers are one too many for a thread of 2.x: no block fits.
  CHECK(simt::occupancy_of(fermi, 32, 64, 0, fermi.shared_bytes).least() == 0);
  // 1024 threads of 33 registers exceed a block's 32 K on 6.2, not on 6.1.
  CHECK(simt::occupancy_of(*simt::device_limits(62), 1024, 40, 0, 64 * K).least() == 0);
  CHECK(simt::occupancy_of(*simt::device_limits(61), 1024, 40, 0, 96 * K).least() == 1);
}

TEST_CASE("[OCC-006] estimate_launch: equations 6.3 to 6.5") {
  simt::capability_limits const& l = *simt::device_limits(35);
  // Four schedulers ask for 128 threads; 1000 threads then make 8 blocks.
  CHECK(simt::estimate_launch(l, 1000, 32, 0).block_threads == 128);
  CHECK(simt::estimate_launch(l, 1000, 32, 0).blocks == 8);
  CHECK(simt::estimate_launch(l, 1024, 32, 0).blocks == 8);
  CHECK(simt::estimate_launch(l, 1025, 32, 0).blocks == 9);
  // 1 KiB of shared memory a thread leaves 48, which becomes two warps.
  CHECK(simt::estimate_launch(l, 1000, 32, 1024).block_threads == 64);
  CHECK(simt::estimate_launch(l, 1000, 32, 1024).blocks == 16);
  // 700 registers a thread, if there were such: 65536 / 700 = 93, which becomes three warps.
  CHECK(simt::estimate_launch(l, 1000, 700, 0).block_threads == 96);
  // Two schedulers of 2.x.
  CHECK(simt::estimate_launch(*simt::device_limits(20), 100, 20, 0).block_threads == 64);
}

TEST_CASE("[PERF-030] how shared memory and L1 divide a multiprocessor's 64 KiB") {
  auto const room = [](unsigned c, int preference, std::size_t block = 0) {
    return simt::shared_room_by_preference(*simt::device_limits(c), preference, block) / K;
  };
  for (unsigned c : {20u, 21u, 30u, 32u, 35u}) {
    INFO(c);
    CHECK(simt::device_limits(c)->shared_and_l1 == 64);
    CHECK(room(c, 0) == 48);
    CHECK(room(c, 1) == 48);
    CHECK(room(c, 2) == 16);
    CHECK(room(c, 3) == (c < 30 ? 48 : 32));  // 2.x has no equal parts
    CHECK(room(c, 2, 17 * K) == (c < 30 ? 48 : 32));
    CHECK(room(c, 2, 40 * K) == 48);
  }
  CHECK(room(37, 2) == 80);
  CHECK(room(37, 0) == 112);
  for (unsigned c : {50u, 61u, 90u}) CHECK(room(c, 2) == simt::device_limits(c)->shared_bytes / K);
}
