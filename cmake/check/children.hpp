// SPDX-License-Identifier: MIT
#pragma once

#include "checker.hpp"
#include "segments.hpp"

#include <cstdint>
#include <string>

// Orders what kernels launch. A child comes behind what its thread knew when it asked for it, and
// in front of what a thread does that has waited for it; children of one stream never run beside
// one another, and the grid's tail comes behind all else.
namespace simt::check {

/// A number for what a kernel has asked for; 0: nothing.
using child_id = std::uint32_t;

/// Gives the child that the calling OS thread has begun, once.
child_id take_begun_child();
/// Gives the launch whose thread asked for it; 0 where that is not remembered.
std::uint32_t parent_of(child_id child);
void forget_children();

/// How two launches are related, for people: "which this one has launched", and so on.
std::string relation_of(std::uint32_t launch, std::uint32_t other);

}  // namespace simt::check
