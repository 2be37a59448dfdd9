#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/runtime/context.hpp>
#include <simt/runtime/detail/module_image.hpp>
#include <simt/runtime/submit.hpp>

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace simt::inline SIMT_ABI {

/// - CUDA:    CUmodule, CUfunction
using module_handle = void*;
using function_handle = void*;

/// Holds what a module says of itself, under the name `simt_module`.
struct module_entry {
  int version;               ///< SIMT_VERSION
  char const* instructions;  ///< the instruction set and the version, as SIMT_ABI names them
  void const* runtime;       ///< an address in the runtime that it uses: the program's, or its own
};

namespace detail {

struct module_record;
struct function_record {
  std::string name;
  kernel_record* kernel = nullptr;
  module_record* module = nullptr;
};

struct module_record {
  std::atomic<bool> alive{true};
  void* object = nullptr;  // of dlopen; stays open, as kernels' names and templates' data are kept
  context_record* context = nullptr;
  std::vector<std::unique_ptr<function_record>> functions;  // those that were asked for
  std::vector<void*> globals;                               // the same
};

struct module_state {
  std::mutex lock;
  module_record program;  // the kernels that it has linked
  /// Never given back, as handles of what is unloaded must not become those of others.
  std::vector<std::unique_ptr<module_record>> all;
};
/// Never destroyed: objects that outlive main may call.
[[nodiscard]] inline module_state& modules() {
  static auto& state = *new module_state;
  return state;
}

/// - Needs:   the state's lock
[[nodiscard]] inline module_record* find_module(module_handle handle) {
  for (auto const& m : modules().all)
    if (m.get() == handle && m->alive.load()) return m.get();
  return nullptr;
}

/// The first function of the program and of its loaded modules for which the test is true, or null.
/// - Needs:   the state's lock
template <class Test>
[[nodiscard]] function_record* find_in_modules(module_state& s, Test const& test) {
  auto const find = [&](module_record const& m) -> function_record* {
    for (auto const& f : m.functions)
      if (test(*f)) return f.get();
    return nullptr;
  };
  function_record* found = find(s.program);
  for (auto const& m : s.all)
    if (found == nullptr && m->alive.load()) found = find(*m);
  return found;
}

/// Enters a kernel among the functions of a module that were asked for.
/// - Needs:   the state's lock
inline function_record& add_function(module_record& m, std::string name, kernel_record& k) {
  m.functions.push_back(std::make_unique<function_record>());
  function_record& f = *m.functions.back();
  f.name = std::move(name);
  f.kernel = &k;
  f.module = &m;
  return f;
}

inline void unload(module_record& m) {
  if (!m.alive.exchange(false)) return;
  for (void* const p : m.globals)
    static_cast<void>(memory().ranges.remove(
        p, [](allocation const& a) { return a.from == allocation::origin::symbol; }));
}

/// Unloads the modules of a context.
inline void unload_modules(context_record const& c) {
  module_state& s = modules();
  std::scoped_lock const hold(s.lock);
  for (auto const& m : s.all)
    if (m->context == &c) unload(*m);
}

/// Checks an open object and enters it. `why` says what is wrong with it.
[[nodiscard]] inline error_code enter_module(module_handle* out, void* object, std::string& why) {
  auto const* const entry = static_cast<module_entry const*>(dlsym(object, "simt_module"));
  if (entry == nullptr) {
    why = "the shared object is no module: build it with simt_add_cuda(NAME MODULE FILES...)";
    return error_code::no_kernel_image_for_device;
  }
  if (entry->version != SIMT_VERSION || std::strcmp(entry->instructions, abi_name) != 0) {
    why = std::string("the module was built with another version of simt, or for ") +
          entry->instructions + " where the program is for " + abi_name;
    return error_code::no_kernel_image_for_device;
  }
  if (entry->runtime != &kept_host_state) {
    why =
        "the module does not find the program's runtime: link the program with simt::cuda by "
        "CMake, "
        "or with -Wl,--export-dynamic-symbol='*4simt*'";
    return error_code::shared_object_init_failed;
  }
  module_state& s = modules();
  std::scoped_lock const hold(s.lock);
  s.all.push_back(std::make_unique<module_record>());
  s.all.back()->object = object;
  context_record* const current = current_context();
  s.all.back()->context = current != nullptr ? current : &primary_context(this_device());
  *out = s.all.back().get();
  return error_code::success;
}

}  // namespace detail

/// Loads a module from a file of any name; each load has variables of its own.
/// - CUDA:    cuModuleLoad
/// - Errors:  file_not_found; no_kernel_image_for_device (CUDA_ERROR_NO_BINARY_FOR_GPU) for PTX,
///            cubins and fat binaries, invalid_kernel_image for anything else;
///            shared_object_init_failed, also where the device has no room for the heap of kernels
[[nodiscard]] inline error_code load_module(module_handle* out, char const* file,
                                            std::string& why) {
  if (out == nullptr || file == nullptr) return error_code::invalid_value;
  std::string bytes;
  if (!detail::read_file(bytes, file)) {
    why = std::string("cannot read ") + file;
    return error_code::file_not_found;
  }
  if (error_code const e = detail::check_image(bytes.data(), bytes.size(), why);
      e != error_code::success)
    return e;
  // The file itself, so that debuggers find it, unless its variables are taken.
  char* const path = realpath(file, nullptr);
  void* object = nullptr;
  if (path != nullptr && dlopen(path, RTLD_LAZY | RTLD_LOCAL | RTLD_NOLOAD) == nullptr)
    object = detail::open_object(path, why);
  else
    object = detail::open_image(bytes.data(), bytes.size(), why);
  std::free(path);
  return object == nullptr ? error_code::shared_object_init_failed
                           : detail::enter_module(out, object, why);
}

/// Loads a module from memory: the bytes of the same file.
/// - CUDA:    cuModuleLoadData
/// - Errors:  as load_module
[[nodiscard]] inline error_code load_module_image(module_handle* out, void const* image,
                                                  std::string& why) {
  if (out == nullptr || image == nullptr) return error_code::invalid_value;
  std::size_t const bytes = detail::image_bytes(image);
  if (error_code const e = detail::check_image(image, bytes, why); e != error_code::success)
    return e;
  void* const object = detail::open_image(image, bytes, why);
  return object == nullptr ? error_code::shared_object_init_failed
                           : detail::enter_module(out, object, why);
}

/// Unloads a module once its device's work is done: its functions and variables are known no more.
/// - CUDA:    cuModuleUnload
/// - Differs: its code stays in the process
[[nodiscard]] inline error_code unload_module(module_handle handle) {
  detail::module_state& s = detail::modules();
  detail::module_record* m = nullptr;
  {
    std::scoped_lock const hold(s.lock);
    m = detail::find_module(handle);
  }
  if (m == nullptr) return error_code::invalid_resource_handle;
  detail::wait_for_device(*m->context->device);
  std::scoped_lock const hold(s.lock);
  detail::unload(*m);
  return detail::settle(*m->context->device);
}

/// Finds a kernel of a module by its name: as it is written for extern "C", else mangled.
/// - CUDA:    cuModuleGetFunction
/// - Errors:  symbol_not_found (CUDA_ERROR_NOT_FOUND)
[[nodiscard]] inline error_code module_function(function_handle* out, module_handle handle,
                                                char const* name) {
  if (out == nullptr || name == nullptr || *name == 0) return error_code::invalid_value;
  detail::module_state& s = detail::modules();
  std::scoped_lock const hold(s.lock);
  detail::module_record* const m = detail::find_module(handle);
  if (m == nullptr) return error_code::invalid_resource_handle;
  for (auto const& f : m->functions)
    if (f->name == name) {
      *out = f.get();
      return error_code::success;
    }
  void* address = dlsym(m->object, name);
  // NVRTC's name of an expression: a pointer to the kernel.
  if (address != nullptr && std::strncmp(name, "simt_name_", 10) == 0)
    std::memcpy(&address, address, sizeof address);
  kernel_record* const k = address == nullptr ? nullptr : find_kernel(address);
  if (k == nullptr || k->run_packed == nullptr) return error_code::symbol_not_found;
  detail::function_record& f = detail::add_function(*m, name, *k);
  k->name = f.name.c_str();
  *out = &f;
  return error_code::success;
}

/// Finds the handle of a kernel that the program has linked, the same one at each call.
/// - CUDA:    cudaGetFuncBySymbol
/// - Errors:  invalid_device_function
[[nodiscard]] inline error_code program_function(function_handle* out, void const* kernel) {
  kernel_record* const k = kernel == nullptr ? nullptr : find_kernel(kernel);
  if (k == nullptr) return error_code::invalid_device_function;
  detail::module_state& s = detail::modules();
  std::scoped_lock const hold(s.lock);
  auto* const known = detail::find_in_modules(
      s, [&](detail::function_record const& f) { return f.kernel->address == kernel; });
  *out = known != nullptr ? known : &detail::add_function(s.program, k->name, *k);
  return error_code::success;
}

namespace detail {

/// The function behind a handle, or of a kernel by its address, which is a kernel's handle; null where
/// its module is unloaded.
[[nodiscard]] inline function_record* find_function(function_handle handle) {
  {
    module_state& s = modules();
    std::scoped_lock const hold(s.lock);
    if (auto* const f = find_in_modules(s, [&](function_record const& each) {
          return &each == handle;
        }))
      return f;
  }
  function_handle of_kernel = nullptr;
  return program_function(&of_kernel, handle) == error_code::success
             ? static_cast<function_record*>(of_kernel)
             : nullptr;
}

/// Where an object that is open begins, by an address within it.
[[nodiscard]] inline void const* object_of(void const* address) {
  Dl_info info{};
  return dladdr(address, &info) != 0 ? info.dli_fbase : nullptr;
}

}  // namespace detail

/// The kernels of a module, by their addresses.
/// - CUDA:    cuLibraryEnumerateKernels, cuModuleEnumerateFunctions
[[nodiscard]] inline error_code module_kernels(std::vector<void const*>& out,
                                               module_handle handle) {
  void const* object = nullptr;
  {
    detail::module_state& s = detail::modules();
    std::scoped_lock const hold(s.lock);
    detail::module_record* const m = detail::find_module(handle);
    if (m == nullptr) return error_code::invalid_resource_handle;
    object = detail::object_of(dlsym(m->object, "simt_module"));
  }
  detail::kernel_map& map = detail::kernels();
  std::scoped_lock const hold(map.lock);
  for (auto const& [address, kernel] : map.by_address)
    if (kernel->run_packed != nullptr && detail::object_of(address) == object)
      out.push_back(address);
  return error_code::success;
}

/// Finds a function that host and device code share by its name, as it is written for extern "C", else
/// mangled.
/// - CUDA:    cuLibraryGetUnifiedFunction
/// - Errors:  symbol_not_found
[[nodiscard]] inline error_code module_address(void** out, module_handle handle, char const* name) {
  if (out == nullptr || name == nullptr || *name == 0) return error_code::invalid_value;
  detail::module_state& s = detail::modules();
  std::scoped_lock const hold(s.lock);
  detail::module_record* const m = detail::find_module(handle);
  if (m == nullptr) return error_code::invalid_resource_handle;
  void* const p = dlsym(m->object, name);
  if (p == nullptr) return error_code::symbol_not_found;
  *out = p;
  return error_code::success;
}

/// Finds a variable of a module by its name.
/// - CUDA:    cuModuleGetGlobal
/// - Errors:  symbol_not_found (CUDA_ERROR_NOT_FOUND)
[[nodiscard]] inline error_code module_variable(void** address, std::size_t* bytes,
                                                module_handle handle, char const* name) {
  if (name == nullptr || *name == 0 || (address == nullptr && bytes == nullptr))
    return error_code::invalid_value;
  detail::module_state& s = detail::modules();
  std::scoped_lock const hold(s.lock);
  detail::module_record* const m = detail::find_module(handle);
  if (m == nullptr) return error_code::invalid_resource_handle;
  void* const p = dlsym(m->object, name);
  Dl_info object{};
  void* symbol = nullptr;
  if (p == nullptr || dladdr1(p, &object, &symbol, RTLD_DL_SYMENT) == 0 || symbol == nullptr)
    return error_code::symbol_not_found;
  auto const& entry = *static_cast<ElfW(Sym) const*>(symbol);
  if (object.dli_saddr != p || (entry.st_info & 15) != STT_OBJECT)
    return error_code::symbol_not_found;
  detail::note_symbol(p, entry.st_size);
  m->globals.push_back(p);
  if (address != nullptr) *address = p;
  if (bytes != nullptr) *bytes = entry.st_size;
  return error_code::success;
}

/// Arguments that lie in a buffer, each at a multiple of its alignment, as a kernel is given them.
/// - CUDA:    CU_LAUNCH_PARAM_BUFFER_POINTER
class buffered_arguments {
 public:
  /// - Errors:  invalid_value for too small a buffer
  [[nodiscard]] error_code read(kernel_record const& k, void const* buffer, std::size_t bytes) {
    if (k.args != 0 && (buffer == nullptr || bytes < k.parameter_bytes))
      return error_code::invalid_value;
    std::size_t at = 0;
    for (unsigned i = 0; i < k.args; ++i) {
      parameter_layout const& p = k.parameters[i];
      at = (at + p.alignment - 1) / p.alignment * p.alignment;
      auto& copy = values_.emplace_back(p.bytes / sizeof(std::max_align_t) + 1);
      std::memcpy(copy.data(), static_cast<std::byte const*>(buffer) + at, p.bytes);
      pointers_.push_back(copy.data());
      at += p.bytes;
    }
    return error_code::success;
  }
  /// Where each of them is, as long as this object lives.
  [[nodiscard]] void** pointers() noexcept { return pointers_.data(); }

 private:
  std::vector<void*> pointers_;
  std::vector<std::vector<std::max_align_t>> values_;  // the buffer itself may lie anywhere
};

}  // namespace simt::inline SIMT_ABI
