// SPDX-License-Identifier: MIT
#include "tool.hpp"

simt::cu::rewritten_text tool::rewrite(simt::cu::lexed const& input, simt::cu::names& known,
                                       simt::cu::include_reader const& include,
                                       simt::cu::lane::forms* forms) {
  return simt::cu::rewrite(input, known, include, forms);
}
