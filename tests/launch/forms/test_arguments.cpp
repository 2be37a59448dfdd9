// SPDX-License-Identifier: MIT
#include <simt/launch/arguments.hpp>

#include <doctest/doctest.h>

#include <string>
#include <type_traits>
#include <utility>

namespace {

using simt::ptr;
using simt::detail::kernel_args;
using simt::detail::kernel_argument;

template <class A>
using taken = decltype(kernel_argument(std::declval<A>()));

static_assert(std::is_same_v<taken<float*&>, ptr<float>>);
static_assert(std::is_same_v<taken<float const*>, ptr<float const>>);
static_assert(std::is_same_v<taken<int (&)[8]>, ptr<int>>);
static_assert(std::is_same_v<taken<void*&>, void*>);
static_assert(std::is_same_v<taken<void (*)(int)>, void (*)(int)>);
static_assert(std::is_same_v<taken<int const&>, int>);
static_assert(std::is_same_v<taken<ptr<int>&>, ptr<int>>);

// Each task copies them, where that is cheap.
static_assert(std::is_trivially_copyable_v<kernel_args<int, ptr<float>, double>>);
static_assert(std::is_trivially_copyable_v<kernel_args<>>);

}  // namespace

TEST_CASE("kernel_args: call hands them over in order, each of its own type") {
  kernel_args<int, std::string, int> const args{{1}, {"two"}, {3}};
  args.call([](int const& a, std::string const& b, int const& c) {
    CHECK(a == 1);
    CHECK(b == "two");
    CHECK(c == 3);
  });
  int x[] = {4, 5};
  CHECK(kernel_argument(x)[1] == 5);
}
