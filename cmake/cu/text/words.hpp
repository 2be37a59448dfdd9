// SPDX-License-Identifier: MIT
#pragma once

#include "token.hpp"

#include <array>
#include <string_view>

namespace simt::cu {

namespace detail {

struct known_word {
  std::string_view text;
  word name;
};

inline constexpr std::array known_words = {
    known_word{"alignas", word::alignas_},
    known_word{"__align__", word::align_attribute},
    known_word{"asm", word::asm_},
    known_word{"__asm", word::asm_},
    known_word{"__asm__", word::asm_},
    known_word{"__attribute__", word::attribute},
    known_word{"reinterpret_cast", word::cast},
    known_word{"static_cast", word::cast},
    known_word{"class", word::class_},
    known_word{"struct", word::class_},
    known_word{"union", word::class_},
    known_word{"const", word::const_},
    known_word{"volatile", word::const_},
    known_word{"__volatile__", word::const_},
    known_word{"__restrict__", word::const_},
    known_word{"__restrict", word::const_},
    known_word{"__CUDA_ARCH__", word::cuda_arch},
    known_word{"decltype", word::decltype_},
    known_word{"typeof", word::decltype_},
    known_word{"__typeof__", word::decltype_},
    known_word{"bool", word::builtin_type},
    known_word{"char", word::builtin_type},
    known_word{"short", word::builtin_type},
    known_word{"int", word::builtin_type},
    known_word{"long", word::builtin_type},
    known_word{"signed", word::builtin_type},
    known_word{"unsigned", word::builtin_type},
    known_word{"float", word::builtin_type},
    known_word{"double", word::builtin_type},
    known_word{"void", word::builtin_type},
    known_word{"auto", word::builtin_type},
    known_word{"wchar_t", word::builtin_type},
    known_word{"char8_t", word::builtin_type},
    known_word{"char16_t", word::builtin_type},
    known_word{"char32_t", word::builtin_type},
    known_word{"__device__", word::device},
    known_word{"enum", word::enum_},
    known_word{"extern", word::extern_},
    known_word{"__global__", word::global},
    known_word{"__host__", word::host},
    known_word{"__launch_bounds__", word::launch_bounds},
    known_word{"namespace", word::namespace_},
    known_word{"__noinline__", word::noinline},
    known_word{"operator", word::operator_},
    known_word{"register", word::register_},
    known_word{"__shared__", word::shared},
    known_word{"static", word::storage},
    known_word{"inline", word::inline_},
    known_word{"__inline__", word::inline_},
    known_word{"__inline", word::inline_},
    known_word{"__forceinline__", word::forceinline},
    known_word{"malloc", word::device_call},
    known_word{"free", word::device_call},
    known_word{"clock", word::device_call},
    known_word{"thread_local", word::storage},
    known_word{"constexpr", word::storage},
    known_word{"constinit", word::storage},
    known_word{"return", word::statement},
    known_word{"if", word::statement},
    known_word{"else", word::statement},
    known_word{"while", word::statement},
    known_word{"for", word::statement},
    known_word{"do", word::statement},
    known_word{"switch", word::statement},
    known_word{"case", word::statement},
    known_word{"co_return", word::statement},
    known_word{"throw", word::statement},
    known_word{"sizeof", word::statement},
    known_word{"new", word::statement},
    known_word{"delete", word::statement},
    known_word{"cudaMemcpyToSymbol", word::symbol_call},
    known_word{"cudaMemcpyToSymbolAsync", word::symbol_call},
    known_word{"cudaMemcpyFromSymbol", word::symbol_call},
    known_word{"cudaMemcpyFromSymbolAsync", word::symbol_call},
    known_word{"cudaGetSymbolAddress", word::symbol_call},
    known_word{"cudaGetSymbolSize", word::symbol_call},
    known_word{"cudaGetTextureReference", word::symbol_call},
    known_word{"cudaGetSurfaceReference", word::symbol_call},
    known_word{"template", word::template_},
    known_word{"typename", word::typename_},
};

[[nodiscard]] constexpr std::size_t word_slot(std::string_view text) noexcept {
  auto const at = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  std::size_t const n = text.size();
  return (at(0) * 7u + at(n / 2) * 31u + at(n - 1) * 3u + at(n / 3) * 17u + n * 5u) % 512u;
}

/// Open addressing: a word stands at its slot or right behind it.
inline constexpr auto word_table = [] {
  std::array<known_word, 520> table{};
  for (known_word const& w : known_words) {
    std::size_t slot = word_slot(w.text);
    while (!table[slot].text.empty()) ++slot;
    table[slot] = w;
  }
  return table;
}();

}  // namespace detail

/// The word that an identifier spells, or `word::none`.
[[nodiscard]] constexpr word find_word(std::string_view text) noexcept {
  for (std::size_t slot = detail::word_slot(text); !detail::word_table[slot].text.empty(); ++slot)
    if (detail::word_table[slot].text == text) return detail::word_table[slot].name;
  return word::none;
}

}  // namespace simt::cu
