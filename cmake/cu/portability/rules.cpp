// SPDX-License-Identifier: MIT
// Rules about device code, kernels and variables on a device.
#include "portability.hpp"

#include <array>

namespace simt::cu::portability {

void checker::device_word() {
  auto const name = text_.text(at_);
  if (!in_device_code()) return;
  if (name == "thread_local" || name == "__thread")
    warn(at_, "the thread_local storage specifier is not allowed in device code (E.2.14.7)");
  else if (name == "typeid" || name == "dynamic_cast")
    warn(at_,
         "'" + std::string(name) + "' is supported in host code, but not in device code (E.2.6)");
  else if (name == "throw" || name == "try" || name == "catch")
    warn(at_, "exception handling is only supported in host code, but not in device code (E.2.7)");
  else if (name == "__int128" || name == "__int128_t" || name == "__uint128_t")
    warn(at_, "extended integral types are not supported in device code (E.1)");
  else if (name.starts_with("compare_exchange_") && at_ > 0 &&
           (text_[at_ - 1].is('.') || text_[at_ - 1].is(symbol::arrow)))
    warn(at_, "C++11's compare and exchange is not supported in device code: use atomicCAS (E.1)");
  else if (name == "long" && text_.text(at_ + 1) == "double")
    warn(at_, "long double is double in device code (E.2.1)");
}

void checker::library_name() {
  if (!in_device_code() || text_.text(at_) != "std" || !text_[at_ + 1].is(symbol::scope)) return;
  auto const name = text_.text(at_ + 2);
  auto const is = [&](auto const& list) {
    for (std::string_view const each : list)
      if (name == each) return true;
    return false;
  };
  static constexpr std::array<std::string_view, 6> memory = {
      "memory_order",         "memory_order_relaxed", "memory_order_acquire",
      "memory_order_release", "memory_order_acq_rel", "memory_order_seq_cst"};
  static constexpr std::array<std::string_view, 2> dependency = {"kill_dependency",
                                                                 "memory_order_consume"};
  static constexpr std::array<std::string_view, 5> exceptions = {
      "exception_ptr", "current_exception", "rethrow_exception", "make_exception_ptr", "exception"};
  static constexpr std::array<std::string_view, 26> others = {
      "vector",        "string",     "map",       "set",        "list",        "deque",
      "unordered_map", "cout",       "cerr",      "endl",       "function",    "thread",
      "mutex",         "lock_guard", "async",     "shared_ptr", "unique_ptr",  "make_unique",
      "call_once",     "future",     "to_string", "sort",       "make_shared", "condition_variable",
      "unordered_set", "once_flag"};
  if (name == "atomic" || name == "atomic_flag" || name == "atomic_ref" || is(memory) ||
      name.starts_with("atomic_compare"))
    warn(at_,
         "C++11's atomic operations and memory model are not supported in device code: use "
         "atomicAdd and its kind, __threadfence (E.1)");
  else if (name == "atomic_thread_fence" || name == "atomic_signal_fence")
    warn(at_, "C++11's fences are not supported in device code: use __threadfence (E.1)");
  else if (is(dependency))
    warn(at_, "C++11's data-dependency ordering is not supported in device code (E.1)");
  else if (is(exceptions))
    warn(at_, "C++11's propagation of exceptions is not supported in device code (E.1)");
  else if (is(others))
    warn(at_, "standard libraries are only supported in host code, but not in device code: std::" +
                  std::string(name) + " (E.2.8)");
}

void checker::memory_mark() {
  bool const shared = text_[at_].is(word::shared);
  bool const constant = is_mark(at_, "__constant__");
  bool const device = text_[at_].is(word::device);
  if (!shared && !constant && !device) return;
  std::string const mark(text_.text(at_));
  // A lambda's, a function's: parentheses follow before anything ends the declaration.
  std::size_t before = at_;
  while (before > 0 && known_.of(text_, before - 1).any()) --before;
  if (before > 0 && text_[before - 1].is(']')) return;
  bool is_function = false;
  std::size_t end = at_ + 1;
  for (; end < text_.size(); ++end) {
    token const& t = text_[end];
    if (t.is(';') || t.is('=') || t.is('{') || t.is(')')) break;
    if (t.is(',') || t.is(word::operator_)) {
      is_function |= t.is(word::operator_);
      break;
    }
    if (t.is('<') && text_.is_identifier(end - 1)) {
      std::size_t const close = text_.closing_angle(end);
      if (close != npos) end = close;
      continue;
    }
    bool const attribute = t.is(word::align_attribute) || t.is(word::attribute) ||
                           t.is(word::launch_bounds) || t.is(word::alignas_) ||
                           t.is(word::decltype_);
    if (attribute && text_[end + 1].is('(')) {
      end = text_.closing(end + 1);
      if (end == npos) return;
      continue;
    }
    if (t.is('(')) {
      is_function = true;
      break;
    }
  }
  if (is_function && !shared && !constant) return;
  int depth = 0;  // whether it stands in parentheses of its declaration: a parameter
  for (std::size_t i = begin_; i < at_; ++i) {
    if (text_[i].is('(')) ++depth;
    if (text_[i].is(')')) --depth;
  }
  frame const* const f = function();
  if (depth > 0 && !is_function)
    warn(at_, mark + " is not allowed on formal parameters (E.2.3.1)");
  else if (f == nullptr && here().what == frame::kind::type)
    warn(at_, mark + " is not allowed on class, struct, and union data members (E.2.3.1)");
  else if (f != nullptr && !f->device)
    warn(at_, mark +
                  " is not allowed on local variables within a function that executes on the "
                  "host (E.2.3.1)");
  else if (f != nullptr && !shared)
    warn(at_, mark + " variable definitions are only allowed in namespace scope (E.2.3.1)");
}

void checker::kernel_head(std::size_t begin, std::size_t at) {
  std::size_t mark = npos;
  std::size_t open = npos;
  for (std::size_t i = begin; i < at && open == npos; ++i) {
    if (known_.of(text_, i).global) mark = i;
    bool const attribute = text_[i].is(word::attribute) || text_[i].is(word::launch_bounds);
    if (attribute && text_[i + 1].is('(')) {
      i = text_.closing(i + 1);
      if (i == npos) return;
      continue;
    }
    if (text_[i].is('(') && text_.is_identifier(i - 1)) open = i;
  }
  if (mark == npos || open == npos) return;
  bool const is_member = here().what == frame::kind::type;
  for (std::size_t i = begin; i < open; ++i) {
    auto const name = text_.text(i);
    if (is_member && name == "static")
      warn(i, "static member functions cannot be __global__ functions (E.2.10.2)");
    if (name == "__host__") warn(i, "__global__ and __host__ cannot be used together (B.1.3)");
    if (name == "constexpr")
      warn(i, "a __global__ function cannot be declared as constexpr (E.2.14.8)");
  }
  std::size_t const close = text_.closing(open);
  if (close == npos) return;
  text_.for_each_part(open + 1, close, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      if (text_[i].is('(')) i = std::min(text_.closing(i), last);
      if (text_.text(i) == "initializer_list")
        warn(i,
             "std::initializer_list is not allowed for a parameter of a __global__ function "
             "(E.2.14.8)");
      if (text_[i].is('<')) i = std::min(text_.closing_angle(i), last);
      if (i >= last) break;
      if (text_.text(i) == "&&")
        warn(i,
             "an rvalue reference is not allowed for a parameter of a __global__ function "
             "(E.2.14.8)");
      else if (text_[i].is('&'))
        warn(i, text_[i + 1].is(word::const_) &&
                        text_.text(i + 1).find("restrict") != text_.text(i).npos
                    ? "a restrict qualified reference is not allowed for a parameter of a "
                      "__global__ function (E.2.14.8)"
                    : "a parameter of a __global__ function by reference leads to memory of the "
                      "host (E.2.4)");
      if (text_[i].is(symbol::dots) && i + 1 == last && (i == first || !text_.is_identifier(i - 1)))
        warn(i, "a __global__ function cannot have a variable number of arguments (E.2.9.3)");
    }
  });
  if (text_[close + 1].is(symbol::arrow))
    warn(close + 1, "a __global__ function cannot have a trailing return type (E.2.14.8)");
}

void checker::variable_of_class(std::size_t begin, std::size_t end) {
  bool is_marked = false;
  std::string_view type;
  std::size_t type_at = npos;
  for (std::size_t i = begin; i < end; ++i) {
    token const& t = text_[i];
    if (t.is('=') || t.is('{') || t.is('[')) break;
    if (t.is('(') || t.is('*') || t.is('&') || t.is(word::template_)) return;
    if (t.is(word::device) || is_mark(i, "__constant__") || is_mark(i, "__managed__"))
      is_marked = true;
    else if (is_marked && text_.text(i) == "constexpr")
      warn(i,
           "__device__ and __constant__ variables cannot be marked with the keyword constexpr "
           "(E.2.14.9)");
    else if (type.empty() && t.is(token_kind::identifier) && classes_.contains(text_.text(i)))
      type = text_.text(i), type_at = i;
  }
  if (!is_marked || type.empty() || !classes_.find(type)->second) return;
  warn(type_at,
       "__device__, __constant__ and __shared__ variables of class type cannot have a "
       "non-empty constructor or destructor, as " +
           std::string(type) + " has (E.2.3.1)");
}

void checker::static_in_device_code(std::size_t begin, std::size_t end) {
  bool is_static = false;
  for (std::size_t i = begin; i < end; ++i) {
    token const& t = text_[i];
    if (t.is('=') || t.is('{') || t.is('(') || t.is('*') || t.is('&')) return;
    is_static |= text_.text(i) == "static" || t.is(word::shared);
    auto const known = classes_.find(text_.text(i));
    if (!is_static || known == classes_.end() || !known->second) continue;
    warn(i,
         "variables of static storage in device code cannot have a non-empty constructor or "
         "destructor, as " +
             std::string(text_.text(i)) + " has (E.2.9.4)");
    return;
  }
}

}  // namespace simt::cu::portability
