// SPDX-License-Identifier: MIT
// What a GPU's compiler refuses, by appendix E of the CUDA C Programming Guide 8.0, and what it takes.
#include <atomic>
#include <exception>
#include <initializer_list>
#include <string>
#include <vector>

// Full C++ in host code.
int host_code() {
  thread_local int calls = 0;
  try {
    std::vector<std::string> words(3);
    if (words.empty()) throw 1;
    std::atomic<int> a{0};
    a.fetch_add(1, std::memory_order_relaxed);
  } catch (int) {
    return 1;
  }
  return ++calls;
}

// A subset in device code.
struct base {
  virtual ~base() {}
};
__device__ int device_code(base* b) {
  thread_local int calls = 0;  // told: thread_local storage specifier is not allowed in device code
  if (dynamic_cast<base*>(b)) calls = 1;  // told: 'dynamic_cast' is supported in host code, but not
  try {                                   // told: exception handling is only supported in host code
    throw 1;                              // told: exception handling is only supported in host code
  } catch (...) {                         // told: exception handling is only supported in host code
  }
  std::vector<int> v;  // told: standard libraries are only supported in host code
  return calls;
}
__host__ __device__ inline int both() {
  __int128 wide = 1;  // told: extended integral types are not supported in device code
  return static_cast<int>(wide);
}

// C++11's concurrency.
__device__ int word_of_memory;
__global__ void concurrency(int* p) {
  std::atomic<int> a;                                   // told: atomic operations and memory model
  a.compare_exchange_strong(*p, 2);                     // told: compare and exchange is not supported
  std::atomic_thread_fence(std::memory_order_seq_cst);  // told: fences are not supported | atomic operations and memory model
  std::atomic_signal_fence(std::memory_order_release);  // told: fences are not supported | atomic operations and memory model
  int x = std::kill_dependency(*p);                     // told: data-dependency ordering is not supported
  std::exception_ptr e = std::current_exception();      // told: propagation of exceptions
  atomicAdd(p, x);
}

// Parameters of kernels.
__global__ void rvalue(int&& x);                          // told: rvalue reference is not allowed
__global__ void list(std::initializer_list<int> x);       // told: std::initializer_list is not allowed
__global__ void restricted(float& __restrict__ x);        // told: restrict qualified reference is not allowed
__global__ void reference(int const& x) {}                // told: by reference leads to memory of the host
__global__ void any_number(int n, ...);                   // told: variable number of arguments
__global__ auto trailing(int* p) -> void;                 // told: trailing return type
constexpr __global__ void constant(int* p) {}             // told: cannot be declared as constexpr
__host__ __global__ void of_the_host(int* p) {}           // told: __global__ and __host__ cannot be used together
template <class... T>
__global__ void pack(T... x) {}
__global__ void plain(int* __restrict__ p, float x, int (*f)(int const&)) {}
struct holder {
  static __global__ void member(int* p) {}  // told: static member functions cannot be __global__
  __device__ int of_device() { return 1; }
  __device__ int data;                      // told: __device__ is not allowed on class
  __shared__ int shared_data;               // told: __shared__ is not allowed on class
  static __constant__ int table[4];         // told: __constant__ is not allowed on class
};

// Where memory qualifiers may stand.
__device__ int formal(__shared__ int* p);  // told: __shared__ is not allowed on formal parameters
void host_locals() {
  __shared__ int a[4];    // told: __shared__ is not allowed on local variables
  __device__ int b = 1;   // told: __device__ is not allowed on local variables
  __constant__ int c[2];  // told: __constant__ is not allowed on local variables
}
__global__ void device_locals(int* p) {
  __shared__ int good[32];
  __shared__ __align__(16) float aligned[32];
  __constant__ int bad[2];  // told: __constant__ variable definitions are only allowed in namespace scope
  static int counter = 0;
  p[0] = good[0] + counter;
}

// Classes of variables on a device.
struct trivial {
  int x, y;
};
struct empty_constructor {
  __host__ __device__ empty_constructor() {}
  int x;
};
struct fills {
  fills() { x = 1; }
  int x;
};
struct lists {
  lists() : x(1) {}
  int x;
};
struct only_with_arguments {
  only_with_arguments(int p) : x(p) {}
  int x;
};
struct holds {
  int before;
  fills inner;
};
struct derived : lists {};
struct has_destructor {
  ~has_destructor() { x = 0; }
  int x;
};
struct constant_built {
  constexpr constant_built(int p) : x(p) {}
  int x;
};
__device__ trivial v0;
__constant__ empty_constructor v1;
__device__ fills v2;                   // told: non-empty constructor or destructor, as fills has
__constant__ lists v3;                 // told: non-empty constructor or destructor, as lists has
__device__ only_with_arguments v4[2] = {1, 2};  // told: as only_with_arguments has
__device__ holds v5;                   // told: as holds has
__device__ derived v6;                 // told: as derived has
__device__ has_destructor v7;          // told: as has_destructor has
__device__ constant_built v8{3};
__device__ fills* pointer;
fills on_the_host;
__device__ constexpr int n = 3;        // told: cannot be marked with the keyword constexpr
__global__ void with_statics() {
  static trivial fine;
  __shared__ fills s;                  // told: variables of static storage in device code
  static lists t;                      // told: variables of static storage in device code
}
