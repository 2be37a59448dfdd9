#pragma once
// SPDX-License-Identifier: MIT

/// The host runtime as C++ types: buffer, pinned_buffer, managed_buffer, arrays and textures,
/// device_stream, event, graph, device_guard. Apart from <simt/simt.hpp>, because it costs half of
/// that header's compile time once more.
#include <simt/launch/launch.hpp>
#include <simt/launch/stream.hpp>
#include <simt/runtime/buffer.hpp>
#include <simt/runtime/device.hpp>
#include <simt/runtime/event.hpp>
#include <simt/runtime/graph.hpp>
#include <simt/runtime/occupancy.hpp>
#include <simt/runtime/texture.hpp>
