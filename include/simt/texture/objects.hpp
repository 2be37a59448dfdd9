#pragma once
// SPDX-License-Identifier: MIT

#include <simt/check/hooks.hpp>
#include <simt/texture/descriptor.hpp>

#include <atomic>
#include <bit>
#include <cstdint>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

namespace simt::inline SIMT_ABI {
namespace detail {

/// The live objects of a kind. Their numbers name a slot and how often it was taken, so that the
/// number of a destroyed object names nothing. Slots stay for good: a kernel that still reads
/// through a destroyed object meets no freed memory.
template <class View>
class object_table {
 public:
  constexpr object_table() = default;
  object_table(object_table const&) = delete;
  object_table& operator=(object_table const&) = delete;

  [[nodiscard]] unsigned long long add(View const& v) {
    std::lock_guard const lock(mutex_);
    std::uint32_t i = 0;
    if (!free_.empty()) {
      i = free_.back();
      free_.pop_back();
    } else {
      if (used_ == slots) throw std::bad_alloc();
      unsigned const c = chunk_of(used_);
      if (chunk_[c].load(std::memory_order_relaxed) == nullptr) {
        free_.reserve(first_of(c + 1));  // taking a slot back never fails
        chunk_[c].store(new slot[first_chunk << c], std::memory_order_release);
      }
      i = used_++;
    }
    slot& s = at(i);
    s.view = v;
    std::uint32_t const turn = s.turn.load(std::memory_order_relaxed) + 1;
    s.turn.store(turn, std::memory_order_release);
    return (std::uint64_t{turn} << 32) | (i + 1);
  }
  bool drop(unsigned long long object) noexcept {
    std::lock_guard const lock(mutex_);
    slot* const s = find_slot(object);
    if (s == nullptr) return false;
    s->turn.fetch_add(1, std::memory_order_release);
    free_.push_back(static_cast<std::uint32_t>(object) - 1);
    return true;
  }
  bool replace(unsigned long long object, View const& v) noexcept {
    std::lock_guard const lock(mutex_);
    slot* const s = find_slot(object);
    if (s == nullptr) return false;
    s->view = v;
    return true;
  }
  [[nodiscard]] View const* find(unsigned long long object) const noexcept {
    slot const* const s = find_slot(object);
    return s == nullptr ? nullptr : &s->view;
  }

 private:
  // Each chunk is as large as all before it and 64 slots together: a few chunks for a million.
  static constexpr std::uint32_t first_chunk = 64;
  static constexpr unsigned chunks = 14;
  static constexpr unsigned chunk_of(std::uint32_t i) noexcept {
    return static_cast<unsigned>(std::bit_width(i / first_chunk + 1)) - 1;
  }
  static constexpr std::uint32_t first_of(unsigned chunk) noexcept {
    return (first_chunk << chunk) - first_chunk;
  }
  static constexpr std::uint32_t slots = first_of(chunks);
  struct slot {
    std::atomic<std::uint32_t> turn{0};  // odd: taken
    View view;
  };

  [[nodiscard]] slot& at(std::uint32_t i) const noexcept {
    unsigned const c = chunk_of(i);
    return chunk_[c].load(std::memory_order_acquire)[i - first_of(c)];
  }
  [[nodiscard]] slot* find_slot(unsigned long long object) const noexcept {
    auto const i = static_cast<std::uint32_t>(object) - 1;
    auto const turn = static_cast<std::uint32_t>(object >> 32);
    if (i >= slots || turn % 2 == 0) return nullptr;
    unsigned const c = chunk_of(i);
    slot* const chunk = chunk_[c].load(std::memory_order_acquire);
    if (chunk == nullptr) return nullptr;
    slot& s = chunk[i - first_of(c)];
    return s.turn.load(std::memory_order_acquire) == turn ? &s : nullptr;
  }

  std::mutex mutex_;
  std::vector<std::uint32_t> free_;
  std::uint32_t used_ = 0;
  std::atomic<slot*> chunk_[chunks] = {};
};

/// Never destroyed: objects may outlive main.
template <class View>
[[nodiscard]] inline object_table<View>& objects() {
  static auto& table = *new object_table<View>;
  return table;
}

inline constexpr texture_view no_texture{};
inline constexpr surface_view no_surface{};

}  // namespace detail

/// A new object that kernels can read through.
/// - Needs:   the memory behind the view stays until the object is dropped
/// - Errors:  std::bad_alloc
[[nodiscard]] inline texture_object make_texture(texture_view const& v) {
  return detail::objects<texture_view>().add(v);
}
[[nodiscard]] inline surface_object make_surface(surface_view const& v) {
  return detail::objects<surface_view>().add(v);
}
/// False where the number names no object.
inline bool drop_texture(texture_object t) noexcept {
  return detail::objects<texture_view>().drop(t);
}
inline bool drop_surface(surface_object s) noexcept {
  return detail::objects<surface_view>().drop(s);
}
/// Gives an object another view, no kernel running that reads through it.
inline bool replace_texture(texture_object t, texture_view const& v) noexcept {
  return detail::objects<texture_view>().replace(t, v);
}
inline bool replace_surface(surface_object s, surface_view const& v) noexcept {
  return detail::objects<surface_view>().replace(s, v);
}

[[nodiscard]] inline texture_view const* texture_or_null(texture_object t) noexcept {
  return detail::objects<texture_view>().find(t);
}
[[nodiscard]] inline surface_view const* surface_or_null(surface_object s) noexcept {
  return detail::objects<surface_view>().find(s);
}
/// The object's view; one that reads zero where the number names no object.
[[nodiscard]] inline texture_view const& find_texture(texture_object t) noexcept {
  auto const* const v = texture_or_null(t);
#if SIMT_CHECK && !SIMT_PROFILE
  if (v == nullptr || v->level[0].base == nullptr) simt_check_no_object(false);
#endif
  return v == nullptr ? detail::no_texture : *v;
}
[[nodiscard]] inline surface_view const& find_surface(surface_object s) noexcept {
  auto const* const v = surface_or_null(s);
#if SIMT_CHECK && !SIMT_PROFILE
  if (v == nullptr || v->level.base == nullptr) simt_check_no_object(true);
#endif
  return v == nullptr ? detail::no_surface : *v;
}

}  // namespace simt::inline SIMT_ABI
