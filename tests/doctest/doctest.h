#pragma once
// SPDX-License-Identifier: MIT

// doctest, found in front of the system's: its assertions and messages as little code as it can
// have them, since tests compile them thousands of times. A CHECK is one call (an exception within
// ends the test case then), and what INFO and CAPTURE print is one function each, not a class.
#pragma GCC system_header
#define DOCTEST_CONFIG_SUPER_FAST_ASSERTS
#include_next <doctest/doctest.h>

#include <iosfwd>

namespace simt_test {

/// Has `print`, which is called if an assertion fails in this scope, write to a stream.
class message_scope final : public doctest::detail::ContextScopeBase {
 public:
  template <class Print>
  explicit message_scope(Print const& print)
      : print_(&print),
        call_([](void const* at, std::ostream* out) { (*static_cast<Print const*>(at))(out); }) {}
  message_scope(message_scope const&) = delete;
  message_scope& operator=(message_scope const&) = delete;
  ~message_scope() override { destroy(); }
  void stringify(std::ostream* out) const override { call_(print_, out); }

 private:
  void const* print_;
  void (*call_)(void const*, std::ostream*);
};

}  // namespace simt_test

#undef DOCTEST_INFO_IMPL
#define DOCTEST_INFO_IMPL(builder, out, ...)                                                   \
  auto const DOCTEST_CAT(builder, _print) = [&](std::ostream* out) {                           \
    doctest::detail::MessageBuilder builder(__FILE__, __LINE__, doctest::assertType::is_warn); \
    builder.m_stream = out;                                                                    \
    (builder) * __VA_ARGS__;                                                                   \
  };                                                                                           \
  simt_test::message_scope const DOCTEST_CAT(builder, _scope)(DOCTEST_CAT(builder, _print))
