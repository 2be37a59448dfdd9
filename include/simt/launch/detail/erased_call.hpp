#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>

namespace simt::inline SIMT_ABI::detail {

/// A callable without its type, on its way into a queue: how what the queue keeps is made of it,
/// run and destroyed. What is done with launches is compiled once so, and not for each kernel.
struct erased_call {
  static constexpr std::size_t alignment = 16;
  struct functions {
    std::size_t bytes;                   // of what is kept
    void (*make)(void* to, void* from);  // null: the bytes are copied
    void (*run)(void* kept);
    void (*destroy)(void* kept) noexcept;  // null: there is nothing to do
  };
  functions const* of;
  void* from;

  void make(void* to) const {
    if (of->make == nullptr)
      std::memcpy(to, from, of->bytes);
    else
      of->make(to, from);
  }
};

/// True of callables that are kept apart: too large for a queue, or aligned for vectors.
template <class F>
inline constexpr bool is_kept_apart = sizeof(F) > 2048 - 2 * erased_call::alignment ||
                                      alignof(F) > erased_call::alignment;

template <class F, class From>
[[nodiscard]] constexpr erased_call::functions erased_functions() {
  if constexpr (is_kept_apart<F>)
    return {sizeof(F*),
            [](void* to, void* from) {
              *static_cast<F**>(to) =
                  new F(static_cast<From>(*static_cast<std::remove_reference_t<From>*>(from)));
            },
            [](void* kept) { (**static_cast<F**>(kept))(); },
            [](void* kept) noexcept { delete *static_cast<F**>(kept); }};
  else if constexpr (std::is_trivially_copyable_v<F>)
    return {sizeof(F), nullptr, [](void* kept) { (*static_cast<F*>(kept))(); }, nullptr};
  else
    return {sizeof(F),
            [](void* to, void* from) {
              ::new (to) F(static_cast<From>(*static_cast<std::remove_reference_t<From>*>(from)));
            },
            [](void* kept) { (*static_cast<F*>(kept))(); },
            [](void* kept) noexcept { std::destroy_at(static_cast<F*>(kept)); }};
}
template <class F, class From>
inline constexpr erased_call::functions erased_functions_of = erased_functions<F, From>();

/// - Needs:   f lives until the queue has it
template <class F>
[[nodiscard]] erased_call erase_type(F&& f) noexcept {
  return {&erased_functions_of<std::remove_cvref_t<F>, F&&>,
          const_cast<void*>(static_cast<void const*>(std::addressof(f)))};
}

/// A callable without its type that a graph keeps.
class kept_call {
 public:
  explicit kept_call(erased_call const& f)
      : of_(f.of), bytes_(new std::max_align_t[f.of->bytes / sizeof(std::max_align_t) + 1]) {
    f.make(bytes_.get());
  }
  kept_call(kept_call const&) = delete;
  kept_call& operator=(kept_call const&) = delete;
  ~kept_call() {
    if (of_->destroy != nullptr) of_->destroy(bytes_.get());
  }
  void run() const { of_->run(bytes_.get()); }

 private:
  erased_call::functions const* of_;
  std::unique_ptr<std::max_align_t[]> bytes_;
};

}  // namespace simt::inline SIMT_ABI::detail
