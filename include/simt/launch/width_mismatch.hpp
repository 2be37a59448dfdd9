#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/engine/detail/message.hpp>
#include <simt/engine/errors.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace simt::inline SIMT_ABI {

/// A kernel gave different results at two gang widths; what() spells all of it out.
class width_mismatch : public error {
 public:
  /// One element as a run at one width left it.
  struct outcome {
    int width;          ///< threads a gang
    std::string value;  ///< the element as text
  };

  /// - Shape:   tolerance: the buffer's, as text, where numbers may differ by it; else empty
  width_mismatch(std::string_view kernel, std::size_t buffer, std::size_t element,
                 outcome const& first, outcome const& second, std::string_view tolerance = {})
      : error(text(kernel, buffer, element, first, second, tolerance)),
        facts_(new facts{std::string(kernel), buffer, element, first, second}) {}

  [[nodiscard]] std::string const& kernel() const noexcept { return facts_->kernel; }
  /// Which in_out argument, counted from 0.
  [[nodiscard]] std::size_t buffer() const noexcept { return facts_->buffer; }
  /// The first element that differs.
  [[nodiscard]] std::size_t element() const noexcept { return facts_->element; }
  /// Gives the outcome of the first run, at width 1 by default.
  [[nodiscard]] outcome const& first() const noexcept { return facts_->first; }
  /// Gives the outcome of the run that differs from it.
  [[nodiscard]] outcome const& second() const noexcept { return facts_->second; }

 private:
  struct facts {
    std::string kernel;
    std::size_t buffer, element;
    outcome first, second;
  };

  static std::string text(std::string_view kernel, std::size_t buffer, std::size_t element,
                          outcome const& first, outcome const& second,
                          std::string_view tolerance) {
    detail::message out;
    out << "simt::check_widths: kernel " << kernel << ", buffer " << std::uint64_t{buffer}
        << ", element " << std::uint64_t{element} << ": " << first.value << " at gang width "
        << static_cast<unsigned>(first.width) << ", " << second.value << " at gang width "
        << static_cast<unsigned>(second.width);
    if (!tolerance.empty())
      out << ". Rounding may differ from width to width, here by " << tolerance
          << " of a number: if this kernel makes more of it, say so by in_out(buffer, tolerance)";
    return out.text();
  }

  // Shared, so that copying the exception cannot throw.
  std::shared_ptr<facts const> facts_;
};

}  // namespace simt::inline SIMT_ABI
