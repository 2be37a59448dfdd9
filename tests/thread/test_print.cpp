// SPDX-License-Identifier: MIT
// LABELS: golden
#include "thread/run.hpp"

#include <doctest/doctest.h>

#include <climits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "golden.hpp"
#include "thread/capture.hpp"

// Conversions that the compiler would warn about are the subject.
#pragma GCC diagnostic ignored "-Wformat"
#pragma GCC diagnostic ignored "-Wformat-extra-args"
#pragma GCC diagnostic ignored "-Wformat-zero-length"
#pragma GCC diagnostic ignored "-Wfloat-conversion"

namespace {

char d_text[] = "text in global memory";
char const* d_null = nullptr;

/// The bytes and the result of a device printf, as the recorded answers spell them.
template <class... A>
std::string print(char const* format, A... a) {
  std::byte data[(sizeof...(A) + 1) * 8] = {};
  std::size_t at = 0;
  (simt::detail::pack_argument(data, at, a), ...);
  std::string text;
  int const result = simt::detail::format_packed(text, format, {data, at});
  return spelled(text) + " ; returned=" + std::to_string(result) + " ; cudaSuccess";
}

// What the recorded program calls, spelled as there: a call's text is its name.
// clang-format off
#define CALLS(X) \
  X(printf("plain\n")) \
  X(printf("")) \
  X(printf("%%")) \
  X(printf("100%%|%%d\n")) \
  X(printf("%5%|")) \
  X(printf("%d", 42)) \
  X(printf("%d", -42)) \
  X(printf("%i", INT_MIN)) \
  X(printf("%u", 4294967295u)) \
  X(printf("%u", -1)) \
  X(printf("%o", 511)) \
  X(printf("%x", 0xdeadbeef)) \
  X(printf("%X", 0xdeadbeef)) \
  X(printf("%#x %#X %#o", 255, 255, 255)) \
  X(printf("%#x %#o", 0, 0)) \
  X(printf("%c%c%c", 'a', 'b', 'c')) \
  X(printf("[%c]", 0)) \
  X(printf("[%c]", 200)) \
  X(printf("[%5c][%-5c]", 'x', 'y')) \
  X(printf("%s", "hello")) \
  X(printf("[%10s][%-10s][%.2s][%10.2s]", "hello", "hello", "hello", "hello")) \
  X(printf("[%s]", "")) \
  X(printf("[%s]", d_text)) \
  X(printf("[%s]", (const char*)0)) \
  X(printf("[%s]", d_null)) \
  X(printf("[%10s][%.3s]", d_null, d_null)) \
  X(printf("%p", (void*)0)) \
  X(printf("%p", (void*)0x1234)) \
  X(printf("[%20p][%-20p]", (void*)0xabc, (void*)0xabc)) \
  X(printf("%f", 3.14159)) \
  X(printf("%f", 1.5f)) \
  X(printf("%F", 2.5)) \
  X(printf("%e", 12345.678)) \
  X(printf("%E", 12345.678)) \
  X(printf("%g", 0.0001)) \
  X(printf("%g", 123456789.0)) \
  X(printf("%G", 1e-10)) \
  X(printf("%a", 1.0)) \
  X(printf("%A", -0.1)) \
  X(printf("%a", 0.0)) \
  X(printf("%.0f %.0f %.0f %.0f", 0.5, 1.5, 2.5, -0.5)) \
  X(printf("%.20f", 0.1)) \
  X(printf("%.3e", 9.9995)) \
  X(printf("%#.0f %#g", 1.0, 1.0)) \
  X(printf("%F %E %G", 1.0 / 0.0, -1.0 / 0.0, 1.0 / 0.0)) \
  X(printf("%5.1f|%-8.2f|%08.3f|%+f|% f", 3.14159, 3.14159, 3.14159, 3.14159, 3.14159)) \
  X(printf("%f", 1e300)) \
  X(printf("%g", 5e-324)) \
  X(printf("%5d|%-5d|%05d|%+d|% d", 42, 42, 42, 42, 42)) \
  X(printf("%+d % d %+05d", -7, -7, 7)) \
  X(printf("%.5d|%8.3d|%-8.3d|", 42, 42, 42)) \
  X(printf("[%.0d]", 0)) \
  X(printf("[%.d]", 0)) \
  X(printf("[%-08d][%+ d][%0-8d]", 42, 42, 42)) \
  X(printf("%2d|%1d", 12345, 12345)) \
  X(printf("%hd %hu %hx", 70000, 70000, 70000)) \
  X(printf("%hd", -32769)) \
  X(printf("%hhd %hhu %hhx", 300, 300, 300)) \
  X(printf("%hhd", -129)) \
  X(printf("%hhd %d %hhd %d", 1, 2, 3, 4)) \
  X(printf("%d %hhd", 7, 8)) \
  X(printf("abcdefghijklmnop%hhd %hhd %hhd %hhd", 1, 2, 3, 4)) \
  X(printf("%lld %hhd %f %hhi", 1ll, 2, 3.0, 4)) \
  X(printf("%f %hho", 1.0, 3)) \
  X(printf("%ld %lu %lx", -5000000000l, 5000000000ul, 5000000000ul)) \
  X(printf("%lld %llu %llx", LLONG_MIN, ULLONG_MAX, ULLONG_MAX)) \
  X(printf("%llX|%llo|%20lld|%-20lld|%020lld", 255ll, 8ll, -1ll, -1ll, -1ll)) \
  X(printf("%zu", (size_t)123)) \
  X(printf("%zd", (size_t)-1)) \
  X(printf("%jd", (long long)-9)) \
  X(printf("%td", (long long)-9)) \
  X(printf("%lf", 1.25)) \
  X(printf("%Lf", 1.25)) \
  X(printf("%hf", 1.25)) \
  X(printf("%d %d %d %d %d %d %d %d", 1, 2, 3, 4, 5, 6, 7, 8)) \
  X(printf("%d %f %s %c %lld", 1, 2.0, "three", '4', 5ll)) \
  X(printf("%*d", 8, 42)) \
  X(printf("%-*d|", 8, 42)) \
  X(printf("%.*f", 2, 3.14159)) \
  X(printf("%*.*f", 9, 2, 3.14159)) \
  X(printf("%1$d", 42)) \
  X(printf("%y", 1)) \
  X(printf("a%")) \
  X(printf("a%5")) \
  X(printf("a%l")) \
  X(printf("%ll", 5ll)) \
  X(printf("%C", 'a')) \
  X(printf("%'d", 1234567)) \
  X(printf("%d", 1, 2, 3)) \
  X(printf("none", 1, 2)) \
  X(printf("%d", 1.5)) \
  X(printf("%d", 0x1122334455667788ll)) \
  X(printf("%d %d", 0x1122334455667788ll, 9)) \
  X(printf("%c", 97.0)) \
  X(printf("%x", 1.0)) \
  X(printf("%x", 1.0f)) \
  X(printf("%d", true)) \
  X(printf("%d", 'a')) \
  X(printf("%d", (short)-3)) \
  X(printf("%u", (unsigned char)250)) \
  X(printf("tab\tbell\a\n")) \
  X(printf("%s%s", "ab", "cd")) \
  X(printf("%300d|", 1)) \
  X(printf("%.100d|", 1)) \
  X(printf("%.60f", 1.0 / 3)) \
  X(printf("%.60g", 1.0 / 3)) \
  X(printf("%-5s|%5s|", "toolong", "toolong")) \
  X(printf("%s\n%s\n", "l1", "l2")) \
  X(printf((const char*)0)) \
  X(printf((const char*)0, 1)) \
  X(printf(d_text)) \
  X(printf("\xc3\xa9 utf-8"))
// clang-format on

std::string replay_seeded(std::string const& call) {
  auto const first = call.find('"'), last = call.find("\", ");
  std::string const format = call.substr(first + 1, last - first - 1);
  std::string const arg = call.substr(last + 3, call.size() - last - 4);
  if (arg[0] == '"') return print(format.c_str(), arg.substr(1, arg.size() - 2).c_str());
  if (arg.compare(0, 7, "double ") == 0)
    return print(format.c_str(), golden::value<double>(golden::bits(arg.substr(7))));
  if (arg.size() > 2 && arg.compare(arg.size() - 2, 2, "ll") == 0)
    return print(format.c_str(), std::strtoll(arg.c_str(), nullptr, 10));
  return print(format.c_str(), static_cast<int>(std::strtol(arg.c_str(), nullptr, 10)));
}

enum class color : short { red = 3 };
struct bits {
  unsigned low : 4;
};
__global__ void prints(int* results) {
  int const i = static_cast<int>(threadIdx.x);
  bits b{5};
  results[i] =
      printf("thread %d of %u: %5.2f %s\n", i, blockDim.x, 0.5 * i, i % 2 ? "odd" : "even");
  if (i == 0) results[2] = printf("%d %d %p %hhd|\n", color::red, b.low, nullptr, char{7});
  char const* volatile none = nullptr;  // (seen by the compiler it would be a warning)
  if (i == 0) results[3] = printf(none, i);
}

}  // namespace

TEST_CASE("[DIAG-002] formats: recorded on hardware") {
  std::map<std::string, std::string> recorded;
  for (auto const& r : golden::read("printf.tsv", "printf/literal/")) recorded[r.inputs] = r.output;
  int found = 0;
  {
    // The recorded text is the call before macros are expanded.
    struct entry {
      char const* call;
      std::string got;
    };
#define ENTRY(...) entry{TEXT_OF(__VA_ARGS__), __VA_ARGS__},
#define TEXT_OF(...) #__VA_ARGS__
    auto const printf = [](char const* format, auto... a) { return print(format, a...); };
    std::vector<entry> const entries{CALLS(ENTRY)};
    for (auto const& e : entries) {
      CAPTURE(e.call);
      auto const want = recorded.find(e.call);
      if (want == recorded.end()) continue;
      CHECK(e.got == want->second);
      ++found;
    }
  }
  CHECK(found > 90);
  for (auto const& r : golden::read("printf.tsv", "printf/seeded/")) {
    CAPTURE(r.inputs);
    CHECK(replay_seeded(r.inputs) == r.output);
  }
}

TEST_CASE(
    "[DIAG-003] arguments beyond 32 are ignored, and what asks for them prints words of the "
    "format") {
  std::string format;
  for (int i = 0; i < 34; ++i) format += "%d ";
  int result = 0;
  auto const text = captured(1, [&] {
    run_threads(
        1, 1, 0,
        [](char const* f, int* out) {
          *out = [&]<std::size_t... I>(std::index_sequence<I...>) {
            return printf(f, static_cast<int>(I)...);
          }
          (std::make_index_sequence<34>());
        },
        format.c_str(), &result);
  });
  std::string expected;
  for (int i = 0; i < 32; ++i) expected += std::to_string(i) + " ";
  for (int i = 0; i < 2; ++i) {
    int word;
    std::memcpy(&word, format.data() + 8 * i, sizeof word);
    expected += std::to_string(word) + " ";
  }
  CHECK(text == expected);
  CHECK(result == 32);
}

TEST_CASE("[DIAG-006] text that a kernel prints is what it was at the call") {
  char word[] = "before";
  auto const text = captured(1, [&] {
    run_threads(
        1, 1, 0,
        [](char* w) {
          printf("%s ", w);
          w[0] = 'B';
          printf("%s", w);
        },
        static_cast<char*>(word));
    word[1] = 'E';
  });
  CHECK(text == "before Before");
}

TEST_CASE("[DIAG-001] kernels print to stdout, host code as ever") {
  std::vector<int> results(4);
  auto const text = captured(1, [&] {
    run_threads(1, 2, 0, KERNEL(prints), results.data());
    printf("host %d %s\n", 5, "text");
  });
  CHECK(text ==
        "thread 0 of 2:  0.00 even\n3 5 (nil) 37|\nthread 1 of 2:  0.50 odd\nhost 5 text\n");
  CHECK(results == std::vector<int>{4, 4, 3, -1});
}
