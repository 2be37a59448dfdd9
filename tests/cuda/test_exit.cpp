// SPDX-License-Identifier: MIT

#include <doctest/doctest.h>
#include <simt/cuda/cuda_runtime_api.h>

#include <sys/wait.h>
#include <unistd.h>
#include <cstdlib>

// A process of its own, made before anything here has threads, calls exit() in a host function.
TEST_CASE("exit() in a host function ends the program with its status") {
  for (int turn = 0; turn < 5; ++turn) {
    pid_t const child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      cudaStream_t stream = nullptr;
      if (cudaStreamCreate(&stream) != cudaSuccess) ::_exit(1);
      if (cudaLaunchHostFunc(
              stream, [](void*) { std::exit(3); }, nullptr) != cudaSuccess)
        ::_exit(2);
      static_cast<void>(cudaStreamSynchronize(stream));
      for (;;) pause();
    }
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 3);
  }
}
