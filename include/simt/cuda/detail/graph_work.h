#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/api_common-inl.h>
#include <simt/cuda/detail/array_api-inl.h>
#include <simt/cuda/driver_types.h>
#include <simt/runtime/host_graph.hpp>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <functional>
#include <memory>
#include <vector>

// What nodes of graphs do, made of CUDA's parameters, and what is told of nodes.
namespace simt::inline SIMT_ABI::cuda::detail {

/// Largest pitch.
/// - CUDA:    cudaDeviceProp::memPitch
inline constexpr std::size_t max_pitch_bytes = 2147483647;

/// - Errors:  invalid_device_function, invalid_resource_handle, invalid_value
inline error_code kernel_node_work(std::function<void()>& work, cudaKernelNodeParams const* p) {
  if (p == nullptr) return error_code::invalid_value;
  if (p->func == nullptr) return error_code::invalid_device_function;
  kernel_record* const k = find_kernel(p->func);
  if (k == nullptr || k->run_packed == nullptr) return error_code::invalid_resource_handle;
  if (auto const e = simt::detail::check_launch(simt::detail::this_device().model, *k, p->gridDim,
                                                p->blockDim, p->sharedMemBytes);
      e != error_code::success)
    return e;
  if (p->kernelParams == nullptr && k->args != 0) return error_code::invalid_value;
  work = simt::detail::pack_launch(*k, p->gridDim, p->blockDim, p->sharedMemBytes, false,
                                   p->kernelParams);
  return error_code::success;
}

/// The copy is checked when the node is made, and made when it runs.
/// - Errors:  invalid_memcpy_direction, invalid_pitch_value, invalid_value also for no bytes and
/// for
///            a single row that is longer than its pitch, as an H100 answers
inline error_code copy_node_work(std::function<void()>& work, cudaMemcpy3DParms const* p) {
  if (p == nullptr) return error_code::invalid_value;
  auto* const from = array_of(p->srcArray);
  auto* const to = array_of(p->dstArray);
  if ((from == nullptr) == (p->srcPtr.ptr == nullptr) ||
      (to == nullptr) == (p->dstPtr.ptr == nullptr))
    return error_code::invalid_value;
  std::size_t const unit = from != nullptr ? from->element_bytes
                           : to != nullptr ? to->element_bytes
                                           : 1;
  simt::detail::box const size{p->extent.width * unit, p->extent.height, p->extent.depth};
  if (!simt::detail::valid_kind(static_cast<copy_kind>(p->kind)))
    return error_code::invalid_memcpy_direction;
  if (size.empty()) return error_code::invalid_value;
  for (auto const* const memory : {from == nullptr ? &p->srcPtr : nullptr,
                                   to == nullptr ? &p->dstPtr : nullptr}) {
    if (memory == nullptr) continue;
    bool const has_rows = size.height > 1 || size.depth > 1;
    if (memory->pitch < size.width)
      return has_rows ? error_code::invalid_pitch_value : error_code::invalid_value;
    if (has_rows && memory->pitch > max_pitch_bytes) return error_code::invalid_value;
  }
  auto const dst = simt::detail::resolve(box_side(to, p->dstPtr, p->dstPos), size);
  auto const src = simt::detail::resolve(box_side(from, p->srcPtr, p->srcPos), size);
  if (auto const e =
          simt::detail::check_sides({dst.where, src.where}, static_cast<copy_kind>(p->kind));
      e != error_code::success)
    return e;
  work = simt::detail::copy_work{dst.at, src.at, size, dst.layout, src.layout};
  return error_code::success;
}

/// The parameters of a copy of `count` bytes.
inline error_code row_copy(cudaMemcpy3DParms& p, void* dst, void const* src, std::size_t count,
                           cudaMemcpyKind kind) {
  if (!simt::detail::valid_kind(static_cast<copy_kind>(kind)))
    return error_code::invalid_memcpy_direction;
  if (count == 0) return error_code::invalid_value;
  p.srcPtr = make_cudaPitchedPtr(const_cast<void*>(src), count, count, 1);
  p.dstPtr = make_cudaPitchedPtr(dst, count, count, 1);
  p.extent = make_cudaExtent(count, 1, 1);
  p.kind = kind;
  return error_code::success;
}

/// - Errors:  invalid_value, also for no bytes
inline error_code fill_node_work(std::function<void()>& work, cudaMemsetParams const* p) {
  if (p == nullptr || (p->elementSize != 1 && p->elementSize != 2 && p->elementSize != 4) ||
      p->dst == nullptr)
    return error_code::invalid_value;
  std::size_t const row = p->width * p->elementSize;
  std::size_t const pitch = p->height > 1 ? p->pitch : row;
  if (row > pitch || row == 0 || p->height == 0) return error_code::invalid_value;
  auto const at = simt::detail::locate(p->dst, (p->height - 1) * pitch + row);
  if (at.error != error_code::success || at.kind == memory_kind::unregistered)
    return error_code::invalid_value;
  work = [all = *p, pitch] {
    for (std::size_t y = 0; y < all.height; ++y) {
      char* const line = static_cast<char*>(all.dst) + y * pitch;
#if SIMT_CHECK
      simt_check_filled(line, all.width * all.elementSize, nullptr);
#endif
      for (std::size_t x = 0; x < all.width; ++x)
        std::memcpy(line + x * all.elementSize, &all.value, all.elementSize);
    }
  };
  return error_code::success;
}

/// Says whether an executable graph lets these parameters follow those: any host function; a copy of
/// the same direction; of memory in rows another value alone.
inline bool same_operands(cudaHostNodeParams const&, cudaHostNodeParams const&) { return true; }
inline bool same_operands(cudaMemcpy3DParms const& old, cudaMemcpy3DParms const& now) {
  return old.kind == now.kind;
}
inline bool same_operands(cudaMemsetParams const& old, cudaMemsetParams const& now) {
  return (old.height == 1 && now.height == 1) ||
         (old.height == now.height && old.width == now.width &&
          old.elementSize == now.elementSize);
}
/// The same of the details of nodes; those of nodes that were captured are not known.
inline bool can_take_over(simt::detail::node_kind kind, void const* old, void const* now) {
  if (old == nullptr || now == nullptr) return true;
  if (kind == simt::detail::node_kind::copy)
    return same_operands(*static_cast<cudaMemcpy3DParms const*>(old),
                         *static_cast<cudaMemcpy3DParms const*>(now));
  if (kind == simt::detail::node_kind::fill)
    return same_operands(*static_cast<cudaMemsetParams const*>(old),
                         *static_cast<cudaMemsetParams const*>(now));
  return true;
}

/// Tells a list of nodes, as many as the caller has room for, and how many that were; what is left of
/// the room is null. Without room how many there are.
inline error_code tell_nodes(std::vector<simt::detail::node_record*> const& all,
                             cudaGraphNode_t* out, std::size_t* count) {
  if (out == nullptr) {
    *count = all.size();
    return error_code::success;
  }
  for (std::size_t i = 0; i < *count; ++i)
    out[i] = i < all.size() ? reinterpret_cast<cudaGraphNode_t>(all[i]) : nullptr;
  *count = std::min(*count, all.size());
  return error_code::success;
}

/// Parameters of a kernel node with arguments of the node's own, as a program may change what it
/// reads of a node and give it back.
inline std::shared_ptr<cudaKernelNodeParams> keep_kernel_params(cudaKernelNodeParams const& p) {
  struct kept {
    cudaKernelNodeParams params;
    std::vector<std::vector<unsigned char>> values;
    std::vector<void*> pointers;
  };
  auto const out = std::make_shared<kept>();
  out->params = p;
  kernel_record const* const k = find_kernel(p.func);
  if (k != nullptr && k->parameters != nullptr && p.kernelParams != nullptr) {
    for (unsigned i = 0; i < k->args; ++i) {
      auto const* const from = static_cast<unsigned char const*>(p.kernelParams[i]);
      out->values.emplace_back(from, from + k->parameters[i].bytes);
    }
    for (auto& each : out->values) out->pointers.push_back(each.data());
    out->params.kernelParams = out->pointers.data();
  }
  return {out, &out->params};
}

}  // namespace simt::inline SIMT_ABI::cuda::detail
