#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/aggregate.hpp>
#include <simt/launch/launch.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI {

/// A kernel gave different results at two gang widths; what() spells all of it out.
class width_mismatch : public error {
 public:
  /// One element as a run at one width left it.
  struct outcome {
    int width;          ///< threads a gang
    std::string value;  ///< the element as text
  };

  width_mismatch(std::string_view kernel, std::size_t buffer, std::size_t element,
                 outcome const& first, outcome const& second)
      : error(text(kernel, buffer, element, first, second)),
        facts_(std::make_shared<facts const>(
            facts{std::string(kernel), buffer, element, first, second})) {}

  [[nodiscard]] std::string const& kernel() const noexcept { return facts_->kernel; }
  /// Which in_out argument, counted from 0.
  [[nodiscard]] std::size_t buffer() const noexcept { return facts_->buffer; }
  /// The first element that differs.
  [[nodiscard]] std::size_t element() const noexcept { return facts_->element; }
  /// What the first run, at width 1 by default, gave.
  [[nodiscard]] outcome const& first() const noexcept { return facts_->first; }
  /// What the run that differs from it gave.
  [[nodiscard]] outcome const& second() const noexcept { return facts_->second; }

 private:
  struct facts {
    std::string kernel;
    std::size_t buffer, element;
    outcome first, second;
  };

  static std::string text(std::string_view kernel, std::size_t buffer, std::size_t element,
                          outcome const& first, outcome const& second) {
    std::string out = "simt::check_widths: kernel ";
    out += kernel;
    out += ", buffer ";
    out += std::to_string(buffer);
    out += ", element ";
    out += std::to_string(element);
    out += ": ";
    out += first.value;
    out += " at gang width ";
    out += std::to_string(first.width);
    out += ", ";
    out += second.value;
    out += " at gang width ";
    out += std::to_string(second.width);
    return out;
  }

  // Shared, so that copying the exception cannot throw.
  std::shared_ptr<facts const> facts_;
};

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

/// The number that an element or the members of a vector type are.
template <class T>
struct scalar_of {
  using type = T;
};
template <vector_struct T>
struct scalar_of<T> {
  using type = std::remove_cvref_t<decltype(std::declval<T&>().x)>;
};
template <class T>
using scalar_t = typename scalar_of<T>::type;

/// Room for sums in another order, and for a * b + c rounded once or twice.
template <class T>
constexpr double default_tolerance() {
  if constexpr (std::is_floating_point_v<scalar_t<T>>)
    return 256 * static_cast<double>(std::numeric_limits<scalar_t<T>>::epsilon());
  else
    return 0;
}

/// Calls f(number) for an element or for each member of a vector type.
template <class T, class F>
void each_number(T const& x, F f) {
  if constexpr (vector_struct<T>)
    each_component<vector_traits<T>::size>([&](auto i) { f(component<i()>(x)); });
  else
    f(x);
}

/// The mean magnitude of a buffer's finite numbers: what "about zero" means in it.
template <class T>
double mean_magnitude(T const* data, std::size_t n) {
  double sum = 0;
  double count = 0;
  if constexpr (std::is_floating_point_v<scalar_t<T>>)
    for (std::size_t i = 0; i < n; ++i)
      each_number(data[i], [&](auto x) {
        if (!std::isfinite(x)) return;
        sum += std::abs(static_cast<double>(x));
        ++count;
      });
  return count > 0 ? sum / count : 0;
}

template <class T>
bool same_number(T a, T b, double tolerance, double magnitude) {
  if constexpr (std::is_floating_point_v<T>) {
    if (a == b || (std::isnan(a) && std::isnan(b))) return true;
    if (!std::isfinite(a) || !std::isfinite(b)) return false;
    auto const x = static_cast<double>(a);
    auto const y = static_cast<double>(b);
    return std::abs(x - y) <= tolerance * std::max({std::abs(x), std::abs(y), magnitude});
  } else {
    return a == b;
  }
}
template <class T>
bool same_element(T const& a, T const& b, double tolerance, double magnitude) {
  if constexpr (vector_struct<T>) {
    bool same = true;
    each_component<vector_traits<T>::size>([&](auto i) {
      same = same && same_number(component<i()>(a), component<i()>(b), tolerance, magnitude);
    });
    return same;
  } else if constexpr (std::is_class_v<T>) {
    if constexpr (requires { a == b; })
      return a == b;
    else
      return std::memcmp(&a, &b, sizeof(T)) == 0;
  } else {
    return same_number(a, b, tolerance, magnitude);
  }
}

template <class T>
std::string element_text(T const& x) {
  if constexpr (vector_struct<T>) {
    std::string out;
    each_number(x, [&](auto y) {
      out += out.empty() ? "(" : ", ";
      out += element_text(y);
    });
    return out + ")";
  } else if constexpr (std::is_floating_point_v<T>) {
    // As many digits as tell it from its neighbours.
    char out[64];
    std::snprintf(out, sizeof out, "%.*g", std::numeric_limits<T>::max_digits10,
                  static_cast<double>(x));
    return out;
  } else if constexpr (std::is_same_v<T, bool>) {
    return x ? "true" : "false";
  } else if constexpr (std::is_enum_v<T>) {
    return std::to_string(static_cast<std::underlying_type_t<T>>(x));
  } else if constexpr (std::is_integral_v<T>) {
    return std::to_string(x);
  } else {
    static constexpr char digits[] = "0123456789abcdef";
    unsigned char bytes[sizeof(T)];
    std::memcpy(bytes, static_cast<void const*>(&x), sizeof(T));
    std::string out = "bytes";
    for (unsigned char const b : bytes) {
      out += ' ';
      out += digits[b >> 4];
      out += digits[b & 15];
    }
    return out;
  }
}

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
  void launch(Kernel const& kernel, shape<Block> const& s) const {
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
                               {width, element_text(b[i])});
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
  std::vector<std::pair<std::byte const*, std::byte const*>> seen;
  auto const look = [&](auto const& a) {
    if constexpr (is_checked_buffer<std::remove_cvref_t<decltype(a)>>) {
      auto const bytes = std::as_bytes(a.data);
      auto const* const begin = bytes.data();
      auto const* const end = begin + bytes.size();
      for (auto const& [b, e] : seen)
        if (std::less<>{}(begin, e) && std::less<>{}(b, end))
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

template <int First, int... More, class Kernel, class Block, class... Args>
void run_widths(width_list<First, More...>, Kernel const& kernel, shape<Block> const& s,
                Args const&... args) {
  check_apart(args...);
  if (s.queue != nullptr) s.queue->synchronize();
  shape<Block> const here(s.grid, s.block, s.shared);
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
///            copyable type (structs: compared by == where they have it, else by their bytes)
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
/// place.
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
/// - Errors:  width_mismatch; what launch throws at one of the widths; simt::error where two
///            buffers share memory. The buffers are then as they were; else they hold the result
/// - Differs: by default widths 1, native, 32, 64 and, for static blocks up to 256 threads, the
///            whole block
/// - Source:  ours
template <int... Widths, class Kernel, class Block, class... Args>
void check_widths(Kernel const& kernel, shape<Block> const& s, Args const&... args) {
  if constexpr (sizeof...(Widths) == 0)
    detail::run_widths(detail::default_widths<Block>(), kernel, s, args...);
  else
    detail::run_widths(detail::width_list<Widths...>{}, kernel, s, args...);
}
/// The same for a lambda, shape first.
template <int... Widths, class Block, class Lambda, class... Args>
void check_widths(shape<Block> const& s, Lambda const& lambda, Args const&... args) {
  check_widths<Widths...>(lambda, s, args...);
}

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
