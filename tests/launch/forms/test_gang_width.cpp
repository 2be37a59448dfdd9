// SPDX-License-Identifier: MIT
#include <simt/launch/gang_width.hpp>

#include <doctest/doctest.h>

#include <type_traits>
#include <vector>

namespace {

using simt::dim3;
using simt::detail::box_layout;
using simt::detail::choose_gangs;
using simt::detail::form_in_block;
using simt::detail::gang_form;
using simt::detail::layout_of;
using simt::detail::line_layout;
using simt::detail::row_layout;
using simt::detail::scattered_layout;
using simt::detail::static_shape;
using simt::detail::static_width;

template <class Layout, int W, int X, int Y, int Z>
constexpr bool lies_as = std::is_same_v<decltype(layout_of<W, X, Y, Z>()), Layout>;

// Blocks of one dimension, whatever the width.
static_assert(lies_as<line_layout, 32, 100, 1, 1> && lies_as<line_layout, 1, 100, 1, 1>);
// One thread wide: its coordinates are uniform.
static_assert(lies_as<row_layout, 1, 16, 16, 1>);
// The whole block, rows, parts of rows, planes, and what has no pattern.
static_assert(lies_as<box_layout<7, 5, 1>, 64, 7, 5, 1>);
static_assert(lies_as<row_layout, 32, 64, 4, 1> && lies_as<row_layout, 32, 32, 8, 1>);
static_assert(lies_as<box_layout<16, 2, 1>, 32, 16, 16, 1>);
static_assert(lies_as<box_layout<8, 4, 1>, 32, 8, 8, 4>);
static_assert(lies_as<box_layout<4, 4, 2>, 32, 4, 4, 8>);
static_assert(lies_as<scattered_layout, 32, 8, 6, 2> && lies_as<scattered_layout, 32, 24, 8, 1>);

// Full where the gangs' lanes are all threads, the block where one gang has them all.
static_assert(form_in_block<32, 16, 16, 1>::is_full && !form_in_block<32, 16, 16, 1>::is_block);
static_assert(!form_in_block<64, 7, 5, 1>::is_full && form_in_block<64, 7, 5, 1>::is_block);
static_assert(form_in_block<64, 8, 8, 1>::is_full && form_in_block<64, 8, 8, 1>::is_block);

// Static blocks up to the limit are one gang, of whole warps.
static_assert(static_width<0, 1>() == 32 && static_width<0, 65>() == 96);
static_assert(static_width<0, simt::whole_block_limit>() == simt::whole_block_limit);
static_assert(static_width<0, simt::whole_block_limit + 1>() == simt::default_width);
static_assert(static_width<simt::whole_block, 1000>() == 1024 && static_width<1, 100>() == 1);
static_assert(simt::default_width % simt::detail::warp_lanes == 0);

struct chosen {
  int width;
  bool is_full, is_block, is_line, is_row;
  bool operator==(chosen const&) const = default;
};

template <int Wanted, class Block>
std::vector<chosen> forms(Block const& block, dim3 extents) {
  std::vector<chosen> out;
  choose_gangs<Wanted>(block, extents, [&]<class Form>(Form) {
    using Layout = typename Form::layout;
    out.push_back({Form::width, Form::is_full, Form::is_block, std::is_same_v<Layout, line_layout>,
                   std::is_same_v<Layout, row_layout>});
  });
  return out;
}

}  // namespace

TEST_CASE("choose_gangs: full gangs where they fill the rows of a shape known at run time") {
  using all = std::vector<chosen>;
  int const d = simt::default_width;
  CHECK(forms<32>(64, dim3(64)) == all{{32, true, false, true, false}});
  CHECK(forms<32>(65, dim3(65)) == all{{32, false, false, true, false}});
  CHECK(forms<0>(1024, dim3(1024)) == all{{d, true, false, true, false}});
  CHECK(forms<32>(dim3(64, 4), dim3(64, 4)) == all{{32, true, false, false, true}});
  CHECK(forms<32>(dim3(16, 16), dim3(16, 16)) == all{{32, false, false, false, false}});
  CHECK(forms<1>(dim3(5, 3), dim3(5, 3)) == all{{1, true, false, false, true}});
  CHECK(forms<1>(77, dim3(77)) == all{{1, true, false, true, false}});
}

TEST_CASE("choose_gangs: rows of parts of a gang are full gangs, narrower ones where none fit") {
  using all = std::vector<chosen>;
  CHECK(forms<0>(dim3(16, 16), dim3(16, 16)) ==
        all{{simt::default_width, true, false, false, false}});
  CHECK(forms<0>(dim3(7, 5), dim3(7, 5)) ==
        all{{simt::detail::scattered_width, false, false, false, false}});
}

TEST_CASE("choose_gangs: one form of a shape known at compile time") {
  using all = std::vector<chosen>;
  CHECK(forms<0>(static_shape<77, 1, 1>{}, dim3(77)) == all{{96, false, true, true, false}});
  CHECK(forms<32>(static_shape<64, 4, 1>{}, dim3(64, 4)) == all{{32, true, false, false, true}});
  CHECK(forms<0>(static_shape<16, 16, 1>{}, dim3(16, 16)) == all{{256, true, true, false, false}});
}
