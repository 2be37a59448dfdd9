// SPDX-License-Identifier: MIT
#include <simt/launch/detail/stream_core.hpp>

#include <doctest/doctest.h>

#include <memory>
#include <thread>

using simt::detail::stream_core;
using simt::detail::stream_frame;

TEST_CASE("stream_frame: says which streams' callables the thread is inside of") {
  stream_core const a, b;
  CHECK(stream_frame::innermost_core() == nullptr);
  {
    stream_frame const outer(&a, true);
    {
      stream_frame const inner(&b, false);
      CHECK(stream_frame::innermost_core() == &b);
      CHECK(stream_frame::is_inside(&a));
      CHECK(!stream_frame::is_awaited());
      bool elsewhere = true;
      std::thread([&] { elsewhere = stream_frame::is_inside(&b); }).join();
      CHECK(!elsewhere);
    }
    CHECK(stream_frame::innermost_core() == &a);
    CHECK(!stream_frame::is_inside(&b));
    CHECK(stream_frame::is_awaited());
  }
  CHECK(!stream_frame::is_inside(&a));
}
