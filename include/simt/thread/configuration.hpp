#pragma once
// SPDX-License-Identifier: MIT

#include <simt/runtime/launch_call.hpp>
#include <simt/thread/kernel_form.hpp>
#include <simt/thread/launch.hpp>
#include <simt/thread/parameters.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace simt::inline SIMT_ABI {
namespace detail {

/// The most threads of a block that a kernel's result tells: cuda::launch_bound.
template <class Result>
inline constexpr int most_threads = 1024;
template <class Result>
requires requires { Result::most_threads; }
inline constexpr int most_threads<Result> = Result::most_threads;

template <class... P>
inline constexpr parameter_layout parameters_of[sizeof...(P) + 1] = {{sizeof(P), alignof(P)}...,
                                                                     {0, 1}};

/// The record of a kernel that is launched by its type.
template <class Kernel, int MostThreads = 1024, unsigned ParameterBytes = 0>
kernel_record& record_of(char const* name) {
  static kernel_record record;
  [[maybe_unused]] static bool const once = [&] {
    record.name = name;
    record.max_threads = MostThreads;
    record.parameter_bytes = ParameterBytes;
    record.has_no_address = true;
    return true;
  }();
  return record;
}

/// A function that is known when it runs, as a kernel.
template <class... P>
struct function_kernel {
  void (*function)(P...);
  SIMT_INLINE void operator()(P const&... p) const { function(p...); }
};

template <class... P>
struct packed_kernel {
  /// (Not inlined: each kernel with a lane form has a call of it.)
  SIMT_COLD static void run(kernel_record const& self, dim3 grid, dim3 block, std::size_t shared,
                            void** args, bool cooperative) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      kernel_args<P...> const values{{*static_cast<P const*>(args[I])}...};
      function_kernel<P...> const kernel{
          reinterpret_cast<void (*)(P...)>(reinterpret_cast<std::uintptr_t>(self.address))};
      char const* const name = name_of(self);
      if (cooperative)
        launch_threads_together(name, grid, block, shared, kernel, values);
      else
        launch_threads(name, grid, block, shared, kernel, values);
    }
    (std::index_sequence_for<P...>{});
  }
};

/// The address of a function, as the host runtime keeps it.
template <class Function>
requires std::is_function_v<Function>
[[nodiscard]] void* address_of(Function* function) noexcept {
  return reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(function));
}

/// A kernel that a pointer names.
template <class... P>
struct pointed_kernel {
  kernel_record* record;  // null: nothing is known of it

  /// True where it has a form besides what the pointer says.
  [[nodiscard]] bool has_form() const noexcept {
    return record->run_packed != nullptr &&
           record->run_packed != &packed_kernel<std::remove_cv_t<P>...>::run;
  }
  /// The arguments as the kernel takes them.
  kernel_args<std::remove_cv_t<P>...> operator()(P... p) const { return {{std::move(p)}...}; }
  void run(kernel_args<std::remove_cv_t<P>...> const& values, dim3 grid, dim3 block,
           std::size_t shared) const {
    values.call([&](auto const&... v) {
      void* all[sizeof...(P) + 1] = {const_cast<void*>(static_cast<void const*>(&v))...};
      record->run_packed(*record, grid, block, shared, all, false);
    });
  }
};
template <class... P>
[[nodiscard]] pointed_kernel<P...> known_kernel(void (*kernel)(P...)) noexcept {
  return {find_kernel(address_of(kernel))};
}

/// A pointer to what may be a kernel.
template <class T>
concept kernel_pointer = requires(T t) {
  []<class... P>(void (*)(P...)) {}(t);
};

}  // namespace detail

namespace cuda {

/// The first argument behind the kernel is its lane form.
template <class... A>
inline constexpr bool takes_lane_form = false;
template <class Form, class... A>
requires requires { Form::is_lane_kernel; }
inline constexpr bool takes_lane_form<Form, A...> = true;

template <class... P>
void* kernel_address(void (*kernel)(P...));

/// Given back by a launched kernel that has a bound, as the .cu step writes it: a launch with more
/// threads in a block fails.
/// - CUDA:    __launch_bounds__(MostThreads)
/// - Errors:  none; a bound out of 1..1024 is 1024
/// - Source:  CUDA C Programming Guide 8.0, B.20 (Launch Bounds)
template <int MostThreads>
struct launch_bound {
  static constexpr int most_threads = MostThreads > 0 && MostThreads < 1024 ? MostThreads : 1024;
};

/// Holds what a launch says between <<< and >>>.
/// - CUDA:    <<<grid, block, shared, stream>>>
/// - Units:   shared in bytes
/// - Source:  CUDA C Programming Guide 8.0, B.19 (Execution Configuration)
class launch_configuration {
 public:
  launch_configuration(dim3 grid, dim3 block, std::size_t shared = 0,
                       stream_handle stream = nullptr)
      : grid_(grid), block_(block), shared_(shared), stream_(stream) {}

  /// Queues a kernel: any callable, which a lambda makes of a __global__ function so that it can be
  /// inlined into the loop over the threads.
  /// - CUDA:    kernel<<<…>>>(args...)
  /// - Order:   args are copied now; the grid runs in the stream's order
  /// - Errors:  the calling thread's last error; nothing is thrown
  template <class Kernel, class... Args>
  requires(!takes_lane_form<std::remove_cvref_t<Args>...>) void call(char const* name,
                                                                     Kernel kernel,
                                                                     Args&&... args) const {
    keep<void, Args...>(
        name, std::index_sequence_for<Args...>{},
        [&](auto const&... kept) { call_threads(name, kernel, kept...); }, args...);
  }
  /// The same where the parameters' types are known: objects that convert to numbers and pointers
  /// do so now.
  template <class Kernel, class Parameters, class... Args>
  requires(!takes_lane_form<std::remove_cvref_t<Args>...>) void call(char const* name,
                                                                     Kernel kernel,
                                                                     signature<Parameters>,
                                                                     Args&&... args) const {
    keep<Parameters, Args...>(
        name, std::index_sequence_for<Args...>{},
        [&](auto const&... kept) { call_threads(name, kernel, kept...); }, args...);
  }

  /// The same with the kernel's lane form, which runs where the block's shape lets it:
  /// form(args...) gives it with the kernel's arguments.
  template <class Kernel, class Parameters, class Form, class... Args>
  requires(takes_lane_form<Form>) void call(char const* name, Kernel kernel, signature<Parameters>,
                                            Form form, Args&&... args) const {
    keep<Parameters, Args...>(
        name, std::index_sequence_for<Args...>{},
        [&](auto const&... kept) { call_form(name, kernel, form, kept...); }, args...);
  }

  template <class Kernel, class Form, class... Args>
  requires(takes_lane_form<Form>) void call(char const* name, Kernel kernel, Form form,
                                            Args&&... args) const {
    keep<void, Args...>(
        name, std::index_sequence_for<Args...>{},
        [&](auto const&... kept) { call_form(name, kernel, form, kept...); }, args...);
  }

  /// The same of a kernel that a macro is given: `at` gives its address where its name has one, by
  /// which its lane form is found; `bind` calls its first argument with the kernel's arguments.
  template <class Kernel, class Parameters, class Address, class Bind, class... Args>
  void call_named(char const* name, Kernel kernel, signature<Parameters>, Address at, Bind bind,
                  Args&&... args) const {
    keep<Parameters, Args...>(
        name, std::index_sequence_for<Args...>{},
        [&](auto const&... kept) {
          if constexpr (std::is_null_pointer_v<decltype(at(0))>)
            call_threads(name, kernel, kept...);
          else
            call_pointer_kept(name, at(0), bind, kernel, kept...);
        },
        args...);
  }

  /// Queues the kernel that a pointer to a function, or any other callable, says; `kernel` calls
  /// its first argument with the kernel's arguments.
  template <class Pointer, class Kernel, class... Args>
  void call_pointer(char const* name, Pointer pointer, Kernel kernel, Args&&... args) const {
    call_pointer_as<void, Args...>(name, pointer, kernel, args...);
  }
  /// The same where what the pointer takes is known: objects that convert to it do so now.
  template <class Pointer, class Kernel, class Parameters, class... Args>
  void call_pointer(char const* name, Pointer pointer, Kernel kernel, signature<Parameters>,
                    Args&&... args) const {
    call_pointer_as<pointer_signature<Pointer, Parameters>, Args...>(name, pointer, kernel,
                                                                     args...);
  }

 private:
  template <class Parameters, class... Args, class Pointer, class Kernel>
  void call_pointer_as(char const* name, Pointer pointer, Kernel kernel, auto&... args) const {
    auto const by_pointer = [pointer, kernel](auto const&... a)
                                SIMT_LAMBDA_INLINE { kernel(pointer, a...); };
    keep<Parameters, Args...>(
        name, std::index_sequence_for<Args...>{},
        [&](auto const&... kept) { call_pointer_kept(name, pointer, kernel, by_pointer, kept...); },
        args...);
  }
  /// Calls f with the arguments as they are kept until the kernel runs.
  template <class Parameters, class... Args, std::size_t... I, class F>
  SIMT_INLINE static void keep(char const* name, std::index_sequence<I...>, F const& f,
                               auto&... args) {
    if constexpr ((std::is_pointer_v<std::decay_t<Args>> || ...)) {
      if (simt::block::current() != nullptr) [[unlikely]] {
        void const* const pointers[] = {simt::detail::as_pointer<std::decay_t<Args>>(args)...};
        if (simt::detail::refuses_arguments(name, pointers, sizeof...(Args))) return;
      }
    }
    f(simt::detail::kept_argument<Parameters, I, Args...>(args)...);
  }

  template <class Kernel, class... Args>
  void call_threads(char const* name, Kernel kernel, Args const&... args) const {
    if constexpr ((simt::detail::is_deduced_reference<Args> || ...)) {
      using by_reference = simt::detail::kernel_by_reference<Kernel, Args...>;
      submit_threads(bounded_record<by_reference, Args...>(name), name,
                     by_reference{std::move(kernel)}, args...);
    } else {
      static_assert(std::is_invocable_v<Kernel const&, Args const&...>,
                    "simt: the kernel does not take these arguments");
      submit_threads(bounded_record<Kernel, Args...>(name), name, std::move(kernel), args...);
    }
  }

  template <class Kernel, class Form, class... Args>
  void call_form(char const* name, Kernel kernel, Form form, Args const&... args) const {
    static_assert(std::is_invocable_v<Kernel const&, Args const&...>,
                  "simt: the kernel does not take these arguments");
    using Bound = std::invoke_result_t<Form const&, Args const&...>;
    if constexpr (Bound::is_compiled()) {
      if (runs_in_lanes(Bound::suits(block_)) && Bound::takes(block_)) {
        kernel_record& record = bounded_record<Kernel, Args...>(name);
        static_cast<void>(submit_launch(record, grid_, block_, shared_, stream_,
                                        [name, bound = form(args...), grid = grid_,
                                         block_dim = block_, shared = shared_, &record] {
                                          bound.run(name, grid, block_dim, shared);
                                          record.static_shared.store(bound.static_shared(),
                                                                     std::memory_order_relaxed);
                                        }));
        return;
      }
    }
    call_threads(name, std::move(kernel), args...);
  }

  template <class Pointer, class Kernel, class ByPointer, class... Args>
  void call_pointer_kept(char const* name, Pointer pointer, Kernel kernel, ByPointer by_pointer,
                         Args const&... args) const {
    if constexpr (requires { simt::detail::known_kernel(pointer); }) {
      if (auto const known = simt::detail::known_kernel(pointer); known.record != nullptr) {
        if (!known.has_form()) return submit_threads(*known.record, name, by_pointer, args...);
        auto const values = kernel(known, args...);
        static_cast<void>(
            submit_launch(*known.record, grid_, block_, shared_, stream_,
                          [known, values, grid = grid_, block_dim = block_, shared = shared_] {
                            known.run(values, grid, block_dim, shared);
                          }));
        return;
      }
    }
    call_threads(name, by_pointer, args...);
  }

  template <class Kernel, class... Args>
  void submit_threads(kernel_record& record, char const* name, Kernel kernel, Args... args) const {
    simt::detail::kernel_args<Args...> const packed{{std::move(args)}...};
    static_cast<void>(submit_launch(
        record, grid_, block_, shared_, stream_,
        [name, kernel, packed, grid = grid_, block_dim = block_, shared = shared_, &record] {
          launch_threads(name, grid, block_dim, shared, kernel, packed);
          record.static_shared.store(simt::detail::kernel_shared_layout<Kernel>.bytes(),
                                     std::memory_order_relaxed);
        }));
  }

  template <class Kernel, class... Args>
  static kernel_record& bounded_record(char const* name) {
    using Result = std::invoke_result_t<Kernel const&, Args const&...>;
    constexpr unsigned bytes =
        simt::detail::bytes_of_parameters(simt::detail::parameters_of<Args...>, sizeof...(Args));
    static_assert(bytes <= 32764,
                  "simt: the kernel's parameters take more than 32764 bytes; pass a pointer");
    return simt::detail::record_of<Kernel, simt::detail::most_threads<Result>, bytes>(name);
  }

  dim3 grid_;
  dim3 block_;
  std::size_t shared_;
  stream_handle stream_;
};

/// The address by which the host runtime knows a kernel; it then knows the parameters, too.
/// - CUDA:    (void*)kernel, for cudaLaunchKernel, cudaFuncSetAttribute and their kind; a variable
///            that points to a kernel, too
template <class... P>
void* kernel_address(void (*kernel)(P...)) {
  using packed = simt::detail::packed_kernel<std::remove_cv_t<P>...>;
  void* const address = simt::detail::address_of(kernel);
  simt::detail::know_kernel(address, &packed::run,
                            simt::detail::parameters_of<std::remove_cv_t<P>...>, sizeof...(P));
  return address;
}
/// Any other address.
template <class T>
requires std::is_object_v<T> || std::is_void_v<T>
void* kernel_address(T* address) {
  return const_cast<void*>(static_cast<void const volatile*>(address));
}
/// Takes whatever else a program casts to void*.
template <class T>
requires(!simt::detail::kernel_pointer<T>) void* kernel_address(T const& value) {
  if constexpr (std::is_function_v<std::remove_pointer_t<T>>)
    return simt::detail::address_of(value);
  else if constexpr (std::is_integral_v<T> || std::is_enum_v<T>)
    return reinterpret_cast<void*>(static_cast<std::uintptr_t>(value));
  else
    return static_cast<void*>(value);
}

/// Lets the host runtime know a kernel's bound, for launches that go by the kernel's address: the
/// .cu step has each file do that when the program starts.
/// - CUDA:    __launch_bounds__(MostThreads)
template <auto Kernel, int MostThreads>
bool know_bound() {
  void const* const address = simt::detail::address_of(Kernel);
  kernel_record* record = find_kernel(address);
  if (record == nullptr) {
    // Held here too: where another record of the address comes later, the registry drops this one.
    static kernel_record* const own = new kernel_record;
    own->name = "kernel";
    own->address = address;
    register_kernel(*own);
    record = own;
  }
  record->max_threads = launch_bound<MostThreads>::most_threads;
  return true;
}
/// Lets the host runtime know a module's kernel when the module is opened; a kernel's body names
/// it.
template <auto Kernel>
inline bool const is_of_module = kernel_address(Kernel) != nullptr;

/// A kernel's body names it.
template <auto Kernel, int MostThreads>
inline bool const bound_is_known = know_bound<Kernel, MostThreads>();

}  // namespace cuda
}  // namespace simt::inline SIMT_ABI
