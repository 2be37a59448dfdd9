// EXPECT: simt::launch: the lambda captures a std::vector .*: pass v.data\(\)
// EXPECT: simt: one value per thread is neither a std::size_t nor indexes a std::vector
// EXPECT: vector_captured.cpp:15:
// EXPECT: vector_captured.cpp:20:
// SPDX-License-Identifier: MIT
#include <simt/simt.hpp>
#include <vector>

void run(std::vector<float> v, std::vector<float>& w) {
#ifdef FIXED
  simt::launch(simt::shape{1, 32},
               [p = simt::ptr(v.data()), q = simt::ptr(w.data())](auto& t) {
                 p[t.threadIdx.x] = q[t.threadIdx.x]; });
#else
  simt::launch(simt::shape{1, 32}, [=](auto& t) {
    auto i = t.threadIdx.x;
    simt_if (i < 3) t.printf("%f\n", v[0]);
  });
  simt::launch(simt::shape{1, 32}, [&](auto& t) {
    w[t.threadIdx.x] = 1.0f;
  });
#endif
}
