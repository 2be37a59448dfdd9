// EXPECT-GNU: store_to_constant_struct.cpp:13:[0-9]+: error: passing .const body. as .this. argument discards qualifiers
// EXPECT-GNU: store_to_constant_struct.cpp:22:[0-9]+: error: passing .const body. as .this. argument discards qualifiers
// EXPECT-Clang: store_to_constant_struct.cpp:13:[0-9]+: error: no viable overloaded '='
// EXPECT-Clang: store_to_constant_struct.cpp:22:[0-9]+: error: no viable overloaded '='
// SPDX-License-Identifier: MIT
#include <simt/simt.hpp>
struct body { float x; int n; };
simt::constant_variable<body[4]> bodies;
SIMT_KERNEL(k, (simt::ptr<body> q, body s)) {
#ifdef FIXED
  q[0] = s;
#else
  bodies[0] = s;
#endif
  q[1] = bodies[1];
}
void run(body* q) { simt::launch(k, simt::shape{1, 32}, q, body{}); }
void host() {
#ifdef FIXED
  bodies.value[0] = body{1, 2};
#else
  bodies[0] = body{1, 2};
#endif
}
