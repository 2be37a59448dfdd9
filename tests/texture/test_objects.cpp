// SPDX-License-Identifier: MIT

#include <simt/texture/objects.hpp>

#include <doctest/doctest.h>

#include <set>
#include <vector>

// 3000 objects lie in six chunks of the table.
TEST_CASE("texture objects: each of thousands keeps its view, and numbers of dropped ones are free") {
  std::vector<simt::texture_object> objects;
  for (int i = 0; i < 3000; ++i) {
    simt::texture_view v;
    v.layers = i;
    objects.push_back(simt::make_texture(v));
  }
  CHECK(std::set(objects.begin(), objects.end()).size() == objects.size());
  int wrong = 0;
  for (int i = 0; i < 3000; ++i) wrong += simt::find_texture(objects[std::size_t(i)]).layers != i;
  CHECK(wrong == 0);

  for (int i = 0; i < 3000; i += 2) REQUIRE(simt::drop_texture(objects[std::size_t(i)]));
  int found = 0;
  for (auto const o : objects) found += simt::texture_or_null(o) != nullptr;
  CHECK(found == 1500);
  CHECK_FALSE(simt::drop_texture(objects[0]));

  // Slots are taken again, under other numbers.
  simt::texture_view v;
  v.layers = -1;
  auto const again = simt::make_texture(v);
  CHECK(simt::find_texture(again).layers == -1);
  CHECK(simt::texture_or_null(objects[0]) == nullptr);
  simt::drop_texture(again);
  for (int i = 1; i < 3000; i += 2) simt::drop_texture(objects[std::size_t(i)]);
}
