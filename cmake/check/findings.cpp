// SPDX-License-Identifier: MIT
// Folds findings, tells them on stderr or in a log, and writes them as JSON.
#include "checker.hpp"
#include "streams.hpp"

#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <map>
#include <mutex>
#include <tuple>

namespace simt::check {

constinit std::size_t unwritten_reads = 0;

namespace {

struct told {
  finding f;
  std::size_t count = 1;
};

/// Findings with the same key are one: kind, kernel, and the two lines.
using finding_key =
    std::tuple<std::string, std::string, std::string, unsigned, std::string, unsigned>;
finding_key key_of(finding const& f, char const* kind) {
  // Without a line, the text tells them apart.
  std::string const apart = f.has_other ? f.other.file : f.at.line == 0 ? f.what : std::string();
  return {kind, f.kernel, f.at.file, f.at.line, apart, f.other.line};
}

struct report_state {
  std::mutex lock;
  std::vector<told> all;
  std::map<finding_key, std::size_t> known;
  std::size_t of_memory = 0;  // findings of memory, folded ones too
  std::FILE* out = nullptr;
  bool json_failed = false;
};
report_state& state() {
  static auto& s = *new report_state;
  return s;
}

std::string triple(unsigned const (&v)[3], char const* begin, char const* end) {
  return begin + std::to_string(v[0]) + ", " + std::to_string(v[1]) + ", " +
         std::to_string(v[2]) + end;
}

std::string json_of(told const& t) {
  finding const& f = t.f;
  std::string out = "  {\"kind\": \"" + escaped(f.kind) + "\", \"kernel\": \"" + escaped(f.kernel) +
                    "\", \"file\": \"" + escaped(f.at.file) +
                    "\", \"line\": " + std::to_string(f.at.line) +
                    ", \"column\": " + std::to_string(f.at.column);
  out += ", \"other_file\": \"" + escaped(f.other.file) +
         "\", \"other_line\": " + std::to_string(f.other.line);
  auto const place = [&](char const* name, bool has, unsigned const(&v)[3]) {
    out += std::string(", \"") + name + "\": " + (has ? triple(v, "[", "]") : "null");
  };
  place("block", f.has_block, f.block);
  place("thread", f.has_block, f.thread);
  place("other_block", f.has_other, f.other_block);
  place("other_thread", f.has_other, f.other_thread);
  out += ", \"address\": \"" + hex(f.address) + "\", \"bytes\": " + std::to_string(f.bytes);
  std::string message = f.what;
  for (std::string const& n : f.notes) message += "; " + n;
  if (!f.advice.empty()) message += "; " + f.advice;
  return out + ", \"message\": \"" + escaped(message) + "\", \"count\": " + std::to_string(t.count) +
         "}";
}

/// The whole array, each time anew: a program that crashes leaves what was found before.
void write_json(report_state& s) {
  std::string const& path = settings().json;
  if (path.empty() || s.json_failed) return;
  // A device or a pipe is written to, not replaced.
  struct stat is{};
  bool const replaced = stat(path.c_str(), &is) != 0 || S_ISREG(is.st_mode);
  std::string const fresh = replaced ? path + ".new" : path;
  std::FILE* const file = std::fopen(fresh.c_str(), "w");
  bool good = file != nullptr;
  if (good) {
    std::string text = "[\n";
    for (std::size_t i = 0; i < s.all.size(); ++i)
      text += json_of(s.all[i]) + (i + 1 < s.all.size() ? ",\n" : "\n");
    text += "]\n";
    good = std::fwrite(text.data(), 1, text.size(), file) == text.size();
    good = std::fclose(file) == 0 && good;
    good = good && (!replaced || std::rename(fresh.c_str(), path.c_str()) == 0);
    if (!good && replaced) std::remove(fresh.c_str());
  }
  if (good) return;
  s.json_failed = true;
  std::fprintf(stderr, "simt-check: cannot write %s; the findings are told here only\n",
               path.c_str());
}

std::FILE* output(report_state& s) {
  if (s.out != nullptr) return s.out;
  std::string const& path = settings().log;
  if (!path.empty()) s.out = std::fopen(path.c_str(), "w");
  if (s.out == nullptr) {
    if (!path.empty())
      std::fprintf(stderr, "simt-check: cannot write %s: the log goes to stderr\n", path.c_str());
    s.out = stderr;
  }
  return s.out;
}

std::string place(frame const& f) {
  if (f.line == 0) return f.file.empty() ? "(no debug information: compile with -g)" : f.file;
  std::string out = file_and_line(f);
  if (f.column != 0) out += ":" + std::to_string(f.column);
  return out;
}

void tell(report_state& s, finding const& f) {
  std::FILE* const out = output(s);
  bool const colours = isatty(fileno(out)) != 0 && std::getenv("NO_COLOR") == nullptr;
  char const* const red = colours ? "\033[1;31m" : "";
  char const* const green = colours ? "\033[32m" : "";
  char const* const off = colours ? "\033[0m" : "";
  std::string text = std::string("simt-check: ") + red + f.kind + off + ": " + f.what + "\n";
  if (f.at.line != 0 || f.has_block) {
    text += "  " + place(f.at);
    if (std::string const line = source_line(f.at); !line.empty()) text += "  | " + line;
    text += "\n";
  }
  if (!f.kernel.empty()) {
    text += "    kernel " + f.kernel + ", grid " + triple(f.grid, "(", ")") + ", block " +
            triple(f.shape, "(", ")");
    if (f.has_block)
      text += ": block " + triple(f.block, "(", ")") + ", thread " + triple(f.thread, "(", ")");
    text += "\n";
  }
  if (f.has_other) {
    text += "  the other: block " + triple(f.other_block, "(", ")") + ", thread " +
            triple(f.other_thread, "(", ")") +
            (f.other.line != 0 ? " at " + place(f.other) : std::string());
    if (f.other.line != f.at.line)
      if (std::string const line = source_line(f.other); !line.empty()) text += "  | " + line;
    text += "\n";
  }
  for (std::string const& n : f.notes) text += "    " + n + "\n";
  if (!f.advice.empty()) text += "    " + std::string(green) + f.advice + off + "\n";
  if ((std::fputs(text.c_str(), out) >= 0 && std::fflush(out) == 0) || out == stderr) return;
  // A full disk: what was found must not be lost.
  s.out = stderr;
  std::fprintf(stderr, "simt-check: cannot write %s: the log goes on here\n%s",
               settings().log.c_str(), text.c_str());
}

bool suppressed(finding const& f) {
  for (auto const& s : settings().suppressions) {
    if (!s.kind.empty() && s.kind != f.kind) continue;
    if (!s.kernel.empty() && f.kernel.find(s.kernel) == std::string::npos) continue;
    auto const meets = [&](frame const& at) {
      return (s.file.empty() || at.file.ends_with(s.file)) && (s.line == 0 || s.line == at.line);
    };
    if (meets(f.at) || (f.has_other && meets(f.other))) return true;
  }
  return false;
}

}  // namespace

std::string file_and_line(frame const& f) { return f.file + ":" + std::to_string(f.line); }
std::string hex(std::uintptr_t a) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%" PRIxPTR, a);
  return text;
}
std::string count_of(std::size_t n, char const* unit) {
  return std::to_string(n) + " " + unit + (n == 1 ? "" : "s");
}

void unflatten(unsigned rank, unsigned const (&shape)[3], unsigned (&out)[3]) {
  out[0] = rank % shape[0];
  out[1] = rank / shape[0] % shape[1];
  out[2] = rank / shape[0] / shape[1];
}

finding finding_here(context const& c, char const* kind, void const* return_address) {
  finding f;
  f.kind = kind;
  f.kernel = c.block.kernel;
  f.launch = c.block.launch;
  f.has_block = true;
  for (int i = 0; i < 3; ++i) {
    f.block[i] = c.block.index[i];
    f.grid[i] = c.block.grid[i];
    f.shape[i] = c.block.shape[i];
  }
  unflatten(c.rank, c.block.shape, f.thread);
  if (return_address != nullptr) f.at = frame_of(intern(return_address));
  return f;
}

void report(finding f, std::size_t count) {
  if (suppressed(f)) return;
  report_state& s = state();
  std::scoped_lock const hold(s.lock);
  if (std::string_view(f.kind) == "memory") s.of_memory += count;
  auto const [at, fresh] = s.known.try_emplace(key_of(f, f.kind), s.all.size());
  if (!fresh) {
    s.all[at->second].count += count;
    return;
  }
  tell(s, f);
  s.all.push_back({std::move(f), count});
  write_json(s);
  if (!settings().stop_at_first) return;
  std::fflush(nullptr);
  _exit(settings().status);
}

namespace {
/// Keeps the running launches' findings that may still turn into others.
struct undecided {
  std::map<finding_key, told> warp_races;  // by the key of a race of the block
  std::vector<std::pair<std::uintptr_t, finding_box>> unwritten;
};
undecided& open_findings() {
  static auto& u = *new undecided;
  return u;
}
constexpr std::size_t most_open = 1 << 16;

/// Counts findings as those with that key; false where there are none.
bool count_as(finding_key const& key, std::size_t count) {
  report_state& s = state();
  std::scoped_lock const hold(s.lock);
  auto const known = s.known.find(key);
  if (known == s.known.end()) return false;
  s.all[known->second].count += count;
  return true;
}

/// Drops reads of unwritten bytes that another thread now writes: a race, and told as one.
template <class List>
void drop_written(List& list, context const& c, std::uintptr_t a, std::size_t bytes) {
  unsigned thread[3];
  unflatten(c.rank, c.block.shape, thread);
  unwritten_reads -= std::erase_if(list, [&](auto const& entry) {
    finding const& f = *entry.second;
    bool const follows = f.launch == c.block.launch
                             ? std::equal(thread, thread + 3, f.thread) &&
                                   std::equal(c.block.index, c.block.index + 3, f.block)
                             : moments_are_ordered(f.launch, c.block.launch);
    return !follows && entry.first < a + bytes && a < entry.first + f.bytes;
  });
}
template <class List>
void report_all(List& list) {
  for (auto& [a, f] : list) report(*f);
  unwritten_reads -= list.size();
  list.clear();
}
}  // namespace

void report_unwritten(context& c, finding f, bool shared) {
  auto& list = shared ? c.unwritten : open_findings().unwritten;
  if (list.size() >= most_open) {
    report(std::move(f));
    return;
  }
  std::uintptr_t const a = f.address;
  ++unwritten_reads;
  list.emplace_back(a, std::make_shared<finding>(std::move(f)));
}
void note_write(context& c, std::uintptr_t a, std::size_t bytes) {
  if (!c.unwritten.empty()) drop_written(c.unwritten, c, a, bytes);
  if (!open_findings().unwritten.empty()) drop_written(open_findings().unwritten, c, a, bytes);
}
void drop_filled() {
  unwritten_reads -= std::erase_if(open_findings().unwritten, [](auto const& entry) {
    return is_filled_meanwhile(entry.second->launch, entry.first, entry.second->bytes);
  });
}
void report_warp_race(finding f) {
  auto [at, fresh] = open_findings().warp_races.try_emplace(key_of(f, "race"), told{});
  if (fresh)
    at->second.f = std::move(f);
  else
    ++at->second.count;
}
namespace {
/// True where a race of that kernel's blocks has been told at one of the finding's lines.
bool meets_a_race(finding const& f) {
  report_state& s = state();
  std::scoped_lock const hold(s.lock);
  auto const same = [](frame const& a, frame const& b) { return a.line == b.line && a.file == b.file; };
  return std::any_of(s.all.begin(), s.all.end(), [&](told const& t) {
    return std::string_view(t.f.kind) == "race" && t.f.kernel == f.kernel &&
           (same(t.f.at, f.at) || same(t.f.at, f.other) || same(t.f.other, f.at) ||
            same(t.f.other, f.other));
  });
}
}  // namespace

void flush_block(context& c) { report_all(c.unwritten); }
void flush_launch(bool all) {
  auto& open = open_findings();
  drop_filled();
  auto const may_be_written = [all](auto const& entry) {
    if (all) return false;
    launched const* const l = recent_launch(entry.second->launch);
    return l != nullptr && may_meet_later(l->when);
  };
  auto const kept = std::partition(open.unwritten.begin(), open.unwritten.end(), may_be_written);
  std::vector ended(std::make_move_iterator(kept), std::make_move_iterator(open.unwritten.end()));
  open.unwritten.erase(kept, open.unwritten.end());
  report_all(ended);
  for (auto& [race, t] : open.warp_races) {
    if (count_as(race, t.count)) continue;
    // The barrier that the other race lacks orders these two as well.
    if (meets_a_race(t.f)) {
      t.f.kind = "race";
      t.f.advice = "put `__syncthreads()` before line " + std::to_string(t.f.at.line);
    }
    report(std::move(t.f), t.count);
  }
  open.warp_races.clear();
}
std::size_t memory_findings() {
  report_state& s = state();
  std::scoped_lock const hold(s.lock);
  return s.of_memory;
}

bool any_findings() {
  report_state& s = state();
  std::scoped_lock const hold(s.lock);
  return !s.all.empty();
}

void finish_report() {
  report_state& s = state();
  std::scoped_lock const hold(s.lock);
  write_json(s);
  if (s.all.empty()) return;
  std::size_t total = 0;
  for (told const& t : s.all) total += t.count;
  std::fprintf(output(s), "simt-check: %zu finding%s, %zu in all\n", s.all.size(),
               s.all.size() == 1 ? "" : "s", total);
  std::fflush(output(s));
}

}  // namespace simt::check
