// SPDX-License-Identifier: MIT
// Tells of the launches: as text, as JSON, and as a page for a browser (page.cpp).
#include "profiler.hpp"

#include <sys/stat.h>
#include <cmath>
#include <cstdio>

namespace simt::profile {

std::string number(double v) {
  char text[32];
  if (v == std::floor(v) && std::fabs(v) < 9e15)
    std::snprintf(text, sizeof text, "%.0f", v);
  else
    std::snprintf(text, sizeof text, "%.2f", v);
  return text;
}

namespace {

std::string json_numbers(unsigned const (&v)[3]) {
  return std::to_string(v[0]) + ", " + std::to_string(v[1]) + ", " + std::to_string(v[2]);
}

std::string object_of(std::vector<std::pair<char const*, double>> const& metrics) {
  std::string out = "{";
  for (auto const& [name, v] : metrics)
    out += (out.size() > 1 ? ", \"" : "\"") + std::string(name) + "\": " + number(v);
  return out + "}";
}

bool write_file(std::string const& path, std::string const& text) {
  // In one step, but for what is no file (a pipe, a terminal).
  struct stat known;
  bool const direct = stat(path.c_str(), &known) == 0 && !S_ISREG(known.st_mode);
  std::string const fresh = direct ? path : path + ".new";
  std::FILE* const file = std::fopen(fresh.c_str(), "w");
  bool good = file != nullptr;
  if (good) {
    good = std::fwrite(text.data(), 1, text.size(), file) == text.size();
    good = std::fclose(file) == 0 && good;
    if (!direct) {
      good = good && std::rename(fresh.c_str(), path.c_str()) == 0;
      if (!good) std::remove(fresh.c_str());
    }
  }
  if (!good) std::fprintf(stderr, "simt-profile: cannot write %s\n", path.c_str());
  return good;
}

}  // namespace

std::string json_of(launch const& l) {
  std::string out = "{\"kernel\": \"" + escaped(l.kernel) + "\", \"grid\": [" +
                    json_numbers(l.grid) + "], \"block\": [" + json_numbers(l.block) +
                    "], \"sampled\": " + std::to_string(l.every) +
                    ", \"cut\": " + std::to_string(l.truncated) +
                    ",\n   \"metrics\": " + object_of(metrics_of(l)) + ",\n   \"lines\": [";
  bool first = true;
  for (launch::line const& x : l.lines) {
    out += std::string(first ? "" : ",") + "\n    {\"file\": \"" + escaped(x.at.file) +
           "\", \"line\": " + std::to_string(x.at.line) +
           ", \"metrics\": " + object_of(metrics_of(x.count)) + "}";
    first = false;
  }
  return out + "]}";
}

namespace {

void tell(std::FILE* out, launch const& l) {
  auto const& c = l.total;
  auto const ratio = [](std::uint64_t a, std::uint64_t b) {
    return b == 0 ? 0.0 : static_cast<double>(a) / static_cast<double>(b);
  };
  std::fprintf(out, "simt-profile: %s, grid (%s), block (%s)\n", l.kernel.c_str(),
               json_numbers(l.grid).c_str(), json_numbers(l.block).c_str());
  if (l.every > 1)
    std::fprintf(out, "  sampled: every %lluth block was looked at, the numbers are scaled\n",
                 static_cast<unsigned long long>(l.every));
  if (l.truncated != 0)
    std::fprintf(out, "  %llu times a thread took more steps than are kept: its later ones are not counted\n",
                 static_cast<unsigned long long>(l.truncated));
  std::fprintf(out, "  threads per instruction of a warp %.2f of 32; branches uniform %.1f %%\n",
               ratio(c[thread_instructions], c[instructions]),
               c[branches] == 0 ? 100.0 : 100 * ratio(c[uniform_branches], c[branches]));
  auto const sectors = [&](char const* name, counter requests) {
    if (c[requests] != 0)
      std::fprintf(out, "  %s: %llu requests, %llu sectors (%.1f a request)\n", name,
                   static_cast<unsigned long long>(c[requests]),
                   static_cast<unsigned long long>(c[requests + 1]),
                   ratio(c[requests + 1], c[requests]));
  };
  sectors("global loads", global_load_requests);
  sectors("global stores", global_store_requests);
  sectors("global reductions", reduction_requests);
  sectors("global atomics", atomic_requests);
  sectors("local loads", local_load_requests);
  sectors("local stores", local_store_requests);
  sectors("texture fetches", texture_requests);
  auto const shared = [&](char const* name, unsigned way) {
    if (c[shared_load_requests + way] != 0)
      std::fprintf(out, "  shared %s: %llu requests, %llu wavefronts, %llu bank conflicts\n", name,
                   static_cast<unsigned long long>(c[shared_load_requests + way]),
                   static_cast<unsigned long long>(c[shared_load_wavefronts + way]),
                   static_cast<unsigned long long>(c[shared_load_conflicts + way]));
  };
  shared("loads", 0);
  shared("stores", 1);
  shared("atomics", 2);
  for (unsigned i = 0; i < l.triggers.size(); ++i)
    if (l.triggers[i] != 0)
      std::fprintf(out, "  %s: %llu warps\n", trigger_names[i],
                   static_cast<unsigned long long>(l.triggers[i]));
  options const& o = settings();
  unsigned const threads = l.block[0] * l.block[1] * l.block[2];
  if (threads != 0) {
    occupancy const held =
        occupancy_of(o.capability, threads, o.registers, l.shared_static + l.shared_dynamic);
    std::fprintf(out, "  occupancy %.1f %% (compute capability %u.%u, %u registers), limited by %s\n",
                 held.percent, o.capability / 10, o.capability % 10, o.registers, held.limiter);
  }
  for (launch::line const& x : l.lines)
    for (std::string const& hint : hints_of(l, x)) std::fprintf(out, "  %s\n", hint.c_str());
}

void tell_copies(std::FILE* out) {
  static char const* const names[] = {"", "from host to device", "from device to host", ""};
  for (unsigned i = 1; i < 3; ++i) {
    copies const& n = copied[i];
    if (n.count == 0) continue;
    std::fprintf(out, "simt-profile: %llu copies %s, %llu bytes\n",
                 static_cast<unsigned long long>(n.count), names[i],
                 static_cast<unsigned long long>(n.bytes));
    if (n.small >= 16)
      std::fprintf(out, "  %llu of them are smaller than 64 KB: batch them into one\n",
                   static_cast<unsigned long long>(n.small));
    if (n.pageable != 0)
      std::fprintf(out, "  %llu of them are of pageable memory: cudaHostAlloc or cudaHostRegister "
                   "pins it\n", static_cast<unsigned long long>(n.pageable));
  }
}

}  // namespace

std::vector<std::string> hints_of(launch const&, launch::line const& x) {
  std::vector<std::string> out;
  auto const& c = x.count;
  auto const of = [&](std::uint64_t a, std::uint64_t b) {
    return b == 0 ? 0.0 : static_cast<double>(a) / static_cast<double>(b);
  };
  std::string const where = "line " + std::to_string(x.at.line) + ": ";
  auto const global = [&](counter requests, char const* what, std::uint64_t bytes) {
    double const sectors = of(c[requests + 1], c[requests]);
    double const least = std::ceil(of(bytes, c[requests]) / 32);
    if (sectors < 2 * least || sectors < 8) return;
    out.push_back(where + number(sectors) + " sectors a " + what + " request where " + number(least) +
                  " would do; neighbouring threads are far apart: let threadIdx.x be the index that "
                  "moves fastest, or go through a tile in shared memory");
  };
  global(global_load_requests, "load", c[global_load_bytes]);
  global(global_store_requests, "store", c[global_store_bytes]);
  for (counter const requests : {local_load_requests, local_store_requests})
    if (double const n = of(c[requests + 1], c[requests]); n >= 8)
      out.push_back(where + number(n) +
                    " sectors a request of a thread's own array, which lies in local memory "
                    "as its index is no constant; the warp's threads ask for different elements: "
                    "let all have "
                    "the same index, or put the array into shared memory");
  if (double const n = of(c[texture_sectors], c[texture_requests]);
      n >= 16 && n >= 3 * std::ceil(of(c[texture_bytes], c[texture_requests]) / 32))
    out.push_back(where + number(n) +
                  " sectors a fetch of a texture; the warp's threads read texels that lie far "
                  "apart: let the threads of a warp cover a patch of the picture, such as 8 x 4");
  for (unsigned way = 0; way < 2; ++way)
    if (double const n = of(c[shared_load_conflicts + way], c[shared_load_requests + way]); n >= 1)
      out.push_back(where + number(n) + " bank conflicts a shared " + (way == 0 ? "load" : "store") +
                    "; the warp's threads ask one bank for different words: pad the array's rows by "
                    "one element, or change the stride to an odd number");
  std::uint64_t const atomics =
      c[reduction_requests] + c[atomic_requests] + c[shared_atomic_requests];
  if (double const n = of(c[atomic_same_address], atomics); n >= 8)
    out.push_back(where + number(n) + " threads of a warp meet on one address: add up in the warp "
                  "first (`__reduce_add_sync`, shuffles), or count in shared memory");
  if (double const n = of(c[constant_words], c[constant_requests]); n >= 2)
    out.push_back(where + number(n) + " words of constant memory a request, one after another; what "
                  "the threads of a warp read at different places belongs into global memory");
  if (c[widenings] != 0)
    out.push_back(where + number(static_cast<double>(c[widenings])) +
                  " times a float becomes a double: are there constants without f (3.14f)?");
  if (c[slow_calls] != 0)
    out.push_back(where + number(static_cast<double>(c[slow_calls])) +
                  " calls of sine, cosine or tangent are so far from 0 that they take the slow way: "
                  "reduce the argument first, or use sinpif and cospif");
  if (c[branches] >= 4 && of(c[uniform_branches], c[branches]) < 0.75)
    out.push_back(where + number(100 - 100 * of(c[uniform_branches], c[branches])) +
                  " % of its branches send threads of a warp different ways: let whole warps decide "
                  "alike, or sort the data");
  return out;
}

void write_reports(std::vector<std::unique_ptr<launch>> const& all) {
  options const& o = settings();
  if (!o.json.empty()) {
    std::string text = "[\n";
    for (std::size_t i = 0; i < all.size(); ++i)
      text += "  " + json_of(*all[i]) + (i + 1 < all.size() ? ",\n" : "\n");
    write_file(o.json, text + "]\n");
  }
  if (!o.html.empty()) {
    std::size_t left_out = 0;
    if (write_file(o.html, page_of(all, left_out)) && left_out != 0)
      std::fprintf(stderr, "simt-profile: %zu launches are not on the page, which would be too large\n",
                   left_out);
  }
  if (o.quiet) return;
  std::FILE* out = o.log.empty() ? stderr : std::fopen(o.log.c_str(), "w");
  if (out == nullptr) {
    std::fprintf(stderr, "simt-profile: cannot write %s: the text goes to stderr\n", o.log.c_str());
    out = stderr;
  }
  for (auto const& l : all) tell(out, *l);
  tell_copies(out);
  if (out != stderr && std::fclose(out) != 0)
    std::fprintf(stderr, "simt-profile: cannot write all of %s\n", o.log.c_str());
}

}  // namespace simt::profile
