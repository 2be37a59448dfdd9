// SPDX-License-Identifier: MIT
// A page for a browser: launches, sources with what each line costs, pictures of threads and sectors or
// banks, when blocks ran, a roofline, and the steps of a block. One file, which asks for no other.
#include "profiler.hpp"

#include <algorithm>
#include <bit>
#include <cstdio>

namespace simt::profile {

extern char const* const page_begin;
extern char const* const page_end;

namespace {

/// Sources by number, for the page.
struct file_table {
  std::vector<std::string> names;
  std::size_t number(std::string const& name) {
    auto const at = std::find(names.begin(), names.end(), name);
    if (at != names.end()) return static_cast<std::size_t>(at - names.begin());
    names.push_back(name);
    return names.size() - 1;
  }
};

std::string values(std::vector<std::pair<char const*, double>> const& metrics) {
  std::string out = "[";
  for (auto const& m : metrics) out += (out.size() > 1 ? "," : "") + number(m.second);
  return out + "]";
}

/// Addresses from the first on: [bytes, lanes, first, [away...]].
std::string sample_of(sample const& s) {
  std::uint64_t first = ~std::uint64_t{0};
  for (unsigned i = 0; i < 32; ++i)
    if ((s.lanes >> i & 1) != 0) first = std::min(first, s.address[i]);
  std::string out = "[" + std::to_string(s.bytes) + "," + std::to_string(s.lanes) + "," +
                    std::to_string(first % (std::uint64_t{1} << 40)) + ",[";
  bool any = false;
  for (unsigned i = 0; i < 32; ++i) {
    if ((s.lanes >> i & 1) == 0) continue;
    out += (any ? "," : "") + std::to_string(s.address[i] - first);
    any = true;
  }
  return out + "]]";
}

std::string steps_of(launch const& l, file_table& files) {
  std::string out = "[";
  for (step_record const& s : l.steps) {
    check::frame const at = s.wall ? check::frame{} : code_at(s.pc).at;
    if (!s.wall && at.line == 0) continue;
    out += out.size() > 1 ? ",[" : "[";
    if (s.wall) {
      out += "-1]";
      continue;
    }
    out += std::to_string(s.warp) + "," + std::to_string(s.lanes) + "," +
           std::to_string(files.number(at.file)) + "," + std::to_string(at.line) + ",[";
    bool any = false;
    for (auto const& a : s.accesses) {
      out += std::string(any ? "," : "") + "[" + std::to_string(static_cast<unsigned>(a.kind)) + "," +
             (a.shared ? "1" : "0") + "," + sample_of(a.s) + "]";
      any = true;
    }
    out += "]]";
  }
  return out + "]";
}

std::string launch_of(launch const& l, file_table& files) {
  auto const triple = [](unsigned const (&v)[3]) {
    return "[" + std::to_string(v[0]) + "," + std::to_string(v[1]) + "," + std::to_string(v[2]) + "]";
  };
  options const& o = settings();
  unsigned const threads = std::max(1u, l.block[0] * l.block[1] * l.block[2]);
  occupancy const held = occupancy_of(o.capability, threads, o.registers, l.shared_static + l.shared_dynamic);
  std::string out = "{\"kernel\":\"" + escaped(l.kernel) + "\",\"grid\":" + triple(l.grid) +
                    ",\"block\":" + triple(l.block) + ",\"sampled\":" + std::to_string(l.every) +
                    ",\"cut\":" + std::to_string(l.truncated) + ",\"limiter\":\"" + held.limiter +
                    "\",\"bytes\":[" + std::to_string(l.total[global_load_bytes]) + "," +
                    std::to_string(l.total[global_store_bytes]) + "],\"work\":" +
                    std::to_string(l.total[thread_instructions]) + ",\"begin\":" + std::to_string(l.begin) +
                    ",\"end\":" + std::to_string(l.end) + ",\"metrics\":" + values(metrics_of(l)) + ",\"lines\":[";
  bool any = false;
  for (launch::line const& x : l.lines) {
    out += std::string(any ? "," : "") + "{\"file\":" + std::to_string(files.number(x.at.file)) + ",\"line\":" +
           std::to_string(x.at.line) + ",\"metrics\":" + values(metrics_of(x.count)) + ",\"hints\":[";
    bool first = true;
    for (std::string const& h : hints_of(l, x)) {
      out += (first ? "\"" : ",\"") + escaped(h) + "\"";
      first = false;
    }
    out += "]";
    if (x.worst_cost != 0)
      out += ",\"worst\":" + sample_of(x.worst) + ",\"shared\":" + (x.shared ? "1" : "0") + ",\"stores\":" + (x.stores ? "1" : "0");
    out += "}";
    any = true;
  }
  out += "],\"blocks\":[";
  any = false;
  for (std::size_t i = 0; i < std::min<std::size_t>(l.times.size(), 256); ++i) {
    block_time const& t = l.times[i];
    out += std::string(any ? "," : "") + "[" + std::to_string(t.block) + "," + std::to_string(t.begin) + "," +
           std::to_string(t.end) + "," + std::to_string(t.worker) + "]";
    any = true;
  }
  return out + "],\"steps\":" + steps_of(l, files) + "}";
}

/// `<` would end a script.
std::string within_script(std::string const& json) {
  std::string out;
  for (char const c : json) {
    if (c == '<') out += "\\u003c";
    else out += c;
  }
  return out;
}

}  // namespace

std::string page_of(std::vector<std::unique_ptr<launch>> const& all, std::size_t& left_out) {
  constexpr std::size_t most = 1900000, most_sources = 600000;
  file_table files;
  std::string names = "[", launches = "[";
  std::size_t shown = 0;
  for (auto const& l : all) {
    if (shown == 0)
      for (auto const& m : metrics_of(*l)) names += std::string(names.size() > 1 ? ",\"" : "\"") + m.first + "\"";
    std::string const text = launch_of(*l, files);
    if (launches.size() + text.size() > most - most_sources) continue;
    launches += (shown != 0 ? ",\n" : "\n") + text;
    ++shown;
  }
  left_out = all.size() - shown;
  std::string sources = "[";
  for (std::string const& name : files.names) {
    std::string text = "{\"name\":\"" + escaped(name) + "\",\"text\":[";
    bool any = false;
    for (unsigned line = 1;; ++line) {
      std::string const* const t = line_of(name, line);
      if (t == nullptr) break;
      // (Bytes that are no UTF-8 would spoil the page.)
      std::string plain;
      for (char const c : *t) plain += static_cast<unsigned char>(c) < 128 ? c : '?';
      text += std::string(any ? ",\"" : "\"") + escaped(plain) + "\"";
      any = true;
    }
    text += "]}";
    if (sources.size() + text.size() > most_sources) text = "{\"name\":\"" + escaped(name) + "\",\"text\":[]}";
    sources += (sources.size() > 1 ? ",\n" : "\n") + text;
  }
  return std::string(page_begin) + within_script("{\"left_out\":" + std::to_string(left_out) + ",\"names\":" + names +
         "],\n\"launches\":" + launches + "],\n\"files\":" + sources + "]}") + page_end;
}

}  // namespace simt::profile
