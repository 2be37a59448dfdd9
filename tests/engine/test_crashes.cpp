// SPDX-License-Identifier: MIT
#include <simt/engine/grid.hpp>

#include <doctest/doctest.h>

#include <sys/wait.h>
#include <unistd.h>
#include <csignal>
#include <cstdint>
#include <string>

// With a sanitizer it is the one to report.
TEST_CASE("a kernel that crashes says which it is, and how the crash becomes an error") {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  pid_t const child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    dup2(ends[1], 2);
#if SIMT_CATCH_OVERFLOW
    std::signal(SIGSEGV, SIG_DFL);  // doctest's handler would report
    simt::handle_stack_overflow();  // ours in front of it
    simt::catch_illegal_addresses(false);
#endif
    simt::launch_info info;
    info.kernel = "crashes";
    info.grid = simt::dim3(3);
    info.block = simt::dim3(4);
    info.threads = info.gangs = 4;
    int* volatile nowhere = reinterpret_cast<int*>(std::uintptr_t{64});
    simt::run_grid(info, [&](simt::block& b, unsigned gang) {
      if (b.linear() == 0 && gang == 2) *nowhere = 1;
    });
    _exit(0);
  }
  close(ends[1]);
  std::string text;
  char part[256];
  for (ssize_t n; (n = read(ends[0], part, sizeof part)) > 0;)
    text.append(part, static_cast<std::size_t>(n));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(status != 0);
#if SIMT_CATCH_OVERFLOW
  CHECK(WIFSIGNALED(status));
  CHECK(WTERMSIG(status) == SIGSEGV);
  CHECK(
      text.find("kernel crashes read or wrote where no memory is, at 0x40: block (0, 0, 0), thread "
                "(2, 0, 0)") != std::string::npos);
  CHECK(text.find("SIMT_CATCH_ILLEGAL_ADDRESS=1") != std::string::npos);
#endif
}
