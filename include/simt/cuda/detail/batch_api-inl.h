#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/array_api-inl.h>
#include <simt/cuda/detail/batch_api.h>
#include <simt/cuda/detail/memory_api-inl.h>
#include <simt/cuda/detail/pool_api-inl.h>
#include <simt/cuda/detail/stream_api-inl.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace simt::inline SIMT_ABI::cuda::detail {

/// One copy of a batch, and when its source may be read.
struct batch_copy {
  simt::detail::copy_side to;
  simt::detail::copy_side from;
  simt::detail::box size;
  cudaMemcpySrcAccessOrder order = cudaMemcpySrcAccessOrderInvalid;
  unsigned flags = 0;
  // Of a copy that has been checked: what it does, and where its sides lie.
  simt::detail::copy_work work{};
  simt::detail::copy_sides sides{};
};

/// Finds a copy's sides.
/// - Errors:  invalid_value, also for arrays and memory that it leaves
inline error_code check_copy(batch_copy& c) {
  if (c.order < cudaMemcpySrcAccessOrderStream || c.order > cudaMemcpySrcAccessOrderAny ||
      c.flags > cudaMemcpyFlagPreferOverlapWithCompute)
    return error_code::invalid_value;
  if (c.size.empty()) return error_code::success;
  auto const has_rows = [&](simt::detail::copy_side const& side) {
    return side.array != nullptr || (c.size.width <= side.pitch && c.size.height <= side.rows);
  };
  if (!has_rows(c.to) || !has_rows(c.from)) return error_code::invalid_value;
  auto const to = simt::detail::resolve(c.to, c.size);
  auto const from = simt::detail::resolve(c.from, c.size);
  c.work = {to.at, from.at, c.size, to.layout, from.layout};
  c.sides = {to.where, from.where};
  return check_sides(c.sides, copy_kind::automatic);
}

/// Queues copies once all of them have been checked.
inline error_code run_batch(batch_copy* list, std::size_t count, cudaStream_t stream,
                            bool takes_legacy, std::size_t* failed) {
  if (failed != nullptr) *failed = SIZE_MAX;
  auto* const s = simt::detail::find_stream(stream, per_thread);
  if (s == nullptr) return error_code::invalid_resource_handle;
  if (count == 0 || (!takes_legacy && s == s->device->legacy)) return error_code::invalid_value;
  simt::detail::forbid_on_captured(*s);
  for (std::size_t i = 0; i < count; ++i)
    if (auto const e = check_copy(list[i]); e != error_code::success) {
      if (failed != nullptr) *failed = i;
      return e;
    }
  for (std::size_t i = 0; i < count; ++i) {
    if (list[i].size.empty()) continue;
    if (list[i].order == cudaMemcpySrcAccessOrderDuringApiCall)
      simt::detail::submit_staged(*s, list[i].work);
    else if (auto const e = simt::detail::run_copy(*s, list[i].work, list[i].sides, true);
             e != error_code::success)
      return e;
  }
  return error_code::success;
}

/// Gives each of `count` ranges what goes for it: use(range, value).
/// - Errors:  invalid_value where the first ranges do not begin at 0 and grow
template <class T, class F>
error_code for_runs(std::size_t count, T const* values, std::size_t const* first,
                    std::size_t value_count, F const& use) {
  if (values == nullptr || first == nullptr || value_count == 0 || value_count > count ||
      first[0] != 0)
    return error_code::invalid_value;
  for (std::size_t k = 1; k < value_count; ++k)
    if (first[k] <= first[k - 1] || first[k] >= count) return error_code::invalid_value;
  for (std::size_t k = 0; k < value_count; ++k)
    for (std::size_t i = first[k]; i < (k + 1 < value_count ? first[k + 1] : count); ++i)
      if (auto const e = use(i, values[k]); e != error_code::success) return e;
  return error_code::success;
}

inline batch_copy copy_of_bytes(void const* to, void const* from, std::size_t bytes,
                                cudaMemcpyAttributes const& attributes) {
  auto const side = [&](void const* p) {
    simt::detail::copy_side out;
    out.base = static_cast<std::byte*>(const_cast<void*>(p));
    out.pitch = bytes;
    out.rows = 1;
    return out;
  };
  return {side(to), side(from), {bytes, 1, 1}, attributes.srcAccessOrder, attributes.flags, {}, {}};
}

inline cudaError_t copy_batch(void const* const* to, void const* const* from,
                              std::size_t const* sizes, std::size_t count,
                              cudaMemcpyAttributes const* attributes, std::size_t const* first,
                              std::size_t attribute_count, std::size_t* failed,
                              cudaStream_t stream) {
  return call([&] {
    if (failed != nullptr) *failed = SIZE_MAX;
    if (to == nullptr || from == nullptr || sizes == nullptr) return error_code::invalid_value;
    std::vector<batch_copy> list(count);
    auto const e = for_runs(count, attributes, first, attribute_count,
                            [&](std::size_t i, cudaMemcpyAttributes const& a) {
                              list[i] = copy_of_bytes(to[i], from[i], sizes[i], a);
                              return error_code::success;
                            });
    return e != error_code::success ? e : run_batch(list.data(), count, stream, false, failed);
  });
}

/// One side of a copy of boxes: an array, or memory whose rows and slices are counted in elements.
inline error_code operand_side(simt::detail::copy_side& out, cudaMemcpy3DOperand const& operand,
                               std::size_t unit, cudaExtent const& extent) {
  if (operand.type == cudaMemcpyOperandTypeArray) {
    auto const& at = operand.op.array.offset;
    out.array = array_of(operand.op.array.array);
    out.x = at.x * unit;
    out.y = at.y;
    out.z = at.z;
    return out.array == nullptr ? error_code::invalid_value : error_code::success;
  }
  if (operand.type != cudaMemcpyOperandTypePointer) return error_code::invalid_value;
  auto const& memory = operand.op.ptr;
  out.base = static_cast<std::byte*>(memory.ptr);
  out.pitch = (memory.rowLength == 0 ? extent.width : memory.rowLength) * unit;
  out.rows = memory.layerHeight == 0 ? extent.height : memory.layerHeight;
  return error_code::success;
}
/// The extent counts elements of an array, or bytes where both sides are memory.
inline error_code copy_of_box(batch_copy& out, cudaMemcpy3DBatchOp const& op) {
  std::size_t unit = 1;
  for (auto const* const side : {&op.src, &op.dst})
    if (side->type == cudaMemcpyOperandTypeArray)
      if (auto const* const a = array_of(side->op.array.array)) unit = a->element_bytes;
  out.size = {op.extent.width * unit, op.extent.height, op.extent.depth};
  out.order = op.srcAccessOrder;
  out.flags = op.flags;
  if (auto const e = operand_side(out.to, op.dst, unit, op.extent); e != error_code::success)
    return e;
  return operand_side(out.from, op.src, unit, op.extent);
}

inline cudaError_t copy_boxes(std::size_t count, cudaMemcpy3DBatchOp const* list,
                              std::size_t* failed, unsigned long long flags, cudaStream_t stream,
                              bool takes_legacy) {
  return call([&] {
    if (failed != nullptr) *failed = SIZE_MAX;
    if (list == nullptr || flags != 0) return error_code::invalid_value;
    std::vector<batch_copy> copies(count);
    for (std::size_t i = 0; i < count; ++i)
      if (auto const e = copy_of_box(copies[i], list[i]); e != error_code::success) {
        if (failed != nullptr) *failed = i;
        return e;
      }
    return run_batch(copies.data(), count, stream, takes_legacy, failed);
  });
}

inline error_code check_ranges(void* const* ranges, std::size_t const* sizes, std::size_t count,
                               unsigned long long flags, cudaStream_t stream) {
  if (ranges == nullptr || sizes == nullptr || count == 0 || flags != 0)
    return error_code::invalid_value;
  for (std::size_t i = 0; i < count; ++i)
    if (!is_managed(ranges[i], sizes[i])) return error_code::invalid_value;
  return simt::detail::find_stream(stream, per_thread) == nullptr
             ? error_code::invalid_resource_handle
             : error_code::success;
}
inline cudaError_t prefetch_batch(void* const* ranges, std::size_t const* sizes, std::size_t count,
                                  cudaMemLocation const* places, std::size_t const* first,
                                  std::size_t place_count, unsigned long long flags,
                                  cudaStream_t stream) {
  return call([&] {
    auto const e = check_ranges(ranges, sizes, count, flags, stream);
    if (e != error_code::success) return e;
    return for_runs(count, places, first, place_count,
                    [&](std::size_t i, cudaMemLocation const& place) {
                      return static_cast<error_code>(
                          cudaMemPrefetchAsync(ranges[i], sizes[i], place, 0, stream));
                    });
  });
}

/// Runs the body with the device whose pools a place means.
template <class F>
cudaError_t with_pool_device(cudaMemLocation const* place, cudaMemAllocationType type,
                             F const& body) {
  if (place == nullptr || place->type == cudaMemLocationTypeInvalid ||
      (type != cudaMemAllocationTypePinned && type != cudaMemAllocationTypeManaged))
    return answer(error_code::invalid_value);
  if (place->type != cudaMemLocationTypeDevice || type != cudaMemAllocationTypePinned)
    return answer(error_code::not_supported);
  return is_device(place->id) ? body(place->id) : answer(error_code::invalid_value);
}

}  // namespace simt::inline SIMT_ABI::cuda::detail

inline namespace SIMT_CUDA_ABI {

SIMT_RUNTIME_FUNCTION cudaError_t
cudaMemcpyBatchAsync(void const* const* to, void const* const* from, std::size_t const* sizes,
                     std::size_t count, struct cudaMemcpyAttributes* attributes, std::size_t* first,
                     std::size_t attribute_count, std::size_t* failed, cudaStream_t stream) {
  return simt::cuda::detail::copy_batch(to, from, sizes, count, attributes, first, attribute_count,
                                        failed, stream);
}
SIMT_RUNTIME_FUNCTION cudaError_t
cudaMemcpyBatchAsync(void const* const* to, void const* const* from, std::size_t const* sizes,
                     std::size_t count, struct cudaMemcpyAttributes* attributes, std::size_t* first,
                     std::size_t attribute_count, cudaStream_t stream) {
  return simt::cuda::detail::copy_batch(to, from, sizes, count, attributes, first, attribute_count,
                                        nullptr, stream);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaMemcpyBatchAsync(void const* const* to,
                                                       void const* const* from,
                                                       std::size_t const* sizes, std::size_t count,
                                                       struct cudaMemcpyAttributes attributes,
                                                       std::size_t* failed, cudaStream_t stream) {
  std::size_t const first = 0;
  return simt::cuda::detail::copy_batch(to, from, sizes, count, &attributes, &first, 1, failed,
                                        stream);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaMemcpyBatchAsync(void const* const* to,
                                                       void const* const* from,
                                                       std::size_t const* sizes, std::size_t count,
                                                       struct cudaMemcpyAttributes attributes,
                                                       cudaStream_t stream) {
  return cudaMemcpyBatchAsync(to, from, sizes, count, attributes, nullptr, stream);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaMemcpy3DBatchAsync(std::size_t count,
                                                         struct cudaMemcpy3DBatchOp* list,
                                                         std::size_t* failed,
                                                         unsigned long long flags,
                                                         cudaStream_t stream) {
  return simt::cuda::detail::copy_boxes(count, list, failed, flags, stream, false);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaMemcpy3DBatchAsync(std::size_t count,
                                                         struct cudaMemcpy3DBatchOp* list,
                                                         unsigned long long flags,
                                                         cudaStream_t stream) {
  return simt::cuda::detail::copy_boxes(count, list, nullptr, flags, stream, false);
}
SIMT_RUNTIME_FUNCTION cudaError_t
cudaMemcpyWithAttributesAsync(void* to, void const* from, std::size_t bytes,
                              struct cudaMemcpyAttributes* attributes, cudaStream_t stream) {
  return simt::cuda::detail::call([&] {
    if (attributes == nullptr) return simt::error_code::invalid_value;
    auto copy = simt::cuda::detail::copy_of_bytes(to, from, bytes, *attributes);
    return simt::cuda::detail::run_batch(&copy, 1, stream, true, nullptr);
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaMemcpy3DWithAttributesAsync(struct cudaMemcpy3DBatchOp* copy,
                                                                  unsigned long long flags,
                                                                  cudaStream_t stream) {
  return simt::cuda::detail::copy_boxes(1, copy, nullptr, flags, stream, true);
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaMemPrefetchBatchAsync(
    void** ranges, std::size_t* sizes, std::size_t count, struct cudaMemLocation* places,
    std::size_t* first, std::size_t place_count, unsigned long long flags, cudaStream_t stream) {
  return simt::cuda::detail::prefetch_batch(ranges, sizes, count, places, first, place_count, flags,
                                            stream);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaMemDiscardBatchAsync(void** ranges, std::size_t* sizes,
                                                           std::size_t count,
                                                           unsigned long long flags,
                                                           cudaStream_t stream) {
  return simt::cuda::detail::call(
      [&] { return simt::cuda::detail::check_ranges(ranges, sizes, count, flags, stream); });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaMemDiscardAndPrefetchBatchAsync(
    void** ranges, std::size_t* sizes, std::size_t count, struct cudaMemLocation* places,
    std::size_t* first, std::size_t place_count, unsigned long long flags, cudaStream_t stream) {
  return simt::cuda::detail::prefetch_batch(ranges, sizes, count, places, first, place_count, flags,
                                            stream);
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaMemGetDefaultMemPool(cudaMemPool_t* pool,
                                                           struct cudaMemLocation* place,
                                                           enum cudaMemAllocationType type) {
  return simt::cuda::detail::with_pool_device(
      place, type, [&](int device) { return cudaDeviceGetDefaultMemPool(pool, device); });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaMemGetMemPool(cudaMemPool_t* pool,
                                                    struct cudaMemLocation* place,
                                                    enum cudaMemAllocationType type) {
  return simt::cuda::detail::with_pool_device(
      place, type, [&](int device) { return cudaDeviceGetMemPool(pool, device); });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaMemSetMemPool(struct cudaMemLocation* place,
                                                    enum cudaMemAllocationType type,
                                                    cudaMemPool_t pool) {
  return simt::cuda::detail::with_pool_device(
      place, type, [&](int device) { return cudaDeviceSetMemPool(device, pool); });
}

}  // namespace SIMT_CUDA_ABI
