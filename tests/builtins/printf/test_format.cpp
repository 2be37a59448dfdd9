// SPDX-License-Identifier: MIT
#include <simt/builtins/printf/format.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdio>
#include <string>

namespace printf_format_cases {

namespace detail = simt::detail;

struct formatted {
  std::string text;
  int taken;
  bool operator==(formatted const&) const = default;
};
template <class... A>
formatted format(char const* text, A... a) {
  std::array<std::byte, 512> data{};
  std::size_t at = 0;
  (detail::pack_argument(data.data(), at, a), ...);
  formatted f{{}, 0};
  f.taken = detail::format_packed(f.text, text, {data.data(), at});
  return f;
}
template <class... A>
std::string host(char const* text, A... a) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"
  char out[256];
  std::snprintf(out, sizeof out, text, a...);
#pragma GCC diagnostic pop
  return out;
}

enum color : unsigned char { red = 7 };

TEST_CASE("printf/format: conversions are those of C, with flags, width and precision") {
  CHECK(format("%d|%5d|%-5d|%+d|%05d", 1, -2, 3, 4, 5).text == "1|   -2|3    |+4|00005");
  CHECK(format("%u %x %#X %o", 7u, 255u, 255u, 8u).text == "7 ff 0XFF 10");
  CHECK(format("%lld %llu %lx", -1LL, ~0ULL, 1L << 40).text ==
        "-1 18446744073709551615 10000000000");
  CHECK(format("%f %.2e %g %a", 1.5f, 12345.0, 0.1, 1.0).text ==
        host("%f %.2e %g %a", 1.5, 12345.0, 0.1, 1.0));
  CHECK(format("%c%c %s", 'a', 98, "text").text == "ab text");
  CHECK(format("%*d", 6, 42).text == "    42");
  CHECK(format("%.3s", "abcdef").text == "abc");
  CHECK(format("%hd", 70000).text == host("%hd", 70000));
  int x = 0;
  CHECK(format("%p", &x).text == host("%p", static_cast<void*>(&x)));
  CHECK(format("100%%").text == "100%");
}

TEST_CASE("printf/format: arguments are promoted, and lie where their size wants it") {
  CHECK(format("%d %d %d %u", static_cast<short>(-3), true, red, static_cast<unsigned char>(200)) ==
        formatted{"-3 1 7 200", 4});
  // 4 bytes, then 8 on a boundary of 8, then 4.
  CHECK(format("%d %lld %d %.1f", 1, 2LL, 3, 4.5f) == formatted{"1 2 3 4.5", 4});
}

TEST_CASE("printf/format: what is no conversion stands for itself; missing arguments are 0") {
  CHECK(format("%q %d", 5) == formatted{"%q 5", 1});
  CHECK(format("50% ") == formatted{"50% ", 0});
  CHECK(format("%") == formatted{"%", 0});
  CHECK(format("%ll") == formatted{"%ll", 0});
  CHECK(format("%d %d", 1) == formatted{"1 0", 2});
  CHECK(format("%s|%hhd", "a", 300) == formatted{"a|37", 1});  // '%', the format's first
  CHECK(format("%s", nullptr).text == "(null)");
  CHECK(format("%.3s|", nullptr).text == "|");
  CHECK(format(nullptr).taken == -1);
  CHECK(format("") == formatted{"", 0});
  // The most that a device takes; what asks for more reads the format, "%d%d" as a number.
  constexpr int most = static_cast<int>(detail::most_print_arguments);
  std::string text, expected;
  for (int i = 0; i < most + 2; ++i) {
    text += "%d";
    expected += i < most ? "0" : "1680172069";
  }
  CHECK(format(text.c_str()) == formatted{expected, most});
  CHECK(format((text + "%s").c_str()).text == expected + "%s");
}

}  // namespace printf_format_cases
