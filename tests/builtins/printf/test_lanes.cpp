// SPDX-License-Identifier: MIT
#include <simt/simt.hpp>

#include <doctest/doctest.h>

#include <cstdio>
#include <numeric>
#include <string>
#include <vector>

#include "thread/capture.hpp"

namespace {

SIMT_KERNEL(say, (simt::ptr<float const> p, simt::ptr<simt::__half const> h, int n)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (i < n && i % 3 == 1) {
    varying<float> x = p[i];
    varying<bool> large = x > 2.0f;
    int const taken = printf("%d of %d: %5.2f %g %u %s %c\n", i, n, x, p[i] * 2.0f, large, "text", 'x');
    printf("%d|%p|%d|%.1f|%lld\n", taken, p + 1, blockDim.x, h[i],
           simt::let<long long>(i) * 10000000000ll);
  }
}
SIMT_DEVICE(void, tell, (varying<int> x)) {
  simt_if (x > 1) printf("device %d\n", x);
}
SIMT_KERNEL(same_for_all, (int n)) {
  auto i = threadIdx.x;
  simt_if (i < n) printf("hello\n");
  simt_while (i > 100) printf("never\n");
  tell(*this, i % 3);
}

template <int W>
void check_lines() {
  std::vector<float> p(10);
  std::iota(p.begin(), p.end(), 0.0f);
  std::vector<simt::__half> h(10, simt::__half(1.5f));
  char address[32];
  std::snprintf(address, sizeof address, "%p", static_cast<void*>(p.data() + 1));
  std::string want;
  for (int i : {1, 4, 7}) {
    char line[128];
    std::snprintf(line, sizeof line, "%d of 10: %5.2f %g %d text x\n7|%s|32|1.5|%lld\n", i, i * 1.0,
                  i * 2.0, i > 2, address, i * 10000000000ll);
    want += line;
  }
  // A call prints the lines of all its threads: at width 1 they take turns.
  auto got = captured(1, [&] {
    simt::launch_at<W>(say, simt::shape{1, simt::block_shape<32>}, p.data(), h.data(), 10);
  });
  if (W == 1) CHECK(got == want);
  int lines = 0;
  for (std::size_t at = 0; at < want.size(); at = want.find('\n', at) + 1, ++lines)
    CHECK(got.find(want.substr(at, want.find('\n', at) + 1 - at)) != std::string::npos);
  CHECK(lines == 6);
  CHECK(got.size() == want.size());
  if (W > 1) {  // in the order of the threads
    CHECK(got.find("1 of 10") < got.find("4 of 10"));
    CHECK(got.find("4 of 10") < got.find("7 of 10"));
  }
  got = captured(1, [&] { simt::launch_at<W>(same_for_all, simt::shape{1, 32}, 3); });
  auto const count = [&](std::string const& what) {
    int n = 0;
    for (auto at = got.find(what); at != std::string::npos; at = got.find(what, at + 1)) ++n;
    return n;
  };
  CHECK(count("hello\n") == 3);
  CHECK(count("device 2\n") == 10);
  CHECK(count("device") == 10);
  CHECK(count("never") == 0);
}

TEST_CASE("[DIAG-001] [TOOLS-010] printf in lane kernels: each active thread its line, in order") {
  check_lines<1>();
  check_lines<32>();
}

TEST_CASE("printf in lambda kernels: the argument's, and bare with a value per thread") {
  auto const got = captured(1, [] {
    simt::launch(simt::shape{1, 32}, [](auto& t) {
      auto i = t.threadIdx.x;
      simt_if (i > 29) {
        t.printf("one\n");
        printf("two %d\n", i);
      }
    });
  });
  CHECK(got == "one\none\ntwo 30\ntwo 31\n");
}

}  // namespace
