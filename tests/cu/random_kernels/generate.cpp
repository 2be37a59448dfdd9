// SPDX-License-Identifier: MIT
// Writes a CUDA program of random kernels whose results depend on nothing but their input, and
// which compares thread form and lane form: generate SEED COUNT > program.cu
#include "modern_statements.hpp"

#include <cstdlib>
#include <iostream>
#include <string>

namespace {

/// One program.
class generator : modern_statements {
 public:
  explicit generator(std::uint64_t seed) : modern_statements{seed}, seed_{seed} {}

  std::string program(int kernels) {
    std::string out = "#include \"harness.cuh\"\n\n";
    if (has_layouts_) out += layout_declarations;
    if (has_idioms_) out += idiom_declarations;
    if (has_modern_) out += modern_declarations;
    if (has_effects_) out += effect_declarations();
    if (has_classes_) out += declarations();
    if (has_layouts_) out += block_declarations;
    for (int i = 0; i < (has_layouts_ ? 7 : 5); ++i) out += function(i);
    std::string main = "int main(int argc, char** argv) {\n  harness::begin("
                       << std::to_string(seed_) << ", argc, argv);\n  int failed = 0;\n";
    for (int i = 0; i < kernels; ++i) {
      out += kernel(i);
      main += launch(i);
    }
    return out << main << "  return harness::end(failed);\n}\n";
  }

 private:
  // Functions.

  std::string function(int number_of) {
    out_.clear();
    variables_.clear();
    in_function_ = true;
    can_meet_ = can_break_ = can_continue_ = has_left_ = false;
    device_function f{"f" << number(number_of), random_.chance(50) ? type::integer : type::real,
                      number_of % 5};
    result_ = f.result;
    if (f.parameters == 4) line("template <class T>");
    std::string head = "__device__ " << std::string(random_.chance(40) ? "__forceinline__ " : "")
                                     << std::string(spelled(f.result)) << " " << f.name;
    switch (f.parameters) {
      case 0:
        open(head << "(int x, unsigned y, float z)");
        variables_ = {{"x", type::integer}, {"y", type::natural}, {"z", type::real}};
        break;
      case 1:
        open(head << "(int& x, float z)");
        variables_ = {{"x", type::integer}, {"z", type::real, shape::constant}};
        break;
      case 2:
        open(head << "(int* l, int x)");
        variables_ = {{"l", type::integer, shape::array}, {"x", type::integer}};
        break;
      case 4:
        open(head << "(T t, float z)");
        line("int x = (int)((unsigned)t % 1000u);");
        variables_ = {{"x", type::integer}, {"z", type::real}};
        break;
      default:
        open(head << "(pair s, float z)");
        variables_ = {{"s", type::integer, shape::pair}, {"z", type::real}};
        break;
    }
    // The last two leave loops within loops, switches and chains of ifs.
    if (number_of >= 5)
      for (int i = 0; i < 2; ++i) control_statement(2);
    else
      for (int i = 0; i < 2; ++i) statement(1);
    line("return " << returned() << ";");
    close();
    in_function_ = false;
    functions_.push_back(f);
    return out_ << "\n";
  }

  std::string kernel(int number_of) {
    out_.clear();
    variables_.clear();
    can_meet_ = true;
    can_break_ = can_continue_ = has_left_ = false;
    choose_block();
    is_template_ = random_.chance(20);
    for_threads_ = has_layouts_ && random_.chance(10);
    if (for_threads_) line("#pragma simt thread_kernel");
    if (is_template_) line("template <int N, class T>");
    std::string head = "__global__ void ";
    if (has_layouts_ && random_.chance(20)) head = head << "__launch_bounds__(128) ";
    open(head << "k" << number(number_of) << "(arguments g"
              << (has_layouts_ ? ", int extra, float const* __restrict__ more, unsigned char few)"
                               : ")"));
    line(std::string("int const count = blockDim.x * blockDim.y")
         << (has_layouts_ ? " * blockDim.z;" : ";"));
    line(std::string("int const tid = ")
         << (has_layouts_ ? "(threadIdx.z * blockDim.y + threadIdx.y)" : "threadIdx.y")
         << " * blockDim.x + threadIdx.x;");
    line(std::string("int const at = ")
         << (has_layouts_ ? "(blockIdx.y * gridDim.x + blockIdx.x)" : "blockIdx.x")
         << " * count + tid;");
    line("int* const mine = g.scratch + at * 8;");
    line("__shared__ int tile[128], rows[8][16];");
    line("__shared__ unsigned bins[16];");
    line("extern __shared__ float dynamic[];");
    variables_.push_back({"tid", type::integer, shape::constant});
    variables_.push_back({"mine", type::integer, shape::array});
    if (has_layouts_) {
      layout_start();
      if (has_idioms_) idiom_start();
      variables_.push_back({"extra", type::integer});
      variables_.push_back({"few", type::byte});
    }
    if (is_template_) {
      line("T t = static_cast<T>(N + tid);");
      variables_.push_back({"t", type::real, shape::scalar});
      variables_.push_back({"N", type::integer, shape::constant});
    }
    line("int r0 = " << bounded(type::integer, 2) << ", r1 = tid & 15;");
    line("unsigned r2 = " << expression(type::natural, 2) << ";");
    line("float r3 = " << bounded(type::real, 2) << (has_layouts_ ? " + more[tid & 63];" : ";"));
    variables_.push_back({"r0", type::integer});
    variables_.push_back({"r1", type::integer});
    variables_.push_back({"r2", type::natural});
    variables_.push_back({"r3", type::real});
    std::size_t const mark = variables_.size();
    if (has_classes_) wider_start();
    if (has_bodies_) {
      new_body();
      long_statement();
    }
    // Most are small, for the compiler's sake.
    bool const is_large = random_.chance(15);
    int const statements = is_large ? 5 + random_.below(5) : 2 + random_.below(3);
    for (int i = 0; i < statements; ++i) statement(is_large || i == 0 ? 2 : 1);
    if (std::string const b = has_bodies_ ? body(1) : std::string(); !b.empty()) {
      line("r3 = limited(r3 + " << b << ".mass + " << b << ".w[2] * " << b << ".x - " << b
                                << ".y);");
      line("r0 = (r0 + " << b << ".kind) % 2048;");
    }
    if (has_classes_) wider_end();
    line("g.out[at * 4] = r0;");
    line("g.out[at * 4 + 1] = r1;");
    line("g.uout[at * 2] = r2;");
    line("g.fout[at * 2] = r3;");
    if (variable const* const v = pick(type::integer, shape::scalar))
      line("g.out[at * 4 + 2] = " << v->name << ";");
    if (variable const* const v = pick(type::real, shape::scalar))
      line("g.fout[at * 2 + 1] = " << v->name << ";");
    if (variable const* const v = pick(type::natural, shape::scalar))
      line("g.uout[at * 2 + 1] = " << v->name << ";");
    variables_.resize(mark);
    close();
    return out_ << "\n";
  }

  std::string launch(int number_of) const {
    std::string const name = "k" << number(number_of);
    std::string const kernel = name << (is_template_ ? "<3, float>" : "");
    std::string const block = depth_ > 1 ? "dim3(" << number(size_ / rows_ / depth_) << ", "
                                                   << number(rows_) << ", " << number(depth_) << ")"
                              : rows_ > 1
                                  ? "dim3(" << number(size_ / rows_) << ", " << number(rows_) << ")"
                                  : number(size_);
    std::string const grid = grid_rows_ > 1
                                 ? "dim3(" << number(blocks_) << ", " << number(grid_rows_) << ")"
                                 : number(blocks_);
    return "  failed += harness::compare(\""
           << name << "\", " << number(blocks_ * grid_rows_ * size_)
           << ", [](arguments const& g) { " << kernel << "<<<" << grid << ", " << block
           << ", 512>>>(g" << (has_layouts_ ? ", 13, g.f, 250" : "") << "); });\n";
  }

  void choose_block() {
    static constexpr int sizes[] = {64, 96, 40, 32, 128, 7};
    static constexpr int shapes[][3] = {
        // rows of a plane and planes, of as many threads as 0 says
        {64, 1, 1},  {128, 1, 1}, {96, 1, 1},  {32, 1, 1}, {64, 8, 1},   {96, 4, 3},
        {64, 4, 4},  {128, 2, 2}, {128, 8, 1}, {96, 3, 1}, {128, 32, 1}, {33, 1, 1},
        {50, 10, 1}, {60, 4, 5},  {72, 12, 1}, {1, 1, 1},  {100, 1, 1},  {40, 1, 2}};
    if (!has_layouts_) {
      size_ = sizes[random_.below(6)];
      rows_ = size_ % 16 == 0 && random_.chance(20) ? 4 : 1;
    } else {
      auto const& shape = shapes[random_.below(18)];
      size_ = shape[0];
      rows_ = shape[1];
      depth_ = shape[2];
      blocks_ = 1 + random_.below(4);
      grid_rows_ = random_.chance(20) ? 2 : 1;
    }
    whole_warps_ = size_ % 32 == 0;
  }

  std::uint64_t seed_;
  bool is_template_ = false;
  int size_ = 32, rows_ = 1, depth_ = 1;  // threads of a block; along y and z
  int blocks_ = 3, grid_rows_ = 1;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: generate SEED COUNT\n";
    return 2;
  }
  generator all{std::strtoull(argv[1], nullptr, 10)};
  std::cout << all.program(std::atoi(argv[2]));
  return 0;
}
