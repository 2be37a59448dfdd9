// SPDX-License-Identifier: MIT
#pragma once

#include <cu/rewriter.hpp>

namespace tool {

/// simt::cu::rewrite, compiled once for all tests of it, in tool.cpp.
simt::cu::rewritten_text rewrite(simt::cu::lexed const& input, simt::cu::names& known,
                                 simt::cu::include_reader const& include = {},
                                 simt::cu::lane::forms* forms = nullptr);

}  // namespace tool
