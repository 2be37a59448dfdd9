// SPDX-License-Identifier: MIT
// ALONE: functions of global scope
#include <simt/cuda/vector_functions.h>
#include <simt/cuda/vector_types.h>

#include <doctest/doctest.h>

// CUDA's vector types are global, so that a template finds the functions and operators of a program
// for them that stand behind it.

template <class T>
static T twice(T const& v) {
  return scaled(v, 2);
}
template <class T>
static T sum(T const& a, T const& b) {
  return a + b;
}
template <class T>
static unsigned first_of(T const& v) {
  return first(v);
}

static float4 scaled(float4 v, float s) {
  return make_float4(v.x * s, v.y * s, v.z * s, v.w * s);
}
static uchar2 scaled(uchar2 v, int s) {
  return make_uchar2(static_cast<unsigned char>(v.x * s), static_cast<unsigned char>(v.y * s));
}
static double1 scaled(double1 v, double s) { return make_double1(v.x * s); }
static uint3 scaled(uint3 v, unsigned s) { return make_uint3(v.x * s, v.y * s, v.z * s); }
static int2 operator+(int2 a, int2 b) { return make_int2(a.x + b.x, a.y + b.y); }
static longlong3 operator+(longlong3 a, longlong3 b) {
  return make_longlong3(a.x + b.x, a.y + b.y, a.z + b.z);
}
static unsigned first(dim3 const& d) { return d.x; }
static unsigned first(ushort4 const& v) { return v.x; }

TEST_CASE("[VEC-046] a template finds functions for vector types that stand behind it") {
  CHECK(twice(make_float4(1, 2, 3, 4)).w == 8);
  CHECK(twice(make_uchar2(1, 2)).y == 4);
  CHECK(twice(make_double1(1.5)).x == 3);
  CHECK(twice(make_uint3(1, 2, 3)).z == 6);
  CHECK(first_of(dim3(7)) == 7);
  CHECK(first_of(make_ushort4(5, 0, 0, 0)) == 5);
}
TEST_CASE("[VEC-046] and operators") {
  CHECK(sum(make_int2(1, 2), make_int2(3, 4)).y == 6);
  CHECK(sum(make_longlong3(1, 2, 3), make_longlong3(1, 1, 1)).z == 4);
}
