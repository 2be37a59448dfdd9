// SPDX-License-Identifier: MIT
#include "translator.hpp"

#include "../facts/object_operators.hpp"
#include "../facts/passed_functions.hpp"
#include "../facts/spin_loops.hpp"
#include "../facts/thread_edits.hpp"
#include "../semantics/arguments.hpp"
#include "../syntax/parse_file.hpp"
#include "emit_function.hpp"
#include "macro_shield.hpp"
#include "method_form.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace simt::cu::lane {

void translator::define(std::vector<std::string> const& definitions) {
  define_all(definitions, symbols_);
}

void translator::add(source const& file, file_syntax syntax, edits& out) {
  for (function& f : syntax.functions) {
    f.unit = unit_;
    // Overloads on one line, or on the same line of two files, have forms of their own.
    if (int const others = named_[lane_struct(f)]++; others > 0)
      f.unit = "n" + std::to_string(others + 1) + unit_;
    f.is_included = !main_.empty() && file.name != main_;
    f.is_many = f.is_kernel() ? f.is_template() && launches_.are_many(f.name)
                              : launches_.is_called_by_many(f.name);
    if (!f.is_kernel()) continue;
    f.blocks = launches_.blocks_of(f.name);
    find_arguments(f);
  }
  auto const kept = std::make_shared<file_syntax const>(std::move(syntax));
  graph_.add(kept, file.name);
  thread_edits{graph_, traits(), symbols_.classes()}.survey(*kept);
  if (is_threads_only_) {
    thread_edits const thread{graph_, traits(), symbols_.classes(), !keeps_races_};
    for (function const& f : kept->functions)
      if (f.is_definition) has_edited_ |= thread.write(f, file.text, {}, out, &left_[file.name]);
    return;
  }
  read_methods(*kept);
  find_waits(*kept);
  decide(*kept, file);
  write(*kept, file, out);
  name_again(*kept, file, out);
}

void translator::lend(source const& file, file_syntax const& so_far, surroundings around) {
  around_.push_back(std::exchange(symbols_.around(), std::move(around)));
  graph_.add(so_far, file.name);
  if (is_threads_only_) return;
  read_methods(so_far);
  find_waits(so_far);
  decide(so_far, file);
  // What they call may turn out to have no lane form, and then they have none.
  for (function const& f : so_far.functions)
    if (entry* const e = graph_.entry_of(f))
      e->has_lane_form = e->has_lane_form && !graph_.is_ahead_of_callees(f);
}

void translator::take_back(file_syntax const& so_far) {
  symbols_.around() = std::move(around_.back());
  around_.pop_back();
  graph_.forget(so_far);
  for (function const& f : so_far.functions) waits_.erase(&f);
}

bool translator::knows(std::string_view kernel, std::string const& file, offset at) const {
  if (!graph_.is_lane(kernel)) return false;
  for (entry const& e : *graph_.find(kernel)) {
    if (!e.of->is_definition) continue;
    if (!e.of->is_kernel()) return false;
    if (e.file != file || e.of->end <= at) continue;
    auto const announced = announced_.find(e.of);
    if (announced == announced_.end() || announced->second > at) return false;
  }
  return true;
}

bool translator::is_elsewhere(std::string_view kernel) const {
  auto const* const all = graph_.find(kernel);
  if (is_threads_only_ || all == nullptr || all->size() != 1) return false;
  function const& f = *all->front().of;
  if (f.is_definition || !f.is_kernel() || f.is_template() || f.is_member()) return false;
  return std::none_of(f.parameters.begin(), f.parameters.end(), [](declarator const& p) {
    return p.initialiser != initialiser_kind::none || p.declared.is_reference() || p.is_pack;
  });
}

std::string translator::form_at(std::string_view file, offset line) const {
  for (written const& w : written_)
    if (w.file == file && w.first <= line && line <= w.last) return w.form;
  return {};
}

offset translator::first_line(std::string_view form) const {
  auto const found = std::find_if(written_.begin(), written_.end(),
                                  [form](written const& w) { return w.form == form; });
  return found == written_.end() ? 0 : found->first;
}

callee_traits translator::traits() const {
  return {
      [this](expression const& call, std::size_t n) { return changes(call, n); },
      [this](type const& of) { return object_operators{graph_}.changes_called(of); },
      [this](operation op, std::size_t count, std::size_t n) {
        return object_operators{graph_}.changes_operand(op, count, n);
      },
      [this](expression const& call) {
        expression const& callee = bare(call[0]);
        if (!callee.is(expression_kind::name)) return false;
        return graph_.find(callee.id) == nullptr
                   ? find_builtin(callee.id).call == lane_call::to_places
                   : graph_.is_lane(callee.id);
      },
      [this](std::string_view name) { return symbols_.is_member_array(name); },
      [this](std::string_view name) { return known_number({name}, symbols_).has_value(); },
      [this](std::string_view name) { return symbols_.is_named(name); },
      [this](std::string_view name) { return symbols_.is_value(name); },
      &symbols_.classes(),
      [this](function const& f, std::size_t n) { return graph_.shared().is_given_shared(f, n); },
      [this](function const& f, std::size_t n) { return given_memory(f, n); }};
}

memory_space translator::given_memory(function const& f, std::size_t n) const {
  if (f.is_kernel()) return memory_space::other;
  memory_space const given = graph_.shared().given(f, n);
  // Of an included file, not all calls have been seen.
  bool const is_known = given != memory_space::unsaid && !f.is_included;
  return is_known ? given : memory_space::any;
}

bool translator::changes(expression const& call, std::size_t n) const {
  expression const& callee = bare(call[0]);
  if (callee.is(expression_kind::member)) return !is_fixed(call[n + 1]);
  if (!callee.is(expression_kind::name)) return true;
  if (is_group_scope(callee.scope) || is_group_function(callee.id)) return false;
  auto const* const all = graph_.find(callee.id);
  if (all == nullptr)
    return builtin_kind_of(callee.id) == builtin_kind::unknown && !callee.id.starts_with("__");
  for (entry const& e : *all) {
    if (n >= e.of->parameters.size()) continue;
    if (e.of->parameters[n].declared.is_reference_to_change()) return true;
  }
  return false;
}

bool translator::is_fixed(expression const& e) {
  auto const k = bare(e).kind;
  return k == expression_kind::number || k == expression_kind::binary;
}

void translator::read_methods(file_syntax const& file) {
  for (function const& f : file.functions) {
    if (!f.is_member() || !f.is_definition || !needs_others(graph_.facts_of(f.name))) continue;
    if (entry* const e = graph_.entry_of(f)) e->method = method_of_object(f, graph_, symbols_);
  }
}

void translator::find_waits(file_syntax const& file) {
  for (function const& f : file.functions) {
    if (!f.is_definition) continue;
    if (f.body == nullptr || !f.is_understood()) {
      auto const& x = graph_.facts_of(f.name);
      if ((x.atomic || x.is_volatile || x.assembly) && has_loop(f)) graph_.set_waits(f.name);
      continue;
    }
    entry const* const e = graph_.entry_of(f);
    function const& lane = e != nullptr ? e->lane() : f;
    if (lane.body == nullptr) continue;  // refused
    model const m = resolve(lane, traits());
    detail::spin_loop_finder finder{m, graph_, symbols_.classes()};
    auto const found = finder.run();
    if (!found)
      for (statement const* const loop : finder.waiting()) graph_.set_waiting(lane, *loop);
    if (!found) continue;
    waits_.emplace(&f, *found);
    graph_.set_waits(f.name);
  }
}

bool translator::has_loop(function const& f) {
  for (lexeme const& l : f.tokens)
    if (l.is("while") || l.is("for") || l.is("goto")) return true;
  return false;
}

bool translator::is_kept(function const& f, source const& file) {
  std::string_view const before{file.text.data(), std::min<std::size_t>(f.begin, file.text.size())};
  auto const end = before.find_last_not_of(" \t\r\n");
  if (end == std::string_view::npos) return false;
  auto const line = before.find_last_of('\n', end);
  std::string_view const last =
      before.substr(line == std::string_view::npos ? 0 : line + 1, end + 1);
  return last.find("#pragma simt thread_kernel") != std::string_view::npos;
}

void translator::check(function const& f, source const& file) const {
  if (auto const d = dropped_.find(key(f, file)); d != dropped_.end()) throw refused{d->second};
  if (!drop_all_.empty()) refuse(f.name_line, drop_all_);
  if (is_kept(f, file)) refuse(f.name_line, "asked for by #pragma simt thread_kernel");
  if (!f.refusals.empty()) throw refused{f.refusals.front()};
  if (auto const w = waits_.find(&f); w != waits_.end()) throw refused{w->second};
  if (!f.assumptions.empty() && !is_tried_)
    refuse(f.name_line, "its text depends on `" + f.assumptions.front().condition + "`");
  auto const& x = graph_.facts_of(f.name);
  if (x.assembly) refuse(f.name_line, "inline PTX");
  if (x.waits)
    refuse(f.name_line, "a call of " + graph_.waiting(f.name) + ", which may wait in a loop");
}

std::string translator::form_of(function const& f, source const& file,
                                std::vector<function const*>* used, written* calls) {
  check(f, file);
  function const& lane = graph_.entry_of(f)->lane();
  if (!lane.refusals.empty()) throw refused{lane.refusals.front()};
  auto const callees = traits();
  model m = resolve_values(lane, callees);
  detail::uniformity u{m};
  u.classes_ = &symbols_.classes();
  u.is_own_ = [this](std::string_view name) { return graph_.find(name) != nullptr; };
  u.asks_thread_ = [this](type const& of) {
    return constructors{graph_, symbols_.classes()}.may_ask_thread(of);
  };
  u.run();
  detail::function_writer w{m, graph_, u, callees, file.name};
  std::string text = assumed(f) + shielded_from_macros(w.run(), symbols_);
  if (f.is_member()) check_order(f, file.name, w.used());
  if (used != nullptr) *used = w.used();
  if (calls != nullptr) {
    calls->by_thread = w.by_thread();
    calls->calls_values = w.calls_values();
    calls->waits = w.waits();
  }
  return text;
}

void translator::check_order(function const& method, std::string const& file,
                             std::vector<function const*> const& used) const {
  for (function const* const u : used) {
    if (u->is_member() || u->begin < method.begin || graph_.entry_of(*u)->file != file) continue;
    bool const is_declared = std::any_of(
        graph_.find(u->name)->begin(), graph_.find(u->name)->end(), [&](entry const& e) {
          return !e.of->is_definition && e.file == file && e.of->begin < method.begin;
        });
    if (!is_declared)
      refuse(method.line, "a method that calls " + u->name + ", which is defined further down");
  }
}

std::string translator::assumed(function const& f) {
  std::string out;
  for (assumption const& a : f.assumptions)
    out += "#if " + std::string(a.value ? "!(" : "(") + a.condition + ")\n#error \"" +
           lane_struct(f) + " was made for another case of an #if\"\n#endif\n";
  return out;
}

std::string translator::announcement_of(function const& f, std::string const& file) {
  model m = resolve(f, traits());
  detail::uniformity u{m};
  detail::function_writer w{m, graph_, u, traits(), file};
  return "extern \"C++\" { " + w.announcement() + " " + w.declaration(false) + " }";
}

void translator::decide(file_syntax const& file, source const& text) {
  for (function const& f : file.functions)
    if (entry* const e = graph_.entry_of(f)) e->has_lane_form = f.is_definition;
  for (bool changed = true; changed;) {
    changed = false;
    for (function const& f : file.functions) {
      entry* const e = graph_.entry_of(f);
      if (e == nullptr || !e->has_lane_form) continue;
      try {
        static_cast<void>(form_of(f, text, nullptr));
      } catch (refused const& r) {
        e->has_lane_form = false;
        e->why = r.why;
        changed = true;
      }
    }
  }
}

void translator::write(file_syntax const& file, source const& text, edits& out) {
  thread_edits const thread{graph_, traits(), symbols_.classes(), !keeps_races_};
  for (function const& f : file.functions) {
    entry const* const e = graph_.entry_of(f);
    if (e == nullptr) continue;
    if (!f.is_definition) {
      announce(f, text, out);
      continue;
    }
    bool const is_lane = e->has_lane_form && (f.is_member()   ? graph_.is_lane_method(f.name)
                                              : f.is_kernel() ? graph_.is_lane(f.name)
                                                              : true);
    if (!is_lane) has_edited_ |= thread.write(f, text.text, {}, out, &left_[text.name]);
    if (f.is_kernel()) reports_.push_back({text.name, f.name_line, f.name, text.name, {}, false});
    if (!e->has_lane_form) {
      if (f.is_kernel()) reports_.back().why = e->why;
      continue;
    }
    // An overload that has none: calls could not tell them apart.
    if (!is_lane && !f.is_kernel()) continue;
    if (!is_lane) {
      for (entry const& o : *graph_.find(f.name))
        if (!o.has_lane_form && o.of->is_definition) reports_.back().why = o.why;
      if (reports_.back().why.reason.empty())
        reports_.back().why = {f.name_line, "a member of a class"};
      continue;
    }
    std::vector<function const*> used;
    written kept{text.name, f.line, line_at(text, f.end), lane_struct(f), f.name_line};
    std::string form = form_of(f, text, &used, &kept);
    std::string before;
    for (function const* u : used)
      if (entry const* const callee = graph_.entry_of(*u);
          callee != nullptr && callee->file == text.name && u->begin >= f.begin &&
          !u->is_member() && !f.is_member())
        before += announcement_of(*u, text.name) + "\n";
    if (f.is_kernel()) reports_.back().needs_long_registers = graph_.is_chain_of_loops(f);
    if (f.is_kernel() && f.is_template()) announce_template(f, text.name, out);
    out.insert(f.end, "\n" + before + form + "\n#line " + std::to_string(line_at(text, f.end)) +
                          " " + string_literal(text.name) + "\n");
    has_edited_ |= thread.write(f, text.text, kept.waits, out, &left_[text.name]);
    if (f.is_kernel())
      for (statement const* const s : kept.waits)
        reports_.back().missing_barriers.push_back(s->last_line);
    written_.push_back(std::move(kept));
  }
}

void translator::name_again(file_syntax const& file, source const& text, edits& out) const {
  for (using_declaration const& u : file.usings) {
    call_graph::entries const* named = nullptr;
    std::string const line = graph_.lane_using(u.text, &named);
    if (line.empty()) continue;
    bool const is_declared = std::all_of(named->begin(), named->end(), [&](entry const& e) {
      auto const announced = announced_.find(e.of);
      return !e.of->is_definition || e.file != text.name || e.of->end <= u.end ||
             (announced != announced_.end() && announced->second <= u.end);
    });
    if (is_declared) out.insert(u.end, " " + line);
  }
}

void translator::announce_template(function const& f, std::string const& file, edits& out) {
  model m = resolve(f, traits());
  detail::uniformity u{m};
  detail::function_writer w{m, graph_, u, traits(), file};
  out.insert(f.begin, w.scope_begin() + w.announcement() + w.scope_end() + " ");
  out.insert(f.body_begin + 1, w.mention());
}

void translator::announce(function const& f, source const& text, edits& out) {
  if (f.is_member() || f.is_extern_c || !graph_.is_lane(f.name)) return;
  for (entry const& e : *graph_.find(f.name)) {
    if (!e.of->is_definition || e.file != text.name || e.of->begin < f.begin) continue;
    if (e.of->parameters.size() != f.parameters.size()) continue;
    if (announced_.contains(e.of)) continue;
    out.insert(f.end, " " + announcement_of(*e.of, text.name));
    announced_[e.of] = f.end;
  }
}

offset translator::line_at(source const& file, offset at) {
  return 1 + static_cast<offset>(std::count(
                 file.text.begin(), file.text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

std::map<std::string, refusal> translator::belated(
    std::map<std::filesystem::path, lexed> const& files) const {
  std::map<std::string, refusal> out;
  std::string value = passed_functions{graph_}.callable_object();
  if (name_set const needing =
          graph_.names_if([&](std::string_view name) { return !graph_.works_alone(name); });
      value.empty() && !needing.empty())
    for (auto const& [name, file] : files)
      if (value = passed_functions{graph_}.value_in(file, needing); !value.empty()) break;
  auto const calls_values = [&](written const& w) {
    return w.calls_values ||
           std::any_of(w.by_thread.begin(), w.by_thread.end(), [&](std::string const& name) {
             return graph_.reaches(name, [&](function const& f) {
               return passed_functions::calls_value(f, symbols_);
             });
           });
  };
  for (written const& w : written_) {
    for (std::string const& name : w.by_thread)
      if (graph_.find(name) != nullptr && !graph_.works_alone(name))
        out.try_emplace(w.form,
                        refusal{w.named, "a call of " + name + ", which works across threads"});
    if (!value.empty() && calls_values(w))
      out.try_emplace(w.form, refusal{w.named, "a call of a value or an object, which may be " +
                                                   value + ", which works across threads"});
  }
  return out;
}

std::string translator::key(function const& f, source const&) { return lane_struct(f); }

}  // namespace simt::cu::lane
