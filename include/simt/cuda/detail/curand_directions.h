#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/joe_kuo.h>
#include <simt/cuda/detail/scrambled_sobol.h>

#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <new>
#include <sstream>
#include <string>
#include <vector>

// The direction vectors of Sobol's sequences.
namespace simt::inline SIMT_ABI::cuda::detail {

/// The direction vectors of a dimension; those of 32 bits are their upper halves.
using sobol_directions = std::array<std::uint64_t, 64>;

/// Makes the direction vectors that follow from a polynomial and initial numbers.
inline sobol_directions directions_of(joe_kuo_dimension const& d) {
  sobol_directions v;
  std::size_t const s = d.numbers.size();
  for (std::size_t i = 0; i < v.size(); ++i) {
    if (i < s) {
      v[i] = static_cast<std::uint64_t>(d.numbers[i]) << (63 - i);
      continue;
    }
    v[i] = v[i - s] ^ (v[i - s] >> s);
    for (std::size_t k = 1; k < s; ++k)
      if ((d.coefficients >> (s - 1 - k) & 1u) != 0) v[i] ^= v[i - k];
  }
  return v;
}
/// Reads the dimensions of a file in the form of Joe and Kuo's new-joe-kuo-6.21201: a line each of
/// d, s, a and the numbers.
inline std::vector<joe_kuo_dimension> read_joe_kuo(char const* path) {
  std::vector<joe_kuo_dimension> all;
  std::ifstream file(path);
  std::string line;
  while (std::getline(file, line)) {
    std::istringstream words(line);
    std::size_t number = 0, degree = 0;
    joe_kuo_dimension d{};
    if (!(words >> number >> degree >> d.coefficients)) continue;  // the heading
    for (unsigned m = 0; words >> m;) d.numbers.push_back(m);
    if (number != all.size() + 2 || d.numbers.size() != degree || degree > 31) break;
    all.push_back(d);
  }
  return all;
}

/// The dimensions that there are: 1111, or those of the file that SIMT_JOE_KUO names, 20000 at
/// most.
inline std::vector<sobol_directions> const& sobol_dimensions() {
  static std::vector<sobol_directions> const all = [] {
    char const* const path = std::getenv("SIMT_JOE_KUO");
    auto listed = path == nullptr ? joe_kuo_dimensions() : read_joe_kuo(path);
    if (listed.empty()) listed = joe_kuo_dimensions();
    std::vector<sobol_directions> v(1);
    for (std::size_t i = 0; i < v[0].size(); ++i) v[0][i] = std::uint64_t{1} << (63 - i);
    for (std::size_t k = 0; k < listed.size() && v.size() < 20000; ++k)
      v.push_back(directions_of(listed[k]));
    return v;
  }();
  return all;
}

/// Copies values to memory behind which nothing can be read: a program that believes that there are
/// 20000 dimensions ends there, rather than go on with numbers that are none. It is never freed.
template <class T>
T* before_a_wall(std::vector<T> const& values) {
  auto const page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  std::size_t const bytes = values.size() * sizeof(T), pages = (bytes + page - 1) / page * page;
  void* const all =
      mmap(nullptr, pages + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (all == MAP_FAILED) throw std::bad_alloc();
  std::byte* const wall = static_cast<std::byte*>(all) + pages;
  mprotect(wall, page, PROT_NONE);
  std::byte* const first = wall - bytes;
  std::memcpy(first, values.data(), bytes);
  return reinterpret_cast<T*>(first);
}
/// The upper bits of each direction vector, dimension after dimension.
template <class Word, class Dimensions>
std::vector<Word> direction_words(Dimensions const& dimensions) {
  std::vector<Word> words;
  words.reserve(dimensions.size() * std::numeric_limits<Word>::digits);
  for (sobol_directions const& v : dimensions)
    for (std::size_t i = 0; i < std::numeric_limits<Word>::digits; ++i)
      words.push_back(static_cast<Word>(v[i] >> (64 - std::numeric_limits<Word>::digits)));
  return words;
}
/// Returns what curandGetDirectionVectors gives, made at its first call.
template <class Word>
Word* direction_table(bool scrambled) {
  static Word* const plain = before_a_wall(direction_words<Word>(sobol_dimensions()));
  static Word* const other = before_a_wall(direction_words<Word>(scrambled_directions));
  return scrambled ? other : plain;
}
/// Returns what curandGetScrambleConstants gives.
template <class Word>
Word* scramble_table() {
  static Word* const table = [] {
    std::vector<Word> words;
    for (std::uint64_t const c : scramble_constants)
      words.push_back(static_cast<Word>(c >> (64 - std::numeric_limits<Word>::digits)));
    return before_a_wall(words);
  }();
  return table;
}
/// How many dimensions there are.
inline std::size_t sobol_dimension_count(bool scrambled) {
  return scrambled ? scrambled_directions.size() : sobol_dimensions().size();
}

}  // namespace simt::inline SIMT_ABI::cuda::detail
