// SPDX-License-Identifier: MIT
#include <simt/lanes/flow/errors.hpp>

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>

namespace simt_test::flow_errors {

namespace detail = simt::detail;

template <class F>
std::string fault_of(F f) {
  try {
    f();
  } catch (detail::flow_fault const& fault) {
    return fault.what;
  }
  return "none";
}

/// A scope as simt_if makes one, which its statement has not ended.
struct scope {
  std::string& said;
  ~scope() { said = fault_of(detail::scope_abandoned); }
};

TEST_CASE("errors: a scope that ends before its statement says what was left how") {
  CHECK(fault_of([] { detail::throw_flow("because"); }) == "because");
  detail::active_mask() = {};
  std::string const said = fault_of(detail::scope_abandoned);
  CHECK(said == detail::left_by_plain_statement);
  for (char const* word : {"simt_if", "simt_while", "simt_for", "simt_do", "simt_switch",
                           "simt_break", "simt_continue", "simt_return"})
    CHECK(said.find(word) != std::string::npos);
}

TEST_CASE("errors: not where simt_return or an exception is why") {
  detail::active_mask() = {};
  detail::active_mask().leaving = true;
  CHECK(fault_of(detail::scope_abandoned) == "none");
  detail::active_mask() = {};
  std::string said;
  try {
    scope const left{said};
    throw std::runtime_error("the user's");
  } catch (std::runtime_error const&) {
  }
  CHECK(said == "none");
  { scope const left{said}; }
  CHECK(said == detail::left_by_plain_statement);
}

}  // namespace simt_test::flow_errors
