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

/// A conversion of a format.
struct print_conversion {
  std::string flags, rest;  // before and behind a width that is an argument
  bool width_argument = false;
  bool counted = true;  // %hhd and its kind are not, as on the hardware
  bool is_long = false;
  char kind = 0;
  char const* end = nullptr;
};

/// Reads the conversion at `p`, behind its '%'. False where this is none: it then stands for
/// itself.
inline bool parse_conversion(char const* p, print_conversion& c) {
  while (*p != 0 && std::strchr("-+ #0", *p) != nullptr) c.flags += *p++;
  c.width_argument = *p == '*';
  if (c.width_argument)
    ++p;
  else
    while (*p >= '0' && *p <= '9') c.rest += *p++;
  if (*p == '.') {
    c.rest += *p++;
    while (*p >= '0' && *p <= '9') c.rest += *p++;
  }
  int shorts = 0, longs = 0;
  while (*p == 'h' && shorts < 2) ++shorts, ++p;
  while (*p == 'l' && longs < 2 && shorts == 0) ++longs, ++p;
  c.kind = *p;
  c.end = p + 1;
  if (c.kind == 0 || std::strchr("diuoxXfFeEgGaAcsp", c.kind) == nullptr) return false;
  if (std::strchr("diuoxX", c.kind) != nullptr) {
    c.is_long = longs != 0;
    c.rest += c.is_long ? "ll" : shorts == 2 ? "hh" : shorts == 1 ? "h" : "";
    c.counted = shorts != 2;
  }
  c.rest += c.kind;
  return true;
}

/// Calls text(char) for what stands for itself and conversion(c) for the conversions of a format.
template <class Text, class Conversion>
void each_of_format(char const* format, Text&& text, Conversion&& conversion) {
  for (char const* p = format; *p != 0;) {
    print_conversion c;
    if (*p == '%' && p[1] == '%') {
      text('%');
      p += 2;
    } else if (*p == '%' && parse_conversion(p + 1, c) && conversion(c)) {
      p = c.end;
    } else {
      text(*p++);
    }
  }
}

/// More arguments are none.
inline constexpr std::size_t most_print_arguments = 32;

/// The buffer of a device printf: a word for each argument that was counted, then the
/// format. Conversions take the words in turn, also those that are not counted and those beyond 32:
/// so these print bytes of the format.
/// - Source:  recorded on H100 and H200
class print_words {
 public:
  print_words(char const* format, packed_arguments args) : format_(format) {
    each_of_format(
        format, [](char) {},
        [&](print_conversion const& c) {
          if (c.width_argument) put(args.next<int>());
          if (!c.counted) return true;
          if (std::strchr("fFeEgGaA", c.kind) != nullptr)
            put(args.next<double>());
          else if (c.kind == 's' || c.kind == 'p')
            put(args.next<void*>());
          else if (c.is_long)
            put(args.next<long long>());
          else
            put(args.next<int>());
          return true;
        });
  }
  std::size_t counted() const { return counted_; }
  /// True while the next word is an argument.
  bool has_argument() const { return at_ < counted_; }

  template <class T>
  T next() {
    T out{};
    std::size_t const i = at_++;
    if (i < counted_) {
      std::memcpy(&out, word_[i], sizeof out);
    } else {
      std::size_t const from = (i - counted_) * 8, length = std::strlen(format_);
      if (from < length) std::memcpy(&out, format_ + from, std::min(sizeof out, length - from));
    }
    return out;
  }

 private:
  template <class T>
  void put(T value) {
    if (counted_ < most_print_arguments) std::memcpy(word_[counted_++], &value, sizeof value);
  }

  char const* format_;
  std::byte word_[most_print_arguments][8] = {};
  std::size_t counted_ = 0;
  std::size_t at_ = 0;
};

/// Appends the text of one conversion. False for text beyond the arguments, which would be a wild
/// pointer: it stands for itself.
inline bool convert_one(std::string& out, print_conversion const& c, print_words& words) {
  if (c.kind == 's' && !words.has_argument()) return false;
  std::string const spec =
      "%" + c.flags + (c.width_argument ? std::to_string(words.next<int>()) : "") + c.rest;
  if (std::strchr("fFeEgGaA", c.kind) != nullptr) {
    append_formatted(out, spec.c_str(), words.next<double>());
  } else if (c.kind == 's') {
    auto const* const text = words.next<char const*>();
    // glibc's own rule for null, spelled out for other libraries.
    auto const point = spec.find('.');
    bool const fits = point == std::string::npos || std::atoi(&spec[point + 1]) >= 6;
    append_formatted(out, spec.c_str(), text != nullptr ? text : fits ? "(null)" : "");
  } else if (c.kind == 'p') {
    append_formatted(out, spec.c_str(), words.next<void*>());
  } else if (c.is_long) {
    append_formatted(out, spec.c_str(), words.next<long long>());
  } else {
    append_formatted(out, spec.c_str(), words.next<int>());
  }
  return true;
}

/// Device printf's text and result.
inline int format_packed(std::string& out, char const* format, packed_arguments args) {
  if (format == nullptr) return -1;
  print_words words(format, args);
  each_of_format(
      format, [&](char c) { out += c; },
      [&](print_conversion const& c) { return convert_one(out, c, words); });
  return static_cast<int>(words.counted());
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
