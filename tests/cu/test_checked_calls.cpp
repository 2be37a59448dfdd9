// SPDX-License-Identifier: MIT
#include "rewritten.hpp"

#include <doctest/doctest.h>

#include <string>

TEST_CASE("checked calls: an atomicExch that is a statement by itself only writes") {
  std::string const unread = "::simt::cuda::result_unread(), ";
  CHECK(checked_text("atomicExch(p, 1);") == unread + "atomicExch(p, 1);");
  CHECK(checked_text("if (n) atomicExch_block(p, f(1)); else atomicExch(p, 2);") ==
        "if (n) " + unread + "atomicExch_block(p, f(1)); else " + unread + "atomicExch(p, 2);");
  CHECK(checked_text("(void)atomicExch(p, 1);") == "(void)" + unread + "atomicExch(p, 1);");
  for (std::string const used : {"n = atomicExch(p, 1);", "n = (int)atomicExch(p, 1);",
                                 "while (atomicExch(p, 1)) {}", "atomicExch(p, 1) + n;", "atomicAdd(p, 1);"})
    CHECK(checked_text(used).find(unread) == std::string::npos);
}

TEST_CASE("checked calls: what a pipeline commits and waits for is told") {
  std::string const begin = ", ::simt::cuda::";
  CHECK(checked_text("p.producer_commit(); p->consumer_wait();") ==
        "p.producer_commit()" + begin + "copies_committed(); p->consumer_wait()" + begin +
            "next_copies_awaited();");
  CHECK(checked_text("if (p.consumer_wait_for(d)) n = 1;") ==
        "if (p.consumer_wait_for((::simt::cuda::next_copies_awaited(), d))) n = 1;");
  CHECK(checked_text("cuda::pipeline_consumer_wait_prior<N - 1>(p);").find(begin + "copies_awaited(N") !=
        std::string::npos);
  CHECK(checked_text("consumer_wait(); p.producer_acquire();") == "consumer_wait(); p.producer_acquire();");
}
