#pragma once
// SPDX-License-Identifier: MIT

// Exceptions that say where they were thrown, as CUDA's samples have them.
// - Source:  CUDA samples 13.0, Common/exception.h, by behaviour

// Stands back where a program's own copy came first.
#ifndef COMMON_EXCEPTION_H_
#define COMMON_EXCEPTION_H_

#include <simt/config.hpp>

#include <stdlib.h>
#include <exception>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>

inline namespace SIMT_ABI {

/// A standard exception whose text names file and line; thrown by `throw_it`, or by the macros.
/// - Source:  CUDA samples 13.0, Common/exception.h
template <class Std_Exception>
class Exception : public Std_Exception {
 public:
  [[noreturn]] static void throw_it(char const* file, int const line, char const* detailed = "-") {
    throw_it(file, line, std::string(detailed));
  }
  [[noreturn]] static void throw_it(char const* file, int const line, std::string const& detailed) {
    throw Exception("Exception in file '" + std::string(file) + "' in line " +
                    std::to_string(line) + "\nDetailed description: " + detailed + "\n");
  }

 private:
  explicit Exception(std::string const& text) : Std_Exception(text) {}
};

/// Prints an exception's text to the error stream and ends the program, in failure.
/// - Source:  CUDA samples 13.0, Common/exception.h
template <class Exception_Typ>
inline void handleException(Exception_Typ const& ex) {
  std::cerr << ex.what() << std::endl;
  exit(EXIT_FAILURE);
}

}  // namespace SIMT_ABI

#define RUNTIME_EXCEPTION(msg) Exception<std::runtime_error>::throw_it(__FILE__, __LINE__, msg)
#define LOGIC_EXCEPTION(msg) Exception<std::logic_error>::throw_it(__FILE__, __LINE__, msg)
#define RANGE_EXCEPTION(msg) Exception<std::range_error>::throw_it(__FILE__, __LINE__, msg)

#endif  // COMMON_EXCEPTION_H_
