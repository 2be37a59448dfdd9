// SPDX-License-Identifier: MIT
// The restrictions of extended lambdas: E.4.2 of the CUDA C Programming Guide 8.0.
#include <type_traits>

template <class F>
__global__ void kernel(F f) { f(); }

// 1: the enclosing function has a name, and its address can be taken.
void enclosing() {
  auto fine = [] __device__ { return 0; };
  {
    auto nested = [] __device__ __host__ { return 0; };
  }
  auto outer = [] {
    auto inner = [] __device__ { return 0; };             // told: must not stand in another lambda
    auto both = [] __device__ __host__ { return 0; };     // told: must not stand in another lambda
    auto plain = [] { return 0; };
  };
}
struct constructed {
  constructed() {
    auto lam = [] __device__ { return 0; };               // told: constructor or destructor
  }
  void open() {
    auto lam = [] __device__ { return 0; };
  }
};
class closed {
  void hidden() {
    auto lam = [] __device__ { return 10; };              // told: private or protected access within its class
  }
  struct inside {
    void open() {
      auto lam = [] __device__ { return 10; };            // told: classes that enclose an extended lambda's function must not
    }
  };

 public:
  void shown() {
    auto lam = [] __device__ { return 10; };
  }
};
struct {
  void member() {
    auto lam = [] __device__ { return 10; };              // told: must have a name
  }
} unnamed;

// 2: not in a class that is local to a function.
void has_local_class() {
  struct local {
    void member() {
      auto lam = [] __host__ __device__ { return 0; };    // told: cannot be defined in a class that is local
    }
  };
}

// 3: templates around it.
template <template <typename...> class T, typename... P1, typename... P2>
void two_packs(T<P1...> const, T<P2...> const) {
  auto lam = [] __device__ { return 10; };                // told: at most one variadic parameter
}
template <template <typename...> class T, typename... P1, typename T2>
void pack_not_last(T<P1...> const, T2) {
  auto lam = [] __device__ { return 10; };                // told: must be listed last
}
template <typename T, T>
void parameter_unnamed() {
  auto lam = [] __device__ { return 10; };                // told: must be named
}
template <typename T, int N = 3, typename... Rest>
void fine_template(T in) {
  auto lam = [in] __device__ { return in; };
}

// 5: what is captured.
template <class... A>
void captures(int n, float* p, A... pack) {
  int x = 0, numbers[4];
  struct local {
    int y;
  } object;
  local other;
  auto by_value = [=] __device__ { p[n] = x; };
  auto named = [p, n] __device__(int i) { p[i] = n; };
  auto by_reference = [&] __device__ { x = 1; };          // told: can only be captured by value
  auto one = [=, &x] __device__ { x = 1; };               // told: can only be captured by value
  auto array = [numbers] __device__ { return 1; };        // told: variables of array type cannot be captured
  auto implicit = [=] __host__ __device__ {
    return numbers[1];                                    // told: variables of array type cannot be captured
  };
  auto element = [=] __device__ {
    p[0] = sum(pack...);                                  // told: element of a variadic argument pack
  };
  auto of_class = [other] __device__ { return other.y; }; // told: cannot be local to a function
  auto on_the_host = [&] { return numbers[1]; };
  kernel<<<1, 1>>>([&] __device__ { x = 1; });            // told: can only be captured by value
}

// 6: whether there is one does not depend on the pass.
__host__ __device__ void depends() {
#if defined(__CUDA_ARCH__)
  auto first = [] __device__ { return 0; };               // told: must not depend on __CUDA_ARCH__
#endif
  auto second = [] __device__ { return 4; };
}

// 7: the host does not ask for a __device__ lambda's types.
void asks() {
  auto lam1 = [] __device__ { return 10; };
  std::result_of<decltype(lam1)()>::type a = 1;           // told: cannot be asked for in host code
  decltype(lam1()) b = 1;                                 // told: cannot be asked for in host code
  auto lam2 = [] __host__ __device__ { return 10; };
  std::result_of<decltype(lam2)()>::type c = 1;
  decltype(lam1) copy = lam1;
}

// 8: what is captured does not depend on the pass.
void captured_by_pass() {
  int x1 = 1;
  auto lam = [=] __host__ __device__ {                    // told: captures must not depend on __CUDA_ARCH__
#ifndef __CUDA_ARCH__
    return x1 + 1;
#else
    return 10;
#endif
  };
  kernel<<<1, 1>>>(lam);
}

// 9: pointers to functions.
void pointers() {
  auto both = [] __host__ __device__(double) { return 1; };
  auto plain = [](double) { return 1; };
  int (*p)(double) = both;                                // told: only where g++ is the host's compiler
  int (*q)(double) = plain;
}
