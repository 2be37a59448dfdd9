#pragma once
// SPDX-License-Identifier: MIT

// The stop watch of CUDA's samples.
// - Source:  CUDA samples 13.0, Common/helper_timer.h, by behaviour

// Stands back where a program's own copy came first.
#ifndef COMMON_HELPER_TIMER_H_
#define COMMON_HELPER_TIMER_H_

#include <simt/config.hpp>

#include <sys/time.h>
#include <chrono>
#include <ctime>
#include <exception>
#include <vector>

#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif

inline namespace SIMT_ABI {

/// A stop watch: times are sums over all stretches from a start to its stop.
/// - Units:   milliseconds of wall time
/// - Source:  CUDA samples 13.0, Common/helper_timer.h
class StopWatchInterface {
 public:
  virtual ~StopWatchInterface() = default;
  virtual void start() = 0;
  virtual void stop() = 0;
  /// Forgets all stretches; a running watch starts again.
  virtual void reset() = 0;
  /// The sum, with the stretch that runs.
  virtual float getTime() = 0;
  /// The sum of stretches that have ended by their number; 0 before there is one.
  virtual float getAverageTime() = 0;

 protected:
  StopWatchInterface() = default;
  StopWatchInterface(StopWatchInterface const&) = default;
  StopWatchInterface& operator=(StopWatchInterface const&) = default;
};

}  // namespace SIMT_ABI

namespace simt::inline SIMT_ABI::detail {

class stop_watch final : public StopWatchInterface {
 public:
  void start() override {
    start_ = clock::now();
    running_ = true;
  }
  void stop() override {
    total_ += clock::now() - start_;
    running_ = false;
    ++stretches_;
  }
  void reset() override {
    total_ = {};
    stretches_ = 0;
    if (running_) start_ = clock::now();
  }
  float getTime() override {
    return milliseconds(running_ ? total_ + (clock::now() - start_) : total_);
  }
  float getAverageTime() override {
    return stretches_ > 0 ? milliseconds(total_) / static_cast<float>(stretches_) : 0.0f;
  }

 private:
  using clock = std::chrono::steady_clock;
  static float milliseconds(clock::duration time) {
    return std::chrono::duration<float, std::milli>(time).count();
  }

  clock::time_point start_ = clock::now();
  clock::duration total_{};
  int stretches_ = 0;
  bool running_ = false;
};

}  // namespace simt::inline SIMT_ABI::detail

inline namespace SIMT_ABI {

/// The stop watch by functions; they do nothing to a null one, and answer true.
/// - Source:  CUDA samples 13.0, Common/helper_timer.h
inline bool sdkCreateTimer(StopWatchInterface** timer_interface) {
  *timer_interface = new simt::detail::stop_watch;
  return true;
}
inline bool sdkDeleteTimer(StopWatchInterface** timer_interface) {
  delete *timer_interface;
  *timer_interface = nullptr;
  return true;
}
inline bool sdkStartTimer(StopWatchInterface** timer_interface) {
  if (*timer_interface != nullptr) (*timer_interface)->start();
  return true;
}
inline bool sdkStopTimer(StopWatchInterface** timer_interface) {
  if (*timer_interface != nullptr) (*timer_interface)->stop();
  return true;
}
inline bool sdkResetTimer(StopWatchInterface** timer_interface) {
  if (*timer_interface != nullptr) (*timer_interface)->reset();
  return true;
}
inline float sdkGetAverageTimerValue(StopWatchInterface** timer_interface) {
  return *timer_interface == nullptr ? 0.0f : (*timer_interface)->getAverageTime();
}
inline float sdkGetTimerValue(StopWatchInterface** timer_interface) {
  return *timer_interface == nullptr ? 0.0f : (*timer_interface)->getTime();
}

}  // namespace SIMT_ABI

#endif  // COMMON_HELPER_TIMER_H_
