// SPDX-License-Identifier: MIT
#include <simt/engine/detail/urgent_work.hpp>
#include <simt/engine/grid.hpp>

#include <doctest/doctest.h>

#include "launches.hpp"

#include <oneapi/tbb/task_arena.h>
#include <memory>
#include <vector>

using engine_test::shape;
using simt::block;
using simt::detail::urgent_work;

namespace {

/// Work that says when it got a thread.
class noted final : public urgent_work, public std::enable_shared_from_this<noted> {
 public:
  noted(unsigned level, std::vector<unsigned>& order) : urgent_work(this, level), order_(&order) {}
  ~noted() { withdraw(); }
  using urgent_work::announce;
  using urgent_work::withdraw;
  bool has_part = true;

 private:
  friend urgent_work;
  std::shared_ptr<urgent_work> hold() noexcept { return weak_from_this().lock(); }
  bool take_part() noexcept {
    order_->push_back(level());
    if (has_part) withdraw();
    return has_part;
  }
  std::vector<unsigned>* order_;
};

}  // namespace

TEST_CASE("[PRIO-003] urgent_work: higher levels first, none at or below the caller's own") {
  std::vector<unsigned> order;
  auto const one = std::make_shared<noted>(1, order);
  auto const three = std::make_shared<noted>(3, order);
  auto const other = std::make_shared<noted>(3, order);
  auto const none = std::make_shared<noted>(0, order);
  for (auto const& w : {one, three, none, other}) w->announce();
  one->announce();  // again
  CHECK(urgent_work::waits_above(0));
  CHECK(urgent_work::waits_above(2));
  CHECK(!urgent_work::waits_above(3));
  urgent_work::do_above(3);
  CHECK(order.empty());
  urgent_work::do_above(1);
  CHECK(order == std::vector<unsigned>{3, 3});
  urgent_work::do_above(0);
  CHECK(order == std::vector<unsigned>{3, 3, 1});
  CHECK(!urgent_work::waits_above(0));
}

TEST_CASE("[PRIO-003] urgent_work: where nothing is left for another thread, lower levels come") {
  std::vector<unsigned> order;
  auto const one = std::make_shared<noted>(1, order);
  auto const two = std::make_shared<noted>(2, order);
  two->has_part = false;
  one->announce();
  two->announce();
  urgent_work::do_above(0);
  // Looked at again after each part.
  CHECK(order == std::vector<unsigned>{2, 1, 2});
  two->set_level(5);  // holds from the next time on
  CHECK(!urgent_work::waits_above(2));
  two->withdraw();
  two->announce();
  CHECK(urgent_work::waits_above(4));
}

TEST_CASE("[PRIO-003] urgent_work that is gone is not looked for") {
  std::vector<unsigned> order;
  std::make_shared<noted>(2, order)->announce();
  CHECK(!urgent_work::waits_above(0));
  urgent_work::do_above(0);
  CHECK(order.empty());
}

TEST_CASE("[PRIO-003] run_grid: urgent work begins when the block that runs has ended") {
  std::vector<unsigned> order;
  auto const urgent = std::make_shared<noted>(1, order);
  unsigned begun = 0, before = 0;
  tbb::task_arena one(1);
  auto const kernel = [&](block&, unsigned) {
    if (!order.empty() && before == 0) before = begun;
    if (++begun == 10) urgent->announce();
    // Longer than what a thread takes at a time.
    auto const end = simt::detail::clock_nanoseconds() + 200'000;
    while (simt::detail::clock_nanoseconds() < end) {
    }
  };
  one.execute([&] { simt::run_grid(shape(40, 1, 1), kernel); });
  CHECK(begun == 40);
  CHECK(before == 10);
  CHECK(order == std::vector<unsigned>{1});

  // A grid of the same level keeps its threads.
  simt::detail::current_origin.urgency = 1;
  order.clear();
  begun = before = 0;
  one.execute([&] { simt::run_grid(shape(40, 1, 1), kernel); });
  simt::detail::current_origin.urgency = 0;
  CHECK(begun == 40);
  CHECK(order.empty());
}
