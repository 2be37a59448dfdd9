// SPDX-License-Identifier: MIT
#include "rewriter.hpp"

#include "file_rewriter.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace simt::cu::detail {

rewriter::rewriter(source const& file, code const& text, names& known,
                   include_reader const& include, edits& out)
    : file_{file}, text_{text}, known_{known}, include_{include}, out_{out} {
  scopes_.push_back({});
}

void rewriter::file(lane::translator& translator) {
  lane::file_parser parser{file_, text_, translator.known()};
  parser_ = &parser;
  translator_ = &translator;
  translator.know_volatiles(known_.volatiles);
  run();
  translator.add(file_, parser.finish(), out_);
  changed_ |= translator.any() || translator.has_edited();
  parser_ = nullptr;
  write_launches(translator);
}

void rewriter::macro_body(std::vector<std::string_view> parameters) {
  in_macro_ = true;
  parameters_ = std::move(parameters);
  scopes_.push_back({scope_kind::function, false, false, 0, false, {}, false});
  run();
}

bool rewriter::runs_on_device() const noexcept {
  if (scopes_.back().device) return true;
  return std::any_of(scopes_.begin(), scopes_.end(),
                     [](scope const& s) { return s.host_and_device; });
}

void rewriter::run() {
  if (!in_macro_) collect_waited(text_, known_.waited, known_.volatiles);
  for (at_ = 0; at_ < text_.size(); ++at_) {
    token const& t = text_[at_];
    if (here().device) changed_ |= rewrite_number_cast(text_, at_, out_);
    switch (t.kind) {
      case token_kind::directive:
        directive_line(t);
        break;
      case token_kind::identifier:
        identifier(t);
        break;
      case token_kind::punctuator:
        punctuator(t);
        break;
      default:
        break;
    }
  }
}

void rewriter::replace(offset begin, offset end, std::string text) {
  out_.replace(begin, end, std::move(text));
  changed_ = true;
}

void rewriter::directive_line(token const& t) {
  directive const d = read_directive(file_.text, t);
  switch (d.kind) {
    case directive_kind::define:
      define(t, d.rest);
      break;
    case directive_kind::include:
      include(t, d.rest);
      break;
    case directive_kind::if_:
      conditionals_.push_back({scopes_, {}, false});
      condition(t, d.rest);
      break;
    case directive_kind::else_:
      if (!conditionals_.empty()) restore_scopes(conditionals_.back().scopes);
      condition(t, d.rest);
      break;
    case directive_kind::endif:
      end_conditional();
      break;
    case directive_kind::other:
      break;
  }
}

void rewriter::restore_scopes(std::vector<scope> const& before) {
  std::vector<scope> const branch = std::exchange(scopes_, before);
  for (std::size_t i = 0; i < std::min(branch.size(), scopes_.size()); ++i)
    if (branch[i].open == scopes_[i].open) scopes_[i].tests_arch |= branch[i].tests_arch;
}

void rewriter::define(token const& t, offset rest) {
  auto const m = read_macro(file_, t, rest);
  if (!m) return;
  qualifiers marks;
  bool only_marks = m->body.size() != 0;
  for (std::size_t i = 0; i < m->body.size(); ++i) {
    qualifiers const q = known_.of(m->body, i);
    marks |= q;
    token const& b = m->body[i];
    bool const specifier = q.any() || b.is(word::storage) || b.is(word::const_) ||
                           b.is(word::extern_) || b.is(word::attribute);
    if (b.is('(')) i = std::min(m->body.closing(i), m->body.size() - 1);
    only_marks &=
        specifier || b.is('(') || b.is(token_kind::identifier) || b.is(token_kind::string);
  }
  if (marks.inlined) marks.forced = false;  // see inline_twice
  if (marks.any() && only_marks) known_.macros[std::string(m->name)] |= marks;
  if (only_marks && marks.shared) return;  // `#define SHARED __shared__` is seen where it is used
  auto const kept = std::make_shared<macro const>(*m);
  rewriter body{file_, kept->body, known_, include_, out_};
  body.parser_ = parser_;
  body.macro_body(kept->parameters);
  changed_ |= body.changed();
  for (pending& p : body.launches_) {
    p.within = kept;
    launches_.push_back(std::move(p));
  }
}

void rewriter::include(token const& t, offset rest) {
  auto const name = read_include(file_.text, t, rest);
  if (!name || !include_) return;
  if (parser_ != nullptr) {
    parser_->advance(at_);
    translator_->lend(file_, parser_->so_far(), parser_->around());
  }
  included const file = include_(name->name, name->quoted);
  if (parser_ != nullptr) translator_->take_back(parser_->so_far());
  if (file.is_missing) {
    replace(t.begin, t.end,
            "#error \"simt: <" + std::string(name->name) + "> is none of simt's headers of CUB\"" +
                text_.newlines(t.begin, t.end, false));
    return;
  }
  if (file.path.empty()) return;
  out_.replace(name->begin, name->end, string_literal(file.path));
  changed_ |= file.rewritten;
}

void rewriter::condition(token const& t, offset rest) {
  auto const found = find_in_line(file_, t, rest, word::cuda_arch);
  if (in_function()) {
    for (token const& arch : found) device_arch(arch);
  } else if (!conditionals_.empty()) {
    auto& all = conditionals_.back().arch;
    all.insert(all.end(), found.begin(), found.end());
  }
}

void rewriter::device_arch(token const& t) {
  if (here().device) {
    replace(t.begin, t.end, "SIMT_CUDA_ARCH");
    return;
  }
  for (scope& s : scopes_) {
    if (!s.host_and_device) continue;
    s.tests_arch = true;
    out_.replace_on_device(t.begin, t.end, "SIMT_CUDA_ARCH");
    changed_ = true;
    return;
  }
}

void rewriter::end_conditional() {
  if (conditionals_.empty()) return;
  conditional const done = std::move(conditionals_.back());
  conditionals_.pop_back();
  if (!done.holds_device_code) return;
  for (token const& arch : done.arch) replace(arch.begin, arch.end, "SIMT_CUDA_ARCH");
  if (!conditionals_.empty()) conditionals_.back().holds_device_code = true;
}

void rewriter::identifier(token const& t) {
  switch (t.name) {
    case word::none:
      if (in_function()) {
        if (!in_macro_) use_of_thread();
        kernels_in_call();
        if (here().device)
          changed_ |= rewrite_call_of_host(text_, at_, out_) ||
                      rewrite_shared_member(text_, known_, at_, out_) ||
                      rewrite_lockstep(text_, in_lockstep_, at_, out_) ||
                      (known_.checked && !in_macro_ && tell_checked_call(text_, at_, out_));
      }
      symbol_here();
      // A class's methods call it by a plain name.
      if (here().kind == scope_kind::type && text_[at_ + 1].is('('))
        known_.of_host.emplace(text_.text(at_));
      if (known_.macros.empty()) return;
      if (qualifiers const q = known_.of(text_, at_); q.any()) qualifier(q);
      return;
    case word::global:
    case word::device:
    case word::shared:
      if (t.is(word::device)) symbol_here();
      qualifier(qualifiers_of(t.name));
      return;
    case word::inline_:
    case word::forceinline:
      changed_ |= rewrite_inline(text_, known_, declaration_, at_, out_);
      return;
    case word::device_call:
      if (here().device) changed_ |= rewrite_device_call(text_, at_, out_);
      return;
    case word::statement:
      // The checker tells threads that return early from those that miss a barrier.
      if (known_.checked && here().kernel && text_.text(at_) == "return" && text_[at_ + 1].is(';'))
        replace(t.end, t.end, " ::simt::cuda::early_return()");
      if (here().device && !known_.own_heap) changed_ |= rewrite_device_object(text_, at_, out_);
      if (runs_on_device())
        changed_ |= rewrite_waiting_loop(text_, known_.waited, at_, out_, tails_);
      return;
    case word::operator_:
      known_.own_heap |= declares_heap(text_, at_);
      return;
    case word::noinline:
      // Within __attribute__((...)) it is the compiler's.
      if (at_ == 0 || (!text_[at_ - 1].is('(') && !text_[at_ - 1].is(',')))
        replace(t.begin, t.end, "__attribute__((noinline))");
      return;
    case word::register_:
      replace(t.begin, t.end, "");
      return;
    case word::decltype_:
      if (text_.text(at_) == "typeof") replace(t.begin, t.end, "__typeof__");
      return;
    case word::cuda_arch:
      device_arch(t);
      return;
    case word::asm_:
      assembly_statement();
      return;
    case word::symbol_call:
      changed_ |= here().device ? rewrite_call_of_host(text_, at_, out_)
                                : rewrite_symbol_name(text_, at_, out_);
      return;
    case word::cast:
      kernel_pointer();
      return;
    default:
      return;
  }
}

void rewriter::use_of_thread() {
  bool const read = reads_builtin(text_, at_);
  bool const called = text_[at_ + 1].is('(') || text_[at_ + 1].is('<');
  if (!read && (!called || !known_.needs_thread.contains(text_.text(at_)))) return;
  for (scope& s : scopes_) {
    if (s.host_and_device) return;
    if (s.device) {
      s.needs_thread = true;
      return;
    }
  }
  if (read) {
    rewrite_host_read(text_, at_, out_);
    changed_ = true;
  } else if (!begins_launch(text_, at_ + 1) && !known_.of_host.contains(text_.text(at_)) &&
             !variables_.hold(at_)) {
    changed_ |= rewrite_host_call(text_, at_, out_);
  }
}

void rewriter::kernels_in_call() {
  auto const name = text_.text(at_);
  if (!name.starts_with("cuda") || !text_[at_ + 1].is('(') || name == "cudaLaunchHostFunc" ||
      (!name.starts_with("cudaFunc") && !name.starts_with("cudaLaunch") &&
       !name.starts_with("cudaOccupancy")))
    return;
  std::size_t const close = text_.closing(at_ + 1);
  if (close == npos) return;
  text_.for_each_part(at_ + 2, close, [&](std::size_t begin, std::size_t end) {
    if (begin < end && rewrite_kernel_argument(text_, known_, begin, end, out_)) {
      changed_ = true;
      argument_ = begin;
    }
  });
}

void rewriter::kernel_pointer() {
  if (at_ == argument_) return;
  changed_ |= rewrite_kernel_pointer(
      text_, known_, at_, [this](std::size_t i) { return variables_.hold_pointer(i); }, out_);
}

void rewriter::qualifier(qualifiers const& q) {
  if ((q.device || q.global) && !in_function() && !conditionals_.empty())
    conditionals_.back().holds_device_code = true;
  if (q.global && !in_macro_)
    if (auto const name = kernel_declared(text_, at_); !name.empty()) {
      known_.kernels.emplace(name);
      if (here().kind == scope_kind::space) {
        std::vector<std::size_t> around;
        for (scope const& s : scopes_) around.push_back(s.open);
        bound_mention_ = declare_bound(text_, known_, name, declaration_, around, out_);
        bound_declaration_ = declaration_;
        changed_ |= known_.bounded.contains(name);
      } else {
        known_.unbounded.emplace(name);
      }
    }
  if (q.shared) shared_declaration_here();
}

void rewriter::shared_declaration_here() {
  // A parameter or a cast is left to the compiler.
  if (at_ > 0 && (text_[at_ - 1].is('(') || text_[at_ - 1].is(','))) return;
  shared_declaration const d = parse_shared(file_, text_, known_, at_);
  if (!in_function()) remember_shared(d, known_);
  rewrite_shared(text_, d, in_function(), in_macro_, out_);
  changed_ = true;
  at_ = d.end;
  declaration_ = d.end + 1;
}

void rewriter::assembly_statement() {
  assembly const a = read_assembly(text_, at_);
  if (a.end == a.begin || a.instruction.empty()) return;
  if (!here().device && !a.is_ptx()) return;
  offset const begin = text_[a.begin].begin;
  offset const end = text_[a.end - 1].end;
  replace(begin, end,
          ptx_expression(text_, at_)
                  .value_or(failing_expression("inline PTX '" + a.instruction +
                                               "' in device code: write it in C++ for the CPU")) +
              text_.newlines(begin, end, in_macro_));
  at_ = a.end - 1;
}

void rewriter::punctuator(token const& t) {
  switch (t.sign) {
    case '{':
      open_brace();
      break;
    case '}':
      close_brace(t);
      break;
    case ';':
      // The function that tells a kernel's bound is not named by `using space::kernel;`.
      if (text_.is_identifier(at_ - 1) && text_.text(declaration_) == "using")
        known_.unbounded.emplace(text_.text(at_ - 1));
      own_arrays();
      if (here().kind == scope_kind::type)
        changed_ |= allow_constant_member(text_, declaration_, at_, out_);
      declaration_ = at_ + 1;
      break;
    case ':':
      if (at_ > 0 && !in_function() && text_.is_identifier(at_ - 1) && is_access(at_ - 1))
        declaration_ = at_ + 1;
      break;
    case '<':
      if (begins_launch(text_, at_))
        launch_here();
      else if (here().device)
        shift();
      break;
    case '>':
      if (here().device && (at_ < launch_close_ || at_ > launch_close_ + 2)) shift();
      break;
    case '(':
      remember_pointer();
      kernel_pointer();
      break;
    default:
      break;
  }
}

void rewriter::remember_pointer() {
  if (!text_[at_ + 1].is('*')) return;
  std::size_t const close = text_.closing(at_);
  if (close == npos || !text_[close + 1].is('(')) return;
  if (text_.is_identifier(at_ + 2) && (close == at_ + 3 || text_[at_ + 3].is('[')))
    known_.pointers.emplace(text_.text(at_ + 2));
  else if (close == at_ + 2 && text_.text(declaration_) == "using" &&
           text_[declaration_ + 2].is('='))
    known_.pointers.emplace(text_.text(declaration_ + 1));
}

void rewriter::shift() {
  if (!rewrite_shift(text_, at_, out_)) return;
  changed_ = true;
  ++at_;
}

void rewriter::open_brace() {
  scope next = open_scope(text_, known_, here(), declaration_, at_);
  if (next.kind == scope_kind::member) {
    std::size_t const close = text_.closing(at_);
    if (close != npos) at_ = close;
    return;
  }
  if (!next.function.empty() && !next.device) known_.of_host.emplace(next.function);
  if (!bound_mention_.empty() && declaration_ == bound_declaration_ && !in_function() &&
      next.kind == scope_kind::function)
    out_.insert(text_[at_].end, std::exchange(bound_mention_, {}));
  if (next.kind == scope_kind::function && !in_function() && next.device) {
    std::size_t const close = text_.closing(at_);
    in_lockstep_ = close == npos
                       ? name_set{}
                       : lockstep_arrays(text_, known_.volatiles, declaration_, at_, close);
  }
  if (next.kind == scope_kind::function && !in_function()) function_ = declaration_;
  scopes_.push_back(next);
  declaration_ = at_ + 1;
}

void rewriter::close_brace(token const& t) {
  declaration_ = at_ + 1;
  if (scopes_.size() == 1) return;
  scope const done = here();
  scopes_.pop_back();
  if (done.needs_thread && !done.function.empty()) known_.needs_thread.emplace(done.function);
  if (!done.tests_arch) return;
  token const& open = text_[done.open];
  out_.duplicate(
      open.end, t.begin, " if (::simt::cuda::in_device_code()) {",
      "} else {\n#line " + std::to_string(open.line) + " " + string_literal(file_.name) + "\n",
      "}");
}

}  // namespace simt::cu::detail

namespace simt::cu {

rewritten_text rewrite(lexed const& input, names& known, include_reader const& include,
                       lane::translator* translator) {
  std::string const& text = input.file.text;
  edits out;
  detail::rewriter all{input.file, input.tokens, known, include, out};
  if (translator != nullptr) {
    translator->launches().add(input);
    all.file(*translator);
  } else {
    all.file();
  }
  if (out.empty()) return {text, false};
  return {out.apply(text), all.changed()};
}

}  // namespace simt::cu
