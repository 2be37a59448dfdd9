// SPDX-License-Identifier: MIT
// The log of CUDA's command line profiler (guide 8.0, appendix I, Table 15), which the environment asks
// for: COMPUTE_PROFILE=1 has it written, COMPUTE_PROFILE_LOG names it (%d: the context), with
// COMPUTE_PROFILE_CSV=1 its values are apart by commas, and COMPUTE_PROFILE_CONFIG names a file of what
// it shall hold beside method, gputime, cputime and occupancy, one word a line.
#include "profiler.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>

namespace simt::profile {

std::array<copies, 4> copied{};
std::vector<copy_record>& copy_log() {
  static auto& all = *new std::vector<copy_record>;
  return all;
}

namespace {

std::string environment(char const* name) {
  char const* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// True for a variable that is set, and not to 0.
bool is_on(char const* name) {
  std::string const value = environment(name);
  return !value.empty() && value != "0";
}

std::string triple(unsigned const (&v)[3]) {
  return std::to_string(v[0]) + " " + std::to_string(v[1]) + " " + std::to_string(v[2]);
}

/// A column that COMPUTE_PROFILE_CONFIG may ask for.
struct column {
  char const* name;
  std::function<std::string(launch const&)> value;
};

std::string metric(launch const& l, std::string_view name) {
  for (auto const& [known, value] : metrics_of(l))
    if (name == known) return number(value);
  return "0";
}

std::vector<column> const& columns() {
  auto const count = [](auto f) {
    return [f](launch const& l) { return std::to_string(f(l)); };
  };
  static auto const& all = *[&] {
    auto* const list = new std::vector<column>{
        {"timestamp", [](launch const& l) { return number(static_cast<double>(l.begin) / 1000); }},
        {"gridsize", [](launch const& l) { return triple(l.grid); }},
        {"gridsize3d", [](launch const& l) { return triple(l.grid); }},
        {"threadblocksize", [](launch const& l) { return triple(l.block); }},
        {"dynsmemperblock", count([](launch const& l) { return l.shared_dynamic; })},
        {"stasmemperblock", count([](launch const& l) { return l.shared_static; })},
        {"regperthread", count([](launch const&) { return settings().registers; })},
        {"gld_request", count([](launch const& l) { return l.total[global_load_requests]; })},
        {"gst_request", count([](launch const& l) { return l.total[global_store_requests]; })},
        {"shared_load", count([](launch const& l) { return l.total[shared_load_requests]; })},
        {"shared_store", count([](launch const& l) { return l.total[shared_store_requests]; })},
        {"l1_shared_bank_conflict", count([](launch const& l) {
           return l.total[shared_load_conflicts] + l.total[shared_store_conflicts];
         })},
        {"branch", count([](launch const& l) { return l.total[branches]; })},
        {"divergent_branch",
         count([](launch const& l) { return l.total[branches] - l.total[uniform_branches]; })},
    };
    for (std::size_t i = 0; i < trigger_names.size(); ++i)
      list->push_back({trigger_names[i], count([i](launch const& l) { return l.triggers[i]; })});
    return list;
  }();
  return all;
}

std::vector<column const*> wanted() {
  std::vector<column const*> out;
  std::string const path = environment("COMPUTE_PROFILE_CONFIG");
  if (path.empty()) return out;
  std::ifstream in(path);
  if (!in) std::fprintf(stderr, "simt-profile: COMPUTE_PROFILE_CONFIG: cannot read %s\n", path.c_str());
  for (std::string line; std::getline(in, line);) {
    line.erase(std::remove(line.begin(), line.end(), '\r'), line.end());
    if (auto const comment = line.find('#'); comment != std::string::npos) line.erase(comment);
    for (std::string const& word : check::split(line, " \t")) {
      if (word == "method" || word == "gputime" || word == "cputime" || word == "occupancy") continue;
      auto const at = std::find_if(columns().begin(), columns().end(),
                                   [&](column const& c) { return word == c.name; });
      if (at != columns().end()) out.push_back(&*at);
      else std::fprintf(stderr, "simt-profile: COMPUTE_PROFILE_CONFIG: %s is not counted\n", word.c_str());
    }
  }
  return out;
}

}  // namespace

void write_compute_log(std::vector<std::unique_ptr<launch>> const& all) {
  if (!is_on("COMPUTE_PROFILE")) return;
  std::string path = environment("COMPUTE_PROFILE_LOG");
  if (path.empty()) path = "cuda_profile_%d.log";
  // (All work is of one context.)
  if (auto const at = path.find("%d"); at != std::string::npos) path.replace(at, 2, "0");
  std::FILE* const out = std::fopen(path.c_str(), "w");
  if (out == nullptr) {
    std::fprintf(stderr, "simt-profile: COMPUTE_PROFILE_LOG: cannot write %s\n", path.c_str());
    return;
  }
  bool const commas = is_on("COMPUTE_PROFILE_CSV");
  auto const extra = wanted();
  std::fprintf(out, "# CUDA_PROFILE_LOG_VERSION 2.0\n# CUDA_DEVICE 0 simt\n# CUDA_CONTEXT 0\n");
  std::string names = "method,gputime,cputime,occupancy";
  for (column const* c : extra) names += std::string(",") + c->name;
  std::fprintf(out, "%s\n", names.c_str());

  struct row {
    std::uint64_t at;
    std::vector<std::pair<std::string, std::string>> values;
  };
  std::vector<row> rows;
  static char const* const copy_names[] = {"memcpyHtoH", "memcpyHtoD", "memcpyDtoH", "memcpyDtoD"};
  for (copy_record const& c : copy_log())
    rows.push_back({c.at, {{"method", copy_names[c.direction]}, {"memtransfersize", std::to_string(c.bytes)}}});
  for (auto const& l : all) {
    // Kernels run on the processor: its time is theirs.
    std::string const time = number(static_cast<double>(l->end - l->begin) / 1000);
    row r{l->begin, {{"method", l->kernel}, {"gputime", time}, {"cputime", time}}};
    char occupied[16];
    std::snprintf(occupied, sizeof occupied, "%.3f",
                  std::atof(metric(*l, "sm__maximum_warps_per_active_cycle_pct").c_str()) / 100);
    r.values.emplace_back("occupancy", occupied);
    for (column const* c : extra) r.values.emplace_back(c->name, c->value(*l));
    rows.push_back(std::move(r));
  }
  std::stable_sort(rows.begin(), rows.end(), [](row const& a, row const& b) { return a.at < b.at; });
  for (row const& r : rows) {
    std::string line;
    for (auto const& [name, value] : r.values) {
      if (commas) {
        if (name != "memtransfersize") line += (line.empty() ? "" : ",") + value;
      } else {
        line += (line.empty() ? "" : " ") + name + "=[ " + value + " ]";
      }
    }
    std::fprintf(out, "%s\n", line.c_str());
  }
  if (std::fclose(out) != 0)
    std::fprintf(stderr, "simt-profile: COMPUTE_PROFILE_LOG: cannot write all of %s\n", path.c_str());
}

}  // namespace simt::profile
