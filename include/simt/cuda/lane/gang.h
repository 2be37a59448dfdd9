#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/builtins.def>
#include <simt/cuda/lane/access.h>
#include <simt/kernel/gang.hpp>
#include <simt/kernel/globals.hpp>
#include <simt/thread/heap.hpp>
#include <simt/thread/shared.hpp>

#include <bit>
#include <cstdint>
#include <string_view>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::cuda::lane {

/// A thread coordinate as CUDA has it: unsigned. An index keeps its mathematical value, so that
/// `int i = blockIdx.x * blockDim.x + threadIdx.x` costs what it would with ints.
template <class X>
SIMT_INLINE auto as_unsigned(X const& x) {
  if constexpr (d::thread_index<X>)
    return x.template as<unsigned>();
  else if constexpr (d::lane_value<X>)
    return d::convert_varying<unsigned, X::width>(x);
  else
    return static_cast<unsigned>(x);
}
template <class C>
struct unsigned_coordinates {
  using coordinates_of = C;
  decltype(as_unsigned(std::declval<C const&>().x)) x;
  decltype(as_unsigned(std::declval<C const&>().y)) y;
  decltype(as_unsigned(std::declval<C const&>().z)) z;
  SIMT_INLINE explicit unsigned_coordinates(C const& c)
      : x(as_unsigned(c.x)), y(as_unsigned(c.y)), z(as_unsigned(c.z)) {}
};

/// The first argument of an atomic whose old values nobody reads.
struct unread_t {};
inline constexpr unread_t unread{};

/// An address in the form that atomics take.
template <class X>
SIMT_INLINE auto atomic_address(X&& x) {
  decltype(auto) p = lane::get(std::forward<X>(x));
  using P = plain<decltype(p)>;
  if constexpr (requires { p.lane_index(); }) {
    using T = std::remove_pointer_t<decltype(p.address())>;
    return d::lane_pointer<std::remove_volatile_t<T>, plain<decltype(p.lane_index())>>(
        const_cast<std::remove_volatile_t<T>*>(p.address()), p.lane_index());
  } else if constexpr (std::is_base_of_v<pointer_tag, P>) {
    using T = std::remove_volatile_t<typename P::element_type>;
    if constexpr (std::is_class_v<T>) {  // halves, whose places count in bytes
      auto const at = (p.a - std::int64_t{d::address_base}) >> std::countr_zero(sizeof(T));
      return d::lane_pointer<T, plain<decltype(at)>>(
          reinterpret_cast<T*>(static_cast<std::intptr_t>(d::address_base)), at);
    } else {
      return &*p;
    }
  } else if constexpr (std::is_array_v<P>) {
    return &p[0];
  } else {
    using T = std::remove_volatile_t<std::remove_pointer_t<P>>;
    return const_cast<T*>(p);
  }
}

/// The values that a loop's counter takes: a few, or as many as fit and one more.
template <class T>
struct turns {
  static constexpr int most = 11;
  T at[most]{};
  int count = 0;
  constexpr bool add(T value) {
    if (count < most) at[count] = value;
    return ++count <= most;
  }
};
/// True where a gang takes the turns of a loop one by one, each with a constant. Blocks of other
/// extents than the gang knows have no turn, or none that hangs on them.
/// Why: in a gang of 64 registers eight turns are minutes of g++ 12's time. Not needed where
/// tests/cu/lanes/turns.cu compiles as fast without the last condition.
template <class G>
constexpr bool is_fixed(int count) {
  return block_of<G>.x != 0 && count > 0 && count <= turns<int>::most &&
         d::parts_of<G::gang_width> <= 32;
}
template <int Count, class F>
SIMT_INLINE void each_turn(F&& f) {
  [&]<int... I>(std::integer_sequence<int, I...>) SIMT_LAMBDA_INLINE {
    (f(constant<I>{}), ...);
  }
  (std::make_integer_sequence<int, Count>{});
}

/// Gives the lane form of a kernel threadIdx and its kind as CUDA types them, warp functions,
/// barriers and atomics.
template <int W, class Layout, bool Single>
class gang : public simt::gang<W, Layout, d::dynamic_shape, Single> {
  using base = simt::gang<W, Layout, d::dynamic_shape, Single>;

 public:
  using gang_type = gang;

  SIMT_INLINE gang(block& b, unsigned number, dim3 const& grid, dim3 const& block_dim)
      : base(b, number, grid, block_dim),
        threadIdx(base::threadIdx),
        blockIdx(b.index()),
        blockDim(known_extents(block_dim)),
        gridDim(grid),
        first_(number * unsigned{W}) {}

  unsigned_coordinates<d::thread_coordinates<W, Layout>> threadIdx;
  uint3 blockIdx;
  dim3 blockDim;
  dim3 gridDim;
  static constexpr int warpSize = 32;

#define SIMT_DETAIL_LANE_ATOMIC_AS(name)                                                      \
  template <class A, class X>                                                                 \
  SIMT_INLINE static auto name(A&& a, X&& x) {                                                \
    return base::name(atomic_address(std::forward<A>(a)), lane::get(std::forward<X>(x)));     \
  }                                                                                           \
  template <class A, class X>                                                                 \
  SIMT_INLINE static void name(unread_t, A&& a, X&& x) {                                      \
    static_cast<void>(d::atomic_functions<W, false>::name(atomic_address(std::forward<A>(a)), \
                                                          lane::get(std::forward<X>(x))));    \
  }
#define SIMT_DETAIL_LANE_ATOMIC_2_AS(name)                                               \
  template <class A, class X, class Y>                                                   \
  SIMT_INLINE static auto name(A&& a, X&& x, Y&& y) {                                    \
    return base::name(atomic_address(std::forward<A>(a)), lane::get(std::forward<X>(x)), \
                      lane::get(std::forward<Y>(y)));                                    \
  }
#define SIMT_DETAIL_LANE_ATOMIC(name, ...) \
  SIMT_DETAIL_LANE_ATOMIC_AS(name)         \
  SIMT_DETAIL_LANE_ATOMIC_AS(name##_block) \
  SIMT_DETAIL_LANE_ATOMIC_AS(name##_system)
#define SIMT_DETAIL_LANE_ATOMIC_2(name, ...) \
  SIMT_DETAIL_LANE_ATOMIC_2_AS(name)         \
  SIMT_DETAIL_LANE_ATOMIC_2_AS(name##_block) \
  SIMT_DETAIL_LANE_ATOMIC_2_AS(name##_system)
  SIMT_BUILTINS_ATOMICS(SIMT_DETAIL_LANE_ATOMIC)
  SIMT_BUILTINS_ATOMICS_2(SIMT_DETAIL_LANE_ATOMIC_2)
#undef SIMT_DETAIL_LANE_ATOMIC_AS
#undef SIMT_DETAIL_LANE_ATOMIC_2_AS
#undef SIMT_DETAIL_LANE_ATOMIC
#undef SIMT_DETAIL_LANE_ATOMIC_2

  /// The predicate goes where the address of each lane points.
  template <class M, class X, class P>
  SIMT_INLINE static auto __match_all_sync(M&& mask, X&& value, P&& pred) {
    simt::varying<int, W> all;
    auto const who = base::__match_all_sync(lane::get(std::forward<M>(mask)),
                                            lane::get(std::forward<X>(value)), &all);
    deref(std::forward<P>(pred)) = all;
    return who;
  }

  // Hints of loads and stores.
#define SIMT_DETAIL_LANE_LOAD(name, ...)         \
  template <class P>                             \
  SIMT_INLINE static auto name(P&& p) {          \
    return lane::get(deref(std::forward<P>(p))); \
  }
#define SIMT_DETAIL_LANE_STORE(name, ...)                                     \
  template <class P, class X>                                                 \
  SIMT_INLINE static void name(P&& p, X&& x) {                                \
    if constexpr (std::string_view(#name) == "__stcs")                        \
      d::stream_to(deref(std::forward<P>(p)), lane::get(std::forward<X>(x))); \
    else                                                                      \
      deref(std::forward<P>(p)) = lane::get(std::forward<X>(x));              \
  }
  SIMT_BUILTINS_LOADS(SIMT_DETAIL_LANE_LOAD)
  SIMT_BUILTINS_STORES(SIMT_DETAIL_LANE_STORE)
#undef SIMT_DETAIL_LANE_LOAD
#undef SIMT_DETAIL_LANE_STORE

  // Functions of one thread that a lane form calls by name.
  SIMT_INLINE static std::clock_t clock() { return device_clock(); }
  SIMT_INLINE static long long clock64() { return simt::clock64(); }
  template <class X>
  SIMT_INLINE static void __nanosleep(X const&) {
    d::note_fence();
  }

  /// The threads' numbers in their block.
  [[nodiscard]] SIMT_INLINE auto thread_rank() const {
    using Base = d::thread_coordinates<W, Layout>;
    if constexpr (std::is_same_v<Layout, d::scattered_layout>)
      return rank_in<d::geometry<W, W>>();
    else
      return rank_in<typename Base::box>();
  }
  [[nodiscard]] SIMT_INLINE unsigned first_thread() const { return first_; }

  /// Lets functions of single threads run: they find themselves by simt::cuda's variables.
  SIMT_COLD void enter_threads() const {
    running::blockIdx.set(blockIdx);
    running::blockDim.set(blockDim);
    running::gridDim.set(gridDim);
  }
  void enter_thread(int l) const {
    running::threadIdx.set(simt::unflatten(first_ + static_cast<unsigned>(l), blockDim));
  }

 private:
  [[nodiscard]] SIMT_INLINE static dim3 known_extents(dim3 const& given) {
    constexpr fixed_extents b = block_of<gang>;
    return b.x != 0 ? dim3(b.x, b.y, b.z) : given;
  }
  template <class Box>
  SIMT_INLINE auto rank_in() const {
    return d::make_index<unsigned, Box, true>(static_cast<std::ptrdiff_t>(first_),
                                              d::fixed_stride<1>{}, d::fixed_stride<Box::gx>{},
                                              d::fixed_stride<Box::gx * Box::gy>{});
  }

  unsigned first_;
};

}  // namespace simt::inline SIMT_ABI::cuda::lane

SIMT_DETAIL_QUIET_END
