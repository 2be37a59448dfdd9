// SPDX-License-Identifier: MIT
// C++ inside kernels: what the guide's table of C++11 features lists for device code, each with the
// value that it must give every thread.
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <widths.hpp>

#include <cstddef>
#include <cstring>
#include <initializer_list>
#include <type_traits>
#include <utility>
#include <vector>

using simt::block_shape;
using simt::shape;

namespace {

constexpr int threads = 48;
constexpr int most_rows = 10;
constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// Runs a kernel that writes `rows` numbers a thread, and compares row r of thread i with want(r,
/// i).
template <int W, class Kernel, class Want, class... Args>
void check_rows(Kernel const& kernel, int rows, Want want, Args... args) {
  std::vector<int> out(at(most_rows * threads), -77);
  simt::launch_at<W>(kernel, shape{1, block_shape<threads>}, out.data(), args...);
  for (int r = 0; r < rows; ++r)
    for (int i = 0; i < threads; ++i) {
      CAPTURE(W);
      CAPTURE(r);
      CAPTURE(i);
      CHECK(out[at(r * threads + i)] == want(r, i));
    }
}

// --- Classes -------------------------------------------------------------------------------------

template <class V>
class interval {
 public:
  interval(V low, V high) : low_(low), high_(high) {}
  explicit interval(V low) : interval(low, low + 10) {}  // delegates
  interval(interval const&) = default;
  interval(interval&& other) noexcept
      : low_(std::move(other.low_)), high_(other.high_), moved_(1) {}
  interval& operator=(interval const&) = delete;

  V length() const& { return high_ - low_; }
  V length() && { return low_ - high_; }  // of an rvalue
  explicit operator V() const { return low_ * high_; }
  int moved() const { return moved_; }
  friend V;  // a simple type; nothing for a type that is no class

 private:
  V low_;
  V high_;
  int moved_ = 0;  // initialised in the class
};
template <class V>
struct named_interval : interval<V> {
  using interval<V>::interval;  // inherits constructors
  int id = 5;
};
struct shape_base {
  virtual ~shape_base() = default;
  virtual int corners() const { return 0; }
};
struct triangle final : shape_base {
  int corners() const override { return 3; }
};
constexpr int operator""_km(unsigned long long x) { return static_cast<int>(x) * 1000; }
union either {  // with a member that has a constructor
  struct tagged {
    int x;
    tagged(int v) : x(v) {}
  } t;
  float f;
  either(int v) : t(v) {}
};
template <class X>
X taken(X&& x) {
  return std::forward<X>(x);
}
static_assert(std::is_standard_layout_v<simt::float4> &&
              std::is_standard_layout_v<simt::varying<float, 32>>);
static_assert(!std::is_copy_assignable_v<interval<int>>);

SIMT_KERNEL(classes, (simt::ptr<int> out)) {
  auto i = threadIdx.x;
  varying<int> const x = i;
  using V = varying<int>;
  interval<V> const a(x);
  interval<V> b(x, x * 3);
  out[i] = a.length() + static_cast<V>(a);
  out[threads + i] = interval<V>(x, 7).length();
  interval<V> const c(std::move(b));
  out[2 * threads + i] = c.length() * 10 + c.moved();
  named_interval<V> const d(x, x + 4);
  out[3 * threads + i] = d.length() + d.id;
  triangle const t;
  shape_base const& base = t;
  out[4 * threads + i] = x + base.corners();
  either const e(9);
  out[5 * threads + i] = x * e.t.x + 2_km;
  out[6 * threads + i] = taken(x) + taken(V(4));
}

}  // namespace

namespace {

int classes_reference(int r, int i) {
  switch (r) {
    case 0:
      return 10 + i * (i + 10);
    case 1:
      return i - 7;
    case 2:
      return 2 * i * 10 + 1;
    case 3:
      return 4 + 5;
    case 4:
      return i + 3;
    case 5:
      return i * 9 + 2000;
    default:
      return i + 4;
  }
}

}  // namespace

TEST_CASE(
    "[CPP11-001..CPP11-004] [CPP11-029..CPP11-031] [CPP11-036..CPP11-040] classes in kernels") {
  simt_test::at_widths([]<int W>() { check_rows<W>(classes, 7, classes_reference); });
}
TEST_CASE("[CPP11-043] [CPP11-046] [CPP11-048] [CPP11-049] [LANG-022] unions, overrides, moves") {
  simt_test::at_widths([]<int W>() { check_rows<W>(classes, 7, classes_reference); });
}

// --- Bytes of memory ----------------------------------------------------------------------------

namespace {

SIMT_KERNEL(takes_words_apart,
            (simt::ptr<unsigned> words, simt::ptr<unsigned char> bytes, simt::ptr<unsigned> out)) {
  auto i = threadIdx.x;
  out[i] = bytes[4 * i] + bytes[4 * i + 1] * 1000u + bytes[4 * i + 3] * 1000000u;
  bytes[4 * i + 2] = static_cast<unsigned char>(9);
  out[threads + i] = words[i];
}

}  // namespace

TEST_CASE("[HIER-023] the lowest byte of a word lies first") {
  simt_test::at_widths([]<int W>() {
    std::vector<unsigned> words(threads), out(2 * threads);
    for (unsigned i = 0; i < threads; ++i) words[i] = i | 2 * i << 8 | 3 * i << 24;
    simt::launch_at<W>(takes_words_apart, shape{1, block_shape<threads>}, words.data(),
                       reinterpret_cast<unsigned char*>(words.data()), out.data());
    for (unsigned i = 0; i < threads; ++i) {
      CHECK(out[i] == i + 2 * i * 1000 + 3 * i * 1000000);
      CHECK(out[threads + i] == (i | 2 * i << 8 | 9u << 16 | 3 * i << 24));
    }
  });
}

// --- Templates and declarations ------------------------------------------------------------------

namespace external {

template <class X>
X halved(X x) {
  return x / 2;
}
extern template int halved(int);
template int halved(int);

}  // namespace external

namespace {

template <class X>
X sum(X x) {
  return x;
}
template <class X, class... Rest>
auto sum(X x, Rest... rest) {
  return x + sum(rest...);
}
template <class... T>
struct list {
  static constexpr int size = sizeof...(T);
};
template <template <class...> class List, class... T>
constexpr int length_of(List<T...> const&) {
  return List<T...>::size;
}
template <class T>
using list_of_lists = list<list<T>, list<T, T>>;
template <class X, int Factor = 3>
auto scaled(X const& x) -> decltype(x * Factor) {
  return x * Factor;
}
// Chosen by whether an expression is well-formed.
template <class X>
auto kind(X const& x, int) -> decltype(x.lane(0), 1) {
  return 1;
}
template <class X>
int kind(X const&, ...) {
  return 2;
}
template <class X>
int which(X const&) {
  return 1;
}
template <>
int which(double const&) {
  return 2;
}
template <class F>
struct later;  // incomplete where it is returned
template <class F>
later<F> make_later(F);
static_assert(std::is_same_v<decltype(make_later(1)), later<int>>);
enum class tone : unsigned char;  // declared before it is defined
enum class tone : unsigned char { low = 3, high = 200 };
inline namespace current {
constexpr int version = 4;
}
const int plain_constant = 10;
constexpr int square(int x) { return x * x; }

SIMT_KERNEL(declarations, (simt::ptr<int> out, simt::ptr<int const> none)) {
  auto i = threadIdx.x;
  auto const x = varying<int>(i), y = varying<int>(i * 2);  // two declarators
  int k = 0;
  auto const write = [&](auto const& v) { out[threads * k++ + i] = v; };
  auto const& v = x;
  write(sum(v, 1, y));
  write(v + length_of(list<int, float, char>{}) + list_of_lists<list<list<int>>>::size);
  write(scaled(v) + scaled<int, 5>(2));
  write(kind(v, 0) * 10 + kind(3.5f, 0));
  write(which(3) * 10 + which(2.0) + external::halved(8));
  decltype(v + 1.0f) const half = v * 0.5f;
  write(half * 4.0f);
  write(none == nullptr ? 1 : 0);
  varying<int> total = 0;
  for (int const step : {1, 2, 4}) total += v * step;
  int const table[] = {5, 6, 7};
  for (auto const& entry : table) total += entry;
  write(total);
  tone const t = tone::high;
  write(v + (t == tone::low ? 1 : static_cast<int>(t)));
  write(v + version + plain_constant + square(3));
}

}  // namespace

namespace {

int declarations_reference(int r, int i) {
  switch (r) {
    case 0:
      return i + 1 + 2 * i;
    case 1:
      return i + 3 + 2;
    case 2:
      return 3 * i + 10;
    case 3:
      return 12;
    case 4:
      return 10 + 2 + 4;
    case 5:
      return 2 * i;
    case 6:
      return 1;
    case 7:
      return 7 * i + 18;
    case 8:
      return i + 200;
    default:
      return i + 4 + 10 + 9;
  }
}
int const* const nothing = nullptr;

}  // namespace

TEST_CASE(
    "[CPP11-005..CPP11-010] [CPP11-012..CPP11-021] [CPP11-045] templates and declarations in "
    "kernels") {
  simt_test::at_widths(
      []<int W>() { check_rows<W>(declarations, 8, declarations_reference, nothing); });
}
TEST_CASE(
    "[CPP11-022] [CPP11-023] [CPP11-025] [CPP11-042] [LANG-006] [LANG-020] [LANG-021] [LANG-023] "
    "constants and enumerations in kernels") {
  simt_test::at_widths(
      []<int W>() { check_rows<W>(declarations, 10, declarations_reference, nothing); });
}

// --- Literals, attributes, layout ----------------------------------------------------------------

namespace {

struct alignas(32) aligned_pair {
  int a, b;
};
struct point {
  int x;
  long long y;
};
constexpr int size_of_y() { return sizeof(point::y); }  // without an object
int name_length() { return static_cast<int>(std::strlen(__func__)); }
template <class L>
int size_of_local(L const&) {
  return sizeof(L);
}

SIMT_KERNEL(literals, (simt::ptr<int> out)) {
  auto i = threadIdx.x;
  varying<int> const x = i;
  [[maybe_unused]] int const unused = 3;
  out[i] = x + static_cast<int>(sizeof(u"ab") + sizeof(U"ab"));
  char16_t const letter = u'\u00e9';
  char32_t const clef = U'\U0001d11e';
  out[threads + i] = x + static_cast<int>(letter) + static_cast<int>(clef);
  char const* const raw = R"(a\n)";
  out[2 * threads + i] = x + static_cast<int>(std::strlen(raw)) * 100 + raw[1];
  out[3 * threads + i] = x + static_cast<int>(alignof(aligned_pair)) + size_of_y();
  out[4 * threads + i] = x + name_length();
  struct three_ints {
    int a[3];
  };
  out[5 * threads + i] = x + size_of_local(three_ints{});
  varying<long long> const wide = simt::let<long long>(x) * 5000000000LL;
  out[6 * threads + i] = simt::let<int>(wide / 1000000000LL);
}

}  // namespace

TEST_CASE(
    "[CPP11-024][CPP11-026][CPP11-032..CPP11-035][CPP11-041][CPP11-044][CPP11-060][CPP11-061] "
    "literals, attributes and layout in kernels") {
  simt_test::at_widths([]<int W>() {
    check_rows<W>(literals, 7, [](int r, int i) {
      switch (r) {
        case 0:
          return i + 3 * 2 + 3 * 4;
        case 1:
          return i + 0xe9 + 0x1d11e;
        case 2:
          return i + 300 + 0x5c;
        case 3:
          return i + 32 + 8;
        case 4:
          return i + 11;
        case 5:
          return i + 12;
        default:
          return i * 5;
      }
    });
  });
}

// --- Lambdas -------------------------------------------------------------------------------------

namespace {

struct accumulator {
  int offset = 100;
  /// The kernel has a copy of this object: what becomes of the object later does not matter.
  auto kernel() const {
    return [=, *this](auto& t, simt::ptr<int> out) {
      auto i = t.threadIdx.x;
      out[i] = i + offset;
    };
  }
};

}  // namespace

TEST_CASE("[LANG-018] [LANG-008] a lambda that captures *this, of a local type") {
  simt_test::at_widths([]<int W>() {
    accumulator a;
    auto const kernel = a.kernel();
    a.offset = 0;
    check_rows<W>(kernel, 1, [](int, int i) { return i + 100; });
  });
}
