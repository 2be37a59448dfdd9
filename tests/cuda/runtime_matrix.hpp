#pragma once
// SPDX-License-Identifier: MIT

// Replays calls of the host runtime against what a GPU answered. A case is a list of calls, each
// with its text; what they answer, and notes on what they left behind, is compared with the
// recorded line of the same id, and so is the last error afterwards.

#include <doctest/doctest.h>
#include <simt/cuda/cuda_runtime_api.h>
#include <simt/runtime/fault.hpp>
#include <simt/runtime/launch_call.hpp>

#include <golden.hpp>

#include <atomic>
#include <chrono>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

using simt::dim3;

namespace matrix {

inline std::string strf(char const* format, ...) {
  char text[1024];
  va_list list;
  va_start(list, format);
  std::vsnprintf(text, sizeof text, format, list);
  va_end(list);
  return text;
}
inline int opaque(int v) { return *static_cast<int volatile*>(&v); }
inline std::string errname(cudaError_t e) { return cudaGetErrorName(e); }

inline std::map<std::string, golden::record> const& answers() {
  static std::map<std::string, golden::record> const all = [] {
    std::map<std::string, golden::record> m;
    for (auto& r : golden::read("runtime.tsv")) m[r.id] = r;
    return m;
  }();
  return all;
}
inline std::set<std::string>& seen() {
  static std::set<std::string> ids;
  return ids;
}

/// How a case that may end the process ended on the GPU: where it crashed we must answer an error.
inline bool crashed(std::string const& id) {
  auto const slash = id.rfind('/');
  auto const at = answers().find(id.substr(0, slash) + "/end");
  return at != answers().end() && at->second.output.compare(0, 6, "signal") == 0;
}

inline void line(std::string const& id, std::string const& in, std::string const& out) {
  INFO(id, ": ", in);
  seen().insert(id);
  auto const at = answers().find(id);
  if (at == answers().end()) {
    // Nothing was recorded from the call on that crashed.
    CHECK_MESSAGE(crashed(id), id, " is not recorded");
    return;
  }
  CHECK(in == at->second.inputs);
  CHECK(out == at->second.output);
}

/// Looks after ids that no case has replayed: `reasons` says why, by the beginning of the id.
inline void finish(std::vector<std::string> const& prefixes,
                   std::vector<std::pair<std::string, std::string>> const& reasons = {}) {
  for (auto const& answer : answers()) {
    std::string const& id = answer.first;
    bool wanted = false;
    for (auto const& p : prefixes) wanted = wanted || id.compare(0, p.size(), p) == 0;
    if (!wanted || seen().count(id) != 0 || id.size() < 4) continue;
    if (id.compare(id.size() - 4, 4, "/end") == 0) continue;
    bool excused = false;
    for (auto const& r : reasons) excused = excused || id.compare(0, r.first.size(), r.first) == 0;
    CHECK_MESSAGE(excused, id, " was not replayed");
  }
}

struct Case {
  std::string id;
  std::string in;
  std::string out;
  bool steps;
  int n = 0;
  explicit Case(std::string name, bool step = false) : id(std::move(name)), steps(step) {
    (void)cudaGetLastError();
  }
  Case(Case const&) = delete;
  Case& operator=(Case const&) = delete;
  void put(std::string const& text, std::string const& result) {
    if (steps) {
      line(id + "/" + std::to_string(n++), text, result);
      return;
    }
    in += (in.empty() ? "" : " ; ") + text;
    out += (out.empty() ? "" : " ; ") + result;
  }
  cudaError_t call(std::string const& text, cudaError_t e) {
    auto const known = [&](int k) { return answers().count(id + "/" + std::to_string(k)) != 0; };
    if (steps && crashed(id + "/0") && !known(n) && (n == 0 || known(n - 1)))
      CHECK_MESSAGE(e != cudaSuccess, id, ": ", text, " crashed on the GPU");
    put(text, errname(e));
    return e;
  }
  void note(std::string const& s) {
    if (steps)
      line(id + "/" + std::to_string(n++), "note", s);
    else
      out += (out.empty() ? "" : " ; ") + s;
  }
  ~Case() {
    cudaError_t const p = cudaPeekAtLastError();
    cudaError_t const a = cudaGetLastError();
    cudaError_t const b = cudaGetLastError();
    std::string const codes = errname(p) + " " + errname(a) + " " + errname(b);
    if (steps)
      line(id + "/last", "cudaPeekAtLastError() ; cudaGetLastError() ; cudaGetLastError()", codes);
    else
      line(id, in, out + " | " + codes);
  }
};
#define DO(...) c.call(matrix::recorded(#__VA_ARGS__), (__VA_ARGS__))
// An enumerator that the type does not have.
#define CAST(type, value) (static_cast<type>(matrix::opaque(value)))
#define RUN(text, ...) \
  do {                 \
    __VA_ARGS__;       \
    c.put(text, "-");  \
  } while (0)

/// `CAST(type, value)` as the recorded text has it: `(type)value`.
inline std::string recorded(std::string text) {
  for (std::size_t at; (at = text.find("CAST(")) != std::string::npos;) {
    auto const comma = text.find(", ", at);
    auto const end = text.find(')', at);
    text = text.substr(0, at) + "(" + text.substr(at + 5, comma - at - 5) + ")" +
           text.substr(comma + 2, end - comma - 2) + text.substr(end + 1);
  }
  return text;
}

inline std::string ptr_state(void const* p, void const* before) {
  return p == nullptr ? "null" : p == before ? "unchanged" : "set";
}
inline void* const kMark = reinterpret_cast<void*>(0x1234);

// ---- kernels: host functions that run once a launch, whatever its shape

template <class F>
struct signature;
template <class... P>
struct signature<void (*)(P...)> {
  static constexpr std::size_t count = sizeof...(P);
  static constexpr simt::parameter_layout sizes[sizeof...(P) + 1] = {{sizeof(P), alignof(P)}...,
                                                                     {0, 1}};
  template <auto F, std::size_t... I>
  static void call(void** args, std::index_sequence<I...>) {
    F(*static_cast<P*>(args[I])...);
  }
};

template <auto F>
struct kernel_of {
  using sig = signature<decltype(F)>;
  static void run(simt::kernel_record const&, simt::dim3, simt::dim3, std::size_t, void** args,
                  bool) {
    sig::template call<F>(args, std::make_index_sequence<sig::count>{});
  }
  static inline simt::kernel_record record{};
  static simt::kernel_record& get(std::size_t shared = 0, int threads = 1024) {
    static bool const known = [&] {
      record.name = "kernel";
      record.address = reinterpret_cast<void const*>(F);
      record.static_shared = shared;
      record.max_threads = threads;
      record.run_packed = &run;
      record.parameters = sig::sizes;
      record.args = static_cast<unsigned>(sig::count);
      simt::register_kernel(record);
      return true;
    }();
    (void)known;
    return record;
  }
};

template <auto F>
struct launch {
  dim3 grid;
  dim3 block;
  std::size_t shared = 0;
  cudaStream_t stream = nullptr;
  launch(dim3 g, dim3 b, std::size_t s = 0, cudaStream_t q = nullptr)
      : grid(g), block(b), shared(s), stream(q) {}
  template <class... A>
  void operator()(A... a) const {
    simt::submit_launch(kernel_of<F>::get(), grid, block, shared, stream, [=] { F(a...); });
  }
};

inline void nap(int ms) { std::this_thread::sleep_for(std::chrono::milliseconds(ms)); }
inline int peek(int* p) { return std::atomic_ref<int>(*p).load(); }
inline void raise(int* p, int v = 1) { std::atomic_ref<int>(*p).store(v); }
inline bool soon(int* f, int ms) {
  for (int i = 0; i < ms; ++i) {
    if (peek(f) != 0) return true;
    nap(1);
  }
  return peek(f) != 0;
}
inline int* host_flags(int n = 16) {
  void* p = nullptr;
  (void)cudaHostAlloc(&p, sizeof(int) * static_cast<std::size_t>(n), cudaHostAllocMapped);
  if (p != nullptr) std::memset(p, 0, sizeof(int) * static_cast<std::size_t>(n));
  return static_cast<int*>(p);
}

inline void empty() {}
inline void store(int* p, int v) {
  // What a bad address does to a kernel of a GPU.
  if (reinterpret_cast<std::uintptr_t>(p) < 4096) {
    nap(100);
    throw simt::device_fault(simt::error_code::illegal_address, "store: illegal address");
  }
  raise(p, v);
}
inline void add_one(int* p, int n) {
  for (int i = 0; i < n; ++i) p[i] += 1;
}
/// Runs until the host raises go[0]; tells in go[1] that it has begun.
inline void hold(int* go) {
  raise(go + 1);
  for (int i = 0; i < 100000 && peek(go) == 0; ++i)
    std::this_thread::sleep_for(std::chrono::microseconds(100));
}
inline void set_flag(int* p, int v) { raise(p, v); }

}  // namespace matrix
