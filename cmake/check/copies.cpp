// SPDX-License-Identifier: MIT
// Copies to shared memory that a thread has begun and not waited for (__pipeline_memcpy_async, libcu++'s
// memcpy_async): until then nobody knows what is there, whatever barriers the block comes by.
#include "checker.hpp"
#include "hooks.hpp"

#include <simt/check/hooks.hpp>

#include <algorithm>

namespace simt::check {

namespace {

using copy_under_way = block_state::copy_under_way;

std::uintptr_t first_word(std::uintptr_t a) { return a / 4; }
std::uintptr_t last_word(std::uintptr_t a, std::size_t bytes) { return (a + bytes - 1) / 4; }

void report_copy(context& c, copy_under_way const& copy, std::uintptr_t at, std::size_t bytes,
                 access_way way, void const* return_address) {
  finding f = finding_here(c, "race", return_address);
  f.other = frame_of(copy.site);
  f.has_other = true;
  f.address = at;
  f.bytes = bytes;
  unflatten(copy.thread, c.block.shape, f.other_thread);
  std::copy(std::begin(f.block), std::end(f.block), std::begin(f.other_block));
  bool const own = copy.thread == c.rank;
  f.what = std::string(way == access_way::reads ? "read" : "write") + " of " +
           count_of(bytes, "byte") + " in shared memory, to which " +
           (own ? "the thread" : "another thread of the block") +
           " has begun a copy that it has not waited for";
  f.advice = "wait for the copy before line " + std::to_string(f.at.line) +
             " (`__pipeline_wait_prior(0)`; of a pipeline: `consumer_wait()`; of a group: `wait(group)`)" +
             (own ? "" : ", with `__syncthreads()` behind that");
  c.block.misread = true;
  report(std::move(f));
}

void copy_begins(context& c, void const* to, copy_under_way copy, void const* return_address) {
  if (copy.bytes == 0 || !settings().race) return;
  checker_scope const scope(&c);
  copy.to = reinterpret_cast<std::uintptr_t>(to);
  block_state& b = c.block;
  if (b.shared == nullptr || copy.to - b.shared->begin >= b.shared->bytes) return;
  copy.thread = c.rank;
  copy.batch = c.self->batches;
  copy.site = intern(return_address);
  auto const number = static_cast<unsigned>(b.copies.size());
  b.copies.push_back(copy);
  c.self->copies.push_back(number);
  for (std::uintptr_t w = first_word(copy.to); w <= last_word(copy.to, copy.bytes); ++w)
    b.copied_words[w] = number;
}

/// The running thread has waited for those of its copies of which that is true.
template <class F>
void copies_end(context& c, F const& are_done) {
  if (c.self->copies.empty()) return;
  checker_scope const scope(&c);
  block_state& b = c.block;
  std::erase_if(c.self->copies, [&](unsigned number) {
    copy_under_way const& copy = b.copies[number];
    if (!are_done(copy)) return false;
    for (std::uintptr_t w = first_word(copy.to); w <= last_word(copy.to, copy.bytes); ++w)
      if (auto const of = b.copied_words.find(w);
          of != b.copied_words.end() && of->second == number)
        b.copied_words.erase(of);
    // As if it had been made now: others read it behind a barrier that comes now.
    if (!copy.has_gate) note_copied(c, *b.shared, copy.to - b.shared->begin, copy.bytes, copy.site);
    return true;
  });
  if (b.copied_words.empty()) {
    b.copies.clear();
    for (thread_state& t : b.all_threads()) t.copies.clear();
  }
}

/// Those of the first batches, as many as `done` says.
void batches_end(context& c, std::uint32_t done) {
  c.self->awaited = std::max(c.self->awaited, done);
  copies_end(c, [&](copy_under_way const& copy) { return !copy.has_gate && copy.batch < done; });
}

}  // namespace

void check_copies(context& c, std::uintptr_t at, std::size_t bytes, access_way way,
                  void const* return_address) {
  auto const& words = c.block.copied_words;
  for (std::uintptr_t w = first_word(at); w <= last_word(at, bytes); ++w) {
    auto const of = words.find(w);
    if (of == words.end()) continue;
    copy_under_way const& copy = c.block.copies[of->second];
    if (at + bytes <= copy.to || copy.to + copy.bytes <= at) continue;
    // (Over such a copy a later one may be made without a word: that it was not read is its reader's.)
    if (copy.has_gate && (copy.thread != c.rank || way != access_way::reads)) continue;
    report_copy(c, copy, at, bytes, way, return_address);
    return;
  }
}

void gate_read(context& c, std::uintptr_t at) {
  copies_end(c, [&](copy_under_way const& copy) {
    return copy.has_gate && (copy.gate_bytes == 0 || at - copy.gate < copy.gate_bytes);
  });
}

}  // namespace simt::check

extern "C" {

using namespace simt::check;

void simt_check_copy_begins(void const* to, std::size_t bytes) noexcept {
  context* const c = here;
  if (c != nullptr && c->self != nullptr)
    copy_begins(*c, to, {.bytes = bytes}, __builtin_return_address(0));
}

void simt_check_copy_begins_until(void const* to, std::size_t bytes, void const* gate,
                                  std::size_t gate_bytes) noexcept {
  context* const c = here;
  if (c != nullptr && c->self != nullptr)
    copy_begins(*c, to,
                {.bytes = bytes,
                 .has_gate = true,
                 .gate = reinterpret_cast<std::uintptr_t>(gate),
                 .gate_bytes = gate_bytes},
                __builtin_return_address(0));
}

void simt_check_copies_committed() noexcept {
  if (context* const c = here; c != nullptr && c->self != nullptr) ++c->self->batches;
}

void simt_check_copies_awaited(std::size_t but_last) noexcept {
  context* const c = here;
  if (c == nullptr || c->self == nullptr) return;
  std::uint32_t const batches = c->self->batches;
  batches_end(*c, batches - static_cast<std::uint32_t>(std::min<std::size_t>(but_last, batches)));
}

void simt_check_next_copies_awaited() noexcept {
  context* const c = here;
  if (c != nullptr && c->self != nullptr && c->self->awaited < c->self->batches)
    batches_end(*c, c->self->awaited + 1);
}

}  // extern "C"
