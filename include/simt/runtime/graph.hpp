#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/runtime/event.hpp>
#include <simt/runtime/fault.hpp>
#include <simt/runtime/host_graph.hpp>

#include <concepts>
#include <functional>
#include <initializer_list>
#include <span>
#include <type_traits>
#include <utility>

namespace simt::inline SIMT_ABI {

/// A graph that is ready to run, as often as one likes.
/// - CUDA:    cudaGraphExec_t
class executable_graph {
 public:
  explicit executable_graph(graph_exec_handle handle) noexcept : handle_(handle) {}
  executable_graph(executable_graph&& other) noexcept
      : handle_(std::exchange(other.handle_, nullptr)) {}
  executable_graph& operator=(executable_graph&& other) noexcept {
    executable_graph old(std::move(*this));
    handle_ = std::exchange(other.handle_, nullptr);
    return *this;
  }
  ~executable_graph() {
    if (handle_ != nullptr) (void)destroy_graph_exec(handle_);
  }

  [[nodiscard]] graph_exec_handle get() const noexcept { return handle_; }
  /// Queues all of the graph's work; launches of one executable graph follow one another.
  /// - CUDA:    cudaGraphLaunch
  void launch(device_stream const& stream) const {
    detail::check(launch_graph(handle_, stream.get()), "simt::executable_graph::launch");
  }

 private:
  graph_exec_handle handle_;
};

/// Pieces of work and what each waits for, ended with the object; what was made from it goes on.
/// - CUDA:    cudaGraph_t
/// - Order:   work that does not wait for one another may run at the same time
/// - Source:  CUDA C++ Programming Guide 11.2, 3.2.6.6 (Graphs)
class graph {
 public:
  /// A piece of work, valid as long as its graph.
  /// - CUDA:    cudaGraphNode_t
  using node = node_handle;

  /// - Errors:  runtime_error
  graph() { detail::check(create_graph(&handle_), "simt::graph"); }
  graph(graph&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  graph& operator=(graph&& other) noexcept {
    graph old(std::move(*this));
    handle_ = std::exchange(other.handle_, nullptr);
    return *this;
  }
  ~graph() {
    if (handle_ != nullptr) (void)destroy_graph(handle_);
  }

  /// Everything that `record` puts into the stream becomes nodes instead of being run.
  /// - CUDA:    cudaStreamBeginCapture, cudaStreamEndCapture
  /// - Errors:  runtime_error, what record throws
  template <std::invocable F>
  [[nodiscard]] static graph capture(device_stream const& stream, F&& record) {
    detail::stream_record* const s = detail::find_stream(stream.get(), false);
    detail::check(s == nullptr ? error_code::invalid_resource_handle : detail::guarded([&] {
                    return detail::begin_capture(*s, detail::capture_mode::thread_local_only);
                  }),
                  "simt::graph::capture");
    graph_handle handle = nullptr;
    auto const end = [&] {
      return detail::guarded([&] {
        detail::graph_record* g = nullptr;
        error_code const e = detail::end_capture(*s, g);
        handle = g;
        return e;
      });
    };
    try {
      std::forward<F>(record)();
    } catch (...) {
      if (end() == error_code::success) (void)destroy_graph(handle);
      throw;
    }
    detail::check(end(), "simt::graph::capture");
    return graph(handle);
  }

  /// Adds a callable that runs on the host after the named nodes.
  /// - CUDA:    cudaGraphAddHostNode
  /// - Needs:   F copyable
  /// - Errors:  runtime_error: invalid_value for a node of another graph
  template <class F>
  requires std::copy_constructible<std::decay_t<F>> && std::invocable < std::decay_t<F>
  & > node add(F&& work, std::span<node const> after = {}) {
    node out = nullptr;
    detail::check(add_graph_node(&out, handle_, after.data(), after.size(),
                                 detail::node_kind::host_function, std::forward<F>(work)),
                  "simt::graph::add");
    return out;
  }
  template <class F>
  node add(F&& work, std::initializer_list<node> after) {
    return add(std::forward<F>(work), std::span<node const>(after.begin(), after.size()));
  }

  /// - CUDA:    cudaGraphInstantiate
  [[nodiscard]] executable_graph instantiate() const {
    graph_exec_handle out = nullptr;
    detail::check(instantiate_graph(&out, handle_), "simt::graph::instantiate");
    return executable_graph(out);
  }
  /// Gives an executable graph of the same shape this graph's work.
  /// - CUDA:    cudaGraphExecUpdate
  /// - Errors:  runtime_error: graph_exec_update_failure
  void update(executable_graph const& exec) const {
    detail::check(update_graph_exec(exec.get(), handle_), "simt::graph::update");
  }

  [[nodiscard]] graph_handle get() const noexcept { return handle_; }

 private:
  explicit graph(graph_handle handle) noexcept : handle_(handle) {}

  graph_handle handle_ = nullptr;
};

}  // namespace simt::inline SIMT_ABI
