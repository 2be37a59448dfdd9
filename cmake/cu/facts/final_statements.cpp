// SPDX-License-Identifier: MIT
#include "final_statements.hpp"

#include <algorithm>
#include <vector>

namespace simt::cu::lane::detail {

std::vector<statement const*> final_statements::find() const {
  std::vector<statement const*> out;
  if (m_.of->is_kernel() && graph_.facts_of(m_.of->name).barrier) last_of(m_.of->body->body, out);
  return out;
}

void final_statements::last_of(std::vector<statement_ptr> const& list,
                               std::vector<statement const*>& out) const {
  auto const last = std::find_if(list.rbegin(), list.rend(), [](statement_ptr const& s) {
    return s && !s->is(statement_kind::null) && !(s->is(statement_kind::return_) && !s->value);
  });
  if (last != list.rend()) last_statement(**last, out);
}

void final_statements::last_statement(statement const& s,
                                      std::vector<statement const*>& out) const {
  switch (s.kind) {
    case statement_kind::compound:
      last_of(s.body, out);
      return;
    case statement_kind::if_: {
      // Behind the first of two sides comes the second.
      statement const& side = s.body.size() > 1 && s.body[1] ? *s.body[1] : *s.body[0];
      mark(s, side, out);
      last_statement(side, out);
      return;
    }
    case statement_kind::for_:
    case statement_kind::while_:
      mark(s, *s.body[0], out);
      return;
    default:
      return;
  }
}

void final_statements::mark(statement const& s, statement const& within,
                            std::vector<statement const*>& out) const {
  if (m_.nodes[std::size_t(m_.node_of.at(&s))].divergent && graph_.may_meet(*m_.of, within.tokens))
    out.push_back(&s);
}

}  // namespace simt::cu::lane::detail
