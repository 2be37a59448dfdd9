// SPDX-License-Identifier: MIT

#include "run.hpp"

#include <simt/thread/ptx.hpp>

#include <doctest/doctest.h>
#include <vector>

TEST_CASE("lanes and their masks as PTX names them, and the highest bit") {
  struct seen {
    unsigned lane, eq, lt, le, gt, ge;
  };
  std::vector<seen> of(70);
  run_threads(1, 70, 0, [&](auto...) {
    using namespace simt::cuda;
    of[threadIdx.x] = {ptx_laneid(),      ptx_lanemask_eq(), ptx_lanemask_lt(),
                       ptx_lanemask_le(), ptx_lanemask_gt(), ptx_lanemask_ge()};
  });
  for (unsigned t = 0; t < of.size(); ++t) {
    CAPTURE(t);
    unsigned const lane = t % 32;
    CHECK(of[t].lane == lane);
    for (unsigned other = 0; other < 32; ++other) {
      CHECK((of[t].eq >> other & 1) == (other == lane));
      CHECK((of[t].lt >> other & 1) == (other < lane));
      CHECK((of[t].le >> other & 1) == (other <= lane));
      CHECK((of[t].gt >> other & 1) == (other > lane));
      CHECK((of[t].ge >> other & 1) == (other >= lane));
    }
  }
  CHECK(simt::cuda::ptx_bfind(0) == ~0u);
  CHECK(simt::cuda::ptx_bfind(1) == 0);
  CHECK(simt::cuda::ptx_bfind(0x80000000u) == 31);
  CHECK(simt::cuda::ptx_bfind(0x00ffffffu) == 23);
}
