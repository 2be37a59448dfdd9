// SPDX-License-Identifier: MIT
// What was counted at the places of a kernel, by source lines and for the launch, under NVIDIA's names.
#include "profiler.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace simt::profile {
namespace {

class branch_rules {
 public:
  branch_rules(launch& l, std::vector<code> const& code_of) : l_(l), code_(code_of) {}

  /// NVIDIA's compiler makes no branch of a short `if`: its threads are switched off.
  [[nodiscard]] bool is_branch(std::uint32_t b) const {
    site& s = l_.sites[b];
    if (s.next[1] == none) return false;
    if (s.more_next) return true;
    auto const [x, y] = std::pair{s.next[0], s.next[1]};
    if (l_.sites[x].pc <= s.pc || l_.sites[y].pc <= s.pc) return !is_unrolled(s);
    if (is_exit(x) || is_exit(y)) return false;
    if (is_arm(b, x, y) || is_arm(b, y, x)) return false;
    if (is_short(x) && is_short(y) && only(x) != none && only(x) == only(y)) return false;
    return true;
  }

 private:
  /// Nothing of the program comes behind it.
  [[nodiscard]] bool is_exit(std::uint32_t b) const {
    site const& s = l_.sites[b];
    if (code_[b].at.line == 0) return true;
    if (s.calls || s.accesses != 0 || code_[b].instructions >= 24) return false;
    return s.next[1] == none && (s.next[0] == none ? s.ends : code_[s.next[0]].at.line == 0);
  }
  [[nodiscard]] std::uint32_t only(std::uint32_t b) const {
    return l_.sites[b].next[1] == none ? l_.sites[b].next[0] : none;
  }
  [[nodiscard]] bool is_short(std::uint32_t b) const {
    return code_[b].instructions <= 14 && !l_.sites[b].calls;
  }
  [[nodiscard]] bool is_arm(std::uint32_t b, std::uint32_t arm, std::uint32_t behind) const {
    return arm != b && behind != b && is_short(arm) && only(arm) == behind;
  }
  launch& l_;
  std::vector<code> const& code_;
};

void add(counts& to, counts const& from) {
  for (unsigned i = 0; i < counters; ++i) to[i] += from[i];
}

}  // namespace

namespace {
/// Where basic blocks go on to, in any launch of the program: a branch is one where all threads of a
/// launch go one way, too.
std::unordered_map<std::uintptr_t, std::array<std::uintptr_t, 2>>& ways() {
  static auto& all = *new std::unordered_map<std::uintptr_t, std::array<std::uintptr_t, 2>>;
  return all;
}
}  // namespace

void note_ways(launch const& l) {
  for (site const& s : l.sites) {
    if (!s.is_block) continue;
    auto& known = ways()[s.pc];
    for (std::uint32_t const n : s.next) {
      if (n == none) continue;
      std::uintptr_t const to = l.sites[n].pc;
      if (known[0] == 0) known[0] = to;
      else if (known[0] != to && known[1] == 0) known[1] = to;
    }
  }
}
namespace {
void add_ways(launch& l) {
  for (std::uint32_t i = 0; i < l.sites.size(); ++i) {
    if (!l.sites[i].is_block) continue;
    for (std::uintptr_t const to : ways()[l.sites[i].pc]) {
      if (to == 0) continue;
      std::uint32_t const n = l.site_of(to);
      site& s = l.sites[i];
      l.sites[n].is_block = true;
      if (s.next[0] == n || s.next[1] == n) continue;
      if (s.next[0] == none) s.next[0] = n;
      else if (s.next[1] == none) s.next[1] = n;
    }
  }
}
}  // namespace

void finish(launch& l) {
  if (l.ended) return;
  l.ended = true;
  add_ways(l);
  if (l.end == 0) l.end = now();
  std::map<std::pair<std::string, unsigned>, std::size_t> by_line;
  std::vector<code> code_of;
  for (site const& x : l.sites) code_of.push_back(x.is_block ? code_at(x.pc) : code{access_place(x.pc)});
  branch_rules const rules(l, code_of);
  auto const scale = [&](std::uint64_t n) {
    return l.blocks_counted == 0 || l.blocks_counted >= l.blocks_seen
               ? n
               : static_cast<std::uint64_t>(static_cast<double>(n) *
                                                static_cast<double>(l.blocks_seen) /
                                                static_cast<double>(l.blocks_counted) +
                                            0.5);
  };
  for (std::uint32_t i = 0; i < l.sites.size(); ++i) {
    site& s = l.sites[i];
    check::frame const& at = code_of[i].at;
    if (s.is_block && at.line != 0 && !(s.launches && s.accesses == 0)) {
      // Of a loop that is unrolled, its counter goes.
      // What a function ends with is one instruction there.
      bool const leaves = s.ends && s.next[0] == none && s.accesses == 0 && !s.calls;
      unsigned const length = leaves ? 1 : code_of[i].instructions;
      std::uint64_t const weight = s.next[1] != none && is_unrolled(s) && length > 3 ? length - 3 : length;
      s.count[blocks] = s.times;
      s.count[block_threads] = s.threads;
      s.count[instructions] = s.times * weight;
      s.count[thread_instructions] = s.threads * weight;
      s.count[widenings] = s.threads * code_of[i].widenings;
      s.count[branches] = s.jumps;
      s.count[uniform_branches] = s.jumps;
      if (rules.is_branch(i)) {
        s.count[branches] += s.times;
        s.count[uniform_branches] += s.times - std::min(s.times, s.divergent);
      }
    }
    for (auto& n : s.count) n = scale(n);
    auto const [where, fresh] = by_line.try_emplace({at.file, at.line}, l.lines.size());
    if (fresh) {
      l.lines.emplace_back();
      l.lines.back().at = at;
    }
    launch::line& line = l.lines[where->second];
    add(line.count, s.count);
    if (s.worst_cost > line.worst_cost) {
      line.worst_cost = s.worst_cost;
      line.worst = s.worst;
      line.shared = s.shared;
      line.stores = s.stores;
    }
    add(l.total, s.count);
  }
  for (auto& n : l.triggers) n = scale(n);
  l.barriers = scale(l.barriers);
  std::sort(l.lines.begin(), l.lines.end(), [](launch::line const& a, launch::line const& b) {
    return std::pair{a.at.file, a.at.line} < std::pair{b.at.file, b.at.line};
  });
  std::erase_if(l.lines, [](launch::line const& x) { return x.at.line == 0; });
  l.sites = {};
  l.known = {};
  l.local_places = {};
}

std::vector<std::pair<char const*, double>> metrics_of(counts const& c) {
  auto const ratio = [](std::uint64_t a, std::uint64_t b) {
    return b == 0 ? 0.0 : static_cast<double>(a) / static_cast<double>(b);
  };
  auto const n = [&](counter i) { return static_cast<double>(c[i]); };
  return {
      {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", n(global_load_requests)},
      {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", n(global_load_sectors)},
      {"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", n(global_store_requests)},
      {"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", n(global_store_sectors)},
      {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", n(shared_load_wavefronts)},
      {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", n(shared_store_wavefronts)},
      {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", n(shared_load_conflicts)},
      {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", n(shared_store_conflicts)},
      {"smsp__sass_inst_executed_op_shared_ld.sum", n(shared_load_requests)},
      {"smsp__sass_inst_executed_op_shared_st.sum", n(shared_store_requests)},
      {"smsp__sass_inst_executed_op_global_ld.sum", n(global_load_requests)},
      {"smsp__sass_inst_executed_op_global_st.sum", n(global_store_requests)},
      {"smsp__sass_inst_executed_op_global_red.sum", n(reduction_requests)},
      {"smsp__sass_inst_executed_op_shared_atom.sum", n(shared_atomic_requests)},
      {"l1tex__t_requests_pipe_lsu_mem_global_op_red.sum", n(reduction_requests)},
      {"l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum", n(reduction_sectors)},
      {"l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum", n(atomic_requests)},
      {"l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum", n(atomic_sectors)},
      {"smsp__thread_inst_executed_per_inst_executed.ratio",
       ratio(c[thread_instructions], c[instructions])},
      {"smsp__sass_average_branch_targets_threads_uniform.pct",
       100 * ratio(c[uniform_branches], c[branches])},
      {"smsp__inst_executed.sum", n(blocks)},
      {"smsp__thread_inst_executed.sum", n(block_threads)},
      {"simt__instructions.sum", n(instructions)},
      {"simt__global_lines_ld.sum", n(global_load_lines)},
      {"simt__global_lines_st.sum", n(global_store_lines)},
      {"simt__constant_requests.sum", n(constant_requests)},
      {"simt__constant_words.sum", n(constant_words)},
      {"simt__float_to_double.sum", n(widenings)},
      {"simt__slow_trigonometry.sum", n(slow_calls)},
      {"l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum", n(local_load_requests)},
      {"l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum", n(local_load_sectors)},
      {"l1tex__t_requests_pipe_lsu_mem_local_op_st.sum", n(local_store_requests)},
      {"l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum", n(local_store_sectors)},
      {"l1tex__t_requests_pipe_tex_mem_texture.sum", n(texture_requests)},
      {"l1tex__t_sectors_pipe_tex_mem_texture.sum", n(texture_sectors)},
  };
}

std::vector<std::pair<char const*, double>> metrics_of(launch const& l) {
  auto out = metrics_of(l.total);
  unsigned const threads = l.block[0] * l.block[1] * l.block[2];
  options const& o = settings();
  occupancy const held =
      occupancy_of(o.capability, threads, o.registers, l.shared_static + l.shared_dynamic);
  auto const put = [&](char const* name, double v) { out.emplace_back(name, v); };
  put("sm__maximum_warps_per_active_cycle_pct", held.percent);
  put("launch__occupancy_limit_blocks", held.blocks);
  put("launch__occupancy_limit_registers", held.registers);
  put("launch__occupancy_limit_shared_mem", held.shared);
  put("launch__occupancy_limit_warps", held.warps);
  put("launch__registers_per_thread", o.registers);
  put("launch__shared_mem_per_block_static", static_cast<double>(l.shared_static));
  put("launch__shared_mem_per_block_dynamic", static_cast<double>(l.shared_dynamic));
  put("launch__grid_size", static_cast<double>(l.grid[0]) * l.grid[1] * l.grid[2]);
  put("launch__block_size", threads);
  // What an H100 moves in a second is 3.35 TB, and its instructions are 33.5 T: docs/profile.md.
  double const moved = 32.0 * static_cast<double>(l.total[global_load_sectors] + l.total[global_store_sectors] +
                                                  l.total[reduction_sectors] + l.total[atomic_sectors]);
  double const intensity = moved == 0 ? 0 : static_cast<double>(l.total[thread_instructions]) / moved;
  put("simt__instructions_per_byte", intensity);
  put("simt__attainable_peak.pct", moved == 0 ? 100 : std::min(100.0, 10 * intensity));
  put("simt__barriers.sum", static_cast<double>(l.barriers));
  for (unsigned i = 0; i < l.triggers.size(); ++i) put(trigger_names[i], static_cast<double>(l.triggers[i]));
  return out;
}

}  // namespace simt::profile
