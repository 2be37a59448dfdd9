// SPDX-License-Identifier: MIT
// What a module of simt_add_cuda(NAME MODULE FILES...) says of itself to cuModuleLoad.
#include <simt/runtime/module.hpp>

extern "C" [[gnu::visibility("default")]] simt::module_entry const simt_module;
simt::module_entry const simt_module = {SIMT_VERSION, simt::detail::instruction_set,
                                        &simt::detail::kept_host_state};
