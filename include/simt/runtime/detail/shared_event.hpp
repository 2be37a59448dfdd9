#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/runtime/detail/shared_pages.hpp>

#include <unistd.h>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <new>
#include <thread>

namespace simt::inline SIMT_ABI::detail {

/// An event that several processes of the host record and wait for: a page that all of them map.
/// It stands for the recording that began last.
class shared_event {
 public:
  shared_event() : file_{make_memory_file(shared_page)} {
    pages_ = describe(file_.get(), shared_page);
    if (void* const p = map_pages(pages_)) state_ = new (p) state;
  }
  explicit shared_event(shared_pages const& pages) : file_{-1}, pages_{pages} {
    state_ = static_cast<state*>(map_pages(pages));
  }
  shared_event(shared_event const&) = delete;
  shared_event& operator=(shared_event const&) = delete;
  ~shared_event() {
    if (state_ != nullptr) ::munmap(state_, shared_page);
  }

  [[nodiscard]] bool works() const noexcept { return state_ != nullptr; }
  [[nodiscard]] shared_pages pages() const noexcept { return pages_; }

  /// Begins a recording; its number is for reach().
  [[nodiscard]] std::uint64_t begin() noexcept {
    state_->recorder.store(static_cast<int>(::getpid()));
    return state_->begun.fetch_add(1) + 1;
  }
  void reach(std::uint64_t number) noexcept {
    std::uint64_t now = state_->reached.load();
    while (now < number && !state_->reached.compare_exchange_weak(now, number)) {
    }
  }
  /// The recording that the event stands for now; 0: none.
  [[nodiscard]] std::uint64_t last() const noexcept { return state_->begun.load(); }
  [[nodiscard]] bool is_recorded_here() const noexcept {
    return state_->recorder.load() == static_cast<int>(::getpid());
  }
  [[nodiscard]] bool has_reached(std::uint64_t number) const noexcept {
    return state_->reached.load() >= number;
  }
  /// Waits for a recording. False if the process that made it has ended without getting there.
  [[nodiscard]] bool wait(std::uint64_t number) const {
    for (int turn = 0; !has_reached(number); ++turn) {
      if (turn % 64 == 63 && ::getpgid(state_->recorder.load()) < 0 && errno == ESRCH)
        return has_reached(number);
      std::this_thread::sleep_for(std::chrono::microseconds(turn < 100 ? 20 : 200));
    }
    return true;
  }

 private:
  struct state {
    std::atomic<std::uint64_t> begun{0};
    std::atomic<std::uint64_t> reached{0};
    std::atomic<int> recorder{0};
  };
  static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

  file_descriptor file_;
  shared_pages pages_;
  state* state_ = nullptr;
};

}  // namespace simt::inline SIMT_ABI::detail
