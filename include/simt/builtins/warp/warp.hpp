#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/warp/match.hpp>
#include <simt/builtins/warp/reduce.hpp>
#include <simt/builtins/warp/shuffle.hpp>
#include <simt/builtins/warp/vote.hpp>

namespace simt::inline SIMT_ABI::detail {

/// The warp functions as members of a gang of W lanes.
template <int W>
struct warp_functions : shuffle_functions<W>,
                        vote_functions<W>,
                        match_functions<W>,
                        reduce_functions<W> {};

}  // namespace simt::inline SIMT_ABI::detail
