#pragma once
// SPDX-License-Identifier: MIT

// What a module says of itself to cuModuleLoad: one file of each module includes this.

#include <simt/runtime/module.hpp>

extern "C" [[gnu::visibility("default")]] simt::module_entry const simt_module;
simt::module_entry const simt_module = {SIMT_VERSION, simt::detail::abi_name,
                                        &simt::detail::kept_host_state};
