// SPDX-License-Identifier: MIT
// LABELS: golden

#include "runtime_matrix.hpp"

using namespace matrix;

namespace {
static void array_case(const std::string& id, cudaChannelFormatDesc d, size_t w, size_t h,
                       size_t dep, unsigned flags, bool three) {
  Case c(id);
  cudaArray_t a = (cudaArray_t)kMark;
  std::string t = strf("desc={%d,%d,%d,%d,kind %d} w=%zu h=%zu d=%zu flags=%u", d.x, d.y, d.z, d.w,
                       (int)d.f, w, h, dep, flags);
  cudaError_t e = three ? cudaMalloc3DArray(&a, &d, make_cudaExtent(w, h, dep), flags)
                        : cudaMallocArray(&a, &d, w, h, flags);
  c.call(((three ? "cudaMalloc3DArray " : "cudaMallocArray ") + t).c_str(), e);
  c.note("array=" + ptr_state(a, kMark));
  if (e == cudaSuccess && a && a != (cudaArray_t)kMark) {
    cudaChannelFormatDesc g;
    cudaExtent x;
    unsigned f;
    DO(cudaArrayGetInfo(&g, &x, &f, a));
    c.note(strf("desc={%d,%d,%d,%d,kind %d} extent=%zu,%zu,%zu flags=%u", g.x, g.y, g.z, g.w,
                (int)g.f, x.width, x.height, x.depth, f));
    DO(cudaFreeArray(a));
  }
}
static void array_part() {
  const cudaChannelFormatKind kinds[] = {cudaChannelFormatKindSigned, cudaChannelFormatKindUnsigned,
                                         cudaChannelFormatKindFloat, cudaChannelFormatKindNone};
  for (int k = 0; k < 4; ++k)
    for (int bits : {4, 8, 16, 32, 64})
      for (int ch = 1; ch <= 4; ++ch)
        array_case(strf("mallocarray/desc/%d_%d_%d", k, bits, ch),
                   cudaCreateChannelDesc(bits, ch > 1 ? bits : 0, ch > 2 ? bits : 0,
                                         ch > 3 ? bits : 0, kinds[k]),
                   16, 8, 0, 0, false);
  const int odd[][4] = {{0, 0, 0, 0},    {8, 16, 0, 0}, {0, 8, 0, 0},     {8, 0, 8, 0},
                        {32, 32, 0, 32}, {5, 6, 5, 0},  {10, 10, 10, 2},  {-8, 0, 0, 0},
                        {24, 0, 0, 0},   {8, 8, 8, 8},  {12, 12, 12, 12}, {1, 0, 0, 0}};
  int i = 0;
  for (auto& o : odd)
    array_case(strf("mallocarray/odd_desc/%d", i++),
               cudaCreateChannelDesc(o[0], o[1], o[2], o[3], cudaChannelFormatKindUnsigned), 16, 8,
               0, 0, false);
  cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();
  const size_t sz[][2] = {{0, 0},      {0, 8},      {8, 0},        {131072, 0},
                          {131073, 0}, {131072, 1}, {131072, 2},   {65536, 16},
                          {1, 65536},  {1, 65537},  {268435456, 0}};
  for (auto& s : sz)
    array_case(strf("hw.mallocarray/size/%zu_%zu", s[0], s[1]), f, s[0], s[1], 0, 0, false);
  for (unsigned fl : {0u, 1u, 2u, 4u, 8u, 16u, 32u, 64u, 0x80u, 0x100u, 3u, 6u, 12u})
    for (size_t h : {(size_t)0, (size_t)8})
      array_case(strf("mallocarray/flags/%u_h%zu", fl, h), f, 8, h, 0, fl, false);
  const size_t e3[][3] = {{8, 8, 8},
                          {8, 0, 0},
                          {8, 8, 0},
                          {8, 0, 8},
                          {0, 8, 8},
                          {0, 0, 0},
                          {8, 8, 6},
                          {8, 8, 12},
                          {8, 8, 7},
                          {8, 7, 6},
                          {16384, 16384, 16384},
                          {16385, 8, 8},
                          {8, 16385, 8},
                          {8, 8, 16385},
                          {8, 8, 1},
                          {8, 0, 2048},
                          {8, 0, 2049},
                          {8, 8, 2048},
                          {8, 8, 2049},
                          {32768, 0, 2},
                          {32769, 0, 2},
                          {32768, 32768, 1},
                          {32768, 8, 6}};
  for (unsigned fl : {0u, 1u, 2u, 4u, 5u, 8u, 9u, 12u})
    for (auto& e : e3) {
      if (e[0] * e[1] * (e[2] ? e[2] : 1) > (size_t)1 << 28) continue;
      array_case(strf("hw.malloc3darray/%u/%zu_%zu_%zu", fl, e[0], e[1], e[2]), f, e[0], e[1], e[2],
                 fl, true);
    }
  for (auto const& [id, rec] : answers()) {
    if (id.compare(0, 21, "malloc3darray/random/") != 0) continue;
    int x = 0, y = 0, z = 0, w = 0, kind = 0;
    size_t W = 0, H = 0, D = 0;
    unsigned fl = 0;
    REQUIRE(std::sscanf(rec.inputs.c_str(),
                        "cudaMalloc3DArray desc={%d,%d,%d,%d,kind %d} w=%zu h=%zu d=%zu flags=%u",
                        &x, &y, &z, &w, &kind, &W, &H, &D, &fl) == 9);
    array_case(id, cudaCreateChannelDesc(x, y, z, w, (cudaChannelFormatKind)kind), W, H, D, fl,
               true);
  }
  {
    Case c("mallocarray/null");
    cudaArray_t a;
    DO(cudaMallocArray(0, &f, 8, 8));
    DO(cudaMallocArray(&a, 0, 8, 8));
    DO(cudaArrayGetInfo(0, 0, 0, 0));
  }
  for (unsigned lv : {0u, 1u, 2u, 4u, 5u, 99u}) {
    Case c(strf("mallocmipmapped/8x8_levels_%u", lv));
    cudaMipmappedArray_t m = 0;
    c.call(strf("cudaMallocMipmappedArray(&m, float, (8,8,0), %u)", lv),
           cudaMallocMipmappedArray(&m, &f, make_cudaExtent(8, 8, 0), lv));
    if (m) {
      for (unsigned l : {0u, 1u, 3u, 4u, 5u}) {
        cudaArray_t a = 0;
        cudaError_t e = c.call(strf("cudaGetMipmappedArrayLevel(&a, m, %u)", l),
                               cudaGetMipmappedArrayLevel(&a, m, l));
        cudaExtent x = make_cudaExtent(0, 0, 0);
        if (e == cudaSuccess) {
          DO(cudaArrayGetInfo(0, &x, 0, a));
          c.note(strf("extent=%zu,%zu,%zu", x.width, x.height, x.depth));
        }
      }
      DO(cudaFreeMipmappedArray(m));
    }
  }
  {
    Case c("mallocmipmapped/free_twice_and_null");
    cudaMipmappedArray_t m = 0;
    DO(cudaFreeMipmappedArray(0));
    DO(cudaMallocMipmappedArray(&m, &f, make_cudaExtent(8, 8, 0), 2));
    DO(cudaFreeMipmappedArray(m));
  }
}
static void pitch_part() {
  for (auto const& [id, rec] : answers()) {
    size_t w = 0, h = 0, recorded = 0;
    if (std::sscanf(id.c_str(), "hw.mallocpitch/%zu_%zu", &w, &h) != 2) continue;
    if (std::sscanf(rec.output.c_str(), "cudaSuccess ; pitch=%zu", &recorded) != 1) continue;
    Case c(id);
    void* p = 0;
    size_t pitch = 0;
    c.call(strf("cudaMallocPitch(&p, &pitch, %zu, %zu)", w, h), cudaMallocPitch(&p, &pitch, w, h));
    c.note(strf("pitch=%zu", pitch));
    (void)cudaFree(p);
  }
  void* p = kMark;
  size_t pitch = 77;
  {
    Case c("mallocpitch/zero_width");
    DO(cudaMallocPitch(&p, &pitch, 0, 4));
    c.note("p=" + ptr_state(p, kMark) + strf(" pitch=%zu", pitch));
  }
  p = kMark, pitch = 77;
  {
    Case c("mallocpitch/zero_height");
    DO(cudaMallocPitch(&p, &pitch, 4, 0));
    c.note("p=" + ptr_state(p, kMark) + strf(" pitch=%zu", pitch));
  }
  p = kMark, pitch = 77;
  {
    Case c("mallocpitch/huge");
    DO(cudaMallocPitch(&p, &pitch, (size_t)1 << 40, (size_t)1 << 20));
    c.note("p=" + ptr_state(p, kMark) + strf(" pitch=%zu", pitch));
    DO(cudaMallocPitch(&p, &pitch, ~(size_t)0, 1));
  }
  {
    Case c("mallocpitch/null");
    DO(cudaMallocPitch((void**)0, &pitch, 16, 16));
    DO(cudaMallocPitch(&p, 0, 16, 16));
  }
  size_t es[][3] = {{1, 1, 1}, {17, 3, 2}, {513, 4, 4}, {0, 4, 4}, {4, 0, 4}, {4, 4, 0}, {0, 0, 0}};
  for (auto& e : es) {
    cudaPitchedPtr pp = make_cudaPitchedPtr(kMark, 77, 77, 77);
    Case c(strf("hw.malloc3d/%zu_%zu_%zu", e[0], e[1], e[2]));
    DO(cudaMalloc3D(&pp, make_cudaExtent(e[0], e[1], e[2])));
    c.note("ptr=" + ptr_state(pp.ptr, kMark) +
           strf(" pitch=%zu xsize=%zu ysize=%zu", pp.pitch, pp.xsize, pp.ysize));
    if (pp.ptr != kMark) (void)cudaFree(pp.ptr);
  }
  {
    Case c("malloc3d/null");
    DO(cudaMalloc3D(0, make_cudaExtent(4, 4, 4)));
  }
}
}  // namespace

TEST_CASE("[ARR-001][ARR-002][ARR-003][ARR-004] arrays: formats, extents and flags") {
  array_part();
  finish({"mallocarray/", "malloc3darray/", "mallocmipmapped/", "hw.mallocarray/",
          "hw.malloc3darray/"});
}

TEST_CASE("[MEM-005][MEM-006][MEM-007][MEM-008] pitched and 3D memory") {
  pitch_part();
  finish({"mallocpitch/", "malloc3d/", "hw.mallocpitch/", "hw.malloc3d/"});
}
