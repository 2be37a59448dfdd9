// SPDX-License-Identifier: MIT
#pragma once

#include <cu/thread_form/rewriter.hpp>

#include <string>

/// Returns the text that the .cu step makes of one.
inline std::string rewritten(std::string text) {
  simt::cu::names known;
  simt::cu::lexed const file{"a.cu", std::move(text)};
  return simt::cu::rewrite(file, known).text;
}

/// The same text within a kernel, and what stands there afterwards.
inline std::string rewritten_in_kernel(std::string const& text) {
  std::string const before = "__global__ void k() {";
  std::string const after = "}";
  std::string const out = rewritten(before + text + after);
  return out.substr(before.size(), out.size() - before.size() - after.size());
}

/// The same text within a host function.
inline std::string rewritten_in_host(std::string const& text) {
  std::string const before = "void f() {";
  std::string const after = "}";
  std::string const out = rewritten(before + text + after);
  return out.substr(before.size(), out.size() - before.size() - after.size());
}

/// The body as a checked build has it.
inline std::string checked_text(std::string const& body) {
  simt::cu::names known;
  known.checked = true;
  std::string const head = "__device__ void f(int n) {";
  std::string const text = simt::cu::rewrite({"k.cu", head + body + "}"}, known).text;
  auto const begin = text.find('{') + 1;
  return text.substr(begin, text.rfind('}') - begin);
}

/// The message of the error that a text ends in.
inline std::string error_of(std::string text) {
  try {
    return "no error: " + rewritten(std::move(text));
  } catch (simt::cu::error const& e) {
    return e.what();
  }
}
