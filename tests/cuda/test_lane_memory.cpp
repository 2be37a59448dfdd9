// SPDX-License-Identifier: MIT

#include "lane_forms.hpp"

#include <cstring>

#define CHECK_LINE(thread, lane) CHECK((forms::agree<false, false>(3, 100, thread, lane)))
#define LANE_I   \
  auto const i = \
      simt_l::let<int>(simt_g, ((simt_g.blockIdx.x * simt_g.blockDim.x) + simt_g.threadIdx.x));
#define THREAD_I int const i = blockIdx.x * blockDim.x + threadIdx.x;

namespace {
__constant__ int table[2][3] = {{3, 1, 4}, {1, 5, 9}};
__device__ float gains[4] = {0.5f, 2, -1, 8};
__device__ int last;
struct inner {
  short s;
  float v[3];
};
struct item {
  int id;
  inner in;
  double w;
  int const* where;
};
__device__ item items[8];
}  // namespace

TEST_CASE("[CU-VEC] pointers move, compare, convert and part") {
  CHECK_LINE(
      THREAD(THREAD_I int* p = a.out + i; *p = 1; p[0] += 2; int const* q = &a.in[i]; q += 5; --q;
             *p += *q + *(q + (i & 3)) + (q - a.in) + (q > a.in + 50) + (p == a.out + 7) + q[-2];
             int const* r = a.in; if (i & 1) r = q + 1; else if (i & 2) r = a.in + 9; r++;
             r += i & 7; a.f[i] = *r + r[1]; int* n = i < 60 ? p : nullptr; if (n)* n += 1000;
             if (!n) a.f[i] += 0.5f; volatile int* v = a.out; v[i] = v[i] + 3; (*p)++; ++*p;),
      LANE(LANE_I auto const p = simt_l::let<int*>(simt_g, (a.out + i)); (simt_l::deref(p) = 1);
           (AT(p, 0) += 2); auto q = simt_l::step<int const*>(simt_g, simt_l::addr(AT(a.in, i)));
           (q += 5); --q;
           (simt_l::deref(p) +=
            (((((simt_l::get(simt_l::deref(q)) + simt_l::get(simt_l::deref((q + (i & 3))))) +
                (q - a.in)) +
               (q > (a.in + 50))) +
              (p == (a.out + 7))) +
             GET(q, -2)));
           simt_l::var<G, int const*> r = a.in; simt_if (simt_l::cond((i & 1)))(r = (q + 1));
           else simt_if (simt_l::cond((i & 2)))(r = (a.in + 9)); r++; (r += (i & 7));
           (AT(a.f, i) = (simt_l::get(simt_l::deref(r)) + GET(r, 1)));
           auto const n = simt_l::let<int*>(simt_g, simt_l::choose((i < 60), p, nullptr));
           simt_if (simt_l::cond(n))(simt_l::deref(n) += 1000);
           simt_if (simt_l::cond(simt_l::not_(n)))(AT(a.f, i) += 0.5f);
           auto const v = simt_l::let<volatile int*>(simt_g, a.out); (AT(v, i) += 3);
           (simt_l::deref(p))++; ++simt_l::deref(p);));
}

TEST_CASE("[CU-VEC] pointers as other pointers and as integers") {
  CHECK_LINE(
      THREAD(THREAD_I if (i >= 128) return; float4 v = ((float4*)a.f)[i];
             float4* w = (float4*)(a.f + 4 * i);
             a.out[i] = int(v.x + v.w) + *(int*)&a.d[i] + ((unsigned char*)a.in)[i] +
                        int((size_t)(a.in + i) & 63) +
                        (reinterpret_cast<short const*>(a.in + i))[1];
             v.y = 3; w->z = v.y + i; *w = make_float4(w->x, v.y, w->z, i);
             a.d[i] = ((float2*)w)[1].x;),
      LANE(LANE_I simt_if (simt_l::cond((i >= 128))) simt_return;
           simt_l::var<G, float4> v = simt_l::get(AT((simt_l::cast<float4*>(simt_g, a.f)), i));
           auto const w =
               simt_l::let<float4*>(simt_g, simt_l::cast<float4*>(simt_g, (a.f + (4 * i))));
           (AT(a.out, i) =
                ((((simt_l::cast<int>(simt_g, (simt_l::get(SIMT_LANE_MEMBER((v), x)) +
                                               simt_l::get(SIMT_LANE_MEMBER((v), w)))) +
                    simt_l::get(
                        simt_l::deref(simt_l::cast<int*>(simt_g, simt_l::addr(AT(a.d, i)))))) +
                   GET((simt_l::cast<unsigned char*>(simt_g, a.in)), i)) +
                  simt_l::cast<int>(simt_g, (simt_l::cast<size_t>(simt_g, (a.in + i)) & 63))) +
                 GET((simt_l::pointer_cast<short const*>((a.in + i))), 1)));
           (SIMT_LANE_MEMBER((v), y) = 3);
           (SIMT_LANE_ARROW((w), z) = (simt_l::get(SIMT_LANE_MEMBER((v), y)) + i));
           (simt_l::deref(w) = make_float4(simt_l::get(SIMT_LANE_ARROW((w), x)),
                                           simt_l::get(SIMT_LANE_MEMBER((v), y)),
                                           simt_l::get(SIMT_LANE_ARROW((w), z)), i));
           (AT(a.d, i) =
                simt_l::get(SIMT_LANE_MEMBER((AT((simt_l::cast<float2*>(simt_g, w)), 1)), x)));));
}

TEST_CASE("[CU-VEC] pointers to other elements stay indices where lanes lie whole elements apart") {
  using G = simt_l::d::geometry<32, 32>;
  using simt_l::d::fixed_stride;
  using simt_l::d::dynamic_stride;
  auto const pointer = []<class T, class S>(T* p, std::ptrdiff_t base, S stride) {
    return simt_l::d::make_lane_pointer(
        p, simt_l::d::make_index<int, G, false>(base, stride, fixed_stride<0>{}, fixed_stride<0>{}));
  };
  float4 v[80] = {};
  auto* const f = &v[0].x;
  // float[8] of each thread's, as pairs of float4, and back.
  auto const wide = simt_l::pointer_cast<float4*>(pointer(f, 6, fixed_stride<8>{}));
  static_assert(simt_l::d::stride_is<decltype(wide.lane_index().sx), 2>);
  CHECK(static_cast<void*>(wide.address() + wide.lane_index().at(3)) == f + 6 + 24);
  auto const narrow = simt_l::pointer_cast<float*>(pointer(v, 1, dynamic_stride{2}));
  CHECK(narrow.address() + narrow.lane_index().at(3) == f + 4 * (1 + 6));
  // Lanes that begin within elements.
  auto const apart = simt_l::pointer_cast<float4*>(pointer(f, 0, fixed_stride<6>{}));
  CHECK(static_cast<void*>(apart.lane(3)) == f + 18);
  auto const unknown = simt_l::pointer_cast<float4*>(pointer(f, 0, dynamic_stride{8}));
  CHECK(static_cast<void*>(unknown.lane(3)) == f + 24);
}

TEST_CASE(
    "[CU-VEC] arrays of a thread's own, by uniform and varying subscripts, and with addresses") {
  CHECK_LINE(
      THREAD(
          THREAD_I int l[5] = {7}; float m[2][3]; for (int k = 0; k < 5; ++k) l[k] += k * i;
          for (int k = 0; k < 6; ++k) m[k / 3][k % 3] = k + i; l[a.in[i] & 3] += 9; l[i % 5]++;
          m[i & 1][a.in[i] % 3 & 1] *= 2; int* p = l; int x = 4, y = 5; int* q = &x; int* r = &y;
          if (i & 1) {
            int* t = q;
            q = r;
            r = t;
            p = l + 2;
          }* q += 10;
          p[1] -= 3; int* e = &l[i & 3]; *e += 1;
          a.out[i] = l[0] + 3 * l[1] + 5 * l[2] + 7 * l[3] + 11 * l[4] + 100 * x + 1000 * y + *r;
          a.f[i] = m[0][0] + 2 * m[0][1] + 3 * m[0][2] + 5 * m[1][0] + 7 * m[1][1] + m[1][i % 3];),
      LANE(LANE_I simt_l::mem<G, int[5]> l; simt_l::fill(l); (AT(l, 0) = 7);
           simt_l::arr<G, float[2][3]> m;
           for (simt_l::uni<int> k = 0; simt_l::uniform((k < 5)); ++k)(AT(l, k) += (k * i));
           for (simt_l::uni<int> k = 0; simt_l::uniform((k < 6));
                ++k)(AT(AT(m, (k / 3)), (k % 3)) = (k + i));
           (AT(l, (GET(a.in, i) & 3)) += 9); AT(l, simt_l::mod(i, 5))++;
           (AT(AT(m, (i & 1)), ((GET(a.in, i) % 3) & 1)) *= 2);
           simt_l::var<G, int*> p = simt_l::addr(l); simt_l::mem<G, int> x;
           simt_l::ref(simt_g, x) = 4; simt_l::mem<G, int> y; simt_l::ref(simt_g, y) = 5;
           simt_l::var<G, int*> q = simt_l::addr(x); simt_l::var<G, int*> r = simt_l::addr(y);
           simt_if (simt_l::cond((i & 1))) {
             auto const t = simt_l::let<int*>(simt_g, q);
             (q = r);
             (r = t);
             (p = (simt_l::addr(l) + 2));
           }(simt_l::deref(q) += 10);
           (AT(p, 1) -= 3); auto const e = simt_l::let<int*>(simt_g, simt_l::addr(AT(l, (i & 3))));
           (simt_l::deref(e) += 1);
           (AT(a.out, i) =
                (((((((GET(l, 0) + (3 * GET(l, 1))) + (5 * GET(l, 2))) + (7 * GET(l, 3))) +
                    (11 * GET(l, 4))) +
                   (100 * simt_l::get(simt_l::ref(simt_g, x)))) +
                  (1000 * simt_l::get(simt_l::ref(simt_g, y)))) +
                 simt_l::get(simt_l::deref(r))));
           (AT(a.f, i) = (((((GET(AT(m, 0), 0) + (2 * GET(AT(m, 0), 1))) + (3 * GET(AT(m, 0), 2))) +
                            (5 * GET(AT(m, 1), 0))) +
                           (7 * GET(AT(m, 1), 1))) +
                          GET(AT(m, 1), (i % 3))));));
}

TEST_CASE("[CU-VEC] structs: members, copies, arrays inside, in memory and in variables") {
  CHECK_LINE(
      THREAD(THREAD_I item s; s.id = i; s.in.s = i * 300; s.in.v[0] = 1; s.in.v[1] = a.f[i];
             s.in.v[2] = 3; s.w = a.d[i]; s.where = a.in + i; item t = s;
             if (i & 1) t.in.v[i % 3] += 4; if (i & 2) t = s; t.in.s++;
             a.f[i] = t.in.v[0] + t.in.v[1] * 2 + t.in.v[i % 3] + t.in.s + *t.where;
             a.d[i] = t.w - t.id; if (i < 8) items[i] = t; if (i < 8) {
               items[i].w += 2;
               items[i].in.v[1] = i;
               a.out[i] = int(items[i].w) + items[i].id + int(items[i].in.v[1]);
             } a.out[i] += table[i & 1][i % 3] + table[1][2] + int(gains[i & 3] * gains[1]);),
      LANE(LANE_I simt_l::var<G, item> s; (SIMT_LANE_MEMBER((s), id) = i);
           (SIMT_LANE_MEMBER((SIMT_LANE_MEMBER((s), in)), s) = (i * 300));
           (AT(SIMT_LANE_MEMBER((SIMT_LANE_MEMBER((s), in)), v), 0) = 1);
           (AT(SIMT_LANE_MEMBER((SIMT_LANE_MEMBER((s), in)), v), 1) = GET(a.f, i));
           (AT(SIMT_LANE_MEMBER((SIMT_LANE_MEMBER((s), in)), v), 2) = 3);
           (SIMT_LANE_MEMBER((s), w) = GET(a.d, i)); (SIMT_LANE_MEMBER((s), where) = (a.in + i));
           simt_l::var<G, item> t = s; simt_if (simt_l::cond((i & 1)))(
               AT(SIMT_LANE_MEMBER((SIMT_LANE_MEMBER((t), in)), v), simt_l::mod(i, 3)) += 4);
           simt_if (simt_l::cond((i & 2)))(t = s);
           SIMT_LANE_MEMBER((SIMT_LANE_MEMBER((t), in)), s)++;
           (AT(a.f, i) = ((((GET(SIMT_LANE_MEMBER((SIMT_LANE_MEMBER((t), in)), v), 0) +
                             (GET(SIMT_LANE_MEMBER((SIMT_LANE_MEMBER((t), in)), v), 1) * 2)) +
                            GET(SIMT_LANE_MEMBER((SIMT_LANE_MEMBER((t), in)), v), (i % 3))) +
                           simt_l::get(SIMT_LANE_MEMBER((SIMT_LANE_MEMBER((t), in)), s))) +
                          simt_l::get(simt_l::deref(simt_l::get(SIMT_LANE_MEMBER((t), where))))));
           (AT(a.d, i) =
                (simt_l::get(SIMT_LANE_MEMBER((t), w)) - simt_l::get(SIMT_LANE_MEMBER((t), id))));
           simt_if (simt_l::cond((i < 8)))(AT(items, i) = t); simt_if (simt_l::cond((i < 8))) {
             (SIMT_LANE_MEMBER((AT(items, i)), w) += 2);
             (AT(SIMT_LANE_MEMBER((SIMT_LANE_MEMBER((AT(items, i)), in)), v), 1) = i);
             (AT(a.out, i) =
                  ((simt_l::cast<int>(simt_g, simt_l::get(SIMT_LANE_MEMBER((AT(items, i)), w))) +
                    simt_l::get(SIMT_LANE_MEMBER((AT(items, i)), id))) +
                   simt_l::cast<int>(
                       simt_g,
                       GET(SIMT_LANE_MEMBER((SIMT_LANE_MEMBER((AT(items, i)), in)), v), 1))));
           }(AT(a.out, i) += ((GET(AT(table, (i & 1)), (i % 3)) + GET(AT(table, 1), 2)) +
                              simt_l::cast<int>(simt_g, (GET(gains, (i & 3)) * GET(gains, 1)))));));
}

TEST_CASE("[CU-VEC] uniform places: the last thread's store remains, and nobody's stores nothing") {
  CHECK_LINE(THREAD(THREAD_I if (blockIdx.x != 1) return; if (i >= 150) last = i; items[3].id = i;
                    if (i < 0) {
                      a.out[4] = 1;
                      last = 7;
                    } a.out[5] = i;
                    a.f[0] = last; items[4] = items[3]; a.out[6] = items[4].id;),
             LANE(LANE_I simt_if (simt_l::cond((simt_g.blockIdx.x != 1))) simt_return;
                  if (simt_l::any_left()) {
                    simt_if (simt_l::cond((i >= 150))) (simt_l::ref(simt_g, last) = i);
                    (SIMT_LANE_MEMBER((AT(items, 3)), id) = i);
                    simt_if (simt_l::cond((i < 0))) {
                      (AT(a.out, 4) = 1);
                      (simt_l::ref(simt_g, last) = 7);
                    }
                    (AT(a.out, 5) = i);
                    (AT(a.f, 0) = simt_l::get(simt_l::ref(simt_g, last)));
                    (AT(items, 4) = simt_l::get(AT(items, 3)));
                    (AT(a.out, 6) = simt_l::get(SIMT_LANE_MEMBER((AT(items, 4)), id)));
                  }));
}

TEST_CASE("[CU-VEC] uniform places: a byte that is neither 0 nor 1 is true") {
  unsigned char volatile byte = 0xff;
  auto* const flag = reinterpret_cast<bool*>(const_cast<unsigned char*>(&byte));
  bool const value = simt_l::get(simt::detail::uniform_place<bool>(flag));
  unsigned char stored = 0;
  std::memcpy(&stored, &value, 1);
  CHECK(stored == 1);
}
