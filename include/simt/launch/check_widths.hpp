#pragma once
// SPDX-License-Identifier: MIT

#include <simt/launch/detail/element_comparison.hpp>
#include <simt/launch/launch.hpp>
#include <simt/launch/width_mismatch.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI {
namespace detail {

/// A buffer that check_widths copies for each run.
template <class T>
struct checked_buffer {
  using element = T;
  std::span<T> data;
  double tolerance;
};
template <class A>
inline constexpr bool is_checked_buffer = false;
template <class T>
inline constexpr bool is_checked_buffer<checked_buffer<T>> = true;

/// A buffer's elements apart from the user's; nothing for other arguments. Not a vector: that has
/// no pointer to its bools.
template <class A>
struct argument_copy {
  explicit argument_copy(A const&) {}
};
template <class T>
struct argument_copy<checked_buffer<T>> {
  std::unique_ptr<T[]> data;
  explicit argument_copy(checked_buffer<T> const& from)
      : data(std::make_unique_for_overwrite<T[]>(from.data.size())) {
    std::copy(from.data.begin(), from.data.end(), data.get());
  }
};

/// A kernel's arguments with copies of its buffers, for one run.
template <class... Args>
class run_arguments {
  using sequence = std::index_sequence_for<Args...>;

 public:
  explicit run_arguments(std::tuple<Args const&...> const& args) : args_(args), copies_(args) {}

  template <int Width, class Kernel, class Block>
  void launch(Kernel const& kernel, shape<Block, void> const& s) const {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      launch_at<Width>(kernel, s, argument<I>()...);
    }
    (sequence{});
  }
  /// Throws at the first element in which this run differs from `first`.
  template <class Kernel>
  void compare(run_arguments const& first, int first_width, int width) const {
    std::size_t buffer = 0;
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (compare_one<I, Kernel>(first, first_width, width, buffer), ...);
    }
    (sequence{});
  }
  void write_back() const {
    [&]<std::size_t... I>(std::index_sequence<I...>) { (write_one<I>(), ...); }
    (sequence{});
  }

 private:
  template <std::size_t I>
  using given = std::tuple_element_t<I, std::tuple<Args...>>;

  template <std::size_t I>
  decltype(auto) argument() const {
    if constexpr (is_checked_buffer<given<I>>)
      return ptr<typename given<I>::element>(std::get<I>(copies_).data.get());
    else
      return (std::get<I>(args_));
  }
  template <std::size_t I, class Kernel>
  void compare_one(run_arguments const& first, int first_width, int width,
                   std::size_t& buffer) const {
    if constexpr (is_checked_buffer<given<I>>) {
      auto const* const a = std::get<I>(first.copies_).data.get();
      auto const* const b = std::get<I>(copies_).data.get();
      auto const n = std::get<I>(args_).data.size();
      double const tolerance = std::get<I>(args_).tolerance;
      double const magnitude = mean_magnitude(a, n);
      for (std::size_t i = 0; i < n; ++i)
        if (!same_element(a[i], b[i], tolerance, magnitude))
          throw width_mismatch(kernel_name<Kernel>(), buffer, i, {first_width, element_text(a[i])},
                               {width, element_text(b[i])},
                               tolerance > 0 ? element_text(tolerance) : std::string());
      ++buffer;
    }
  }
  template <std::size_t I>
  void write_one() const {
    if constexpr (is_checked_buffer<given<I>>) {
      auto const& to = std::get<I>(args_).data;
      std::copy_n(std::get<I>(copies_).data.get(), to.size(), to.begin());
    }
  }

  std::tuple<Args const&...> const& args_;
  std::tuple<argument_copy<Args>...> copies_;
};

/// Refuses buffers that share memory: their copies would not.
template <class... Args>
void check_apart(Args const&... args) {
  std::vector<std::pair<std::uintptr_t, std::uintptr_t>> seen;
  auto const look = [&](auto const& a) {
    if constexpr (is_checked_buffer<std::remove_cvref_t<decltype(a)>>) {
      auto const bytes = std::as_bytes(a.data);
      auto const begin = reinterpret_cast<std::uintptr_t>(bytes.data());
      auto const end = begin + bytes.size();
      for (auto const& [b, e] : seen)
        if (begin < e && b < end)
          throw error("simt::check_widths: two in_out buffers share memory; pass each buffer once");
      seen.emplace_back(begin, end);
    }
  };
  (look(args), ...);
}

/// Lanes of a gang of the asked width, in a block of this kind.
template <int Width, class Block>
constexpr int lanes_at() {
  if constexpr (Width == whole_block)
    return static_width<Width, Block::threads>();
  else
    return Width;
}

/// A list of widths without repetitions.
template <int... Done>
struct width_list {
  template <int W>
  static constexpr auto with() {
    if constexpr (((W == Done) || ...))
      return width_list<Done...>{};
    else
      return width_list<Done..., W>{};
  }
};
template <class Block>
constexpr auto default_widths() {
  constexpr auto list = decltype(width_list<1>::with<simd::native_lanes>())::template with<32>();
  constexpr auto more = list.template with<64>();
  if constexpr (requires { Block::threads; }) {
    // Wider gangs are seldom asked for and take long to compile: they can be named.
    if constexpr (Block::threads <= whole_block_limit)
      return more.template with<lanes_at<whole_block, Block>()>();
    else
      return more;
  } else {
    return more;
  }
}

template <int First, int... More, class Kernel, class Block, class Queue, class... Args>
void run_widths(width_list<First, More...>, Kernel const& kernel, shape<Block, Queue> const& s,
                Args const&... args) {
  check_apart(args...);
  if constexpr (!std::is_void_v<Queue>) {
    if (s.queue != nullptr) s.queue->synchronize();
  }
  shape<Block, void> const here(s.grid, s.block, s.shared);
  std::tuple<Args const&...> const all(args...);
  run_arguments<Args...> const first(all);
  first.template launch<First>(kernel, here);
  auto const again = [&]<int Width>() {
    run_arguments<Args...> const run(all);
    run.template launch<Width>(kernel, here);
    run.template compare<Kernel>(first, lanes_at<First, Block>(), lanes_at<Width, Block>());
  };
  (again.template operator()<More>(), ...);
  first.write_back();
}

}  // namespace detail

/// A buffer for check_widths: a container, an array or a span of what the kernel reads and writes.
/// - Units:   tolerance relative to the larger of two numbers, or to the mean magnitude of the
///            buffer's numbers where both are smaller; integers are compared exactly
/// - Needs:   contiguous, not const; elements of an arithmetic, enumeration, vector or trivially
///            copyable type. Structs: compared by == where they have it, else by their bytes, in
///            which what reads as a float (integers beyond 2^23 do, too) may differ by the
///            tolerance, as a double by 2^-29 of it
/// - Source:  ours
template <class Buffer>
[[nodiscard]] auto in_out(Buffer&& buffer, double tolerance) {
  static_assert(
      requires { std::span(buffer); },
      "simt::in_out: the buffer must be contiguous: a vector (but not of bool), an "
      "array or a span");
  std::span const data(buffer);
  using T = typename decltype(data)::element_type;
  static_assert(!std::is_const_v<T>,
                "simt::in_out: the elements are const; pass what is only read as a pointer");
  static_assert(std::is_trivially_copyable_v<T>,
                "simt::in_out: the elements must be trivially copyable, as all that kernels store");
  return detail::checked_buffer<T>{data, tolerance};
}
/// The same with room for sums in another order and for fused multiply-adds: 256 units in the last
/// place, of structs 256 of a float's. Where errors grow (an iteration, a difference of numbers that
/// are nearly equal) correct kernels need more: say how much.
template <class Buffer>
[[nodiscard]] auto in_out(Buffer&& buffer) {
  auto checked = in_out(buffer, 0.0);
  checked.tolerance = detail::default_tolerance<typename decltype(checked)::element>();
  return checked;
}

/// Runs a kernel at several gang widths, each time on fresh copies of its buffers, and compares
/// what they hold afterwards. Finds what C++ cannot see: a uniform that is changed under
/// divergence, a missing barrier, a result that hangs on the order of threads.
/// - Same as: launch(kernel, shape, args...), if all widths agree
/// - Shape:   args: what launch takes; each buffer that the kernel writes stands as in_out(buffer)
/// - Needs:   memory that the kernel reaches in other ways is read only, or does not mind several
///            runs; Widths as launch_at takes them, not 0. A kernel with warp functions has no
///            gang of 2 to 31 lanes: name the widths, check_widths<1, 32, 64>(kernel, …)
/// - Order:   waits; work queued before in the shape's stream is done first
/// - Differs: floating-point numbers need not agree to the last bit: compilers round a * b + c once
///            or twice as they like, and may like otherwise at another width. With -ffp-contract=off
///            and -DSIMT_NO_CONTRACTION they do agree, and in_out(buffer, 0.0) checks that
/// - Errors:  width_mismatch; what launch throws at one of the widths; simt::error where two
///            buffers share memory. The buffers are then as they were; else they hold the result
/// - Widths:  by default 1, native, 32, 64 and, for static blocks up to 256 threads, the whole block
/// - Source:  ours
template <int... Widths, class Kernel, class Block, class Queue, class... Args>
void check_widths(Kernel const& kernel, shape<Block, Queue> const& s, Args const&... args) {
  if constexpr (sizeof...(Widths) == 0)
    detail::run_widths(detail::default_widths<Block>(), kernel, s, args...);
  else
    detail::run_widths(detail::width_list<Widths...>{}, kernel, s, args...);
}
/// The same for a lambda, shape first.
template <int... Widths, class Block, class Queue, class Lambda, class... Args>
void check_widths(shape<Block, Queue> const& s, Lambda const& lambda, Args const&... args) {
  check_widths<Widths...>(lambda, s, args...);
}

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
