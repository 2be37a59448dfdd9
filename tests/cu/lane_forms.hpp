// SPDX-License-Identifier: MIT
#pragma once

#include <cu/lane_form/translator.hpp>
#include <cu/thread_form/rewriter.hpp>

#include <map>
#include <string>
#include <utility>

/// Holds the .cu step's text with lane forms, and its report of the kernels.
struct lane_result {
  std::string text;
  std::map<std::string, std::string> reports;  // by kernel: "lane kernel", or the reason
};

inline lane_result with_lane_forms(std::string text) {
  simt::cu::names known;
  simt::cu::lane::translator translator;
  simt::cu::lexed const file{"a.cu", std::move(text)};
  lane_result out{simt::cu::rewrite(file, known, {}, &translator).text, {}};
  for (auto const& f : translator.reports())
    out.reports[f.name] = f.why.reason.empty() ? "lane kernel" : f.why.reason;
  return out;
}

/// The fate of the kernel `k` of a text.
inline std::string fate_of(std::string const& text) { return with_lane_forms(text).reports["k"]; }

/// The fate of a kernel with this body and the parameters `int* p, int* q, int n`.
inline std::string fate_of_body(std::string const& body) {
  return fate_of(
      "__device__ int lock;\n__device__ volatile int flag;\n"
      "__global__ void k(int* p, int* q, int n) {\n" +
      body + "\n}\n");
}

/// The lane form of such a kernel.
inline std::string form_of_body(std::string const& body) {
  std::string const text =
      with_lane_forms("__global__ void k(int* p, int* q, int n) {" + body + "}").text;
  auto const begin = text.find("struct k_simt_lane");
  return begin == std::string::npos ? std::string{} : text.substr(begin);
}

inline bool contains(std::string const& text, std::string const& part) {
  return text.find(part) != std::string::npos;
}
