// SPDX-License-Identifier: MIT
#pragma once

#include "source.hpp"

#include <string_view>
#include <vector>

namespace simt::cu {

enum class token_kind : std::uint8_t {
  identifier,
  number,
  string,     // with its prefix; raw strings too
  character,  // with its prefix
  punctuator,
  directive,  // a whole `#` line with its continuations, without the last newline
  end         // one past the last token, so that a look ahead needs no test
};

/// Punctuators by one letter: themselves, or one of these for the longer ones.
/// `<` and `>` stay single, as `>>>` closes a launch and three template lists alike.
namespace symbol {
inline constexpr char none = '\0';
inline constexpr char scope = 'S';  // ::
inline constexpr char arrow = 'A';  // ->
inline constexpr char paste = 'P';  // ##
inline constexpr char dots = 'D';   // ...
inline constexpr char other = 'O';  // two or more letters that nothing here asks for
}  // namespace symbol

/// Words that the rewriter looks at; every other identifier is `none`.
enum class word : std::uint8_t {
  none,
  alignas_,
  align_attribute,  // __align__
  asm_,             // also __asm, __asm__
  attribute,        // __attribute__
  cast,             // reinterpret_cast, static_cast
  class_,           // also struct, union
  const_,           // also volatile, __restrict__ and the like
  cuda_arch,        // __CUDA_ARCH__
  decltype_,        // also typeof, __typeof__
  builtin_type,     // int, unsigned, float, ...
  device,           // __device__
  device_call,      // malloc, free, clock: other functions in device code
  enum_,
  extern_,
  forceinline,  // __forceinline__
  global,       // __global__
  host,         // __host__
  inline_,      // also __inline__, __inline
  launch_bounds,
  namespace_,
  noinline,  // __noinline__
  operator_,
  register_,
  shared,       // __shared__
  storage,      // static, thread_local, constexpr, ...: part of no type
  statement,    // return, if, while, ...: a word that no expression continues from
  symbol_call,  // cudaMemcpyToSymbol, ...: a runtime function that takes a symbol
  template_,
  typename_
};

/// A token keeps its place, not its text: [begin, end) in the source.
struct token {
  offset begin = 0;
  offset end = 0;
  offset line = 0;  // of its first letter, from 1
  token_kind kind = token_kind::end;
  char sign = symbol::none;
  word name = word::none;

  [[nodiscard]] bool is(char c) const noexcept { return sign == c; }
  [[nodiscard]] bool is(word w) const noexcept { return name == w; }
  [[nodiscard]] bool is(token_kind k) const noexcept { return kind == k; }
  [[nodiscard]] std::string_view text(std::string_view source_text) const noexcept {
    return source_text.substr(begin, end - begin);
  }
};

/// Ends in a token of kind `end`.
using token_list = std::vector<token>;

}  // namespace simt::cu
