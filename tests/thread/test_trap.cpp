// SPDX-License-Identifier: MIT
// LABELS: golden
#undef NDEBUG
#include "thread/run.hpp"

#include <simt/cuda/assert.h>

#include <doctest/doctest.h>

#include <string>

#include "golden.hpp"
#include "thread/capture.hpp"

// In global scope and at the recorded lines: the messages name functions, file and line.
__global__ void trap_after_printf() {
  printf("%s", "before the trap\n");
  __trap();
}
// clang-format off
#line 320 "printf.cu"
static __device__ void check_value(int v) { assert(v > 0 && "v must be positive"); }
struct Checker {
  int v;
  __device__ void test() const { assert(v == 7); }
};
#line 326 "printf.cu"
template <class T> __global__ void assert_template(T v) { assert(v != v); }
static __global__ void assert_simple(int v) { assert(v == 1); }
static __global__ void assert_function(int v) { check_value(v); }
static __global__ void assert_member(int v) {
  Checker c = {v};
  c.test();
}
#line 333 "printf.cu"
static __global__ void assert_some(int m) { assert((int)threadIdx.x % m != 1); }
static __global__ void assert_after_printf(int v) {
  printf("before the assertion, thread %d\n", (int)threadIdx.x);
  assert(v == 1);
  printf("%s", "after the assertion\n");
}
namespace space {
#line 345 "printf.cu"
static __global__ void assert_in_namespace(int v) { assert(v == 1); }
}  // namespace space
// clang-format on
#line 48 "test_trap.cpp"

namespace {

struct outcome {
  std::string out, err;
  simt::error_code code = simt::error_code::success;
};
template <class F>
outcome observe(F const& launch) {
  outcome o;
  o.err = captured(2, [&] {
    o.out = captured(1, [&] {
      try {
        launch();
      } catch (simt::device_fault const& f) {
        o.code = f.code();
      }
    });
  });
  return o;
}

void expect(std::string const& id, outcome const& got) {
  auto const records = golden::read("printf.tsv", "assert/" + id);
  REQUIRE(records.size() == 1);
  auto const& want = records[0].output;
  CAPTURE(id);
  // What follows the messages is the recorder's: an empty line and codes.
  auto const err = spelled(got.err);
  CHECK(want.find("stderr=" + err.substr(0, err.size() - 1) + "\\x0a#") == 0);
  CHECK(want.find(" ; stdout=" + spelled(got.out) + " ; ") != std::string::npos);
  bool const failed = want.find("cudaErrorAssert") != std::string::npos;
  bool const trapped = want.find("cudaErrorLaunchFailure") != std::string::npos;
  CHECK((got.code == simt::error_code::assert_failed) == failed);
  CHECK((got.code == simt::error_code::launch_failure) == trapped);
}

}  // namespace

TEST_CASE("[DIAG-009][DIAG-010] assertions: recorded on hardware") {
  expect("passes", observe([] { run_threads(1, 1, 0, KERNEL(assert_simple), 1); }));
  expect("fails", observe([] { run_threads(1, 1, 0, KERNEL(assert_simple), 0); }));
  expect("block_and_thread", observe([] {
           run_threads(simt::dim3(1, 1, 1), simt::dim3(2, 1, 2), 0, KERNEL(assert_simple), 0);
         }));
  expect("in_function", observe([] { run_threads(1, 1, 0, KERNEL(assert_function), 0); }));
  expect("in_member", observe([] { run_threads(1, 1, 0, KERNEL(assert_member), 0); }));
#ifndef __clang__  // which writes [T = int]
  expect("in_template_int", observe([] { run_threads(1, 1, 0, KERNEL(assert_template), 0); }));
  expect("in_template_float", observe([] { run_threads(1, 1, 0, KERNEL(assert_template), 0.0f); }));
#endif
  expect("in_namespace",
         observe([] { run_threads(1, 1, 0, KERNEL(space::assert_in_namespace), 0); }));
  expect("one_thread_of_64", observe([] { run_threads(1, 64, 0, KERNEL(assert_some), 64); }));
  expect("two_threads_of_64", observe([] { run_threads(1, 64, 0, KERNEL(assert_some), 32); }));
  expect("after_printf", observe([] { run_threads(1, 2, 0, KERNEL(assert_after_printf), 0); }));
}

TEST_CASE("[DIAG-013] __trap: recorded on hardware") {
  expect("trap_after_printf", observe([] { run_threads(1, 1, 0, KERNEL(trap_after_printf)); }));
  try {
    run_threads(2, 8, 0, [](auto...) {
      if (threadIdx.x == 3 && blockIdx.x == 0) __trap();
    });
    FAIL("no error");
  } catch (simt::device_fault const& f) {
    CHECK(std::string(f.what()).find("kernel kernel") != std::string::npos);
    CHECK(std::string(f.what()).find("thread (3, 0, 0)") != std::string::npos);
  }
}

TEST_CASE("[DIAG-009] a failed assertion while others wait") {
  auto const o = observe([] {
    run_threads(1, 64, 0, [](auto...) {
      assert(threadIdx.x != 5);
      __syncthreads();
      static_cast<void>(__ballot_sync(0xffffffffu, 1));
    });
  });
  CHECK(o.code == simt::error_code::assert_failed);
}
