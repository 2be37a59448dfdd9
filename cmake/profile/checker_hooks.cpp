// SPDX-License-Identifier: MIT
// Hooks that tell the checker alone something.
#define SIMT_CHECK 1
#define SIMT_PROFILE 1
#include <simt/check/hooks.hpp>

extern "C" {

void simt_check_block_failed() noexcept {}
void simt_check_early_return() noexcept {}
void simt_check_grid_met() noexcept {}
void simt_check_fence(bool) noexcept {}
void simt_check_copy_begins(void const*, std::size_t) noexcept {}
void simt_check_copies_committed() noexcept {}
void simt_check_copies_awaited(std::size_t) noexcept {}
void simt_check_next_copies_awaited() noexcept {}
void simt_check_copy_begins_until(void const*, std::size_t, void const*, std::size_t) noexcept {}
void simt_check_enter_intended() noexcept {}
void simt_check_leave_intended() noexcept {}
std::uint64_t simt_check_shuffled(std::uint64_t number, std::uint64_t) noexcept { return number; }
unsigned simt_check_yields() noexcept { return 0; }
void simt_check_freed(void const*) noexcept {}
void simt_check_filled(void const*, std::size_t, void const*) noexcept {}
void simt_check_frees(void const*) noexcept {}
void simt_check_call_failed(char const*) noexcept {}
void simt_check_read_absent(unsigned, unsigned, bool) noexcept {}
void simt_check_result_unread() noexcept {}
void simt_check_compares(void const volatile*) noexcept {}
void simt_check_queues(void const*) noexcept {}
void simt_check_begins_queued(void const*) noexcept {}
void simt_check_ends_queued() noexcept {}
void simt_check_stream_waits(void const*, void const*) noexcept {}
void simt_check_event_recorded(void const*, void const*) noexcept {}
void simt_check_event_awaited(void const*, void const*) noexcept {}
void simt_check_host_waited(void const*) noexcept {}
void simt_check_host_called() noexcept {}
std::uint32_t simt_check_asks_child(unsigned, int) noexcept { return 0; }
void simt_check_begins_child(std::uint32_t) noexcept {}
void simt_check_ends_child() noexcept {}
void simt_check_device_resets() noexcept {}
void simt_check_children_awaited() noexcept {}
void simt_check_child_event_recorded(unsigned, unsigned) noexcept {}
void simt_check_child_event_awaited(unsigned, unsigned) noexcept {}
bool simt_check_may_free(void const*) noexcept { return true; }
bool simt_check_waits_in_vain() noexcept { return false; }
void simt_check_changed_nothing() noexcept {}
void simt_check_grid_incomplete() noexcept {}

}  // extern "C"
