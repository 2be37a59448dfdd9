// SPDX-License-Identifier: MIT
#include <simt/engine/errors.hpp>

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>
#include <type_traits>

static_assert(std::is_base_of_v<std::runtime_error, simt::error>);
static_assert(std::is_base_of_v<simt::error, simt::launch_error>);
static_assert(std::is_base_of_v<simt::error, simt::kernel_error>);
static_assert(std::is_base_of_v<simt::kernel_error, simt::barrier_error>);
static_assert(std::is_base_of_v<simt::kernel_error, simt::stack_overflow_error>);
static_assert(std::is_base_of_v<simt::kernel_error, simt::flow_error>);
static_assert(std::is_nothrow_copy_constructible_v<simt::kernel_error>);

namespace {
bool contains(std::string const& text, char const* part) {
  return text.find(part) != std::string::npos;
}
}  // namespace

TEST_CASE("kernel_error: the message spells out kernel, launch shape, block and thread") {
  simt::launch_site const site{"scale", simt::dim3(8, 4, 2), simt::dim3(16, 2, 1)};
  simt::kernel_error const e("went wrong", site, {7, 3, 1}, simt::thread_range{17, 17});
  std::string const text = e.what();
  CHECK(contains(text, "went wrong"));
  CHECK(contains(text, "kernel scale"));
  CHECK(contains(text, "grid (8, 4, 2)"));
  CHECK(contains(text, "block shape (16, 2, 1)"));
  CHECK(contains(text, "block (7, 3, 1)"));
  CHECK(contains(text, "thread (1, 1, 0)"));
  CHECK(e.kernel() == "scale");
  CHECK(e.block_index() == simt::uint3{7, 3, 1});
  CHECK(e.thread_index() == simt::uint3{1, 1, 0});

  simt::barrier_error const range("r", site, {0, 0, 0}, simt::thread_range{0, 31});
  CHECK(contains(range.what(), "threads (0, 0, 0) to (15, 1, 0)"));
  simt::flow_error const none("n", {}, {0, 0, 0});
  CHECK(contains(none.what(), "(unnamed)"));
  CHECK_FALSE(none.thread_index().has_value());
}

TEST_CASE("launch_error: the message names kernel and shape") {
  simt::launch_error const e("no", {"k", simt::dim3(0), simt::dim3(32)});
  CHECK(contains(e.what(), "kernel k, grid (0, 1, 1), block shape (32, 1, 1)"));
  CHECK(e.grid() == simt::dim3(0));
}
