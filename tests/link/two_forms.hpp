#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/cuda_runtime.h>

#include <cstddef>

// What a unit does with CUDA's host runtime, in its own form: see two_forms_main.cpp.
namespace library_form {
bool is_in_library();
cudaStream_t make_stream();
bool take(cudaStream_t stream);
void fail();
void* allocate(std::size_t bytes);
void* address_of_kernel();
std::size_t heap_limit();
void* heap_object();
}  // namespace library_form

struct on_the_heap {
  double number = 1.5;
};
