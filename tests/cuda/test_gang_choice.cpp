// SPDX-License-Identifier: MIT
#include <simt/cuda/lane/gang_choice.h>

#include <doctest/doctest.h>

#include <type_traits>
#include <vector>

namespace {

using simt::dim3;
using simt::cuda::lane::any_blocks;
using simt::cuda::lane::blocks_of;
using simt::cuda::lane::gang_choice;
using simt::cuda::lane::gang_lanes;
using simt::cuda::lane::gangs;
using simt::cuda::lane::launch_bound_of;
using simt::detail::line_layout;
using simt::detail::row_layout;
using simt::detail::scattered_layout;

// Kernels as the .cu step writes them, for what it says of them.
struct plain_kernel {
  struct written {};
};
struct bounded_kernel {
  struct written {
    static constexpr int most_threads = 128;
  };
};
struct tiny_kernel {
  struct written {
    static constexpr int most_threads = 16;
  };
};

struct chosen {
  int width;
  bool is_full, is_block;
  bool operator==(chosen const&) const = default;
};

// The forms that a choice runs a block of this shape in: one, or none where the bound rules it out.
template <class Choice>
std::vector<chosen> forms(dim3 block) {
  std::vector<chosen> out;
  Choice::choose(block, [&]<class Form>(Form) {
    CHECK((Form::width % gang_lanes == 0 || Form::is_block));
    if constexpr (Form::is_full) CHECK(block.count() % unsigned{Form::width} == 0);
    if constexpr (Form::is_block) CHECK(block.count() == unsigned{Form::width});
    if constexpr (std::is_same_v<typename Form::layout, line_layout>) CHECK(block.y * block.z == 1);
    if constexpr (std::is_same_v<typename Form::layout, row_layout>)
      CHECK(block.x % unsigned{Form::width} == 0);
    out.push_back({Form::width, Form::is_full, Form::is_block});
  });
  return out;
}

template <bool Planar, bool Barriers, gangs Gangs, class Blocks = any_blocks>
using choice = gang_choice<Planar, Barriers, Gangs, plain_kernel, Blocks>;

std::vector<dim3> const shapes{dim3(1),      dim3(31),    dim3(32),     dim3(33),     dim3(64),
                               dim3(96),     dim3(256),   dim3(512),    dim3(1000),   dim3(1024),
                               dim3(16, 16), dim3(32, 8), dim3(16, 4),  dim3(8, 8),   dim3(32, 32),
                               dim3(64, 4),  dim3(7, 5),  dim3(16, 60), dim3(4, 4, 4)};

template <bool Planar, bool Barriers, gangs Gangs>
void each_shape_has_one() {
  using c = choice<Planar, Barriers, Gangs>;
  for (dim3 const& b : shapes) {
    if (!Planar && b.y * b.z != 1) continue;
    CAPTURE(b.x);
    CAPTURE(b.y);
    CAPTURE(b.z);
    CHECK(forms<c>(b).size() == 1);
  }
}

static_assert(launch_bound_of(256) == 256 && launch_bound_of(256u, 4) == 256);
static_assert(launch_bound_of(0) == 1024 && launch_bound_of(-1) == 1024);
static_assert(launch_bound_of(5000) == 1024);

}  // namespace

TEST_CASE("gang_choice: every shape of a block has one form, which fits it") {
  each_shape_has_one<false, false, gangs::all>();
  each_shape_has_one<false, true, gangs::all>();
  each_shape_has_one<true, false, gangs::all>();
  each_shape_has_one<true, true, gangs::all>();
  each_shape_has_one<false, true, gangs::few>();
  each_shape_has_one<true, true, gangs::few>();
  each_shape_has_one<true, false, gangs::small>();
  each_shape_has_one<false, false, gangs::small>();
}

TEST_CASE("gang_choice: a block that the launch's text says is one gang where one can be it") {
  using all = std::vector<chosen>;
  CHECK(forms<choice<false, true, gangs::all, blocks_of<64, 1, 1>>>(dim3(64)) ==
        all{{64, true, true}});
  CHECK(forms<choice<true, true, gangs::all, blocks_of<8, 8, 1>>>(dim3(8, 8)).size() == 1);
  CHECK(forms<choice<true, true, gangs::all, blocks_of<16, 4, 1>>>(dim3(16, 4)) ==
        all{{64, true, true}});
  CHECK(forms<choice<true, true, gangs::all, blocks_of<16, 16, 1>>>(dim3(16, 16)).size() == 1);
  // The launch may have another shape in the end.
  CHECK(forms<choice<false, true, gangs::all, blocks_of<64, 1, 1>>>(dim3(33)).size() == 1);
  CHECK(forms<choice<true, true, gangs::all, blocks_of<16, 16, 1>>>(dim3(7, 5)) ==
        all{{gang_lanes, false, false}});
}

TEST_CASE("gang_choice: takes rows of a kernel that names x alone, and blocks within the bound") {
  if (!simt::cuda::lane::has_lane_forms) return;
  using rows = choice<false, false, gangs::all>;
  CHECK(rows::takes(dim3(100)));
  CHECK(!rows::takes(dim3(10, 10)));
  CHECK(choice<true, false, gangs::all>::takes(dim3(10, 10)));
  using bounded = gang_choice<false, true, gangs::all, bounded_kernel, any_blocks>;
  CHECK(bounded::takes(dim3(128)));
  CHECK(!bounded::takes(dim3(129)));
  // Large kernels have a form for the blocks that launches say, and for no others.
  using known = choice<true, true, gangs::few, blocks_of<16, 16, 1>>;
  CHECK(known::takes(dim3(16, 16)));
  CHECK(!known::takes(dim3(8, 8)));
}

TEST_CASE("gang_choice: blocks of less than a warp suit lanes only as a gang of their own") {
  using open = choice<false, false, gangs::all>;
  CHECK(open::suits(dim3(32)));
  CHECK(!open::suits(dim3(31)));
  if constexpr (simt::simd::native_lanes <= 16) {
    using tiny = gang_choice<false, false, gangs::all, tiny_kernel, blocks_of<16, 1, 1>>;
    CHECK(tiny::suits(dim3(16)));
    CHECK(!tiny::suits(dim3(8)));
    CHECK(forms<tiny>(dim3(16)) == std::vector<chosen>{{16, true, true}});
    static_assert(tiny::is_compiled() == simt::cuda::lane::has_lane_forms);
    static_assert(!gang_choice<false, false, gangs::all, tiny_kernel, any_blocks>::is_compiled());
  }
}
