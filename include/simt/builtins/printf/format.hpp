#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <type_traits>

// The text of a device printf, for threads and for lanes.
namespace simt::inline SIMT_ABI::detail {

/// The arguments of a printf as a device packs them: 4 or 8 bytes each, aligned to their size.
/// Conversions that ask for another type than was passed read what lies there.
class packed_arguments {
 public:
  packed_arguments(std::byte const* data, std::size_t bytes) : data_(data), bytes_(bytes) {}

  template <class T>
  T next() {
    at_ = (at_ + sizeof(T) - 1) / sizeof(T) * sizeof(T);
    T out{};
    if (at_ < bytes_) std::memcpy(&out, data_ + at_, std::min(sizeof(T), bytes_ - at_));
    at_ += sizeof(T);
    return out;
  }

 private:
  std::byte const* data_;
  std::size_t bytes_;
  std::size_t at_ = 0;
};

template <class T>
void append_formatted(std::string& out, char const* spec, T value) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  int const n = std::snprintf(nullptr, 0, spec, value);
  if (n <= 0) return;
  std::size_t const old = out.size();
  out.resize(old + static_cast<std::size_t>(n) + 1);
  std::snprintf(out.data() + old, static_cast<std::size_t>(n) + 1, spec, value);
#pragma GCC diagnostic pop
  out.pop_back();
}

/// One conversion at `p`, behind its '%', and how many arguments it took. Gives where the text goes
/// on, or null where this is no conversion: it then stands for itself.
inline char const* convert_one(std::string& out, char const* p, packed_arguments& args,
                               int& taken) {
  packed_arguments a = args;  // only taken where the conversion is known
  int n = 0;
  std::string spec = "%";
  while (*p != 0 && std::strchr("-+ #0", *p) != nullptr) spec += *p++;
  if (*p == '*') {
    spec += std::to_string(a.next<int>());
    ++n;
    ++p;
  } else {
    while (*p >= '0' && *p <= '9') spec += *p++;
  }
  if (*p == '.') {
    spec += *p++;
    while (*p >= '0' && *p <= '9') spec += *p++;
  }
  int shorts = 0, longs = 0;
  while (*p == 'h' && shorts < 2) ++shorts, ++p;
  while (*p == 'l' && longs < 2 && shorts == 0) ++longs, ++p;
  char const c = *p;
  if (c == 0) return nullptr;
  if (std::strchr("di", c) != nullptr || std::strchr("uoxX", c) != nullptr) {
    if (longs != 0) {
      append_formatted(out, (spec += "ll", spec += c).c_str(), a.next<long long>());
    } else {
      spec.append(static_cast<std::size_t>(shorts), 'h');
      append_formatted(out, (spec += c).c_str(), a.next<int>());
    }
    n += shorts == 2 ? 0 : 1;  // as the hardware counts
  } else if (std::strchr("fFeEgGaA", c) != nullptr) {
    append_formatted(out, (spec += c).c_str(), a.next<double>());
    ++n;
  } else if (c == 'c') {
    append_formatted(out, (spec += c).c_str(), a.next<int>());
    ++n;
  } else if (c == 's') {
    auto const* const text = a.next<char const*>();
    // glibc's own rule for null, spelled out for other libraries.
    bool const fits =
        spec.find('.') == std::string::npos || std::atoi(&spec[spec.find('.') + 1]) >= 6;
    append_formatted(out, (spec += c).c_str(), text != nullptr ? text : fits ? "(null)" : "");
    ++n;
  } else if (c == 'p') {
    append_formatted(out, (spec += c).c_str(), a.next<void*>());
    ++n;
  } else {
    return nullptr;
  }
  args = a;
  taken += n;
  return p + 1;
}

/// More arguments are none: what asks for them stands for itself.
inline constexpr int most_print_arguments = 32;

/// Device printf's text and result.
inline int format_packed(std::string& out, char const* format, packed_arguments args) {
  if (format == nullptr) return -1;
  int taken = 0;
  for (char const* p = format; *p != 0;) {
    if (*p != '%') {
      out += *p++;
    } else if (p[1] == '%') {
      out += '%';
      p += 2;
    } else if (char const* const next =
                   taken < most_print_arguments ? convert_one(out, p + 1, args, taken) : nullptr) {
      p = next;
    } else {
      out += *p++;
    }
  }
  return taken;
}

/// Prints by one call, so that lines of different blocks do not mix.
inline void print_text(std::string const& text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
}

[[gnu::noinline]] inline int print_packed(char const* format, std::byte const* data,
                                          std::size_t bytes) {
  std::string out;
  int const taken = format_packed(out, format, {data, bytes});
  print_text(out);
  return taken;
}

/// Appends one argument, promoted as C does.
template <class T>
SIMT_INLINE void pack_argument(std::byte* data, std::size_t& at, T value) {
  auto const put = [&](auto v) {
    at = (at + sizeof v - 1) / sizeof v * sizeof v;
    std::memcpy(data + at, &v, sizeof v);
    at += sizeof v;
  };
  if constexpr (std::is_floating_point_v<T>)
    put(static_cast<double>(value));
  else if constexpr (std::is_integral_v<T> || std::is_enum_v<T>)
    put(+static_cast<std::conditional_t<(sizeof(T) < 4), int, T>>(value));
  else if constexpr (std::is_null_pointer_v<T> || std::is_pointer_v<T>)
    put(reinterpret_cast<std::uintptr_t>(static_cast<void const volatile*>(value)));
  else
    put(+value);  // a class that converts to a number
}

}  // namespace simt::inline SIMT_ABI::detail
