// SPDX-License-Identifier: MIT
// LABELS: golden

#include "runtime_matrix.hpp"

#include <cstdio>
#include <set>
#include <string>
#include <vector>

using namespace matrix;

namespace {

// A kernel as the line describes it. Registers are not modelled: lines of kernels that use more
// than 32 are left out.
simt::kernel_record& described(std::string const& name, std::size_t shared) {
  static simt::kernel_record record;
  record.name = "described";
  record.address = &record;
  record.static_shared = shared;
  record.max_threads = name == "bounded" ? 128 : 1024;
  record.max_dynamic_shared = name == "dynamic_shared" ? 232448 : static_cast<int>(49152 - shared);
  simt::register_kernel(record);
  return record;
}

}  // namespace

TEST_CASE("[OCC-001][OCC-005] blocks that a multiprocessor of the device model holds") {
  int lines = 0;
  for (auto const& answer : answers()) {
    std::string const& id = answer.first;
    if (id.compare(0, 13, "hw.occupancy/") != 0 || id == "hw.occupancy/available_shared") continue;
    std::string const name = id.substr(13, id.find('/', 13) - 13);
    auto const inputs = golden::split(answer.second.inputs, ';');
    auto const outputs = golden::split(answer.second.output, ';');
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      int regs = 0, block = 0;
      std::size_t fixed = 0, dynamic = 0;
      REQUIRE(std::sscanf(inputs[i].c_str(), "regs=%d static=%zu block=%d dynamic=%zu", &regs,
                          &fixed, &block, &dynamic) == 4);
      if (regs > 32) continue;
      INFO(name, " ", inputs[i]);
      simt::kernel_record& k = described(name, fixed);
      int n = -7;
      cudaError_t const e =
          cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, k.address, block, dynamic);
      CHECK(outputs[i] == (e == cudaSuccess ? std::to_string(n) : errname(e)));
      (void)cudaGetLastError();
      ++lines;
    }
  }
  CHECK(lines > 500);
}

TEST_CASE("[OCC-002][OCC-003] the block size that fills a multiprocessor best") {
  int device_workers = 0;
  CHECK(cudaDeviceGetAttribute(&device_workers, cudaDevAttrMultiProcessorCount, 0) == cudaSuccess);
  int lines = 0;
  for (auto const& answer : answers()) {
    std::string const& id = answer.first;
    if (id.compare(0, 23, "hw.occupancy_potential/") != 0) continue;
    std::string const name = id.substr(23, id.find('/', 23) - 23);
    if (name == "local_memory" || name == "many_registers") continue;
    int grid = 0, block = 0;
    REQUIRE(std::sscanf(answer.second.output.c_str(), "cudaSuccess ; grid=%d block=%d", &grid,
                        &block) == 2);
    INFO(id);
    int g = -7, b = -7;
    if (name == "variable_shared") {
      simt::kernel_record& k = described("dynamic_shared", 0);
      CHECK(cudaOccupancyMaxPotentialBlockSizeVariableSMem(
                &g, &b, k.address, [](int threads) { return threads * 64; }) == cudaSuccess);
    } else {
      std::size_t dynamic = 0;
      int limit = 0;
      REQUIRE(std::sscanf(id.c_str() + id.rfind('/') + 1, "%zu_%d", &dynamic, &limit) == 2);
      std::size_t const fixed = name.compare(0, 6, "static") == 0 ? 4096 : 0;
      simt::kernel_record& k = described(name, fixed);
      CHECK(cudaOccupancyMaxPotentialBlockSize(&g, &b, k.address, dynamic, limit) == cudaSuccess);
    }
    CHECK(b == block);
    CHECK(g == grid / 132 * device_workers);  // an H200 has 132 multiprocessors
    ++lines;
  }
  CHECK(lines > 50);
}

TEST_CASE("[OCC-001] shared memory that is left for a number of blocks") {
  auto const at = answers().find("hw.occupancy/available_shared");
  REQUIRE(at != answers().end());
  simt::kernel_record& k = described("dynamic_shared", 0);
  std::string out;
  for (int blocks : {1, 2, 8}) {
    std::size_t n = 7;
    cudaError_t const e = cudaOccupancyAvailableDynamicSMemPerBlock(&n, k.address, blocks, 256);
    out += (out.empty() ? "" : " ; ") + errname(e) + strf(" ; bytes=%zu", n);
  }
  CHECK(at->second.output.compare(0, out.size(), out) == 0);
}
