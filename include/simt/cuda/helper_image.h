#pragma once
// SPDX-License-Identifier: MIT

// Images in the files PGM and PPM (binary, 8 bits a channel), arrays of numbers in files, and their
// comparison with a reference, as CUDA's samples have them. Data that a function allocates is for
// free().
// - Source:  CUDA samples 13.0, Common/helper_image.h, by behaviour

// Stands back where a program's own copy came first.
#ifndef COMMON_HELPER_IMAGE_H_
#define COMMON_HELPER_IMAGE_H_

#include <simt/config.hpp>

#include <simt/cuda/detail/image_file.h>
#include <simt/cuda/helper_string.h>

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <fstream>
#include <iostream>
#include <string>
#include <type_traits>
#include <vector>

#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif
#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif
#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif

inline namespace SIMT_ABI {

/// The bytes of a PGM or PPM file: 1 or 3 channels a pixel. Memory given must be of its size.
/// - Errors:  false, and a line that says why: no such file, not such a file, cut short
/// - Source:  CUDA samples 13.0, Common/helper_image.h
inline bool sdkLoadPPMub(char const* file, unsigned char** data, unsigned int* w, unsigned int* h) {
  simt::detail::image_file image;
  if (!simt::detail::read_image(file, image)) return false;
  return simt::detail::give_out(file, image, image.bytes.data(), image.bytes.size(), data, w, h);
}

/// A PGM (or PPM) file's channels as bytes, or as floats from 0 to 1.
/// - Source:  CUDA samples 13.0, Common/helper_image.h
template <class T>
inline bool sdkLoadPGM(char const* file, T** data, unsigned int* w, unsigned int* h) {
  static_assert(std::is_same_v<T, unsigned char> || std::is_same_v<T, float>,
                "simt: sdkLoadPGM: pixels are unsigned char or float");
  simt::detail::image_file image;
  if (!simt::detail::read_image(file, image)) return false;
  std::vector<T> pixels(image.bytes.size());
  std::transform(image.bytes.begin(), image.bytes.end(), pixels.begin(), [](unsigned char byte) {
    if constexpr (std::is_same_v<T, float>)
      return static_cast<float>(byte) / 255.0f;
    else
      return byte;
  });
  return simt::detail::give_out(file, image, pixels.data(), pixels.size(), data, w, h);
}

/// A PPM file's pixels with a fourth channel of 0.
/// - Errors:  as sdkLoadPPMub; a file of one channel
/// - Source:  CUDA samples 13.0, Common/helper_image.h
template <class T>
inline bool sdkLoadPPM4(char const* file, T** data, unsigned int* w, unsigned int* h) {
  simt::detail::image_file image;
  if (!simt::detail::read_image(file, image)) return false;
  if (image.channels != 3) {
    std::cerr << "sdkLoadPPM4: " << file << " is not a PPM file, with three channels a pixel\n";
    return false;
  }
  std::vector<T> pixels(image.bytes.size() / 3 * 4, T(0));
  for (std::size_t i = 0; i < image.bytes.size(); ++i)
    pixels[i / 3 * 4 + i % 3] = static_cast<T>(image.bytes[i]);
  *data = nullptr;
  return simt::detail::give_out(file, image, pixels.data(), pixels.size(), data, w, h);
}
inline bool sdkLoadPPM4ub(char const* file, unsigned char** data, unsigned int* w,
                          unsigned int* h) {
  return sdkLoadPPM4(file, data, w, h);
}

/// Writes bytes, or floats from 0 to 1, as a PGM file.
/// - Source:  CUDA samples 13.0, Common/helper_image.h
template <class T>
inline bool sdkSavePGM(char const* file, T* data, unsigned int w, unsigned int h) {
  using value = std::remove_const_t<T>;
  static_assert(std::is_same_v<value, unsigned char> || std::is_same_v<value, float>,
                "simt: sdkSavePGM: pixels are unsigned char or float");
  std::vector<unsigned char> bytes(std::size_t{w} * h);
  std::transform(data, data + bytes.size(), bytes.begin(), [](value pixel) {
    if constexpr (std::is_same_v<value, float>)
      return static_cast<unsigned char>(std::clamp(pixel * 255.0f, 0.0f, 255.0f));
    else
      return pixel;
  });
  return simt::detail::write_image(file, bytes, w, h, 1);
}

/// Writes pixels of four bytes as a PPM file, without the fourth.
/// - Source:  CUDA samples 13.0, Common/helper_image.h
inline bool sdkSavePPM4ub(char const* file, unsigned char* data, unsigned int w, unsigned int h) {
  std::vector<unsigned char> bytes(std::size_t{w} * h * 3);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = data[i / 3 * 4 + i % 3];
  return simt::detail::write_image(file, bytes, w, h, 3);
}

/// Reads the numbers of a text file; lines that start with # are comments. Memory given must have
/// room for just as many.
/// - Source:  CUDA samples 13.0, Common/helper_image.h
template <class T>
inline bool sdkReadFile(char const* filename, T** data, unsigned int* len, bool verbose) {
  std::ifstream file(filename);
  if (!file) {
    printf("Unable to open input file: %s\n", filename);
    return false;
  }
  std::vector<T> numbers;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream words(line);
    for (T number; words >> number;) numbers.push_back(number);
  }
  if (*data != nullptr && *len != numbers.size()) {
    std::cerr << "sdkReadFile: " << filename << " has " << numbers.size()
              << " numbers, the memory given room for " << *len << '\n';
    return false;
  }
  if (verbose) std::cerr << "sdkReadFile: " << numbers.size() << " numbers in " << filename << '\n';
  if (*data == nullptr)
    *data = static_cast<T*>(malloc(std::max(sizeof(T), numbers.size() * sizeof(T))));
  std::copy(numbers.begin(), numbers.end(), *data);
  *len = static_cast<unsigned int>(numbers.size());
  return true;
}

/// Reads block `block_num` of a binary file, in new memory at data[block_num]; len becomes the
/// number of elements read.
/// - Units:   block_size in bytes
/// - Source:  CUDA samples 13.0, Common/helper_image.h
template <class T>
inline bool sdkReadFileBlocks(char const* filename, T** data, unsigned int* len,
                              unsigned int block_num, unsigned int block_size, bool verbose) {
  std::FILE* const file = fopen(filename, "rb");
  if (file == nullptr) {
    if (verbose) std::cerr << "sdkReadFileBlocks: cannot open " << filename << '\n';
    return false;
  }
  data[block_num] = static_cast<T*>(malloc(block_size));
  *len = 0;
  if (fseek(file, static_cast<long>(std::size_t{block_num} * block_size), SEEK_SET) == 0)
    *len =
        static_cast<unsigned int>(fread(data[block_num], sizeof(T), block_size / sizeof(T), file));
  fclose(file);
  return true;
}

/// Writes numbers as a text file that sdkReadFile reads: a comment with the tolerance, then all in
/// one line; after what is there already where `append` is set.
/// - Source:  CUDA samples 13.0, Common/helper_image.h
template <class T, class S>
inline bool sdkWriteFile(char const* filename, T const* data, unsigned int len, S const epsilon,
                         bool verbose, bool append = false) {
  std::ofstream file(filename, append ? std::ios::app : std::ios::trunc);
  file << "# " << epsilon << '\n';
  for (unsigned int i = 0; i < len; ++i) file << data[i] << ' ';
  file << std::endl;
  if (!file && verbose) std::cerr << "sdkWriteFile: cannot write " << filename << '\n';
  return file.good();
}

/// True where two arrays agree: each element within epsilon, or, with a threshold above 0, all but
/// a smaller share of them than the threshold.
/// - Units:   threshold as a share, from 0 to 1
/// - Source:  CUDA samples 13.0, Common/helper_image.h
template <class T, class S>
inline bool compareData(T const* reference, T const* data, unsigned int const len, S const epsilon,
                        float const threshold) {
  return simt::detail::few_differ(len, threshold, [&](unsigned int i) {
    float const difference = static_cast<float>(reference[i]) - static_cast<float>(data[i]);
    return !(difference <= static_cast<float>(epsilon) &&
             difference >= -static_cast<float>(epsilon));
  });
}

/// The same with differences below epsilon, or below 0.001 where epsilon is smaller.
/// - Source:  CUDA samples 13.0, Common/helper_image.h
template <class T, class S>
inline bool compareDataAsFloatThreshold(T const* reference, T const* data, unsigned int const len,
                                        S const epsilon, float const threshold) {
  float const limit = std::max(static_cast<float>(epsilon), 1e-3f);
  return simt::detail::few_differ(len, threshold, [&](unsigned int i) {
    return !(fabsf(static_cast<float>(reference[i]) - static_cast<float>(data[i])) < limit);
  });
}

/// True where the differences' Euclidean norm is less than epsilon of the reference's; false where
/// that is next to 0.
/// - Source:  CUDA samples 13.0, Common/helper_image.h
inline bool sdkCompareL2fe(float const* reference, float const* data, unsigned int const len,
                           float const epsilon) {
  float differences = 0, squares = 0;
  for (unsigned int i = 0; i < len; ++i) {
    float const difference = reference[i] - data[i];
    differences += difference * difference;
    squares += reference[i] * reference[i];
  }
  return squares >= 1e-7f && sqrtf(differences) / sqrtf(squares) < epsilon;
}

/// Writes bytes to a file.
/// - Source:  CUDA samples 13.0, Common/helper_image.h
inline void sdkDumpBin(void* data, unsigned int bytes, char const* filename) {
  printf("sdkDumpBin: <%s>\n", filename);
  std::FILE* const file = fopen(filename, "wb");
  if (file == nullptr || fwrite(data, 1, bytes, file) != bytes)
    std::cerr << "sdkDumpBin: cannot write " << filename << '\n';
  if (file != nullptr) fclose(file);
}

/// True where the numbers of two binary files agree, as compareData says; the reference is looked
/// for as sdkFindFilePath does.
/// - Source:  CUDA samples 13.0, Common/helper_image.h
inline bool sdkCompareBin2BinUint(char const* src_file, char const* ref_file,
                                  unsigned int nelements, float const epsilon,
                                  float const threshold, char* exec_path) {
  return simt::detail::files_agree<unsigned int>(
      src_file, sdkFindFilePath(ref_file, exec_path), nelements,
      [&](unsigned int const* reference, unsigned int const* data) {
        return compareData(reference, data, nelements, epsilon, threshold);
      });
}
/// The same as compareDataAsFloatThreshold says.
inline bool sdkCompareBin2BinFloat(char const* src_file, char const* ref_file,
                                   unsigned int nelements, float const epsilon,
                                   float const threshold, char* exec_path) {
  return simt::detail::files_agree<float>(src_file, sdkFindFilePath(ref_file, exec_path), nelements,
                                          [&](float const* reference, float const* data) {
                                            return compareDataAsFloatThreshold(
                                                reference, data, nelements, epsilon, threshold);
                                          });
}

/// True where two images have one size and agree in their bytes, as compareData says.
/// - Source:  CUDA samples 13.0, Common/helper_image.h
inline bool sdkComparePPM(char const* src_file, char const* ref_file, float const epsilon,
                          float const threshold, bool verboseErrors) {
  return simt::detail::images_agree(
      src_file, ref_file, verboseErrors, [&](auto const& reference, auto const& data) {
        return compareData(reference.data(), data.data(), static_cast<unsigned int>(data.size()),
                           epsilon, threshold);
      });
}
inline bool sdkComparePGM(char const* src_file, char const* ref_file, float const epsilon,
                          float const threshold, bool verboseErrors) {
  return sdkComparePPM(src_file, ref_file, epsilon, threshold, verboseErrors);
}

}  // namespace SIMT_ABI

#endif  // COMMON_HELPER_IMAGE_H_
