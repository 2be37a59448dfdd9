// SPDX-License-Identifier: MIT
// Which classes have a constructor or a destructor that is not empty.
#include "portability.hpp"

namespace simt::cu::portability {

void checker::read_class(frame const& f, std::size_t close) {
  if (f.name.empty()) return;
  bool is_full = false;  // of what a device's variables must not have
  // Base classes.
  for (std::size_t i = f.head; i < f.open; ++i)
    if (auto const known = classes_.find(text_.text(i));
        text_.text(i) != f.name && known != classes_.end())
      is_full |= known->second;
  bool has_default = false, has_any = false;
  for (std::size_t i = f.open + 1; i < close; ++i) {
    token const& t = text_[i];
    auto const name = text_.text(i);
    is_full |= name == "virtual";
    bool const starts =
        i == f.open + 1 || text_[i - 1].is(';') || text_[i - 1].is('}') || text_[i - 1].is(':');
    if (starts)
      if (auto const known = classes_.find(name);
          known != classes_.end() && name != f.name && text_.is_identifier(i + 1))
        is_full |= known->second;
    if (name == f.name && text_[i + 1].is('(')) {
      std::size_t const end = text_.closing(i + 1);
      if (end == npos) return;
      bool const is_destructor = i > 0 && text_.text(i - 1) == "~";
      bool const is_default = end == i + 2 || (end == i + 3 && text_.text(i + 2) == "void");
      bool is_constexpr = false;
      for (std::size_t k = i; k-- > f.open + 1 && !text_[k].is(';') && !text_[k].is('}');)
        is_constexpr |= text_.text(k) == "constexpr";
      std::size_t k = end + 1;
      while (k < close && !text_[k].is('{') && !text_[k].is(':') && !text_[k].is(';') &&
             !text_[k].is('='))
        ++k;
      bool const is_defaulted = text_[k].is('=') && text_.text(k + 1) == "default";
      bool const is_empty = is_defaulted || (text_[k].is('{') && text_.closing(k) == k + 1);
      if (!is_destructor && !is_constexpr) has_any = true;
      if (is_destructor)
        is_full |= !is_empty;
      else if (is_default && is_empty)
        has_default = true;
      i = end;
      continue;
    }
    if (t.is('(') || t.is('{')) {
      i = text_.closing(i);
      if (i == npos) return;
    }
  }
  classes_[std::string(f.name)] = is_full || (has_any && !has_default);
}

}  // namespace simt::cu::portability
