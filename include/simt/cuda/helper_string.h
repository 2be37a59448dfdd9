#pragma once
// SPDX-License-Identifier: MIT

// Command lines, names of files and the words for C's functions that CUDA's samples use.
// - Source:  CUDA samples 13.0, Common/helper_string.h, by behaviour

// Stands back where a program's own copy came first.
#ifndef COMMON_HELPER_STRING_H_
#define COMMON_HELPER_STRING_H_

#include <simt/config.hpp>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <fstream>
#include <iostream>
#include <string>

#ifndef STRCASECMP
#define STRCASECMP strcasecmp
#endif
#ifndef STRNCASECMP
#define STRNCASECMP strncasecmp
#endif
#ifndef STRCPY
#define STRCPY(target, size, source) strcpy(target, source)
#endif
#ifndef FOPEN
#define FOPEN(file, name, mode) (file = fopen(name, mode))
#endif
#ifndef FOPEN_FAIL
#define FOPEN_FAIL(result) (result == NULL)
#endif
#ifndef SSCANF
#define SSCANF sscanf
#endif
#ifndef SPRINTF
#define SPRINTF sprintf
#endif
#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif

inline namespace SIMT_ABI {

/// How many delimiters a text starts with; 0 where at most one other character follows them.
/// - Source:  CUDA samples 13.0, Common/helper_string.h
inline int stringRemoveDelimiter(char delimiter, char const* string) {
  std::size_t start = 0;
  while (delimiter != '\0' && string[start] == delimiter) ++start;
  return start + 1 >= strlen(string) ? 0 : static_cast<int>(start);
}

/// Where the text after a name's last dot starts, and its index; null and 0 without a dot.
/// - Source:  CUDA samples 13.0, Common/helper_string.h
inline int getFileExtension(char* filename, char** extension) {
  char* const dot = strrchr(filename, '.');
  bool const found = dot != nullptr && dot != filename;
  *extension = found ? dot + 1 : nullptr;
  return found ? static_cast<int>(dot + 1 - filename) : 0;
}

}  // namespace SIMT_ABI

namespace simt::inline SIMT_ABI::detail {

/// The text after `name` (and after `=` behind it) of the last argument that starts with dashes and
/// `name`, whatever the letters' case; null if there is none.
inline char const* command_line_value(int argc, char const** argv, char const* name) {
  char const* value = nullptr;
  std::size_t const length = strlen(name);
  for (int i = 1; i < argc; ++i) {
    char const* const argument = argv[i] + stringRemoveDelimiter('-', argv[i]);
    if (strncasecmp(argument, name, length) != 0) continue;
    value = argument + length;
    if (*value == '=') ++value;
  }
  return value;
}

/// A copy of a path that free() takes, if there is such a file to read.
inline char* path_of_readable(std::string const& path) {
  std::FILE* const file = fopen(path.c_str(), "rb");
  if (file == nullptr) return nullptr;
  fclose(file);
  return strdup(path.c_str());
}

}  // namespace simt::inline SIMT_ABI::detail

inline namespace SIMT_ABI {

/// True where `-name`, `--name` or `-name=value` is an argument, whatever the letters' case.
/// - Source:  CUDA samples 13.0, Common/helper_string.h
inline bool checkCmdLineFlag(int const argc, char const** argv, char const* string_ref) {
  std::size_t const length = strlen(string_ref);
  for (int i = 1; i < argc; ++i) {
    char const* const argument = argv[i] + stringRemoveDelimiter('-', argv[i]);
    if (strcspn(argument, "=") == length && strncasecmp(argument, string_ref, length) == 0)
      return true;
  }
  return false;
}

/// The number of `-name=value`; 0 where the name or its value is missing. `name` may end in `=`.
/// - Source:  CUDA samples 13.0, Common/helper_string.h
inline int getCmdLineArgumentInt(int const argc, char const** argv, char const* string_ref) {
  char const* const value = simt::detail::command_line_value(argc, argv, string_ref);
  return value == nullptr ? 0 : atoi(value);
}
inline float getCmdLineArgumentFloat(int const argc, char const** argv, char const* string_ref) {
  char const* const value = simt::detail::command_line_value(argc, argv, string_ref);
  return value == nullptr ? 0.0f : static_cast<float>(atof(value));
}

/// The whole number of `-name=value` as a T, left alone where there is none; whether name is there.
/// - Differs: of several the last counts, as in the other functions
/// - Source:  CUDA samples 13.0, Common/helper_string.h
template <class T>
inline bool getCmdLineArgumentValue(int const argc, char const** argv, char const* string_ref,
                                    T* value) {
  char const* const text = simt::detail::command_line_value(argc, argv, string_ref);
  if (text != nullptr && *text != '\0') *value = static_cast<T>(atoi(text));
  return text != nullptr;
}

/// The text of `-name=value`, inside of argv; null and false where the name is missing.
/// - Differs: a name without a value has the empty text
/// - Source:  CUDA samples 13.0, Common/helper_string.h
inline bool getCmdLineArgumentString(int const argc, char const** argv, char const* string_ref,
                                     char** string_retval) {
  *string_retval = const_cast<char*>(simt::detail::command_line_value(argc, argv, string_ref));
  return *string_retval != nullptr;
}

/// The path of a file that belongs to a program: looked for here, beside the program, in the
/// folders data/ of both, and where CUDA's samples keep a program of that name, up to five folders
/// above. free() takes it; null, and a line that says so, if there is none.
/// - Source:  CUDA samples 13.0, Common/helper_string.h, by behaviour
inline char* sdkFindFilePath(char const* filename, char const* executable_path) {
  std::string const program = executable_path == nullptr ? "" : executable_path;
  std::size_t const slash = program.find_last_of('/');
  std::string const folder = slash == std::string::npos ? "./" : program.substr(0, slash + 1);
  std::string const name = slash == std::string::npos ? program : program.substr(slash + 1);
  constexpr char const* groups[] = {"",
                                    "0_Introduction/",
                                    "1_Utilities/",
                                    "2_Concepts_and_Techniques/",
                                    "3_CUDA_Features/",
                                    "4_CUDA_Libraries/",
                                    "5_Domain_Specific/",
                                    "6_Performance/",
                                    "7_libNVVM/",
                                    "8_Platform_Specific/Tegra/"};
  std::string up = "./";
  for (int level = 0; level <= 5; ++level, up = level == 1 ? "../" : "../" + up) {
    for (std::string const& base : {up, folder + up})
      for (std::string const& place : {base, base + name + "/", base + "Common/"})
        for (char const* data : {"", "data/"})
          if (char* const path = simt::detail::path_of_readable(place + data + filename))
            return path;
    if (name.empty()) continue;
    for (char const* group : groups)
      for (char const* data : {"", "data/"})
        if (char* const path = simt::detail::path_of_readable(
                std::string(up).append("Samples/").append(group).append(name).append("/") + data +
                filename))
          return path;
  }
  printf("\nerror: sdkFindFilePath: file <%s> not found!\n", filename);
  return nullptr;
}

}  // namespace SIMT_ABI

#endif  // COMMON_HELPER_STRING_H_
