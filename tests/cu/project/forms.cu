// SPDX-License-Identifier: MIT
// Each launch adds one to `ran` if its kernel gets what was passed.
#include <cstddef>
#include <cstdio>
#include <type_traits>

static int ran = 0;

struct pair {
  int a, b;
};

__global__ void plain(int a, int b) { ran += a == 1 && b == 2; }
__global__ void pointer(int const* p, pair q, char c) {
  ran += p == nullptr && q.a == 3 && q.b == 4 && c == 'c';
}
template <class T, int N, bool = (N > 2)>
__global__ void of_type(T value) {
  ran += value == static_cast<T>(N);
}
template <class T>
__global__ void deduced(T, std::size_t n) {
  ran += std::is_same_v<T, int> && n == 5;
}
namespace space {
template <class T>
struct holder {
  template <int N>
  static __global__ void run(T value) {
    ran += value == N;
  }
  void (*member)(int, int) = plain;
  static int const size = 2;
  void launch(int x) {
    member<<<1, 1>>>(x, 2);
    run<7><<<1, 1>>>(T(7));
  }
};
}  // namespace space

#define LAUNCH(kernel, ...) \
  kernel<<<1,               \
           1>>>(__VA_ARGS__)
#define OF_TYPE(type) of_type<type, 3><<<1, 1, 0>>>(static_cast<type>(3))
#define CHECK(call) \
  do {              \
    call;           \
  } while (false)

template <class T, class... A>
void dependent(A... all) {
  plain<<<1, 1>>>(all...);
  space::holder<T>::template run<8><<<1, 1>>>(8);
}

int main() {
  int const one = 1;
  plain<<<1, 1>>>(one, 2);
  pointer<<<1, 1, 0, 0>>>(0, {3, 4}, 'c');
  of_type<unsigned, 4, (3 > 2)><<<1, 1 << 2 >> 1>>>(4u);
  deduced<<<1, 1>>>(0, 5);
  space::holder<int>{}.launch(1);
  LAUNCH(plain, 1, space::holder<int>::size);
  OF_TYPE(float);
  dependent<int>(1, 2);
  void (*chosen)(int, int) = plain;
  if (one)
    CHECK((chosen<<<1, 1>>>(one, 2)));
  else
    (*chosen) << <1, 1>> >(0, 0);
  auto const later = [=] { of_type<double, 3> <<<1, 1>>>(3.0); };
  later();
  std::printf("%d kernels ran\n", ran);
  return 0;
}
