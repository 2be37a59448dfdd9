#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <limits>
#include <memory>
#include <sstream>
#include <vector>

namespace simt::inline SIMT_ABI::detail {

/// The contents of a file PGM (1 channel) or PPM (3 channels).
struct image_file {
  std::vector<unsigned char> bytes;
  unsigned width = 0;
  unsigned height = 0;
  unsigned channels = 0;
};

/// The next number of a file's head, after blanks and comments.
inline bool read_head(std::istream& file, unsigned& number) {
  while (file >> std::ws && file.peek() == '#')
    file.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  return static_cast<bool>(file >> number);
}

/// Reads an image; if it cannot, says why and answers false.
inline bool read_image(char const* name, image_file& image) {
  std::ifstream file(name == nullptr ? "" : name, std::ios::binary);
  auto const fail = [&](char const* why) {
    std::cerr << "image " << (name == nullptr ? "(null)" : name) << ": " << why << '\n';
    return false;
  };
  if (name == nullptr || !file) return fail("cannot be opened");
  char magic[2] = {};
  file.read(magic, 2);
  if (magic[0] != 'P' || (magic[1] != '5' && magic[1] != '6'))
    return fail("is neither a PGM file (P5) nor a PPM file (P6)");
  image.channels = magic[1] == '5' ? 1 : 3;
  unsigned brightest = 0;
  if (!read_head(file, image.width) || !read_head(file, image.height) ||
      !read_head(file, brightest) || !std::isspace(file.get()))
    return fail("has no complete head");
  if (brightest == 0 || brightest > 255) return fail("has not 8 bits a channel");
  // Compared with what is there before memory is asked for: a head may say anything.
  auto const start = file.tellg();
  auto const rest = static_cast<std::size_t>(file.seekg(0, std::ios::end).tellg() - start);
  if (image.width != 0 && rest / image.width / image.channels < image.height)
    return fail("ends before its last pixel");
  image.bytes.resize(std::size_t{image.width} * image.height * image.channels);
  file.seekg(start).read(reinterpret_cast<char*>(image.bytes.data()),
                         static_cast<std::streamsize>(image.bytes.size()));
  return true;
}

/// Copies an image's values to the memory given, which must be for its size, or to new memory.
template <class T>
bool give_out(char const* name, image_file const& image, T const* values, std::size_t count,
              T** data, unsigned* width, unsigned* height) {
  if (*data != nullptr && (*width != image.width || *height != image.height)) {
    std::cerr << "image " << name << ": is " << image.width << 'x' << image.height
              << ", the memory given is for " << *width << 'x' << *height << '\n';
    return false;
  }
  if (*data == nullptr)
    *data = static_cast<T*>(std::malloc(std::max(sizeof(T), count * sizeof(T))));
  std::copy(values, values + count, *data);
  *width = image.width;
  *height = image.height;
  return true;
}

inline bool write_image(char const* name, std::vector<unsigned char> const& bytes, unsigned width,
                        unsigned height, unsigned channels) {
  std::ofstream file(name, std::ios::binary);
  file << (channels == 1 ? "P5\n" : "P6\n") << width << '\n' << height << "\n255\n";
  file.write(reinterpret_cast<char const*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file) std::cerr << "image " << name << ": cannot be written\n";
  return file.good();
}

/// True where no element differs, or a smaller share than `threshold`, where that is not 0.
template <class Differs>
bool few_differ(unsigned count, float threshold, Differs const& differs) {
  unsigned wrong = 0;
  for (unsigned i = 0; i < count; ++i) wrong += differs(i) ? 1u : 0u;
  if (wrong > 0)
    std::printf("%4.2f(%%) of elements mismatched (count=%u)\n",
                100.0 * static_cast<double>(wrong) / static_cast<double>(count), wrong);
  if (threshold == 0.0f) return wrong == 0;
  return static_cast<float>(count) * threshold > static_cast<float>(wrong);
}

/// The first `count` numbers of a binary file; fewer if it is shorter, none if there is no file.
template <class T>
std::vector<T> read_numbers(char const* name, std::size_t count) {
  std::vector<T> numbers(count);
  std::FILE* const file = name == nullptr ? nullptr : std::fopen(name, "rb");
  if (file == nullptr) return {};
  numbers.resize(std::fread(numbers.data(), sizeof(T), count, file));
  std::fclose(file);
  return numbers;
}

/// True where both files hold `count` numbers, and `agree(reference, data)`. Frees the second name.
template <class T, class Agree>
bool files_agree(char const* data_name, char* reference_name, unsigned count, Agree const& agree) {
  std::unique_ptr<char, decltype(&std::free)> const owned(reference_name, &std::free);
  std::vector<T> const data = read_numbers<T>(data_name, count);
  std::vector<T> const reference = read_numbers<T>(reference_name, count);
  bool good = data.size() == count && reference.size() == count;
  if (!good)
    std::printf("%s has %zu of %u numbers, the reference %zu\n", data_name, data.size(), count,
                reference.size());
  good = good && agree(reference.data(), data.data());
  std::puts(good ? "  OK" : "  FAILURE");
  return good;
}

/// True where both images can be read and have one size, and `agree(reference, data)`.
template <class Agree>
bool images_agree(char const* data_name, char const* reference_name, bool verbose,
                  Agree const& agree) {
  image_file data, reference;
  bool good = read_image(reference_name, reference) && read_image(data_name, data);
  if (!good) return false;
  good = data.width == reference.width && data.height == reference.height &&
         data.channels == reference.channels;
  if (!good && verbose)
    std::cerr << "images of different size: " << data.width << 'x' << data.height << " and "
              << reference.width << 'x' << reference.height << '\n';
  good = good && agree(reference.bytes, data.bytes);
  if (verbose)
    std::cerr << data_name << ", " << reference_name << (good ? ": OK\n" : ": FAILURE\n");
  return good;
}

}  // namespace simt::inline SIMT_ABI::detail
