#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/traits.hpp>
#include <simt/simd/memory.hpp>
#include <simt/simd/truncate.hpp>

#include <type_traits>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

// Defined in conversion.hpp, which includes this header: the constructors here call it of types that
// come later.
template <class T, int W, class X>
SIMT_INLINE varying<T, W> convert_to(X&& x);

/// Returns one thread's x, or all threads', as a T: a floating-point number becomes an integer as on a
/// GPU.
template <class T, class X>
SIMT_INLINE std::remove_cv_t<T> uniform_as(X&& x) {
  using V = std::remove_cv_t<T>;
  if constexpr (std::is_floating_point_v<plain<X>> && std::is_integral_v<V>)
    return simd::number_as<V>(x);
  else
    return static_cast<V>(std::forward<X>(x));
}

}  // namespace simt::inline SIMT_ABI::detail

namespace simt::inline SIMT_ABI {

/// One T for each of the W threads that a gang carries.
/// - CUDA:    a local variable of type T
/// - Shape:   W lanes; inside a kernel `varying<T>` is this type for the kernel's own gang
/// - Needs:   T arithmetic or an enumeration; lanes/struct.hpp has the varyings of structs
/// - Order:   assignment changes the active lanes only; construction sets every lane
/// - Errors:  conversion to bool or to a uniform does not compile and says what to write
/// - Differs: a default-constructed value is indeterminate, as in CUDA
/// - Source:  ours; ISPC's `varying`
template <class T, int W>
class varying : public lane_tag {
  static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>,
                "simt::varying<T>: T must be a number, an enumeration, a pointer, or a struct that is "
                "trivially copyable (SIMT_STRUCT names its members); others have no lanes");

 public:
  using value_type = T;
  static constexpr int width = W;
  static constexpr int part = detail::part_lanes<W>;
  static constexpr int parts = W / part;
  using reg = simd::register_t<T>;
  static constexpr int lanes = simd::lanes_of<reg, part>;  // per register
  static constexpr int count = W / lanes;                  // registers
  using vec = simd::vec<reg, lanes>;

  vec v[count];  // the registers; for the library's own use

  varying() = default;
  // Why: g++ 12 moves the implicit copy as one block of memory, and the registers never come back
  // out of it. Gone when a defaulted copy leaves the code of bench_mandelbrot unchanged.
  SIMT_INLINE varying(varying const& o) {
    SIMT_DETAIL_EMIT(&varying::lane);
    simd::each<count>([&](int i) SIMT_LAMBDA_INLINE { v[i] = o.v[i]; });
  }

  /// Sets every lane to the uniform x.
  template <detail::uniform_value U>
  SIMT_INLINE varying(U&& x) {
    auto const s = simd::broadcast<reg, lanes>(static_cast<reg>(detail::uniform_as<T>(std::forward<U>(x))));
    simd::each<count>([&](int i) SIMT_LAMBDA_INLINE { v[i] = s; });
  }
  /// Converts any value with lanes: an index, an element of memory, a predicate, another type.
  template <detail::lane_value X>
    requires(!std::is_same_v<detail::plain<X>, varying>)
  SIMT_INLINE varying(X&& x) : varying(detail::convert_to<T, W>(std::forward<X>(x))) {}

  SIMT_INLINE varying& operator=(varying const& o) & {
    assign(o);
    return *this;
  }
  template <class X>
    requires((detail::lane_value<X> || detail::uniform_value<X>) &&
             !std::is_same_v<detail::plain<X>, varying>)
  SIMT_INLINE varying& operator=(X&& x) & {
    assign(varying(std::forward<X>(x)));
    return *this;
  }
  SIMT_DETAIL_NO_TEMPORARY(=, SIMT_DETAIL_TEMPORARY)

  /// Sets the active lanes to those of o.
  SIMT_INLINE void assign(varying const& o) {
    auto& e = detail::active_mask();
    if (e.all) [[likely]] {
      simd::each<count>([&](int i) SIMT_LAMBDA_INLINE { v[i] = o.v[i]; });
    } else if constexpr (W > 1) {
      simd::each<count>([&](int i) SIMT_LAMBDA_INLINE {
        auto const live =
            simd::mask_sub<sizeof(reg), part>(detail::partial_part<part>(e, i * lanes / part), i);
        v[i] = simd::select<reg, lanes>(live, o.v[i], v[i]);
      });
    }
  }

  /// Returns the value of one lane, for tests and for host-side inspection.
  SIMT_DETAIL_FOR_DEBUGGERS [[nodiscard]] T lane(int l) const {
    return static_cast<T>(simd::get<reg, lanes>(v[l / lanes], l % lanes));
  }
  void set_lane(int l, T x) {
    simd::set<reg, lanes>(v[l / lanes], l % lanes, static_cast<reg>(x));
  }

  template <class U>
    requires std::is_arithmetic_v<U>
  explicit(false) operator U() const {
    if constexpr (std::is_same_v<U, bool>)
      static_assert(detail::always_false<U>,
                    "simt: a varying is not one condition: write simt_if (v != 0) or "
                    "simt_while (v != 0) instead of if and while");
    else if constexpr (std::is_same_v<U, std::size_t>)
      static_assert(detail::always_false<U>,
                    "simt: one value per thread is neither a std::size_t nor indexes a std::vector: "
                    "declare the result varying<T>, or make a pointer of the vector: "
                    "simt::ptr const p{v.data()}");
    else
      static_assert(detail::always_false<U>,
                    "simt: a varying does not fit in a uniform: declare the result varying<T> "
                    "(or auto), or reduce it first");
    return U{};
  }
  // For raw[v]: the message says what to declare.
  explicit(false) operator std::ptrdiff_t() const {
    static_assert(detail::always_false<T>,
                  "simt: a varying does not fit in a uniform and does not index a raw pointer: "
                  "make the pointer a simt::ptr<T>");
    return 0;
  }
};

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
