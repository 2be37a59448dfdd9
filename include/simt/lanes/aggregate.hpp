#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/flow/select.hpp>
#include <simt/lanes/memory/place.hpp>
#include <simt/simd/interleave.hpp>

SIMT_DETAIL_QUIET_BEGIN

// Structs in memory and in lanes: the built-in vector types (kernel/vector_types.hpp), whose
// members become varyings, and any other trivially copyable struct, whose lanes stay structs.
namespace simt::inline SIMT_ABI {

/// Base of what has a struct for each lane. In this namespace for argument-dependent lookup.
struct aggregate_tag {};
/// Base of what has a pointer for each lane.
struct pointer_tag {};

namespace detail {

/// A struct of `size` equal members x, y, z, w; size 0 says that T is none.
template <class T>
struct vector_traits {
  static constexpr int size = 0;
};
template <class T>
concept vector_struct = vector_traits<std::remove_cv_t<T>>::size >
0;
template <class T>
inline constexpr bool is_struct = std::is_class_v<T> || std::is_union_v<T>;
template <class T>
concept plain_struct = is_struct<T> && std::is_trivially_copyable_v<T> && !vector_struct<T>;
template <class T>
concept aggregate = is_struct<T> && std::is_trivially_copyable_v<T>;

/// Structs that are numbers, whose lanes are kept in a way of their own: they have their own
/// select.
template <class T>
inline constexpr bool own_lanes = false;

template <class T, class Of>
using same_const = std::conditional_t<std::is_const_v<Of>, T const, T>;

/// Members x, y, z, w of one type, made by make(0), make(1) …
template <int N, class C>
struct components;
template <class C>
struct components<1, C> {
  C x;
  components() = default;
  template <class F>
  SIMT_INLINE components(std::in_place_t, F make) : x(make(0)) {}
};
template <class C>
struct components<2, C> {
  C x, y;
  components() = default;
  template <class F>
  SIMT_INLINE components(std::in_place_t, F make) : x(make(0)), y(make(1)) {}
};
template <class C>
struct components<3, C> {
  C x, y, z;
  components() = default;
  template <class F>
  SIMT_INLINE components(std::in_place_t, F make) : x(make(0)), y(make(1)), z(make(2)) {}
};
template <class C>
struct components<4, C> {
  C x, y, z, w;
  components() = default;
  template <class F>
  SIMT_INLINE components(std::in_place_t, F make)
      : x(make(0)), y(make(1)), z(make(2)), w(make(3)) {}
};
template <int I, class V>
SIMT_INLINE constexpr auto& component(V& v) {
  if constexpr (I == 0)
    return v.x;
  else if constexpr (I == 1)
    return v.y;
  else if constexpr (I == 2)
    return v.z;
  else
    return v.w;
}
/// f(integral_constant<int, i>) for i in 0 … N-1.
template <int N, class F>
SIMT_INLINE void each_component(F&& f) {
  [&]<int... I>(std::integer_sequence<int, I...>) SIMT_LAMBDA_INLINE {
    (f(std::integral_constant<int, I>{}), ...);
  }
  (std::make_integer_sequence<int, N>{});
}

/// The value of a place that has no name.
template <class P>
SIMT_INLINE auto read_place(P&& x) {
  static_assert(!std::is_lvalue_reference_v<P>,
                "simt: this name stands for a place in memory (it was declared with auto from "
                "p[i]), not for its value: write varying<T> x = p[i];");
  return x.load();
}

template <class T, class Index, std::ptrdiff_t Stride>
class aggregate_place;
template <class T, class Index, std::ptrdiff_t Stride>
class array_place;
template <class T, class Index>
class pointer_place;

template <class X>
inline constexpr bool is_aggregate_place = false;
template <class T, class Index, std::ptrdiff_t Stride>
inline constexpr bool is_aggregate_place<aggregate_place<T, Index, Stride>> = true;

/// A thread index or 64-bit lanes: the indices of elements that are not plain numbers.
template <class I>
SIMT_INLINE auto wide_index(I&& i) {
  if constexpr (thread_index<I>)
    return plain<I>(i);
  else
    return convert_to<std::int64_t, plain<I>::width>(std::forward<I>(i));
}
/// The lanes of an index in 64 bits.
template <class Index>
SIMT_INLINE varying<std::int64_t, Index::width> index_lanes(Index const& i) {
  if constexpr (thread_index<Index>) {
    return i.template as<std::int64_t>().decay();
  } else {
    return i;
  }
}

/// i * From / To, exact: an index in steps of From bytes as one in steps of To.
template <std::ptrdiff_t From, std::ptrdiff_t To, class Index>
SIMT_INLINE auto rescale(Index const& i) {
  if constexpr (From == To) {
    return i;
  } else if constexpr (thread_index<Index>) {
    static_assert(From % To == 0, "simt: a member's size must divide its struct's");
    return index_times_fixed<typename Index::value_type, From / To>(i);
  } else {
    using V = varying<std::int64_t, Index::width>;
    V r;
    simd::each<V::count>([&](int j) SIMT_LAMBDA_INLINE {
      if constexpr (From % To == 0) {
        r.v[j] = mul_op::apply<std::int64_t, V::lanes>(
            i.v[j], simd::splat<std::int64_t, V::lanes>(From / To));
      } else {
        static_assert(To % From == 0 && std::has_single_bit(static_cast<unsigned>(To / From)),
                      "simt: a member's size must divide its struct's");
        r.v[j] = i.v[j] >> std::countr_zero(static_cast<unsigned>(To / From));
      }
    });
    return r;
  }
}

/// The place of the M that lies at byte address p + i * Stride in lane i.
template <std::ptrdiff_t Stride, class M, class Index>
SIMT_INLINE auto strided_place(M* p, Index const& i) {
  if constexpr (std::is_array_v<M>) {
    return array_place<M, Index, Stride>(p, i);
  } else if constexpr (is_struct<M>) {
    static_assert(std::is_trivially_copyable_v<M>,
                  "simt: lanes read and write structs that are trivially copyable");
    return aggregate_place<M, Index, Stride>(p, i);
  } else {
    auto const j = rescale<Stride, static_cast<std::ptrdiff_t>(sizeof(M))>(i);
    if constexpr (std::is_pointer_v<M>)
      return pointer_place<M, plain<decltype(j)>>(p, j);
    else
      return place<M, plain<decltype(j)>>(p, j);
  }
}

/// p[i], whatever a T is.
template <class T, class Index>
SIMT_INLINE auto make_place(T* p, Index const& i) {
  if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>)
    return place<T, Index>(p, i);
  else
    return strided_place<static_cast<std::ptrdiff_t>(sizeof(T))>(p, wide_index(i));
}

// Lane loops: f(lane) for the active lanes.
template <int W, class F>
SIMT_INLINE void each_active(F&& f) {
  auto& e = exec();
  if (e.all) {
    for (int l = 0; l < W; ++l) f(l);
  } else if constexpr (W > 1) {
    constexpr int P = part_lanes<W>;
    for (int i = 0; i < W / P; ++i)
      for (auto b = simd::mask_bits<P>(e.k[i]); b != 0; b &= b - 1) f(i * P + std::countr_zero(b));
  }
}
SIMT_INLINE void exec_after_store(bool was_all) {
  if (was_all)
    exec_still_full(exec());
  else
    exec_still_partial(exec());
}

/// i * Stride for each lane, in bytes.
template <std::ptrdiff_t Stride, class Index>
class vector_offsets {
 public:
  SIMT_INLINE explicit vector_offsets(Index const& i) {
    using V = varying<std::int64_t, Index::width>;
    if constexpr (thread_index<Index>)
      i_ = &i;
    else
      for (int j = 0; j < V::count; ++j)
        simd::store<std::int64_t, V::lanes>(at_ + j * V::lanes, i.v[j]);
  }
  SIMT_INLINE std::ptrdiff_t operator[](int l) const {
    if constexpr (thread_index<Index>)
      return i_->at(l) * Stride;
    else
      return at_[l] * Stride;
  }

 private:
  union {
    Index const* i_;
    alignas(64) std::int64_t at_[thread_index<Index> ? 1 : Index::width];
  };
};

/// A register of vectors of N elements that lie at p + at[0], p + at[1] …: in memory, a register
/// would be read that smaller stores have just written, and wait for them.
template <class E, int N, int L, class Offsets>
SIMT_INLINE auto load_joined(char const* p, Offsets const& at, int l) {
  using R = simd::register_t<E>;
  if constexpr (L == N)
    return simd::load<E, N>(reinterpret_cast<E const*>(p + at[l]));
  else
    return simd::join_halves<R, L / 2>(load_joined<E, N, L / 2>(p, at, l),
                                       load_joined<E, N, L / 2>(p, at, l + L / 2 / N));
}
template <class E, int N, int L>
inline constexpr bool is_joined = N % 2 == 0 && L % N == 0 && N * sizeof(E) >= 16 &&
                                  sizeof(simd::register_t<E>) == sizeof(E);

// Vectors that do not lie one behind the other, or under a mask that is not full: each lane's is
// copied as a whole, and N rows of W elements hold their members. Calls, for the compiler's sake: in
// line, an access is a gather or scatter a member and register, under masks and without. (The index
// is a copy: a reference would keep it in memory throughout the caller.)
template <std::ptrdiff_t Stride, class E, int N, int W, class Index>
[[gnu::noinline]] void gather_vectors(E const* p, Index const ix, E* rows) {
  using V = varying<E, W>;
  using R = typename V::reg;
  constexpr int L = V::lanes;
  vector_offsets<Stride, Index> const at(ix);
  auto const* const from = reinterpret_cast<char const*>(p);
  auto const in_rows = [&](auto const& load) SIMT_LAMBDA_INLINE {
    for (int j = 0; j < V::count; ++j) {
      simd::vec<R, L> in[N], r[N];
      simd::each<N>([&](int c) SIMT_LAMBDA_INLINE { in[c] = load(j * N + c); });
      simd::deinterleave<R, L, N>(in, r);
      simd::each<N>(
          [&](int c) SIMT_LAMBDA_INLINE { simd::store<E, L>(rows + c * W + j * L, r[c]); });
    }
  };
  if constexpr (is_joined<E, N, L>)
    if (exec().all) [[likely]]
      return in_rows([&](int n) SIMT_LAMBDA_INLINE {
        return load_joined<E, N, L>(from, at, n * (L / N));
      });
  alignas(64) E vectors[N * W] = {};
  each_active<W>([&](int l) SIMT_LAMBDA_INLINE {
    __builtin_memcpy(vectors + l * N, from + at[l], N * sizeof(E));
  });
  in_rows([&](int n) SIMT_LAMBDA_INLINE { return simd::load<E, L>(vectors + n * L); });
}
template <std::ptrdiff_t Stride, class E, int N, int W, class Index>
[[gnu::noinline]] void scatter_vectors(E* p, Index const ix, E const* rows) {
  using V = varying<E, W>;
  using R = typename V::reg;
  constexpr int L = V::lanes;
  vector_offsets<Stride, Index> const at(ix);
  alignas(64) E vectors[N * W];
  for (int j = 0; j < V::count; ++j) {
    simd::vec<R, L> in[N], r[N];
    simd::each<N>([&](int c) SIMT_LAMBDA_INLINE { in[c] = simd::load<E, L>(rows + c * W + j * L); });
    simd::interleave<R, L, N>(in, r);
    simd::each<N>(
        [&](int c) SIMT_LAMBDA_INLINE { simd::store<E, L>(vectors + (j * N + c) * L, r[c]); });
  }
  auto* const to = reinterpret_cast<char*>(p);
  each_active<W>([&](int l) SIMT_LAMBDA_INLINE {
    __builtin_memcpy(to + at[l], vectors + l * N, N * sizeof(E));
  });
}

/// Whole registers of vectors that lie one behind the other.
template <std::ptrdiff_t Stride, class E, int N, class Index>
inline constexpr bool are_in_line = [] {
  if constexpr (thread_index<Index> && Stride == N * static_cast<std::ptrdiff_t>(sizeof(E)))
    return Index::run % varying<E, Index::width>::lanes == 0;
  else
    return false;
}();

/// Whole vectors: element e of lane l lies e elements behind byte ix.at(l) * Stride of p.
template <std::ptrdiff_t Stride, class E, int N, class Index>
SIMT_INLINE void load_vectors(E const* p, Index const& ix,
                              varying<E, Index::width>* const (&out)[N]) {
  using V = varying<E, Index::width>;
  using R = typename V::reg;
  constexpr int L = V::lanes;
  constexpr int W = Index::width;
  if constexpr (are_in_line<Stride, E, N, Index>) {
    if (exec().all) [[likely]] {
      simd::each<V::count>([&](int j) SIMT_LAMBDA_INLINE {
        auto const* q = p + ix.at(j * L) * N;
        simd::vec<R, L> in[N], r[N];
        simd::each<N>([&](int c) SIMT_LAMBDA_INLINE { in[c] = simd::load<E, L>(q + c * L); });
        simd::deinterleave<R, L, N>(in, r);
        simd::each<N>([&](int c) SIMT_LAMBDA_INLINE { out[c]->v[j] = r[c]; });
      });
      return;
    }
  }
  alignas(64) E t[N * W];
  exec_keeping([&]() SIMT_LAMBDA_INLINE { gather_vectors<Stride, E, N, W>(p, ix, t); });
  simd::each<N>([&](int c) SIMT_LAMBDA_INLINE {
    simd::each<V::count>(
        [&](int j) SIMT_LAMBDA_INLINE { out[c]->v[j] = simd::load<E, L>(t + c * W + j * L); });
  });
}
template <std::ptrdiff_t Stride, class E, int N, class Index>
SIMT_INLINE void store_vectors(E* p, Index const& ix,
                               varying<E, Index::width> const* const (&from)[N]) {
  using V = varying<E, Index::width>;
  using R = typename V::reg;
  constexpr int L = V::lanes;
  constexpr int W = Index::width;
  bool const all = exec().all;
  if constexpr (are_in_line<Stride, E, N, Index>) {
    if (all) [[likely]] {
      simd::each<V::count>([&](int j) SIMT_LAMBDA_INLINE {
        auto* q = p + ix.at(j * L) * N;
        simd::vec<R, L> in[N], r[N];
        simd::each<N>([&](int c) SIMT_LAMBDA_INLINE { in[c] = from[c]->v[j]; });
        simd::interleave<R, L, N>(in, r);
        simd::each<N>([&](int c) SIMT_LAMBDA_INLINE { simd::store<E, L>(q + c * L, r[c]); });
      });
      exec_still_full(exec());
      return;
    }
  }
  alignas(64) E t[N * W];
  simd::each<N>([&](int c) SIMT_LAMBDA_INLINE {
    simd::each<V::count>(
        [&](int j) SIMT_LAMBDA_INLINE { simd::store<E, L>(t + c * W + j * L, from[c]->v[j]); });
  });
  scatter_vectors<Stride, E, N, W>(p, ix, t);
  exec_after_store(all);
}

}  // namespace detail

/// A vector of CUDA's (float4, uchar2 …) for each thread: its members x, y, z, w are varyings.
/// - CUDA:    a local variable of type float4
/// - Order:   assignment, also of one member, changes the active lanes only
/// - Source:  CUDA C Programming Guide 8.0, B.3.1 (Built-in Vector Types)
template <class T, int W>
requires detail::vector_struct<T>
class varying<T, W>
    : public aggregate_tag,
      public detail::components<detail::vector_traits<T>::size,
                                varying<typename detail::vector_traits<T>::element, W>> {
 public:
  using value_type = T;
  using element = typename detail::vector_traits<T>::element;
  static constexpr int width = W;
  static constexpr int size = detail::vector_traits<T>::size;
  using members = detail::components<size, varying<element, W>>;

  varying() = default;
  varying(varying const&) = default;
  /// Every lane gets the uniform u.
  SIMT_INLINE varying(T const& u)
      : members(std::in_place, [&](int i) SIMT_LAMBDA_INLINE {
          element m = u.x;
          detail::each_component<size>([&](auto c) SIMT_LAMBDA_INLINE {
            if (c() == i) m = detail::component<c()>(u);
          });
          return m;
        }) {}
  template <class P>
  requires detail::is_aggregate_place<detail::plain<P>> SIMT_INLINE varying(P&& p)
      : varying(detail::plain<P>::read(std::forward<P>(p))) {}
  SIMT_INLINE varying(detail::uniform_place<T> const& p) : varying(p.get()) {}
  SIMT_INLINE varying(detail::uniform_place<T const> const& p) : varying(p.get()) {}

  varying& operator=(varying const&) = default;

  [[nodiscard]] T lane(int l) const {
    T r{};
    detail::each_component<size>(
        [&](auto c) { detail::component<c()>(r) = detail::component<c()>(*this).lane(l); });
    return r;
  }
  void set_lane(int l, T const& t) {
    detail::each_component<size>(
        [&](auto c) { detail::component<c()>(*this).set_lane(l, detail::component<c()>(t)); });
  }
};

namespace detail {

/// W structs, begun by their default constructors where they have one.
template <class T, int W, bool = std::is_default_constructible_v<std::remove_all_extents_t<T>>>
struct struct_lanes {
  T s[W];
};
template <class T, int W>
struct struct_lanes<T, W, false> {
  union {
    T s[W];
  };
  SIMT_INLINE struct_lanes() {}
};

}  // namespace detail

/// A struct for each thread, kept as structs: for passing whole elements of memory around. Where
/// the members are computed with, a struct of varyings is the faster form.
/// - Shape:   v->*&S::member is the place of that member, to read and to assign
/// - Needs:   S trivially copyable
/// - Order:   assignment changes the active lanes only
template <class T, int W>
requires detail::plain_struct<T>
class varying<T, W> : public aggregate_tag, public detail::struct_lanes<T, W> {
 public:
  using value_type = T;
  static constexpr int width = W;
  using detail::struct_lanes<T, W>::s;  // for the library's own use

  varying() = default;
  varying(varying const&) = default;
  SIMT_INLINE varying(T const& u) {
    for (auto& x : s) x = u;
  }
  template <class P>
  requires detail::is_aggregate_place<detail::plain<P>> SIMT_INLINE varying(P&& p)
      : varying(detail::plain<P>::read(std::forward<P>(p))) {}

  SIMT_INLINE varying& operator=(varying const& o) {
    bool const all = detail::exec().all;
    detail::each_active<W>([&](int l) SIMT_LAMBDA_INLINE { s[l] = o.s[l]; });
    detail::exec_after_store(all);
    return *this;
  }

  template <class M, class S>
  requires std::is_base_of_v<S, T> SIMT_INLINE auto operator->*(M S::*member) {
    return in_lanes(s, member);
  }
  template <class M, class S>
  requires std::is_base_of_v<S, T> SIMT_INLINE auto operator->*(M S::*member) const {
    return in_lanes(s, member);
  }

  [[nodiscard]] T lane(int l) const { return s[l]; }
  void set_lane(int l, T const& t) { s[l] = t; }

 private:
  template <class U, class M, class S>
  SIMT_INLINE static auto in_lanes(U* p, M S::*member) {
    using Lane = detail::index<int, detail::geometry<W, W>, detail::fixed_stride<1>,
                               detail::fixed_stride<0>, detail::fixed_stride<0>, false>;
    return detail::strided_place<static_cast<std::ptrdiff_t>(sizeof(T))>(&(p->*member),
                                                                         Lane(0, {}, {}, {}));
  }
};

namespace detail {

/// A uniform place that holds a vector: reads as a T, and so do its members.
template <class T>
requires vector_struct<T>
class uniform_place<T>
    : public aggregate_tag,
      public components<
          vector_traits<std::remove_cv_t<T>>::size,
          uniform_place<same_const<typename vector_traits<std::remove_cv_t<T>>::element, T>>> {
  static constexpr int N = vector_traits<std::remove_cv_t<T>>::size;
  using E = same_const<typename vector_traits<std::remove_cv_t<T>>::element, T>;
  using members = components<N, uniform_place<E>>;

 public:
  using value_type = std::remove_cv_t<T>;
  SIMT_INLINE explicit uniform_place(T* p)
      : members(std::in_place,
                [=](int i)
                    SIMT_LAMBDA_INLINE { return uniform_place<E>(reinterpret_cast<E*>(p) + i); }),
        p_(p) {}
  uniform_place(uniform_place const&) = default;
  SIMT_INLINE operator T const&() const { return *p_; }
  SIMT_INLINE T const& get() const { return *p_; }
  SIMT_INLINE ptr<T> operator&() const { return ptr<T>(p_); }

  SIMT_INLINE uniform_place const& operator=(value_type const& o) const {
    if (exec_any(exec())) *p_ = o;
    return *this;
  }
  SIMT_INLINE uniform_place const& operator=(uniform_place const& o) const {
    return *this = o.get();
  }
  /// One active lane's value remains.
  template <int W>
  SIMT_INLINE uniform_place const& operator=(varying<value_type, W> const& o) const {
    each_component<N>([&](auto c)
                          SIMT_LAMBDA_INLINE { component<c()>(*this) = component<c()>(o); });
    return *this;
  }
  template <class P>
  requires is_aggregate_place<plain<P>> SIMT_INLINE uniform_place const& operator=(P&& o) const {
    return *this = varying<value_type, plain<P>::width>(std::forward<P>(o));
  }

 private:
  T* p_;
};

/// Members of a vector in memory.
template <class T, class Index, std::ptrdiff_t Stride>
using vector_member_place = decltype(strided_place<Stride>(
    static_cast<same_const<typename vector_traits<std::remove_cv_t<T>>::element, T>*>(nullptr),
    std::declval<Index const&>()));

/// A struct in memory for each lane, p[i].
template <class T, class Index, std::ptrdiff_t Stride>
class aggregate_place : public aggregate_tag {
 public:
  using value_type = std::remove_cv_t<T>;
  static constexpr int width = Index::width;
  using result = varying<value_type, width>;

  SIMT_INLINE aggregate_place(T* p, Index const& i) : p_(p), i_(i) {}
  aggregate_place(aggregate_place const&) = default;

  template <class P>
  SIMT_INLINE static result read(P&& x) {
    return read_place(std::forward<P>(x));
  }
  SIMT_INLINE result load() const {
    result r;
    if constexpr (thread_index<Index>) {
      each_active<width>([&](int l) SIMT_LAMBDA_INLINE { r.s[l] = *at(i_.at(l)); });
    } else {
      each_active<width>([&](int l) SIMT_LAMBDA_INLINE { r.s[l] = *at(lane_of(l)); });
    }
    return r;
  }
  SIMT_INLINE void store(result const& x) const {
    static_assert(!std::is_const_v<T>, "simt: this pointer is to const; the kernel cannot store");
    bool const all = exec().all;
    if constexpr (thread_index<Index>) {
      each_active<width>([&](int l) SIMT_LAMBDA_INLINE { *at(i_.at(l)) = x.s[l]; });
    } else {
      each_active<width>([&](int l) SIMT_LAMBDA_INLINE { *at(lane_of(l)) = x.s[l]; });
    }
    exec_after_store(all);
  }
  template <class X>
  requires std::is_convertible_v<X, result> SIMT_INLINE aggregate_place const& operator=(
      X&& x) const {
    store(result(std::forward<X>(x)));
    return *this;
  }
  SIMT_INLINE aggregate_place const& operator=(aggregate_place const& x) const {
    store(x.load());
    return *this;
  }

  /// The place of a member.
  template <class M, class S>
  requires std::is_base_of_v<S, value_type> SIMT_INLINE auto operator->*(M S::*member) const {
    return strided_place<Stride>(&(p_->*member), i_);
  }

  SIMT_INLINE T* address() const { return p_; }
  SIMT_INLINE Index const& lane_index() const { return i_; }
  static constexpr std::ptrdiff_t stride = Stride;

 private:
  SIMT_INLINE T* at(std::ptrdiff_t i) const {
    return reinterpret_cast<T*>(reinterpret_cast<same_const<char, T>*>(p_) + i * Stride);
  }
  SIMT_INLINE std::ptrdiff_t lane_of(int l) const {
    return simd::get<std::int64_t, Index::lanes>(i_.v[l / Index::lanes], l % Index::lanes);
  }
  T* p_;
  Index i_;
};

/// A vector in memory for each lane: its members are places, too.
template <class T, class Index, std::ptrdiff_t Stride>
requires vector_struct<T>
class aggregate_place<T, Index, Stride>
    : public aggregate_tag,
      public components<vector_traits<std::remove_cv_t<T>>::size,
                        vector_member_place<T, Index, Stride>> {
 public:
  using value_type = std::remove_cv_t<T>;
  static constexpr int width = Index::width;
  using result = varying<value_type, width>;

 private:
  static constexpr int N = vector_traits<value_type>::size;
  using element = typename vector_traits<value_type>::element;
  using E = same_const<element, T>;
  using members = components<N, vector_member_place<T, Index, Stride>>;

 public:
  SIMT_INLINE aggregate_place(T* p, Index const& i)
      : members(std::in_place,
                [&](int c) SIMT_LAMBDA_INLINE {
                  return strided_place<Stride>(reinterpret_cast<E*>(p) + c, i);
                }),
        p_(p),
        i_(i) {}
  aggregate_place(aggregate_place const&) = default;

  template <class P>
  SIMT_INLINE static result read(P&& o) {
    return read_place(std::forward<P>(o));
  }
  SIMT_INLINE result load() const {
    result r;
    [&]<int... C>(std::integer_sequence<int, C...>) SIMT_LAMBDA_INLINE {
      varying<element, width>* const out[N] = {&component<C>(r)...};
      load_vectors<Stride, element, N>(reinterpret_cast<element const*>(p_), i_, out);
    }
    (std::make_integer_sequence<int, N>{});
    return r;
  }
  SIMT_INLINE void store(result const& o) const {
    static_assert(!std::is_const_v<T>, "simt: this pointer is to const; the kernel cannot store");
    [&]<int... C>(std::integer_sequence<int, C...>) SIMT_LAMBDA_INLINE {
      varying<element, width> const* const from[N] = {&component<C>(o)...};
      store_vectors<Stride, element, N>(reinterpret_cast<element*>(p_), i_, from);
    }
    (std::make_integer_sequence<int, N>{});
  }
  template <class X>
  requires std::is_convertible_v<X, result> SIMT_INLINE aggregate_place const& operator=(
      X&& o) const {
    store(result(std::forward<X>(o)));
    return *this;
  }
  SIMT_INLINE aggregate_place const& operator=(aggregate_place const& o) const {
    store(o.load());
    return *this;
  }
  template <class M, class S>
  requires std::is_base_of_v<S, value_type> SIMT_INLINE auto operator->*(M S::*member) const {
    return strided_place<Stride>(&(p_->*member), i_);
  }

  SIMT_INLINE T* address() const { return p_; }
  SIMT_INLINE Index const& lane_index() const { return i_; }
  static constexpr std::ptrdiff_t stride = Stride;

 private:
  T* p_;
  Index i_;
};

/// An array that is a member of a struct in memory: its elements are places.
template <class Array, class Index, std::ptrdiff_t Stride>
class array_place {
  using Element = std::remove_extent_t<Array>;

 public:
  static constexpr int width = Index::width;
  SIMT_INLINE array_place(Array* p, Index const& i) : p_(p), i_(i) {}

  template <uniform_value J>
  SIMT_INLINE auto operator[](J&& j) const {
    return strided_place<Stride>(
        &(*p_)[static_cast<std::ptrdiff_t>(uniform_of(std::forward<J>(j)))], i_);
  }
  template <lane_value J>
  SIMT_INLINE auto operator[](J&& j) const {
    constexpr auto size = static_cast<std::int64_t>(sizeof(Element));
    using V = varying<std::int64_t, width>;
    auto const a = index_lanes(i_);
    auto const b = convert_to<std::int64_t, width>(std::forward<J>(j));
    V r;
    simd::each<V::count>([&](int k) SIMT_LAMBDA_INLINE {
      r.v[k] = a.v[k] * simd::splat<std::int64_t, V::lanes>(Stride) +
               b.v[k] * simd::splat<std::int64_t, V::lanes>(size);
    });
    return strided_place<1>(&(*p_)[0], r);
  }

 private:
  Array* p_;
  Index i_;
};

template <class X>
inline constexpr int aggregate_width = 0;
template <class T, int W>
requires aggregate<T>
inline constexpr int aggregate_width<varying<T, W>> = W;
template <class T, class Index, std::ptrdiff_t Stride>
inline constexpr int aggregate_width<aggregate_place<T, Index, Stride>> = Index::width;

template <class X>
struct aggregate_type_of {
  using type = X;
};
template <class X>
requires std::is_base_of_v<aggregate_tag, X>
struct aggregate_type_of<X> {
  using type = typename X::value_type;
};
template <class X>
using aggregate_type = typename aggregate_type_of<plain<X>>::type;
template <class A, class B>
concept aggregate_pair = aggregate<aggregate_type<A>> && !own_lanes<aggregate_type<A>> &&
                         std::is_same_v<aggregate_type<A>, aggregate_type<B>>;

}  // namespace detail

/// c ? a : b for structs, lane by lane.
template <class C, class A, class B>
requires(detail::aggregate_pair<A, B> &&
         (detail::lane_value<C> ||
          detail::uniform_value<C>)&&(detail::lane_value<C> ||
                                      detail::aggregate_width<detail::plain<A>> != 0 ||
                                      detail::aggregate_width<detail::plain<B>> != 0))
    [[nodiscard]] SIMT_INLINE auto select(C&& c, A&& a, B&& b) {
  using T = detail::aggregate_type<A>;
  constexpr int wa = detail::aggregate_width<detail::plain<A>>;
  constexpr int wb = detail::aggregate_width<detail::plain<B>>;
  constexpr int W = wa != 0 ? wa : wb != 0 ? wb : detail::width_of<detail::plain<C>>;
  varying<T, W> const x(std::forward<A>(a));
  varying<T, W> const y(std::forward<B>(b));
  if constexpr (detail::uniform_value<C>) {
    return static_cast<bool>(detail::uniform_of(std::forward<C>(c))) ? x : y;
  } else {
    varying<bool, W> const p(std::forward<C>(c));
    varying<T, W> r(x);
    if constexpr (detail::vector_struct<T>) {
      detail::each_component<detail::vector_traits<T>::size>([&](auto i) SIMT_LAMBDA_INLINE {
        auto& m = detail::component<i()>(r);
        auto const v = detail::blend_lanes(p, m, detail::component<i()>(y));
        simd::each<detail::plain<decltype(v)>::count>([&](int j)
                                                          SIMT_LAMBDA_INLINE { m.v[j] = v.v[j]; });
      });
    } else {
      for (int l = 0; l < W; ++l)
        if (!p.lane(l)) r.s[l] = y.s[l];
    }
    return r;
  }
}

/// The struct at p[i], loaded now.
template <class P>
requires detail::is_aggregate_place<detail::plain<P>>
[[nodiscard]] SIMT_INLINE auto value(P&& p) { return detail::plain<P>::read(std::forward<P>(p)); }

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
