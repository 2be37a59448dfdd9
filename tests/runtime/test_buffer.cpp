// SPDX-License-Identifier: MIT

#include <simt/runtime/buffer.hpp>

#include <doctest/doctest.h>
#include <simt/runtime.hpp>
#include <simt/runtime/submit.hpp>
#include <simt/simt.hpp>

#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "support/error_codes.hpp"

using simt::error_code;

namespace {

static_assert(!std::is_copy_constructible_v<simt::buffer<int>>);
static_assert(std::is_nothrow_move_constructible_v<simt::buffer<int>>);
static_assert(!simt::buffer_element<std::string>);
static_assert(!simt::buffer_element<int const>);

SIMT_KERNEL(scale, (simt::ptr<int> p, int factor, int n)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (i < n) p[i] = p[i] * factor;
}

std::size_t used_bytes() {
  std::size_t free_bytes = 0;
  std::size_t total = 0;
  REQUIRE(simt::memory_info(&free_bytes, &total) == error_code::success);
  return total - free_bytes;
}

}  // namespace

TEST_CASE("[MEM-001][MEM-002][MEM-003] buffer: data there and back, and the memory is given back") {
  std::size_t const before = used_bytes();
  {
    std::vector<int> in(1000);
    std::iota(in.begin(), in.end(), 7);
    simt::buffer<int> a{std::span<int const>(in)};
    CHECK(a.size() == 1000);
    CHECK(a.size_bytes() == 4000);
    CHECK(reinterpret_cast<std::uintptr_t>(a.data()) % 256 == 0);
    CHECK(used_bytes() == before + 4000);
    CHECK(a.to_vector() == in);
    simt::buffer<int> b = std::move(a);
    CHECK(a.data() == nullptr);
    CHECK(b.to_vector() == in);
    std::vector<int> part(3, -1);
    b.copy_to(part);
    CHECK(part == std::vector<int>{7, 8, 9});
    b.fill_bytes(0);
    CHECK(b.to_vector() == std::vector<int>(1000, 0));
    b = simt::buffer<int>(10);
    CHECK(b.size() == 10);
    CHECK(used_bytes() == before + 40);
  }
  CHECK(used_bytes() == before);
}

TEST_CASE("[MEM-001][MEM-019] buffer: what cannot be had, and spans that are too long") {
  CHECK(code_of([] { simt::buffer<int> b(std::size_t{1} << 48); }) ==
        error_code::memory_allocation);
  CHECK(code_of([] { simt::buffer<int> b(std::numeric_limits<std::size_t>::max() / 2); }) ==
        error_code::memory_allocation);
  simt::buffer<int> b(4);
  std::vector<int> five(5);
  CHECK(code_of([&] { b.copy_from(five); }) == error_code::invalid_value);
  CHECK(code_of([&] { b.copy_to(five); }) == error_code::invalid_value);
  simt::buffer<int> none(0);
  CHECK(none.empty());
  CHECK(none.data() == nullptr);
  CHECK(none.to_vector().empty());
}

TEST_CASE("[PIN-002][UM-001] pinned and managed memory are the host's, too") {
  simt::pinned_buffer<float> p(8);
  simt::managed_buffer<float> m(8);
  for (std::size_t i = 0; i < 8; ++i) p[i] = m[i] = static_cast<float>(i);
  CHECK(p.span()[7] == 7.0F);
  CHECK(m.span()[3] == 3.0F);
  simt::buffer<float> b(8);
  simt::device_stream s;
  b.copy_from(p.span(), s);
  std::vector<float> out(8);
  b.copy_to(out, s);
  s.synchronize();
  CHECK(out[5] == 5.0F);
}

TEST_CASE("[STREAM-001][EVENT-001] event and device_stream: order, time, errors with their code") {
  static simt::kernel_record kernel;
  kernel.name = "test";
  simt::device_stream a(false);
  simt::device_stream b(false);
  simt::event start;
  simt::event end;
  simt::managed_buffer<int> v(1);
  v[0] = 0;
  int* const p = v.data();
  start.record(a);
  CHECK(simt::submit_launch(kernel, simt::dim3(1), simt::dim3(1), 0, a.get(), [p] { *p = 5; }) ==
        error_code::success);
  end.record(a);
  end.wait_in(b);
  CHECK(simt::submit_launch(kernel, simt::dim3(1), simt::dim3(1), 0, b.get(), [p] { *p *= 3; }) ==
        error_code::success);
  b.synchronize();
  CHECK(v[0] == 15);
  CHECK(b.query());
  CHECK(end.query());
  CHECK(end.since(start) >= 0);
  simt::event unrecorded;
  CHECK(code_of([&] { (void)end.since(unrecorded); }) == error_code::invalid_resource_handle);
  // A device error arrives with its code, and a reset ends it.
  CHECK(simt::submit_launch(kernel, simt::dim3(1), simt::dim3(1), 0, a.get(), [] {
          throw simt::device_fault(error_code::assert_failed, "an assertion of a test");
        }) == error_code::success);
  CHECK(code_of([&] { a.synchronize(); }) == error_code::assert_failed);
  CHECK(code_of([&] { simt::buffer<int> c(1); }) == error_code::assert_failed);
  CHECK(simt::reset_device() == error_code::success);
  CHECK(code_of([&] { simt::buffer<int> c(1); }) == error_code::success);
}

TEST_CASE("[DEV-030][MULTI-001] device_guard: a device that is not there") {
  CHECK(code_of([] { simt::device_guard const g(simt::device_count()); }) ==
        error_code::invalid_device);
  simt::device_guard const g(0);
  CHECK(simt::device_count() >= 1);
}

TEST_CASE("[STREAM-001] kernels are launched into a device_stream, between its copies") {
  constexpr int n = 100;
  std::vector<int> in(n, 3);
  std::vector<int> out(n);
  simt::buffer<int> b(n);
  simt::device_stream const s;
  b.copy_from(in, s);
  simt::launch(scale, simt::shape{4, 32, 0, s}, b.data(), 2, n);
  simt::launch(
      simt::shape{4, simt::block_shape<32>, 0, s},
      [](auto& t, simt::ptr<int> p, int size) {
        auto i = t.blockIdx.x * t.blockDim.x + t.threadIdx.x;
        simt_if (i < size) p[i] = p[i] + 1;
      },
      b.data(), n);
  b.copy_to(out, s);
  s.synchronize();
  CHECK(out == std::vector<int>(n, 7));

  int calls = 0;
  s.enqueue([&] { ++calls; });
  s.enqueue([] { throw simt::runtime_error(error_code::invalid_value, "a test"); });
  s.enqueue([&] { ++calls; });
  CHECK(code_of([&] { s.synchronize(); }) == error_code::invalid_value);
  s.synchronize();
  CHECK(calls == 2);
  // A bad shape is the caller's, at once.
  CHECK_THROWS_AS(simt::launch(scale, simt::shape{4, 4096, 0, s}, b.data(), 2, n),
                  simt::launch_error);
  // What a graph captures may be a kernel.
  simt::graph const g = simt::graph::capture(s, [&] {
    simt::launch(scale, simt::shape{4, 32, 0, s}, b.data(), 10, n);
  });
  g.instantiate().launch(s);
  b.copy_to(out, s);
  s.synchronize();
  CHECK(out == std::vector<int>(n, 70));
}

#if !SIMT_ASAN  // which tells of it
TEST_CASE("[MEM-001] buffer: 64 KiB around a large block can be read, as on a GPU") {
  // Odd sizes of malloc's own mappings and of huge pages: the pages next to them are nobody's.
  for (std::size_t const bytes : {131072u, 200000u, 1048576u, 2097152u, 5000000u}) {
    CAPTURE(bytes);
    std::vector<simt::buffer<char>> blocks;
    for (int i = 0; i < 4; ++i) blocks.emplace_back(bytes);
    for (auto& b : blocks) {
      char const volatile* const p = b.data();
      int seen = 0;
      for (std::ptrdiff_t i = 1; i <= 65536; i += 4095) {
        static_cast<void>(p[-i]);
        static_cast<void>(p[static_cast<std::ptrdiff_t>(bytes) + i - 1]);
        ++seen;
      }
      CHECK(seen == 17);
    }
  }
}
#endif
