// SPDX-License-Identifier: MIT
// The restrictions of extended lambdas.
#include "portability.hpp"

#include <algorithm>

namespace simt::cu::portability {

bool checker::begins_lambda() const {
  if (at_ > 0) {
    token const& before = text_[at_ - 1];
    if ((before.is(token_kind::identifier) && !before.is(word::statement)) || before.is(')') ||
        before.is(']') || before.is('[') || before.is(token_kind::string))
      return false;
  }
  if (text_[at_ + 1].is('[')) return false;  // an attribute
  return true;
}

void checker::lambda_here() {
  lambda l;
  l.bracket = at_;
  std::size_t const close = text_.closing(at_);
  if (close == npos) return;
  bool parameters = false;
  std::size_t i = close + 1;
  for (; i < text_.size() && !text_[i].is('{'); ++i) {
    token const& t = text_[i];
    auto const q = known_.of(text_, i);
    l.device |= q.device;
    l.host |= q.host;
    if (t.is('(')) {
      if (parameters && !text_[i - 1].is(token_kind::identifier)) return;
      parameters = true;
      i = text_.closing(i);
      if (i == npos) return;
    } else if (t.is('<')) {
      i = text_.closing_angle(i);
      if (i == npos) return;
    } else if (!t.is(token_kind::identifier) && !t.is(symbol::arrow) && !t.is(symbol::scope) &&
               !t.is('*') && !t.is('&')) {
      return;
    }
  }
  if (i == text_.size()) return;
  l.body = i;
  lambdas_.push_back(l);
  frame* const f = function();
  if (!l.device || f == nullptr || f->device != false) {
    if (l.device && f != nullptr && f->device && f->host) enclosing_rules(l), capture_rules(l);
    return;
  }
  enclosing_rules(l);
  capture_rules(l);
  // `auto name = [`
  if (at_ > 1 && text_[at_ - 1].is('=') && text_.is_identifier(at_ - 2))
    (l.host ? f->host_device_lambdas : f->device_lambdas).insert(text_.text(at_ - 2));
}

void checker::enclosing_rules(lambda const& l) {
  frame const* const f = function();
  if (f->what == frame::kind::lambda)
    warn(l.bracket,
         "an extended lambda must not stand in another lambda: the enclosing function is "
         "a member of an unnamed class (E.4.2, 1)");
  if (f->is_structor)
    warn(l.bracket,
         "an extended lambda must not stand in a constructor or destructor, whose "
         "address cannot be taken (E.4.2, 1)");
  if (f->is_private)
    warn(l.bracket,
         "the function that encloses an extended lambda must not have private or "
         "protected access within its class (E.4.2, 1)");
  bool const depends =
      std::any_of(conditionals_.begin() + static_cast<std::ptrdiff_t>(f->conditionals),
                  conditionals_.end(), [](bool asks) { return asks; });
  if (depends)
    warn(l.bracket,
         "whether an extended lambda is defined must not depend on __CUDA_ARCH__ "
         "(E.4.2, 6)");
  for (auto each = frames_.rbegin(); each != frames_.rend(); ++each) {
    if (each->what == frame::kind::function) template_rules(l, *each);
    if (each->what != frame::kind::type) continue;
    template_rules(l, *each);
    if (each->name.empty())
      warn(l.bracket,
           "all classes that enclose an extended lambda's function must have a name "
           "(E.4.2, 1)");
    if (each->is_private)
      warn(l.bracket,
           "classes that enclose an extended lambda's function must not have private or "
           "protected access within their classes (E.4.2, 1)");
    if (each->is_local)
      warn(l.bracket,
           "an extended lambda cannot be defined in a class that is local to a function "
           "(E.4.2, 2)");
  }
}

void checker::template_rules(lambda const& l, frame const& f) {
  if (!text_[f.head].is(word::template_) || !text_[f.head + 1].is('<')) return;
  std::size_t const close = text_.closing_angle(f.head + 1);
  if (close == npos) return;
  std::size_t packs = 0, parts = 0, pack_at = 0;
  bool is_unnamed = false;
  // Parts between commas of the list itself.
  std::size_t first = f.head + 2;
  int depth = 0;
  for (std::size_t i = first; i <= close; ++i) {
    if (text_[i].is('<')) ++depth;
    if (text_[i].is('>') && i != close) --depth;
    if (i != close && (depth != 0 || !text_[i].is(','))) continue;
    ++parts;
    bool is_pack = false;
    std::size_t name_end = i;
    int inner = 0;
    for (std::size_t k = first; k < i; ++k) {
      if (text_[k].is('<')) ++inner;
      if (text_[k].is('>')) --inner;
      if (inner == 0 && text_[k].is(symbol::dots)) is_pack = true;
      if (inner == 0 && text_[k].is('=') && name_end == i) name_end = k;
    }
    bool const has_name = name_end > first + 1 && text_.is_identifier(name_end - 1) &&
                          !text_[name_end - 1].is(word::class_) &&
                          !text_[name_end - 1].is(word::typename_) &&
                          !text_[name_end - 1].is(word::builtin_type);
    is_unnamed |= !has_name;
    if (is_pack) ++packs, pack_at = parts;
    first = i + 1;
  }
  if (packs > 1)
    warn(l.bracket,
         "the template that encloses an extended lambda must have at most one variadic "
         "parameter (E.4.2, 3)");
  else if (packs == 1 && pack_at != parts)
    warn(l.bracket,
         "the variadic parameter of the template that encloses an extended lambda must "
         "be listed last (E.4.2, 3)");
  if (is_unnamed)
    warn(l.bracket,
         "the parameters of the template that encloses an extended lambda must be named "
         "(E.4.2, 3)");
}

void checker::captured(std::size_t at, std::string_view name) {
  for (frame const& f : frames_) {
    if (f.arrays.contains(name))
      warn(at, "variables of array type cannot be captured by an extended lambda: '" +
                   std::string(name) + "' (E.4.2, 5)");
    if (f.packs.contains(name))
      warn(at,
           "an element of a variadic argument pack cannot be captured by an extended lambda: '" +
               std::string(name) + "' (E.4.2, 5)");
    if (f.of_local_type.contains(name))
      warn(at,
           "the type of a variable that an extended lambda captures cannot be local to a "
           "function: '" +
               std::string(name) + "' (E.4.2, 5)");
  }
}

void checker::capture_rules(lambda const& l) {
  std::size_t const close = text_.closing(l.bracket);
  bool by_value = false;
  text_.for_each_part(l.bracket + 1, close, [&](std::size_t first, std::size_t last) {
    if (first >= last) return;
    if (text_[first].is('&'))
      warn(first, "variables can only be captured by value in an extended lambda (E.4.2, 5)");
    else if (text_[first].is('='))
      by_value = true;
    else
      captured(first, text_.text(first));
  });
  if (!by_value) return;
  std::size_t const end = text_.closing(l.body);
  for (std::size_t i = l.body + 1; end != npos && i < end; ++i)
    if (text_.is_identifier(i) && !text_[i - 1].is('.') && !text_[i - 1].is(symbol::arrow) &&
        !text_[i - 1].is(symbol::scope))
      captured(i, text_.text(i));
}

void checker::host_use_of_lambda() {
  if (!in_host_only_code()) return;
  auto const name = text_.text(at_);
  for (frame const& f : frames_) {
    bool const device = f.device_lambdas.contains(name);
    bool const both = f.host_device_lambdas.contains(name);
    if (!device && !both) continue;
    // decltype(name(…)), result_of<decltype(name)(…)>, invoke_result_t<decltype(name), …>
    bool const in_decltype =
        at_ > 1 && text_[at_ - 1].is('(') && text_[at_ - 2].is(word::decltype_);
    if (device && in_decltype) {
      bool const calls = text_[at_ + 1].is('(');
      bool asks = false;
      for (std::size_t k = at_ - 2; k-- > begin_ && at_ - k < 12;)
        asks |=
            text_.text(k).starts_with("result_of") || text_.text(k).starts_with("invoke_result");
      if (calls || asks)
        warn(at_,
             "the return type and the parameter types of a __device__ extended lambda cannot be "
             "asked for in host code (E.4.2, 7)");
    }
    // T (*p)(…) = name, +name
    bool const is_value = at_ > 0 && text_[at_ - 1].is('=') && text_[at_ + 1].is(';');
    bool const is_pointer = is_value && text_[at_ - 2].is(')');
    bool const is_promoted = at_ > 1 && text_.text(at_ - 1) == "+" && !text_.is_identifier(at_ - 2);
    if (both && (is_pointer || is_promoted))
      warn(at_,
           "a __host__ __device__ extended lambda becomes a pointer to a function in host code "
           "only where g++ is the host's compiler (E.4.2, 9)");
    return;
  }
}

}  // namespace simt::cu::portability
