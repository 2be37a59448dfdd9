#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/engine/errors.hpp>
#include <simt/engine/surface_error.hpp>
#include <simt/runtime/error_code.hpp>

#include <exception>
#include <new>
#include <string>

namespace simt::inline SIMT_ABI {

/// A call of the host runtime that failed, with the code that CUDA's call would have returned.
class runtime_error : public error {
 public:
  runtime_error(error_code code, std::string const& call)
      : error(call + ": " + error_string(code) + " (" + error_name(code) + ")"), code_(code) {}

  [[nodiscard]] error_code code() const noexcept { return code_; }

 private:
  error_code code_;
};

/// Thrown inside a kernel to end it as CUDA's device errors do: the code becomes the device's
/// error, which every later call answers until the device is reset.
class device_fault : public error {
 public:
  device_fault(error_code code, std::string const& text) : error(text), code_(code) {}

  [[nodiscard]] error_code code() const noexcept { return code_; }

 private:
  error_code code_;
};

namespace detail {

/// Throws what a failed call answers.
inline void check(error_code code, char const* call) {
  if (code != error_code::success) [[unlikely]]
    throw runtime_error(code, call);
}

struct fault_report {
  error_code code;
  bool sticky;  ///< the device is unusable until its reset
  std::string text;
};

/// Gives the error that work of a stream that ended with an exception means to later calls.
inline fault_report describe_fault(std::exception_ptr const& e) noexcept {
  try {
    std::rethrow_exception(e);
  } catch (device_fault const& f) {
    return {f.code(), true, f.what()};
  } catch (stack_overflow_error const& f) {
    return {error_code::illegal_address, true, f.what()};
  } catch (illegal_address_error const& f) {
    return {error_code::illegal_address, true, f.what()};
  } catch (surface_error const& f) {
    return {f.misaligned ? error_code::misaligned_address : error_code::illegal_address, true,
            f.what()};
  } catch (launch_error const& f) {
    return {error_code::invalid_configuration, false, f.what()};
  } catch (runtime_error const& f) {
    return {f.code(), false, f.what()};
  } catch (std::bad_alloc const& f) {
    return {error_code::memory_allocation, false, f.what()};
  } catch (std::exception const& f) {
    return {error_code::launch_failure, true, f.what()};
  } catch (...) {
    return {error_code::launch_failure, true, "an exception that is no std::exception"};
  }
}

}  // namespace detail

}  // namespace simt::inline SIMT_ABI
