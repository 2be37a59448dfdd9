// SPDX-License-Identifier: MIT
#include "calls.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace simt::cu {

bool rewrite_symbol_name(code const& text, std::size_t at, edits& out) {
  std::size_t argument = at + 2;
  if (!text[at + 1].is('(')) return false;
  auto const function = text.text(at);
  if (function.starts_with("cudaGet") || function.starts_with("cudaMemcpyFrom")) {
    for (; argument < text.size() && !text[argument].is(',') && !text.closes(argument); ++argument)
      if (text.opens(argument)) argument = std::min(text.closing(argument), text.size() - 1);
    ++argument;
  }
  if (argument >= text.size() || !text[argument].is(token_kind::string)) return false;
  if (!text[argument + 1].is(',') && !text[argument + 1].is(')')) return false;
  auto const name = text.text(argument);
  if (name.size() <= 2 || name.front() != '"') return false;
  out.replace(text[argument].begin, text[argument].end,
              std::string(name.substr(1, name.size() - 2)));
  return true;
}

bool rewrite_device_call(code const& text, std::size_t at, edits& out) {
  if (!text[at + 1].is('(') || at == 0) return false;
  token const& before = text[at - 1];
  if (before.is('.') || before.is(symbol::arrow) || before.is(symbol::scope)) return false;
  if (before.is(token_kind::identifier) && !before.is(word::statement)) return false;  // declared
  out.replace(text[at].begin, text[at].end, "::simt::cuda::device_" + std::string(text.text(at)));
  return true;
}

bool rewrite_call_of_host(code const& text, std::size_t at, edits& out) {
  // Those for which programs are ported most easily: with what device code has instead.
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 20> of_host{{
      {"cudaStreamCreate", "cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking)"},
      {"cudaStreamCreateWithPriority", "cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking)"},
      {"cudaStreamSynchronize", "cudaDeviceSynchronize()"},
      {"cudaStreamQuery", "cudaDeviceSynchronize()"},
      {"cudaEventCreate", "cudaEventCreateWithFlags(&event, cudaEventDisableTiming)"},
      {"cudaEventSynchronize", "cudaDeviceSynchronize()"},
      {"cudaEventQuery", "cudaDeviceSynchronize()"},
      {"cudaEventElapsedTime", "clock64()"},
      {"cudaSetDevice", "the device of the kernel's launch"},
      {"cudaDeviceReset", "host code"},
      {"cudaDeviceSetLimit", "host code"},
      {"cudaDeviceSetCacheConfig", "host code"},
      {"cudaGetDeviceProperties", "cudaDeviceGetAttribute(&value, attribute, device)"},
      {"cudaMemcpy", "cudaMemcpyAsync"},
      {"cudaMemcpyToSymbol", "the variable itself"},
      {"cudaMemcpyFromSymbol", "the variable itself"},
      {"cudaGetSymbolAddress", "the operator &"},
      {"cudaMemset", "cudaMemsetAsync"},
      {"cudaMallocManaged", "cudaMalloc"},
      {"cudaCreateTextureObject", "a texture object that host code has made"},
  }};
  if (!text[at + 1].is('(')) return false;
  auto const name = text.text(at);
  if (!name.starts_with("cuda")) return false;
  auto const* const found =
      std::find_if(of_host.begin(), of_host.end(), [&](auto const& f) { return f.first == name; });
  if (found == of_host.end()) return false;
  if (at > 0 && (text[at - 1].is('.') || text[at - 1].is(symbol::arrow))) return false;
  out.replace(text[at].begin, text[at].end,
              failing_function(std::string(name) + " in device code: CUDA has there " +
                               std::string(found->second)));
  return true;
}

bool declares_heap(code const& text, std::size_t at) {
  if (text.text(at + 1) != "new") return false;
  std::size_t open = at + 2;
  while (open < text.size() && (text[open].is('[') || text[open].is(']'))) ++open;
  if (open >= text.size() || !text[open].is('(')) return false;
  for (std::size_t i = open; i < text.closing(open); ++i)
    if (text[i].is(',')) return false;
  return true;
}

bool rewrite_device_object(code const& text, std::size_t at, edits& out) {
  bool const is_new = text.text(at) == "new";
  if (!is_new && text.text(at) != "delete") return false;
  if (at > 0) {
    token const& before = text[at - 1];
    if (before.is(symbol::scope) || before.is(word::operator_)) return false;
    if (!is_new && before.is('=')) return false;  // `= delete`
  }
  if (is_new) {
    if (text[at + 1].is('(')) return false;
    out.replace(text[at].begin, text[at].end, "new (::simt::cuda::device_heap)");
    return true;
  }
  bool const all = text[at + 1].is('[') && text[at + 2].is(']');
  out.replace(text[at].begin, text[all ? at + 2 : at].end,
              all ? "::simt::cuda::device_delete_all->*" : "::simt::cuda::device_delete->*");
  return true;
}

}  // namespace simt::cu
