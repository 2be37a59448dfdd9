// SPDX-License-Identifier: MIT
#pragma once

#include "../text/lexed.hpp"
#include "../text/qualifiers.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace simt::cu {

namespace lane {
class translator;
}

/// Tells what becomes of an #include: the file to include instead (empty: as it stands), and
/// whether that file is a rewritten one.
struct included {
  std::string path;
  bool rewritten = false;
  bool is_missing = false;  // a header of CUB's that is none of simt's, nor of the program's
};

/// Reads the file that an #include names, before the text behind the #include is read.
using include_reader = std::function<included(std::string_view name, bool quoted)>;

/// A file's C++ text.
struct rewritten_text {
  std::string text;
  bool changed = false;  // by more than paths of #includes to files that are as they were
};

/// CUDA C++ in, C++ out: the same lines, but for `#line` at the top and in bodies written twice.
/// With lane forms, the file must outlive them.
[[nodiscard]] rewritten_text rewrite(lexed const& input, names& known,
                                     include_reader const& include = {},
                                     lane::translator* translator = nullptr);

}  // namespace simt::cu
