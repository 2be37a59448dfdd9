// SPDX-License-Identifier: MIT
#include "checked_calls.hpp"

#include "lockstep.hpp"

#include <string>
#include <string_view>

namespace simt::cu {
namespace {

/// True where the token in front of `at` does not belong to the expression: a `)` may be a cast's.
bool stands_alone(code const& text, std::size_t at) {
  if (!detail::begins_statement(text, at)) return false;
  if (!text[at - 1].is(')')) return true;
  std::size_t const open = text.opening(at - 1);
  if (open == npos || open == 0) return false;
  std::string_view const word = text.text(open - 1);
  return word == "if" || word == "for" || word == "while" ||
         (open + 2 == at - 1 && text.text(open + 1) == "void");
}

bool is_exchange(std::string_view name) {
  return name == "atomicExch" || name == "atomicExch_block" || name == "atomicExch_system";
}

/// Gives what a function of pipelines is followed by; empty: the name is none's. `number`: what
/// stands between `<` and `>`.
std::string behind_call(std::string_view name, bool of_object, std::string const& number) {
  std::string const begin = ", ::simt::cuda::";
  if (of_object && name == "producer_commit") return begin + "copies_committed()";
  if (of_object && name == "consumer_wait") return begin + "next_copies_awaited()";
  if (name == "pipeline_consumer_wait_prior" && !number.empty())
    return begin + "copies_awaited(" + number + ")";
  // (Of a barrier: who waits for it is not known by the pipeline.)
  if (name == "pipeline_producer_commit")
    return begin + "copies_committed()" + begin + "copies_awaited(0)";
  return "";
}

}  // namespace

bool tell_checked_call(code const& text, std::size_t at, edits& out) {
  std::string_view const name = text.text(at);
  bool const of_object = at > 0 && (text[at - 1].is('.') || text[at - 1].is(symbol::arrow));
  std::size_t open = at + 1;
  std::string number;
  if (text[open].is('<')) {
    if (name != "pipeline_consumer_wait_prior") return false;
    std::size_t const end = text.closing_angle(open);
    if (end == npos) return false;
    number = text.squeezed(open + 1, end);
    open = end + 1;
  }
  std::size_t const close = text[open].is('(') ? text.closing(open) : npos;
  if (close == npos) return false;
  if (is_exchange(name)) {
    if (!stands_alone(text, at) || !text[close + 1].is(';')) return false;
    out.insert(text[at].begin, "::simt::cuda::result_unread(), ");
    return true;
  }
  if (of_object && (name == "consumer_wait_for" || name == "consumer_wait_until")) {
    out.insert(text[open].end, "(::simt::cuda::next_copies_awaited(), ");
    out.insert(text[close].begin, ")");
    return true;
  }
  std::string const behind = behind_call(name, of_object, number);
  if (behind.empty()) return false;
  out.insert(text[close].end, behind);
  return true;
}

}  // namespace simt::cu
