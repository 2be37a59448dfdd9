// SPDX-License-Identifier: MIT
#pragma once

#include "../edits.hpp"
#include "../unit_launches.hpp"
#include "arguments.hpp"
#include "emit_function.hpp"
#include "parse_file.hpp"
#include "waits.hpp"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace simt::cu::lane {

/// A kernel's fate.
struct fate {
  std::string file;
  offset line = 0;
  std::string name;
  std::string reason_file;
  refusal why;                        // empty: it became a lane kernel
  bool needs_long_registers = false;  // and a thread kernel where registers have four lanes
  std::vector<offset> missing_barriers{};  // lines behind which a __syncthreads() belongs
};

/// The lane forms of a translation unit: reads its functions file by file, in the order in which a
/// compiler sees them, and writes a lane form behind every function that can have one.
class forms {
 public:
  /// `dropped`: types of lane forms, as lane_struct() names them, that a compiler refused, and why.
  /// `unit`: letters that tell this unit's lane forms from those of others that it is linked with.
  explicit forms(std::map<std::string, refusal> dropped = {}, std::string drop_all = {},
                 std::string unit = {})
      : dropped_{std::move(dropped)}, drop_all_{std::move(drop_all)}, unit_{std::move(unit)} {}

  /// The output is shown to a compiler: what depends on macros that nobody knows may be tried.
  void try_assumptions() noexcept { is_tried_ = true; }

  [[nodiscard]] symbols& known() noexcept { return symbols_; }
  [[nodiscard]] symbols const& known() const noexcept { return symbols_; }
  [[nodiscard]] unit_launches& launches() noexcept { return launches_; }
  [[nodiscard]] unit_launches const& launches() const noexcept { return launches_; }

  /// Macros that the compiler's command line defines: `NAME`, `NAME=TEXT`.
  void define(std::vector<std::string> const& definitions) {
    source file{"the command line", {}};
    for (std::string const& d : definitions) {
      auto const at = d.find('=');
      file.text += "#define " + d.substr(0, at) + " " +
                   (at == std::string::npos ? "1" : d.substr(at + 1)) + "\n";
    }
    code const text{file.text, lexer{file}.file()};
    preprocessor lines{file, text, symbols_};
    for (std::size_t i = 0; i < text.size(); ++i)
      if (text[i].is(token_kind::directive)) lines.outside(i);
  }

  /// Members of classes and variables outside of functions that are volatile; the set may grow.
  void know_volatiles(name_set const& all) noexcept { library_.know_volatiles(all); }

  /// Takes a file that has been read to its end.
  void add(source const& file, file_syntax syntax, edits& out) {
    for (function& f : syntax.functions) {
      f.unit = unit_;
      f.is_many = f.is_kernel() ? f.is_template() && launches_.are_many(f.name)
                                : launches_.is_called_by_many(f.name);
      if (!f.is_kernel()) continue;
      f.blocks = launches_.blocks_of(f.name);
      find_arguments(f);
    }
    auto const kept = std::make_shared<file_syntax const>(std::move(syntax));
    library_.add(kept, file.name);
    find_waits(*kept);
    decide(*kept, file);
    write(*kept, file, out);
    name_again(*kept, file, out);
  }

  /// What stands in front of an #include is known to the file that it names, until take_back().
  void lend(source const& file, file_syntax const& so_far) {
    library_.add(so_far, file.name);
    find_waits(so_far);
    decide(so_far, file);
    // What they call may turn out to have no lane form, and then they have none.
    for (function const& f : so_far.functions)
      if (entry* const e = library_.entry_of(f))
        e->has_lane_form = e->has_lane_form && !library_.is_ahead_of_callees(f);
  }
  void take_back(file_syntax const& so_far) {
    library_.forget(so_far);
    for (function const& f : so_far.functions) waits_.erase(&f);
  }

  /// Whether a kernel asks other threads of its warp, so that its gangs have whole warps.
  [[nodiscard]] bool needs_warps(std::string_view kernel) const {
    return library_.facts_of(kernel).warp;
  }
  /// Whether launches of a kernel of that name that stand at `at` in `file` find lane forms.
  [[nodiscard]] bool knows(std::string_view kernel, std::string const& file, offset at) const {
    if (!library_.is_lane(kernel)) return false;
    for (entry const& e : *library_.find(kernel)) {
      if (!e.of->is_definition) continue;
      if (!e.of->is_kernel()) return false;
      if (e.file != file || e.of->end <= at) continue;
      auto const announced = announced_.find(e.of);
      if (announced == announced_.end() || announced->second > at) return false;
    }
    return true;
  }
  /// Whether a kernel is only declared here: its lane form, if it has one, is another unit's, and
  /// goes by the kernel's address.
  [[nodiscard]] bool is_elsewhere(std::string_view kernel) const {
    auto const* const all = library_.find(kernel);
    if (all == nullptr || all->size() != 1) return false;
    function const& f = *all->front().of;
    if (f.is_definition || !f.is_kernel() || f.is_template() || f.is_member()) return false;
    return std::none_of(f.parameters.begin(), f.parameters.end(), [](declarator const& p) {
      return p.initialiser != initialiser_kind::none || p.declared.is_reference() || p.is_pack;
    });
  }
  /// The lane form whose function is at a line of a file.
  [[nodiscard]] std::string form_at(std::string_view file, offset line) const {
    for (written const& w : written_)
      if (w.file == file && w.first <= line && line <= w.last) return w.form;
    return {};
  }

  /// Lane forms that were written before it was known what they call thread by thread: functions
  /// that work across threads, which stand further down or in another file. `files`: all of the
  /// unit's.
  [[nodiscard]] std::map<std::string, refusal> belated(auto const& files) const {
    std::map<std::string, refusal> out;
    std::string value = passed_functions{library_}.callable_object();
    if (name_set const needing = library_.names_if([&](std::string_view name) {
          return needs_others(library_.facts_of(name));
        });
        value.empty() && !needing.empty())
      for (auto const& [name, file] : files)
        if (value = passed_functions{library_}.value_in(file, needing); !value.empty()) break;
    auto const calls_values = [&](written const& w) {
      return w.calls_values ||
             std::any_of(w.by_thread.begin(), w.by_thread.end(), [&](std::string const& name) {
               return library_.reaches(name, [&](function const& f) {
                 return passed_functions::calls_value(f, symbols_);
               });
             });
    };
    for (written const& w : written_) {
      for (std::string const& name : w.by_thread)
        if (library_.find(name) != nullptr && needs_others(library_.facts_of(name)))
          out.try_emplace(w.form, refusal{w.named, "a call of " + name +
                                                       ", which works across threads"});
      if (!value.empty() && calls_values(w))
        out.try_emplace(w.form,
                        refusal{w.named, "a call of a value or an object, which may be " +
                                             value + ", which works across threads"});
    }
    return out;
  }

  [[nodiscard]] bool any() const noexcept { return !written_.empty(); }
  [[nodiscard]] std::vector<fate> const& fates() const noexcept { return fates_; }

 private:
  struct written {
    std::string file;
    offset first, last;
    std::string form;
    offset named = 0;                       // the line of its function's name
    std::set<std::string> by_thread{};      // functions that it calls thread by thread
    bool calls_values = false;              // or values
    std::vector<statement const*> waits{};  // statements behind which its threads meet once more
  };

  [[nodiscard]] callee_traits traits() const {
    return {[this](expression const& call, std::size_t n) { return changes(call, n); },
            [this](expression const& call) {
              expression const& callee = bare(call[0]);
              return callee.is(expression_kind::name) && library_.is_lane(callee.id);
            },
            [this](std::string_view name) { return symbols_.is_member_array(name); },
            [this](std::string_view name) { return known_number({name}, symbols_).has_value(); },
            [this](std::string_view name) { return symbols_.is_named(name); },
            [this](std::string_view name) { return symbols_.is_value(name); },
            &symbols_.classes()};
  }

  [[nodiscard]] bool changes(expression const& call, std::size_t n) const {
    expression const& callee = bare(call[0]);
    if (callee.is(expression_kind::member)) return !is_fixed(call[n + 1]);
    if (!callee.is(expression_kind::name)) return true;
    if (is_group_scope(callee.scope) || is_group_function(callee.id)) return false;
    auto const* const all = library_.find(callee.id);
    if (all == nullptr)
      return known_function(callee.id) == known_kind::none && !callee.id.starts_with("__");
    for (entry const& e : *all) {
      if (n >= e.of->parameters.size()) continue;
      type const& t = e.of->parameters[n].declared;
      if (t.is_reference() && !(t.is_const && t.levels.size() + t.inner.size() == 1)) return true;
    }
    return false;
  }
  static bool is_fixed(expression const& e) {
    auto const k = bare(e).kind;
    return k == expression_kind::number || k == expression_kind::binary;
  }
  void find_waits(file_syntax const& file) {
    for (function const& f : file.functions) {
      if (!f.is_definition) continue;
      if (f.body == nullptr || !f.is_understood()) {
        auto const& x = library_.facts_of(f.name);
        if ((x.atomic || x.is_volatile || x.assembly) && has_loop(f)) library_.set_waits(f.name);
        continue;
      }
      model const m = resolve(f, traits());
      auto const found = detail::wait_finder{m, library_}.run();
      if (!found) continue;
      waits_.emplace(&f, *found);
      library_.set_waits(f.name);
    }
  }
  static bool has_loop(function const& f) {
    for (lexeme const& l : f.tokens)
      if (l.is("while") || l.is("for") || l.is("goto")) return true;
    return false;
  }

  /// Whether `#pragma simt thread_kernel` stands in front of it.
  static bool is_kept(function const& f, source const& file) {
    std::string_view const before{file.text.data(),
                                  std::min<std::size_t>(f.begin, file.text.size())};
    auto const end = before.find_last_not_of(" \t\r\n");
    if (end == std::string_view::npos) return false;
    auto const line = before.find_last_of('\n', end);
    std::string_view const last =
        before.substr(line == std::string_view::npos ? 0 : line + 1, end + 1);
    return last.find("#pragma simt thread_kernel") != std::string_view::npos;
  }

  void check(function const& f, source const& file) const {
    if (auto const d = dropped_.find(key(f, file)); d != dropped_.end()) throw refused{d->second};
    if (!drop_all_.empty()) refuse(f.name_line, drop_all_);
    if (is_kept(f, file)) refuse(f.name_line, "asked for by #pragma simt thread_kernel");
    if (!f.refusals.empty()) throw refused{f.refusals.front()};
    if (auto const w = waits_.find(&f); w != waits_.end()) throw refused{w->second};
    if (!f.assumptions.empty() && !is_tried_)
      refuse(f.name_line, "its text depends on `" + f.assumptions.front().condition + "`");
    auto const& x = library_.facts_of(f.name);
    if (x.assembly) refuse(f.name_line, "inline PTX");
    if (x.waits)
      refuse(f.name_line, "a call of " + library_.waiting(f.name) + ", which may wait in a loop");
  }

  [[nodiscard]] std::string form_of(function const& f, source const& file,
                                    std::vector<function const*>* used,
                                    written* calls = nullptr) {
    check(f, file);
    auto const callees = traits();
    model m = resolve_values(f, callees);
    detail::uniformity u{m};
    u.classes_ = &symbols_.classes();
    u.is_own_ = [this](std::string_view name) { return library_.find(name) != nullptr; };
    u.run();
    detail::function_writer w{m, library_, u, callees, file.name};
    std::string text = assumed(f) + w.run();
    if (used != nullptr) *used = w.used();
    if (calls != nullptr) {
      calls->by_thread = w.by_thread();
      calls->calls_values = w.calls_values();
      calls->waits = w.waits();
    }
    return text;
  }

  /// Lines that refuse the form where the preprocessor knows better.
  [[nodiscard]] static std::string assumed(function const& f) {
    std::string out;
    for (assumption const& a : f.assumptions)
      out += "#if " + std::string(a.value ? "!(" : "(") + a.condition + ")\n#error \"" +
             lane_struct(f) + " was made for another case of an #if\"\n#endif\n";
    return out;
  }

  [[nodiscard]] std::string announcement_of(function const& f, std::string const& file) {
    model m = resolve(f, traits());
    detail::uniformity u{m};
    detail::function_writer w{m, library_, u, traits(), file};
    return "extern \"C++\" { " + w.announcement() + " " + w.declaration(false) + " }";
  }

  void decide(file_syntax const& file, source const& text) {
    for (function const& f : file.functions)
      if (entry* const e = library_.entry_of(f)) e->has_lane_form = f.is_definition;
    for (bool changed = true; changed;) {
      changed = false;
      for (function const& f : file.functions) {
        entry* const e = library_.entry_of(f);
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

  void write(file_syntax const& file, source const& text, edits& out) {
    for (function const& f : file.functions) {
      entry const* const e = library_.entry_of(f);
      if (e == nullptr) continue;
      if (!f.is_definition) {
        announce(f, text, out);
        continue;
      }
      count_in_32_bits(f, out);
      if (f.is_kernel()) fates_.push_back({text.name, f.name_line, f.name, text.name, {}, false});
      if (!e->has_lane_form) {
        if (f.is_kernel()) fates_.back().why = e->why;
        continue;
      }
      // An overload that has none: calls could not tell them apart.
      if (f.is_kernel() && !library_.is_lane(f.name)) {
        for (entry const& o : *library_.find(f.name))
          if (!o.has_lane_form && o.of->is_definition) fates_.back().why = o.why;
        if (fates_.back().why.reason.empty())
          fates_.back().why = {f.name_line, "a member of a class"};
        continue;
      }
      std::vector<function const*> used;
      written kept{text.name, f.line, line_at(text, f.end), lane_struct(f), f.name_line};
      std::string form = form_of(f, text, &used, &kept);
      std::string before;
      for (function const* u : used)
        if (entry const* const callee = library_.entry_of(*u);
            callee != nullptr && callee->file == text.name && u->begin >= f.begin)
          before += announcement_of(*u, text.name) + "\n";
      if (f.is_kernel()) fates_.back().needs_long_registers = library_.is_chain_of_loops(f);
      if (f.is_kernel() && f.is_template()) announce_template(f, text.name, out);
      out.insert(f.end, "\n" + before + form + "\n#line " + std::to_string(line_at(text, f.end)) +
                            " " + string_literal(text.name) + "\n");
      for (statement const* const s : kept.waits) {
        // The thread form, too.
        lexeme const& last = f.tokens[s->tokens.end - 1];
        if (!s->is(statement_kind::return_) && !last.from_macro)
          out.insert(last.begin + static_cast<offset>(last.text.size()),
                     " ::simt::cuda::__syncthreads();");
        if (f.is_kernel()) fates_.back().missing_barriers.push_back(s->last_line);
      }
      written_.push_back(std::move(kept));
    }
  }

  /// Indices of shared memory in a function's thread form.
  void count_in_32_bits(function const& f, edits& out) const {
    bool const has_shared = std::any_of(f.tokens.begin(), f.tokens.end(),
                                        [](lexeme const& l) { return l.is(word::shared); });
    if (!has_shared || f.body == nullptr || !f.is_understood()) return;
    model const m = resolve(f, traits());
    for (expression const* const e : shared_indices{m}.find()) {
      lexeme const& first = f.tokens[e->tokens.begin];
      lexeme const& last = f.tokens[e->tokens.end - 1];
      if (first.from_macro || last.from_macro) continue;
      out.insert(first.begin, "::simt::cuda::shared_index(");
      out.insert(last.begin + static_cast<offset>(last.text.size()), ")");
    }
  }

  /// Behind `using space::f;`, its lane forms are named as well, where they are declared by then.
  void name_again(file_syntax const& file, source const& text, edits& out) const {
    for (using_declaration const& u : file.usings) {
      library::entries const* named = nullptr;
      std::string const line = library_.lane_using(u.text, &named);
      if (line.empty()) continue;
      bool const is_declared = std::all_of(named->begin(), named->end(), [&](entry const& e) {
        auto const announced = announced_.find(e.of);
        return !e.of->is_definition || e.file != text.name || e.of->end <= u.end ||
               (announced != announced_.end() && announced->second <= u.end);
      });
      if (is_declared) out.insert(u.end, " " + line);
    }
  }

  void announce_template(function const& f, std::string const& file, edits& out) {
    model m = resolve(f, traits());
    detail::uniformity u{m};
    detail::function_writer w{m, library_, u, traits(), file};
    out.insert(f.begin, w.scope_begin() + w.announcement() + w.scope_end() + " ");
    out.insert(f.body_begin + 1, w.mention());
  }

  /// Behind a prototype, its lane form is declared as well.
  void announce(function const& f, source const& text, edits& out) {
    if (f.is_member() || f.is_extern_c || !library_.is_lane(f.name)) return;
    for (entry const& e : *library_.find(f.name)) {
      if (!e.of->is_definition || e.file != text.name || e.of->begin < f.begin) continue;
      if (e.of->parameters.size() != f.parameters.size()) continue;
      if (announced_.contains(e.of)) continue;
      out.insert(f.end, " " + announcement_of(*e.of, text.name));
      announced_[e.of] = f.end;
    }
  }

  static offset line_at(source const& file, offset at) {
    return 1 + static_cast<offset>(std::count(
                   file.text.begin(), file.text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
  }

 public:
  /// How a function is called in messages about what a compiler refused.
  [[nodiscard]] static std::string key(function const& f, source const&) { return lane_struct(f); }

 private:
  symbols symbols_;
  unit_launches launches_{symbols_};
  library library_;
  std::map<std::string, refusal> dropped_;
  std::string drop_all_;
  std::string unit_;
  std::map<function const*, refusal> waits_;
  std::map<function const*, offset> announced_;
  std::vector<fate> fates_;
  std::vector<written> written_;
  bool is_tried_ = false;
};

}  // namespace simt::cu::lane
