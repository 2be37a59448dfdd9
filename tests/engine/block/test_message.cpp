// SPDX-License-Identifier: MIT

#include <simt/engine/detail/message.hpp>

#include <doctest/doctest.h>

#include <cstdint>

TEST_CASE("message: pieces, numbers of any size and places stand one behind the other") {
  simt::detail::message text;
  CHECK(text.empty());
  text << "threads " << 0u << " to " << 1024u << " at " << simt::uint3{7, 0, 65535} << ", "
       << ~std::uint64_t{0};
  CHECK(!text.empty());
  CHECK(text.text() == "threads 0 to 1024 at (7, 0, 65535), 18446744073709551615");
}
