#pragma once
// SPDX-License-Identifier: MIT

#include <simt/check/hooks.hpp>
#include <simt/config.hpp>
#include <simt/engine/fiber.hpp>
#include <simt/runtime/child_launch.hpp>
#include <simt/runtime/memory.hpp>

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>
#include <oneapi/tbb/task_arena.h>
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <optional>
#include <utility>

namespace simt::inline SIMT_ABI {

/// Says from where to where a copy goes. The values are those of cudaMemcpyKind.
enum class copy_kind : int {
  host_to_host = 0,
  host_to_device = 1,
  device_to_host = 2,
  device_to_device = 3,
  automatic = 4
};

namespace detail {

/// Bytes in rows and slices; rows of a box that lie one behind the other are joined.
struct box {
  std::size_t width = 0;
  std::size_t height = 1;
  std::size_t depth = 1;
  [[nodiscard]] bool empty() const noexcept { return width == 0 || height == 0 || depth == 0; }
};
struct plane {
  std::size_t pitch = 0;  // between rows
  std::size_t slice = 0;  // between slices
};

inline constexpr std::size_t parallel_bytes = std::size_t{1} << 20;

/// Calls f(begin, end) over parts of 0..bytes, on several workers where that pays. Parts are large:
/// the C library stores past the caches only then.
template <class F>
void for_parts(std::size_t bytes, F const& f) {
  if (bytes < 2 * parallel_bytes) {
    f(std::size_t{0}, bytes);
    return;
  }
  auto const threads =
      static_cast<std::size_t>(std::max(tbb::this_task_arena::max_concurrency(), 1));
  std::size_t const grain = std::max(parallel_bytes, (bytes / (threads * 2) + 4095) / 4096 * 4096);
#if SIMT_TSAN
  // TBB's own synchronisation is not instrumented.
  char sync = 0;
  __tsan_release(&sync);
#endif
  tbb::this_task_arena::isolate([&] {
    tbb::parallel_for(
        tbb::blocked_range<std::size_t>(0, (bytes + grain - 1) / grain, 1),
        [&](tbb::blocked_range<std::size_t> const& r) {
#if SIMT_TSAN
          __tsan_acquire(&sync);
#endif
          for (std::size_t i = r.begin(); i < r.end(); ++i)
            f(i * grain, std::min(bytes, (i + 1) * grain));
#if SIMT_TSAN
          __tsan_release(&sync);
#endif
        },
        tbb::simple_partitioner());
  });
#if SIMT_TSAN
  __tsan_acquire(&sync);
#endif
}

inline void copy_bytes(std::byte* dst, std::byte const* src, std::size_t bytes) {
  // Overlap is the user's mistake, but not one to crash for.
#if SIMT_CHECK
  simt_check_filled(dst, bytes, src);
#endif
  bool const apart = dst + bytes <= src || src + bytes <= dst;
  if (!apart) {
    std::memmove(dst, src, bytes);
    return;
  }
  for_parts(bytes, [=](std::size_t b, std::size_t e) { std::memcpy(dst + b, src + b, e - b); });
}

/// Calls f(row offset in a, row offset in b, bytes) for every run of bytes of a box.
template <class F>
void for_rows(box size, plane a, plane b, F const& f) {
  if (size.empty()) return;
  if (size.height > 1 && a.pitch == size.width && b.pitch == size.width) {
    size.width *= size.height;
    size.height = 1;
  }
  if (size.height == 1 && size.depth > 1 && a.slice == size.width && b.slice == size.width) {
    size.width *= size.depth;
    size.depth = 1;
  }
  for (std::size_t z = 0; z < size.depth; ++z)
    for (std::size_t y = 0; y < size.height; ++y)
      f(z * a.slice + y * a.pitch, z * b.slice + y * b.pitch, size.width);
}

struct copy_work {
  std::byte* dst = nullptr;
  std::byte const* src = nullptr;
  box size;
  plane to;
  plane from;

  void operator()() const {
    for_rows(size, to, from, [this](std::size_t d, std::size_t s, std::size_t bytes) {
      copy_bytes(dst + d, src + s, bytes);
    });
  }
};

struct fill_work {
  std::byte* dst = nullptr;
  unsigned char value = 0;
  box size;
  plane to;

  void operator()() const {
    for_rows(size, to, to, [this](std::size_t d, std::size_t, std::size_t bytes) {
      std::byte* const at = dst + d;
      int const byte = value;
#if SIMT_CHECK
      simt_check_filled(at, bytes, nullptr);
#endif
      for_parts(bytes, [=](std::size_t b, std::size_t e) { std::memset(at + b, byte, e - b); });
    });
  }
};

/// Where one side of a copy lies.
struct copy_place {
  memory_kind kind = memory_kind::unregistered;
  error_code error = error_code::success;
};

/// Looks a pointer up. `span`: the bytes from the first to the last that are touched.
[[nodiscard]] inline copy_place locate(void const* p, std::size_t span) {
  // The first page is never mapped: an error instead of a crash.
  if (reinterpret_cast<std::uintptr_t>(p) < 4096) return {{}, error_code::invalid_value};
  auto const a = memory().ranges.find(p);
  if (!a) return {};
  if (!a->contains(reinterpret_cast<std::uintptr_t>(p), span)) {
    // A registered range may be part of a larger block of the host's.
    if (a->from == allocation::origin::registered) return {};
    return {a->kind, error_code::invalid_value};
  }
  return {a->kind, error_code::success};
}

[[nodiscard]] inline std::size_t span_of(box size, plane p) noexcept {
  return (size.depth - 1) * p.slice + (size.height - 1) * p.pitch + size.width;
}

struct copy_sides {
  copy_place dst;
  copy_place src;
  [[nodiscard]] bool device_only() const noexcept {
    return dst.kind == memory_kind::device && src.kind == memory_kind::device;
  }
};

/// Checks both sides against the kind.
[[nodiscard]] inline error_code check_sides(copy_sides const& sides, copy_kind kind) noexcept {
  if (sides.dst.error != error_code::success) return sides.dst.error;
  if (sides.src.error != error_code::success) return sides.src.error;
  bool const to_device = kind == copy_kind::host_to_device || kind == copy_kind::device_to_device;
  bool const from_device = kind == copy_kind::device_to_host || kind == copy_kind::device_to_device;
  if ((to_device && sides.dst.kind == memory_kind::unregistered) ||
      (from_device && sides.src.kind == memory_kind::unregistered))
    return error_code::invalid_value;
  return error_code::success;
}

[[nodiscard]] constexpr bool valid_kind(copy_kind kind) noexcept {
  return static_cast<int>(kind) >= 0 && static_cast<int>(kind) <= 4;
}

/// True where a stream has nothing to do and nothing to wait for, so that the caller may do work of
/// its own instead of queueing it.
[[nodiscard]] inline bool nothing_before(stream_record& s) {
  device_state& d = *s.device;
  if (!s.core->idle() || s.capturing.load() != nullptr) return false;
  if (&s != d.legacy) return (s.flags & stream_non_blocking) != 0 || d.legacy->core->idle();
  if (d.blocking.load() == 0) return true;
  std::scoped_lock const hold(d.lock);
  return std::none_of(d.streams.begin(), d.streams.end(),
                      [](stream_record* b) {
                        return (b->flags & stream_non_blocking) == 0 && !b->core->idle();
                      }) &&
         std::none_of(d.leaving.begin(), d.leaving.end(),
                      [](leaving_stream const& b) { return b.blocking && !b.core->idle(); });
}

/// A small source that the caller may reuse at once is copied when the call is made.
inline constexpr std::size_t staged_bytes = 64 * 1024;

/// Reads a copy's source now, and queues the rest of it.
inline void submit_staged(stream_record& s, copy_work const& work) {
  std::size_t const bytes = work.size.width * work.size.height * work.size.depth;
  auto staged = std::make_shared<std::byte[]>(bytes);
  copy_work in = work;
  in.dst = staged.get();
  in.to = {work.size.width, work.size.width * work.size.height};
  in();
  copy_work out = work;
  out.src = staged.get();
  out.from = in.to;
  submit(s, [out, staged] { out(); });
}

/// Queues a checked copy or does it, and waits where CUDA waits.
[[nodiscard]] inline error_code run_copy(stream_record& s, copy_work const& work,
                                         copy_sides const& sides, bool async) {
  bool const src_pageable = sides.src.kind == memory_kind::unregistered;
  bool const dst_pageable = sides.dst.kind == memory_kind::unregistered;
  auto const is_host = [](memory_kind k) {
    return k == memory_kind::unregistered || k == memory_kind::host;
  };
  bool const between_hosts = is_host(sides.src.kind) && is_host(sides.dst.kind);
  bool const waits =
      async ? src_pageable || dst_pageable || between_hosts : !sides.device_only();
  check_implicit(s);
#if SIMT_PROFILE
  int const direction = (is_host(sides.dst.kind) ? 0 : 1) + (is_host(sides.src.kind) ? 0 : 2);
  simt_profile_copied(direction, work.size.width * work.size.height * work.size.depth,
                      !src_pageable && !dst_pageable);
#endif
  if (is_capturing(s)) {
    if (!async) forbid_on_captured(s);
    submit(s, work, node_kind::copy);
    return error_code::success;
  }
  // Nobody else can queue work before this call and learn of it: doing it here is the same.
  if ((waits || !async) && nothing_before(s)) {
    do_at_once(s, work);
    return settle(*s.device);
  }
  if (async && src_pageable && !dst_pageable) {
    std::size_t const bytes = work.size.width * work.size.height * work.size.depth;
    if (bytes <= staged_bytes) {
      submit_staged(s, work);
      return error_code::success;
    }
  }
  submit(s, work);
  return waits ? wait_for_stream(s) : error_code::success;
}

struct copy_request {
  void* dst;
  plane to;
  void const* src;
  plane from;
  box size;
  copy_kind kind;
  stream_handle stream;
  bool per_thread;
  bool async;
};

/// A copy that a kernel's thread asks for: within the device's memory, in its block's streams.
/// - Errors:  not_permitted for one that is to wait; invalid_memcpy_direction; invalid_value for
///            the thread's own memory and its block's
/// - Source:  CUDA C Programming Guide 8.0, C.3.1.8 (API Reference), Table 5
[[nodiscard]] SIMT_COLD inline error_code copy_in_kernel(copy_request const& r) {
  if (!r.async) return error_code::not_permitted;
  if (r.kind != copy_kind::device_to_device && r.kind != copy_kind::automatic)
    return error_code::invalid_memcpy_direction;
  if (r.dst == nullptr || r.src == nullptr || private_memory(r.dst) != nullptr ||
      private_memory(r.src) != nullptr)
    return error_code::invalid_value;
  copy_work work{static_cast<std::byte*>(r.dst), static_cast<std::byte const*>(r.src), r.size, r.to,
                 r.from};
  return submit_in_kernel(r.stream, erase_type(work), nullptr);
}

[[nodiscard]] inline error_code copy(copy_request const& r) {
  if (r.size.empty()) return error_code::success;
  if (!valid_kind(r.kind)) return error_code::invalid_memcpy_direction;
  if (block::current() != nullptr) [[unlikely]]
    return copy_in_kernel(r);
  stream_record* const s = find_stream(r.stream, r.per_thread);
  if (s == nullptr) return error_code::invalid_resource_handle;
  copy_sides const sides{locate(r.dst, span_of(r.size, r.to)),
                         locate(r.src, span_of(r.size, r.from))};
  if (error_code const e = check_sides(sides, r.kind); e != error_code::success) return e;
  copy_work const work{static_cast<std::byte*>(r.dst), static_cast<std::byte const*>(r.src), r.size,
                       r.to, r.from};
  return run_copy(*s, work, sides, r.async);
}

[[nodiscard]] inline error_code fill(void* dst, plane to, int value, box size, stream_handle stream,
                                     bool per_thread, bool async) {
  if (size.empty()) return error_code::success;
  if (block::current() != nullptr) [[unlikely]] {
    if (!async) return error_code::not_permitted;
    if (dst == nullptr || private_memory(dst) != nullptr) return error_code::invalid_value;
    fill_work work{static_cast<std::byte*>(dst), static_cast<unsigned char>(value), size, to};
    return submit_in_kernel(stream, erase_type(work), nullptr);
  }
  stream_record* const s = find_stream(stream, per_thread);
  if (s == nullptr) return error_code::invalid_resource_handle;
  copy_place const at = locate(dst, span_of(size, to));
  if (at.error != error_code::success) return at.error;
  if (at.kind == memory_kind::unregistered) return error_code::invalid_value;
  fill_work const work{static_cast<std::byte*>(dst), static_cast<unsigned char>(value), size, to};
  check_implicit(*s);
  if (!async) forbid_on_captured(*s);
  if (!async && span_of(size, to) <= parallel_bytes && nothing_before(*s)) {
    do_at_once(*s, work);
    return settle(*s->device);
  }
  submit(*s, work, node_kind::fill);
  bool const waits = !async && at.kind == memory_kind::host;
  return waits ? wait_for_stream(*s) : error_code::success;
}

}  // namespace detail

/// Copies bytes. Waits unless device memory is copied to device memory.
/// - CUDA:    cudaMemcpy, cudaMemcpyAsync
/// - Order:   in the stream; asynchronous copies wait, too, where CUDA's do: for pageable memory,
///            except for up to 64 KiB to the device, and between memories of the host
/// - Errors:  invalid_memcpy_direction; invalid_value for null, for a range that leaves its
///            allocation, for pageable memory that `kind` takes for the device's
[[nodiscard]] inline error_code copy_memory(void* dst, void const* src, std::size_t bytes,
                                            copy_kind kind, stream_handle stream = nullptr,
                                            bool per_thread = false, bool async = false) noexcept {
  return detail::guarded([&] {
    return detail::copy({dst, {}, src, {}, {bytes, 1, 1}, kind, stream, per_thread, async});
  });
}

/// Copies rows between pitched memory.
/// - CUDA:    cudaMemcpy2D, cudaMemcpy2DAsync
/// - Errors:  as copy_memory; invalid_pitch_value where a row does not fit its pitch
[[nodiscard]] inline error_code copy_memory_2d(void* dst, std::size_t dpitch, void const* src,
                                               std::size_t spitch, std::size_t width,
                                               std::size_t height, copy_kind kind,
                                               stream_handle stream = nullptr,
                                               bool per_thread = false,
                                               bool async = false) noexcept {
  return detail::guarded([&] {
    if (width == 0 || height == 0) return error_code::success;
    if (!detail::valid_kind(kind)) return error_code::invalid_memcpy_direction;
    if (height > 1 && (width > dpitch || width > spitch)) return error_code::invalid_pitch_value;
    if (height == 1 && (width > dpitch || width > spitch)) return error_code::invalid_value;
    if (height > ~std::size_t{0} / std::max(dpitch, spitch)) return error_code::invalid_value;
    return detail::copy(
        {dst, {dpitch, 0}, src, {spitch, 0}, {width, height, 1}, kind, stream, per_thread, async});
  });
}

/// Sets bytes of device, managed or pinned memory.
/// - CUDA:    cudaMemset, cudaMemsetAsync
/// - Errors:  invalid_value
[[nodiscard]] inline error_code fill_memory(void* dst, int value, std::size_t bytes,
                                            stream_handle stream = nullptr, bool per_thread = false,
                                            bool async = false) noexcept {
  return detail::guarded([&] {
    return detail::fill(dst, {}, value, {bytes, 1, 1}, stream, per_thread, async);
  });
}

/// Sets bytes of rows.
/// - CUDA:    cudaMemset2D, cudaMemset2DAsync
[[nodiscard]] inline error_code fill_memory_2d(void* dst, std::size_t pitch, int value,
                                               std::size_t width, std::size_t height,
                                               stream_handle stream = nullptr,
                                               bool per_thread = false,
                                               bool async = false) noexcept {
  return detail::guarded([&] {
    if (width == 0 || height == 0) return error_code::success;
    if (height > 1 && width > pitch) return error_code::invalid_value;
    return detail::fill(dst, {pitch, 0}, value, {width, height, 1}, stream, per_thread, async);
  });
}

}  // namespace simt::inline SIMT_ABI
