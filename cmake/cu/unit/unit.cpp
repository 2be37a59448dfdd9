// SPDX-License-Identifier: MIT
#include "unit.hpp"

#include "../preprocessor/preamble.hpp"
#include "../text/pragma_macros.hpp"
#include "../text/ptx.hpp"
#include "../text/reference_types.hpp"
#include "../thread_form/own_definition.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace simt::cu {

std::string unit::run() {
  expand_macros();
  std::string out = once();
  if (!options_.vectorize) return out;
  // What stood further down may work across threads, where a lane form calls it thread by thread.
  for (int turn = 0; turn < 8; ++turn) {
    auto late = translator_->belated(texts_);
    if (late.empty()) break;
    options_.dropped.merge(late);
    known_ = {};
    files_.clear();
    surveyed_.clear();
    out = once();
  }
  return out;
}

std::string unit::once() {
  warnings_.clear();
  classes_.clear();
  auto const defines = [&](char const* what) {
    return std::find(options_.definitions.begin(), options_.definitions.end(), what) !=
           options_.definitions.end();
  };
  known_.checked = defines("SIMT_CHECK=1");
  known_.profiled = defines("SIMT_PROFILE=1");
  known_.of_module = defines("SIMT_CUDA_MODULE=1");
  is_separable_ = defines("SIMT_SEPARABLE=1");
  merged_mentions mentions;
  reference_types types;
  for (auto const& [path, file] : texts_) {
    mentions.add(file.tokens, path != normal(options_.input) && !is_cuda_text(path));
    types.add(file.file.text, file.tokens);
  }
  known_.mentions = mentions.all();
  translator_.emplace(options_.dropped, options_.drop_all,
                      "_" + hash(normal(options_.input).string()).substr(8),
                      normal(options_.input).string());
  if (!options_.vectorize) translator_->keep_threads();
  // (A checked build reports the races that meetings would hide.)
  if (known_.checked) translator_->keep_races();
  if (translator_) translator_->define(options_.definitions);
  if (translator_ && options_.tried) translator_->try_assumptions();
  auto const input = normal(options_.input);
  if (translator_) survey(input);
  files_[input].output = options_.output;
  std::string const text = translate(input);
  bool const has_lanes = translator_ && translator_->any();
  // (The preamble may bring a header that no file includes, and that includes rewritten ones.)
  auto const rewritten = [&](std::string_view header) {
    if (options_.mirror.empty()) return std::string{};
    auto const found = include(input.parent_path(), header, false);
    return found.rewritten ? found.path : std::string{};
  };
  std::vector<std::string_view> headers;
  for (auto const& [path, state] : files_)
    if (path != input) headers.push_back(text_of(path).file.text);
  return preamble_of(read(input), has_lanes, options_.definitions, rewritten, headers, types) +
         first_line(input.string()) + text;
}

std::string unit::dependencies() const {
  std::string out = escaped(options_.output) + ":";
  for (auto const& [path, file] : files_) out += " \\\n  " + escaped(path);
  return out + "\n";
}

void unit::write_if_different(std::filesystem::path const& path, std::string const& text,
                              bool keeps_time) {
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored) && read(path) == text) return;
  write(path, text, keeps_time);
}

void unit::write(std::filesystem::path const& path, std::string const& text, bool keeps_time) {
  std::error_code ignored, is_new;
  auto const time = std::filesystem::last_write_time(path, is_new);
  if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path(), ignored);
  std::ofstream out{path, std::ios::binary};
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  out.close();
  if (!out) throw std::runtime_error(path.string() + ": error: cannot be written");
  if (keeps_time && !is_new) std::filesystem::last_write_time(path, time, ignored);
}

std::string unit::read(std::filesystem::path const& path) {
  std::ifstream in{path, std::ios::binary};
  if (!in) throw std::runtime_error(path.string() + ": error: cannot be read");
  std::string out;
  in.seekg(0, std::ios::end);
  out.resize(static_cast<std::size_t>(in.tellg()));
  in.seekg(0);
  in.read(out.data(), static_cast<std::streamsize>(out.size()));
  return out;
}

std::string unit::escaped(std::filesystem::path const& path) {
  std::string out;
  for (char c : path.string()) {
    if (c == ' ' || c == '#') out += '\\';
    if (c == '$') out += '$';
    out += c;
  }
  return out;
}

std::string unit::translate(std::filesystem::path const& path) {
  include_reader const reader = [&](std::string_view name, bool is_quoted) {
    return include(path.parent_path(), name, is_quoted);
  };
  bool const was_in_header = std::exchange(
      known_.in_header, !is_separable_ && path != normal(options_.input) && !is_cuda_text(path));
  auto out = rewrite(text_of(path), known_, options_.mirror.empty() ? include_reader{} : reader,
                     translator_ ? &*translator_ : nullptr);
  known_.in_header = was_in_header;
  if (auto const& [file, tokens] = text_of(path); options_.portability && !is_cuda_text(path))
    check_portability(file, tokens, known_, classes_, warnings_);
  auto& state = files_[path];
  state.done = true;
  state.rewritten |= out.changed;
  // A byte order mark may only begin a file, and here a #line does.
  if (out.text.starts_with("\xEF\xBB\xBF")) out.text.erase(0, 3);
  return std::move(out.text);
}

included unit::include(std::filesystem::path const& folder, std::string_view name, bool is_quoted) {
  std::filesystem::path const found = local(folder, name, is_quoted);
  // A compiler's own folders may hold CUB's, which nvcc alone compiles.
  if (found.empty())
    return {{}, false, name.starts_with("cub/") && !is_in_folders(folder, name, is_quoted)};
  visit(found);
  file_state const& state = files_[found];
  if (state.rewritten) return {state.output.string(), true};
  // The rewritten text stands in another folder: what lay beside the old one is named in full.
  bool const is_beside = is_quoted && found == normal(folder / std::filesystem::path{name});
  return {is_beside ? found.string() : std::string{}, false};
}

std::filesystem::path unit::local(std::filesystem::path const& folder, std::string_view name,
                                  bool is_quoted) const {
  std::filesystem::path const path{name};
  std::filesystem::path found =
      is_quoted && is_file(folder / path) ? folder / path : std::filesystem::path{};
  for (auto const& next : options_.folders) {
    if (!found.empty()) break;
    if (is_file(next / path)) found = next / path;
  }
  if (found.empty()) return {};
  found = normal(found);
  return is_foreign(found) ? std::filesystem::path{} : found;
}

bool unit::is_in_folders(std::filesystem::path const& folder, std::string_view name,
                         bool is_quoted) const {
  return (is_quoted && is_file(folder / name)) ||
         std::any_of(options_.folders.begin(), options_.folders.end(),
                     [&](std::filesystem::path const& next) { return is_file(next / name); });
}

void unit::expand_macros() {
  lane::symbols known;
  lane::define_all(options_.definitions, known);
  expand_macros(normal(options_.input), known);
  for (auto& [path, file] : expanded_) {
    left_uses_.insert(left_uses_.end(), file.left.begin(), file.left.end());
    if (!file.text || file.differs) continue;
    texts_.erase(path);
    put(path, std::move(*file.text));
  }
}

void unit::expand_macros(std::filesystem::path const& path, lane::symbols& known) {
  lexed const& file = text_of(path);
  expanded_file& state = expanded_[path];
  if (state.turns > 0 && (is_guarded(file) || state.turns == 16)) return;
  bool const is_first = state.turns++ == 0;
  function_macros macros{file, known, [&](std::string_view name, bool is_quoted) {
                           if (options_.mirror.empty()) return;
                           auto const found = local(path.parent_path(), name, is_quoted);
                           if (!found.empty()) expand_macros(found, known);
                         }};
  auto text = macros.run();
  if (is_first) state.left = macros.left();
  if (is_first)
    state.text = std::move(text);
  else if (state.text != text)
    state.differs = true;
}

bool unit::is_guarded(lexed const& file) {
  code const& text = file.tokens;
  for (std::size_t i = 0; i < std::min<std::size_t>(text.size(), 3); ++i) {
    if (!text[i].is(token_kind::directive)) return false;
    auto const line = text.text(i);
    if (line.find("once") != std::string_view::npos) return true;
    if (i == 0 && read_directive(file.file.text, text[i]).kind == directive_kind::if_) return true;
  }
  return false;
}

void unit::survey(std::filesystem::path const& path) {
  if (!surveyed_.insert(path).second) return;
  auto const& [file, tokens] = text_of(path);
  translator_->launches().add(text_of(path));
  if (options_.mirror.empty()) return;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!tokens[i].is(token_kind::directive)) continue;
    directive const d = read_directive(file.text, tokens[i]);
    if (d.kind != directive_kind::include) continue;
    if (auto const name = read_include(file.text, tokens[i], d.rest)) {
      auto const found = local(path.parent_path(), name->name, name->quoted);
      if (!found.empty()) survey(found);
    }
  }
}

void unit::visit(std::filesystem::path const& path) {
  auto const [at, is_new] = files_.try_emplace(path);
  bool const is_certain =
      !translator_ || taken(translator_->known().around().where) == lane::certainty::yes;
  if (!is_new && is_certain && !at->second.is_certain) {
    // Its macros are known for sure now.
    auto const& [file, tokens] = text_of(path);
    lane::read_macros(file, tokens, translator_->known());
  }
  at->second.is_certain |= is_certain;
  if (!is_new) {
    // It includes itself, so its includers must find the one that is being rewritten.
    if (!at->second.done) at->second.rewritten = true;
    return;
  }
  at->second.output = mirrored(path);
  std::string const text = translate(path);
  if (at->second.rewritten)
    write_if_different(at->second.output, first_line(path.string()) + text, options_.keeps_times);
}

std::string unit::hash(std::string const& path) {
  std::uint64_t value = 14695981039346656037u;  // FNV-1a
  for (char c : path) value = (value ^ static_cast<unsigned char>(c)) * 1099511628211u;
  char name[17];
  std::snprintf(name, sizeof name, "%016llx", static_cast<unsigned long long>(value));
  return name;
}

bool unit::is_file(std::filesystem::path const& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored);
}

bool unit::is_foreign(std::filesystem::path const& path) const {
  bool const is_below =
      std::any_of(options_.foreign.begin(), options_.foreign.end(), [&](auto const& folder) {
        auto const& [a, b] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
        return a == folder.end();
      });
  return is_below && !is_cuda_text(path);
}

bool unit::is_cuda_text(std::filesystem::path const& path) {
  std::ifstream in{path, std::ios::binary};
  std::string begin(256, '\0');
  in.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  return begin.find("// simt-cu: CUDA text\n") != std::string::npos;
}

lexed const& unit::text_of(std::filesystem::path const& path) {
  if (auto const at = texts_.find(path); at != texts_.end()) return at->second;
  return put(path, read(path));
}

lexed const& unit::put(std::filesystem::path const& path, std::string text) {
  if (may_name_pragmas(text))
    if (auto written = with_pragma_macros_written_out({path.string(), text}))
      text = std::move(*written);
  if (text.find("asm") != std::string::npos)
    if (auto written = with_ptx_written_out({path.string(), text})) text = std::move(*written);
  return texts_.try_emplace(path, path.string(), std::move(text)).first->second;
}

}  // namespace simt::cu
