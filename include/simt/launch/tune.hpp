#pragma once
// SPDX-License-Identifier: MIT

#include <simt/engine/clock.hpp>
#include <simt/launch/detail/tuning_table.hpp>
#include <simt/launch/launch.hpp>
#include <simt/simd/arch.hpp>

#include <oneapi/tbb/task_arena.h>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <typeinfo>
#include <utility>

namespace simt::inline SIMT_ABI {

/// The answer of `tune`.
struct tuned {
  int width;     ///< the gang width of this launch, as `launch_at` takes it
  bool settled;  ///< no further width is tried for such launches
};

/// Has `tune` keep what it finds out in a file, and begin with what stands there. Without it, the
/// file is the one that the environment's SIMT_TUNE_FILE names when `tune` is first called; with
/// neither, results last as long as the process.
/// - Errors:  a file that cannot be read or written, or a line of it that says nothing, is left
///            alone
inline void keep_tuning_in(std::string path) {
  detail::tuning_table::of_process().use(std::move(path));
}

namespace detail {

/// The key, the same for two launches if they are to have the same width: kernel, block, the grid's
/// order of magnitude, instruction set, number of threads, widths to choose from.
template <class Kernel, int... Widths>
[[nodiscard]] std::string tuning_key(dim3 grid, dim3 block) {
  std::string key = typeid(Kernel).name();
  auto const add = [&](char mark, std::uint64_t number) {
    (key += mark) += std::to_string(number);
  };
  add('/', block.x);
  add('x', block.y);
  add('x', block.z);
  add('/', static_cast<unsigned>(std::bit_width(grid.count())));
  (key += '/') += simd::isa_name;
  add('/', static_cast<unsigned>(tbb::this_task_arena::max_concurrency()));
  char mark = '/';
  ((key += std::exchange(mark, ',') + std::to_string(Widths)), ...);
  return key;
}

}  // namespace detail

/// Runs a kernel once, as `launch` does, with the gang width that is fastest for it: the first
/// launches try one width after another, three times each, and those that follow take the one whose
/// shortest launch was the shortest.
/// - Same as: launch_at<W>(kernel, s, args...), W one of Widths; without Widths 32, 64 or 128
/// - Shape:   one without a stream: a launch is timed from its beginning to its end
/// - Needs:   launches that do the same amount of work each, where their kernel, block and number
///            of blocks (to the next power of two) are the same
/// - Errors:  as launch; a launch that fails counts for nothing
/// - Cost:    a copy of the kernel for each width, which the compiler makes; a look into a table
/// - Source:  ours; results as with launch_at
template <int... Widths, class Kernel, class Block, class... Args>
tuned tune(Kernel const& kernel, shape<Block, void> const& s, Args const&... args) {
  if constexpr (sizeof...(Widths) == 0) {
    return tune<32, 64, 128>(kernel, s, args...);
  } else {
    constexpr std::array<int, sizeof...(Widths)> widths{Widths...};
    detail::tuning_table& table = detail::tuning_table::of_process();
    std::string const key =
        detail::tuning_key<Kernel, Widths...>(s.grid, detail::block_dim_of(s.block));
    detail::tuning_choice const choice = table.choose(key, widths.size());
    std::int64_t const begun = detail::clock_nanoseconds();
    std::size_t i = 0;
    ((i++ == choice.index ? launch_at<Widths>(kernel, s, args...) : void()), ...);
    bool const settled = choice.settled || table.learn(key, choice.index, widths.size(),
                                                       detail::clock_nanoseconds() - begun);
    return {widths[choice.index], settled};
  }
}

}  // namespace simt::inline SIMT_ABI
