#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/struct.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// The type of the number that an element is, or of those in a vector type.
template <class T>
struct scalar_of {
  using type = T;
};
template <vector_struct T>
struct scalar_of<T> {
  using type = std::remove_cvref_t<decltype(std::declval<T&>().x)>;
};
template <class T>
using scalar_t = typename scalar_of<T>::type;

/// Gives the tolerance that leaves room for sums in another order, and for a * b + c rounded once
/// or twice. A struct may hold floats.
template <class T>
constexpr double default_tolerance() {
  if constexpr (std::is_floating_point_v<scalar_t<T>>)
    return 256 * static_cast<double>(std::numeric_limits<scalar_t<T>>::epsilon());
  else if constexpr (std::is_class_v<T> && !vector_struct<T>)
    return 256 * static_cast<double>(std::numeric_limits<float>::epsilon());
  else
    return 0;
}

/// Calls f(number) for an element or for each member of a vector type.
template <class T, class F>
void each_number(T const& x, F f) {
  if constexpr (vector_struct<T>)
    each_component<vector_traits<T>::size>([&](auto i) { f(component<i()>(x)); });
  else
    f(x);
}

/// Gives the mean magnitude of a buffer's finite numbers: what "about zero" means in it.
template <class T>
double mean_magnitude(T const* data, std::size_t n) {
  double sum = 0;
  double count = 0;
  if constexpr (std::is_floating_point_v<scalar_t<T>>)
    for (std::size_t i = 0; i < n; ++i)
      each_number(data[i], [&](auto x) {
        if (!std::isfinite(x)) return;
        sum += std::abs(static_cast<double>(x));
        ++count;
      });
  return count > 0 ? sum / count : 0;
}

template <class T>
bool same_number(T a, T b, double tolerance, double magnitude) {
  if constexpr (std::is_floating_point_v<T>) {
    if (a == b || (std::isnan(a) && std::isnan(b))) return true;
    if (!std::isfinite(a) || !std::isfinite(b)) return false;
    auto const x = static_cast<double>(a);
    auto const y = static_cast<double>(b);
    return std::abs(x - y) <= tolerance * std::max({std::abs(x), std::abs(y), magnitude});
  } else {
    return a == b;
  }
}
/// True for two numbers, as bytes, that are normal and as close as the tolerance says. Integers of
/// usual size, and pointers, are no normal numbers when their bytes are read as a float or double.
template <class F>
bool close_bytes(std::byte const* a, std::byte const* b, double tolerance) {
  F x, y;
  std::memcpy(&x, a, sizeof x);
  std::memcpy(&y, b, sizeof y);
  if (std::isnan(x) && std::isnan(y)) return true;
  return std::isnormal(x) && std::isnormal(y) && same_number(x, y, tolerance, 0);
}
/// Compares structs whose members nobody has told: by their bytes, where whatever could be a float,
/// or a double, may differ by the tolerance of one. (A double's is that much smaller than a float's
/// as its last place is.)
template <class T>
bool same_struct(T const& a, T const& b, double tolerance) {
  constexpr double finer = 1.0 / (1 << 29);
  auto const* const x = reinterpret_cast<std::byte const*>(&a);
  auto const* const y = reinterpret_cast<std::byte const*>(&b);
  constexpr std::size_t step = alignof(T) % 8 == 0 ? 8 : alignof(T) % 4 == 0 ? 4 : 1;
  for (std::size_t i = 0; i < sizeof(T); i += step) {
    if (std::memcmp(x + i, y + i, step) == 0) continue;
    if constexpr (step >= 4) {
      auto const is_same_word = [&](std::size_t at) {
        return std::memcmp(x + at, y + at, 4) == 0 || close_bytes<float>(x + at, y + at, tolerance);
      };
      if (is_same_word(i) && (step == 4 || is_same_word(i + 4))) continue;
    }
    if constexpr (step == 8)
      if (close_bytes<double>(x + i, y + i, tolerance * finer)) continue;
    return false;
  }
  return true;
}
template <class T>
bool same_element(T const& a, T const& b, double tolerance, double magnitude) {
  if constexpr (vector_struct<T>) {
    bool same = true;
    each_component<vector_traits<T>::size>([&](auto i) {
      same = same && same_number(component<i()>(a), component<i()>(b), tolerance, magnitude);
    });
    return same;
  } else if constexpr (std::is_class_v<T>) {
    if constexpr (requires { a == b; })
      return a == b;
    else
      return same_struct(a, b, tolerance);
  } else {
    return same_number(a, b, tolerance, magnitude);
  }
}

template <class T>
std::string element_text(T const& x) {
  if constexpr (vector_struct<T>) {
    std::string out;
    each_number(x, [&](auto y) {
      out += out.empty() ? "(" : ", ";
      out += element_text(y);
    });
    return out + ")";
  } else if constexpr (std::is_floating_point_v<T>) {
    // As many digits as tell it from its neighbours.
    char out[64];
    std::snprintf(out, sizeof out, "%.*g", std::numeric_limits<T>::max_digits10,
                  static_cast<double>(x));
    return out;
  } else if constexpr (std::is_same_v<T, bool>) {
    return x ? "true" : "false";
  } else if constexpr (std::is_enum_v<T>) {
    return std::to_string(static_cast<std::underlying_type_t<T>>(x));
  } else if constexpr (std::is_integral_v<T>) {
    return std::to_string(x);
  } else {
    static constexpr char digits[] = "0123456789abcdef";
    unsigned char bytes[sizeof(T)];
    std::memcpy(bytes, static_cast<void const*>(&x), sizeof(T));
    std::string out = "bytes";
    for (unsigned char const b : bytes) {
      out += ' ';
      out += digits[b >> 4];
      out += digits[b & 15];
    }
    return out;
  }
}

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
