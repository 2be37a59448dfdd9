// SPDX-License-Identifier: MIT
#include <simt/launch/width_mismatch.hpp>

#include <doctest/doctest.h>

#include <string>
#include <type_traits>

TEST_CASE("width_mismatch: the message spells out what its parts say, and copies cannot throw") {
  static_assert(std::is_base_of_v<simt::error, simt::width_mismatch> &&
                std::is_nothrow_copy_constructible_v<simt::width_mismatch>);
  simt::width_mismatch const e("scale", 1, 4000000000u, {1, "(1, 2)"}, {64, "nan"});
  CHECK(std::string(e.what()) ==
        "simt::check_widths: kernel scale, buffer 1, element 4000000000: (1, 2) at gang width 1, "
        "nan at gang width 64");
  simt::width_mismatch const copy = e;
  CHECK(copy.kernel() == "scale");
  CHECK(copy.buffer() == 1);
  CHECK(copy.element() == 4000000000u);
  CHECK((copy.first().width == 1 && copy.first().value == "(1, 2)"));
  CHECK((copy.second().width == 64 && copy.second().value == "nan"));
}
