// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/lanes/flow/loop.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <widths.hpp>

#include <stdexcept>
#include <string>
#include <vector>

using simt_test::at_widths;

namespace {

using simt::varying;

// --- Structured programs drawn at random, run by lanes and by plain C++ -------------------------

enum class op {
  compute,         // changes a register
  record,          // appends to the thread's log
  branch,          // if / else on a varying condition
  uniform_branch,  // if / else on a uniform
  lazy_branch,     // a && (b || c), both evaluated late
  pick,            // x = c ? f : g, each side with a side effect
  loop,            // while
  counted,         // for with a varying counter
  uniform_loop,    // for with a uniform counter
  repeat,          // do while
  choose,          // switch on a varying
  uniform_choose,  // switch on a uniform
  leave,           // break
  again,           // continue
  call,            // a function: return leaves it
  done             // return
};

struct node;
struct item {
  int value;      // of the case; below 0: default
  std::vector<node> body;
  bool leaves;    // ends with break, else falls through
};
struct node {
  op what;
  unsigned a, b, k;
  std::vector<node> body, other;
  std::vector<item> items;
};

constexpr int log_size = 48;

class generator {
 public:
  explicit generator(unsigned seed) : r_(seed) {}
  std::vector<node> program() { return list(4, false, false); }

 private:
  std::vector<node> list(int depth, bool in_loop, bool in_switch) {
    std::vector<node> out;
    unsigned const n = 1 + r_.below(3);
    for (unsigned i = 0; i < n; ++i) out.push_back(statement(depth, in_loop, in_switch));
    return out;
  }
  node statement(int depth, bool in_loop, bool in_switch) {
    node s{op::compute, r_.below(3), r_.below(3), 1 + r_.below(6), {}, {}, {}};
    unsigned const p = r_.below(100);
    if (depth == 0 || p < 22) {
      unsigned const q = r_.below(100);
      if (q < 12 && (in_loop || in_switch)) s.what = op::leave;
      else if (q < 22 && in_loop) s.what = op::again;
      else if (q < 28) s.what = op::done;
      else if (q < 60) s.what = op::record;
      return s;
    }
    constexpr op kinds[] = {op::branch, op::branch, op::branch, op::uniform_branch,
                            op::lazy_branch, op::pick, op::loop, op::counted, op::uniform_loop,
                            op::repeat, op::choose, op::uniform_choose, op::call};
    s.what = kinds[r_.below(sizeof kinds / sizeof *kinds)];
    bool const is_loop = s.what == op::loop || s.what == op::counted ||
                         s.what == op::uniform_loop || s.what == op::repeat;
    if (s.what == op::choose || s.what == op::uniform_choose) {
      int const n = 1 + static_cast<int>(r_.below(4));
      int const fallback = static_cast<int>(r_.below(6));
      for (int i = 0; i < n; ++i)
        s.items.push_back({i == fallback ? -1 : i, list(depth - 1, in_loop, true), r_.chance(60)});
    } else if (s.what == op::call) {
      s.body = list(depth - 1, false, false);
    } else {
      s.body = list(depth - 1, in_loop || is_loop, in_switch && !is_loop);
      if (!is_loop && r_.chance(60)) s.other = list(depth - 1, in_loop, in_switch);
    }
    return s;
  }
  simt_test::random r_;
};

// What one thread holds, or a gang of threads.
template <class U, class I>
struct registers {
  U x[3];
  I fuel, pos, first;
};

template <class S>
void compute(S& s, node const& n) {
  s.x[n.a] = s.x[n.a] * 1664525u + (s.x[n.b] ^ (n.k * 40503u));
}
template <class S>
auto holds(S const& s, node const& n, unsigned salt) {
  return ((s.x[n.a] + salt) >> 13) % 8u < n.k;
}
template <class S>
auto turn(S& s, node const& n) {
  s.fuel -= 1;
  compute(s, n);
  return s.fuel > 0 && holds(s, n, 77u);
}

// The reference: one thread in plain C++.
using thread_state = registers<unsigned, int>;
enum class signal { none, leave, again, done };

signal run_list(std::vector<node> const& list, thread_state& s, unsigned* log);

signal run_switch(node const& n, thread_state& s, unsigned* log, int value) {
  std::size_t at = n.items.size();
  for (std::size_t i = 0; i < n.items.size(); ++i)
    if (n.items[i].value == value) at = i;
  if (at == n.items.size())
    for (std::size_t i = 0; i < n.items.size(); ++i)
      if (n.items[i].value < 0) at = i;
  for (; at < n.items.size(); ++at) {
    signal const g = run_list(n.items[at].body, s, log);
    if (g == signal::leave) return signal::none;
    if (g != signal::none) return g;
    if (n.items[at].leaves) break;
  }
  return signal::none;
}

signal run_node(node const& n, thread_state& s, unsigned* log) {
  switch (n.what) {
    case op::compute:
      compute(s, n);
      return signal::none;
    case op::record:
      if (s.pos < log_size) {
        log[s.first + s.pos] = s.x[n.a];
        s.pos += 1;
      }
      return signal::none;
    case op::branch:
      return run_list(holds(s, n, 0u) ? n.body : n.other, s, log);
    case op::uniform_branch:
      return run_list(n.k % 2 != 0 ? n.body : n.other, s, log);
    case op::lazy_branch:
      return run_list(holds(s, n, 0u) && (turn(s, n) || turn(s, n)) ? n.body : n.other, s, log);
    case op::pick:
      if (holds(s, n, 5u)) {
        compute(s, n);
        s.x[n.b] = s.x[n.a] + 1u;
      } else {
        s.fuel -= 1;
        s.x[n.b] = s.x[n.a] * 3u;
      }
      return signal::none;
    case op::loop:
      while (turn(s, n)) {
        signal const g = run_list(n.body, s, log);
        if (g == signal::leave) break;
        if (g == signal::done) return g;
      }
      return signal::none;
    case op::counted: {
      for (unsigned i = s.x[n.b] % 3u; i < 6u && s.fuel > 0; i += 2u, s.fuel -= 1) {
        signal const g = run_list(n.body, s, log);
        if (g == signal::leave) break;
        if (g == signal::done) return g;
      }
      return signal::none;
    }
    case op::uniform_loop:
      for (unsigned i = 0; i < n.k % 4; ++i) {
        signal const g = run_list(n.body, s, log);
        if (g == signal::leave) break;
        if (g == signal::done) return g;
      }
      return signal::none;
    case op::repeat:
      do {
        signal const g = run_list(n.body, s, log);
        if (g == signal::leave) break;
        if (g == signal::done) return g;
      } while (turn(s, n));
      return signal::none;
    case op::choose:
      return run_switch(n, s, log, static_cast<int>(s.x[n.a] % 5u));
    case op::uniform_choose:
      return run_switch(n, s, log, static_cast<int>(n.k % 5u));
    case op::leave:
      return signal::leave;
    case op::again:
      return signal::again;
    case op::call:
      run_list(n.body, s, log);
      return signal::none;
    case op::done:
      return signal::done;
  }
  return signal::none;
}

signal run_list(std::vector<node> const& list, thread_state& s, unsigned* log) {
  for (auto const& n : list) {
    signal const g = run_node(n, s, log);
    if (g != signal::none) return g;
  }
  return signal::none;
}

// The same by the lanes of a gang.
template <int W>
using gang_state = registers<varying<unsigned, W>, varying<int, W>>;

bool gone() { return simt::detail::active_mask().leaving; }

template <int W>
[[gnu::noinline]] void lane_list(std::vector<node> const& list, gang_state<W>& s,
                                 simt::ptr<unsigned> log);

template <int W>
[[gnu::noinline]] void lane_node(node const& n, gang_state<W>& s, simt::ptr<unsigned> log) {
  // A kernel that no thread is left in returns for good, through all of these calls.
  switch (n.what) {
    case op::compute:
      compute(s, n);
      break;
    case op::record:
      simt_if (s.pos < log_size) {
        log[s.first + s.pos] = s.x[n.a];
        s.pos += 1;
      }
      break;
    case op::branch:
      simt_if (holds(s, n, 0u)) {
        lane_list<W>(n.body, s, log);
        if (gone()) return;
      } else {
        lane_list<W>(n.other, s, log);
        if (gone()) return;
      }
      break;
    case op::uniform_branch:
      simt_if (n.k % 2 != 0) {
        lane_list<W>(n.body, s, log);
        if (gone()) return;
      } else {
        lane_list<W>(n.other, s, log);
        if (gone()) return;
      }
      break;
    case op::lazy_branch:
      simt_if (holds(s, n, 0u) && simt_lazy(turn(s, n) || simt_lazy(turn(s, n)))) {
        lane_list<W>(n.body, s, log);
        if (gone()) return;
      } else {
        lane_list<W>(n.other, s, log);
        if (gone()) return;
      }
      break;
    case op::pick:
      s.x[n.b] = simt_select(holds(s, n, 5u), (compute(s, n), s.x[n.a] + 1u),
                             (s.fuel -= 1, s.x[n.a] * 3u));
      break;
    case op::loop:
      simt_while (turn(s, n)) {
        lane_list<W>(n.body, s, log);
        if (gone()) return;
      }
      break;
    case op::counted: {
      varying<unsigned, W> i = 0u;
      simt_for (i = s.x[n.b] % 3u, i < 6u && s.fuel > 0, (i += 2u, s.fuel -= 1)) {
        lane_list<W>(n.body, s, log);
        if (gone()) return;
      }
      break;
    }
    case op::uniform_loop:
      simt_for (unsigned i = 0, i < n.k % 4, ++i) {
        lane_list<W>(n.body, s, log);
        if (gone()) return;
      }
      break;
    case op::repeat:
      simt_do {
        lane_list<W>(n.body, s, log);
        if (gone()) return;
      } simt_do_while (turn(s, n));
      break;
    case op::choose:
      simt_switch (s.x[n.a] % 5u) {
        for (auto const& i : n.items) {
          if (i.value < 0) {
            simt_default;
          } else {
            simt_case (i.value)
          }
          lane_list<W>(i.body, s, log);
          if (gone()) return;
          if (i.leaves) simt_break;
        }
      }
      break;
    case op::uniform_choose:
      simt_switch (n.k % 5u) {
        for (auto const& i : n.items) {
          if (i.value < 0) {
            simt_default;
          } else {
            simt_case (i.value)
          }
          lane_list<W>(i.body, s, log);
          if (gone()) return;
          if (i.leaves) simt_break;
        }
      }
      break;
    case op::leave:
      simt_break;
      break;
    case op::again:
      simt_continue;
      break;
    case op::call: {
      simt::detail::frame_scope const frame(simt::detail::flow_frame::function);
      lane_list<W>(n.body, s, log);
      break;
    }
    case op::done:
      simt_return;
      break;
  }
}

template <int W>
void lane_list(std::vector<node> const& list, gang_state<W>& s, simt::ptr<unsigned> log) {
  for (auto const& n : list) {
    lane_node<W>(n, s, log);
    if (gone()) return;
  }
}

unsigned seed_of(int thread) { return static_cast<unsigned>(thread) * 747796405u + 2891336453u; }

template <int W>
void run_lanes(std::vector<node> const& program, int threads, std::vector<unsigned>& log) {
  auto const* p = &program;
  auto const run = [p](auto& t, simt::ptr<unsigned> out) {
    using G = simt::detail::plain<decltype(t)>;
    gang_state<G::gang_width> s{};
    auto const id = simt::let<unsigned>(t.threadIdx.x);
    s.x[0] = id * 747796405u + 2891336453u;
    s.x[1] = s.x[0] ^ 0x9e3779b9u;
    s.x[2] = id;
    s.fuel = 40;
    s.pos = 0;
    s.first = t.threadIdx.x * log_size;
    lane_list<G::gang_width>(*p, s, out);
  };
  simt::launch_at<W>(run, simt::shape{1, threads}, log.data());
}

}  // namespace

TEST_CASE("[HIER-020] flow: structured programs drawn at random run as in plain C++") {
  constexpr int sizes[] = {1, 3, 31, 33, 64, 100};
  for (unsigned seed = 0; seed < 600; ++seed) {
    auto const program = generator(seed).program();
    int const threads = sizes[seed % 6];
    std::vector<unsigned> expected(static_cast<std::size_t>(threads * log_size), 0xdeadu);
    for (int t = 0; t < threads; ++t) {
      unsigned const x = seed_of(t);
      thread_state s{{x, x ^ 0x9e3779b9u, static_cast<unsigned>(t)}, 40, 0, t * log_size};
      run_list(program, s, expected.data());
    }
    at_widths([&]<int W>() {
      std::vector<unsigned> log(expected.size(), 0xdeadu);
      run_lanes<W>(program, threads, log);
      INFO("seed ", seed, ", width ", W, ", threads ", threads);
      CHECK(log == expected);
    });
    simt::detail::active_mask() = {};
  }
}
