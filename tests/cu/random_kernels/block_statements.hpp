// SPDX-License-Identifier: MIT
#pragma once

#include "data_statements.hpp"

/// Writes what a block's threads do together in programs with layouts: shared memory in uniform
/// loops, ballots where threads have parted, groups of equal values, atomics of many kinds, grid
/// strides.
class block_statements : protected data_statements {
 protected:
  explicit block_statements(std::uint64_t seed) : data_statements{seed} {}

  /// Begins the kernels of programs with layouts.
  void layout_start() {
    line("__shared__ pair shared_pairs[128];");
    line("__shared__ unsigned char shared_bytes[4][32];");
    line("int const lane = tid & 31, warp = tid / 32;");
    variables_.push_back({"lane", type::integer, shape::constant});
  }

  bool wider_statement(int depth) override {
    if (!has_layouts_ || in_function_ || random_.chance(75))
      return data_statements::wider_statement(depth);
    if (random_.chance(25)) return of_grid();
    if (!can_meet_) return data_statements::wider_statement(depth);
    return whole_warps_ && random_.chance(55) ? of_warp() : of_block(depth);
  }

 private:
  bool of_grid() {
    variable const* const found = integer_target();
    if (found == nullptr) return false;
    std::string const a = found->name, i = fresh("i");
    switch (random_.below(5)) {
      case 0:
        line("for (int " << i << " = at; " << i << " < 300; " << i
                         << " += count * gridDim.x) { if ((" << i << " + " << a
                         << ") % 3 == 0) continue; " << a << " = (" << a << " + g.a[" << i
                         << " & 63]) % 2048; }");
        break;
      case 1:
        line("for (unsigned " << i << " = tid; " << i << " < 64u; " << i
                              << " += blockDim.x) atomicAdd(&g.sums[" << i << " & 15], g.b[" << i
                              << "] & 7u);");
        break;
      case 2:
        line("if (" << condition(1) << ") add_to(&g.sums[" << index(16, 1) << "], " << of_natural()
                    << ");");
        break;
      case 3:
        line("if (at < g.n * 9 && " << condition(1) << ") atomicSub(&g.sums[" << index(16, 1)
                                    << "], " << of_natural() << ");");
        break;
      default:
        line(a << " = (threadIdx.x + threadIdx.y * 3 + threadIdx.z * 5 + blockIdx.x * blockDim.z) "
                  "% 61;");
        break;
    }
    return true;
  }

  bool of_warp() {
    variable const* const found = integer_target();
    variable const* const f = pick(type::real, shape::scalar);
    if (found == nullptr || f == nullptr) return false;
    std::string const a = found->name, m = fresh("m"), c = fresh("c");
    switch (random_.below(14)) {
      case 0: {
        int const k = 1 + random_.below(31);
        std::string const low = number((1 << k) - 1) << "u";
        open("if (lane < " << number(k) << ")");
        line(a << " = __popc(__ballot_sync(" << low << ", " << condition(1) << "));");
        if (random_.chance(50)) {
          close(" else {");
          ++indent_;
          line(a << " += __shfl_sync(~" << low << ", " << a << ", 31);");
          line(a << " %= 2048;");
        }
        close();
        break;
      }
      case 1:
        line("if (tid & 1) " << a << " = __shfl_xor_sync(0xaaaaaaaau, " << a << ", 2); else " << a
                             << " = __any_sync(0x55555555u, " << condition(1) << ");");
        break;
      case 2:
        line("bool const " << c << " = " << condition(1) << ";");
        line("unsigned const " << m << " = __ballot_sync(0xffffffffu, " << c << ");");
        line("if (" << c << ") " << a << " = (" << a << " + __shfl_sync(" << m << ", " << a
                    << ", __ffs(" << m << ") - 1)) % 2048;");
        break;
      case 3:
        line("bool const " << c << " = " << condition(1) << ";");
        line("unsigned const " << m << " = __ballot_sync(0xffffffffu, " << c << ");");
        line("if (" << c << " && rank_below(" << m << ", lane) == 0) atomicAdd(&g.sums["
                    << number(random_.below(16)) << "], __popc(" << m << "));");
        line(a << " = rank_below(" << m << ", lane);");
        break;
      case 4:
        line("unsigned const " << m << " = __match_any_sync(0xffffffffu, " << a << " & 3);");
        line(a << " = (" << a << " + __shfl_sync(" << m << ", " << a << " + lane, __ffs(" << m
               << ") - 1)) % 2048;");
        break;
      case 5:
        line("unsigned const " << m << " = __match_any_sync(0xffffffffu, (" << whole(1)
                               << ") & 3);");
        line(a << " = (int)(__reduce_" << std::string(random_.chance(50) ? "add" : "xor")
               << "_sync(" << m << ", " << of_natural() << ") % 1000u);");
        break;
      case 6:
        line("{ int all; unsigned const m = __match_all_sync(0xffffffffu, ("
             << whole(1) << ") & 1, &all); " << a << " = __popc(m) + all; }");
        break;
      case 7:
        line("__syncthreads();");
        line("tile[tid] = " << bounded(type::integer, 1) << ";");
        line("__syncwarp();");
        line(a << " = tile[tid ^ " << number(1 << random_.below(5)) << "];");
        line("__syncwarp();");
        break;
      case 8:
        line(a << " = warp_largest<" << number(2 << random_.below(5)) << ">(" << a << ");");
        break;
      case 9:
        line("for (int o = 1; o < 32; o <<= 1) { float const w = __shfl_up_sync(0xffffffffu, "
             << f->name << ", o); if (lane >= o) " << f->name << " = limited(" << f->name
             << " + w * 0.5f); }");
        break;
      case 10:
        line("{ auto const t = cg::tiled_partition<"
             << number(4 << random_.below(4)) << ">(cg::this_thread_block()); " << a
             << " = cg::reduce(t, " << a
             << ", cg::" << std::string(random_.chance(50) ? "greater" : "less") << "<int>()); }");
        break;
      case 11:
        line("{ unsigned long long const w = __shfl_down_sync(0xffffffffu, (unsigned long long)"
             << of_natural() << " << 20, " << number(random_.below(9)) << "); " << a
             << " = (int)(w >> 22) & 1023; }");
        break;
      case 12: {
        std::string const i = fresh("i");
        line("for (int " << i << " = 0; __any_sync(0xffffffffu, " << a << " > " << i << " * 8) && "
                         << i << " < 6; ++" << i << ") if (" << a << " > " << i << ") " << a
                         << " -= 7;");
        break;
      }
      default:
        line("if (warp % 2 == " << number(random_.below(2)) << ") { " << a
                                << " = __shfl_sync(0xffffffffu, " << a << ", (lane + "
                                << number(random_.below(31)) << ") & 31); __syncwarp(); }");
        break;
    }
    return true;
  }

  bool of_block(int depth) {
    variable const* const found = integer_target();
    variable const* const f = pick(type::real, shape::scalar);
    if (found == nullptr || f == nullptr) return false;
    std::string const a = found->name, i = fresh("i");
    line("__syncthreads();");
    switch (random_.below(14)) {
      case 0:
        line("tile[tid] = " << bounded(type::integer, 1) << ";");
        line("__syncthreads();");
        open("for (int " << i << " = 64; " << i << " > 0; " << i << " >>= 1)");
        line("if (tid < " << i << " && tid + " << i << " < count) tile[tid] "
                          << (random_.chance(50)
                                  ? std::string("+= tile[tid + ") << i << "];"
                                  : std::string("= max(tile[tid], tile[tid + ") << i << "]);"));
        line("__syncthreads();");
        close();
        line(a << " = tile[" << (random_.chance(50) ? "0" : "tid & 1") << "] % 2048;");
        break;
      case 1:
        line("tile[tid] = " << bounded(type::integer, 1) << ";");
        open("for (int " << i << " = 1; " << i << " < count; " << i << " *= 2)");
        line("__syncthreads();");
        line("int const left = tid >= " << i << " ? tile[tid - " << i << "] : 0;");
        line("__syncthreads();");
        line("tile[tid] += left;");
        close();
        line("__syncthreads();");
        line(a << " = tile[tid] % 2048;");
        break;
      case 2:
        line(a << " = block_sum(" << bounded(type::integer, 1) << ", tile, tid, count) % 2048;");
        break;
      case 3:
        line(f->name << " = limited(block_sum<float>(" << bounded(type::real, 1)
                     << ", dynamic, tid, count));");
        break;
      case 4:
        line("int* const " << i << " = reinterpret_cast<int*>(dynamic);");
        line("unsigned char* const " << i << "b = (unsigned char*)(dynamic + 64);");
        line("if (tid < 64) " << i << "[tid] = " << bounded(type::integer, 1) << ";");
        line("__syncthreads();");
        line("if (tid < 64) " << i << "b[tid] = " << whole(1) << ";");
        line("else " << i << "b[tid] = tid;");
        line("__syncthreads();");
        line(a << " = " << i << "[(tid * 5) % min(count, 64)] + " << i << "b[(tid + 1) % count];");
        line(a << " %= 2048;");
        break;
      case 5:
        line("shared_pairs[tid] = {" << bounded(type::integer, 1) << ", " << of_natural() << "};");
        line("__syncthreads();");
        line("{ pair const p = shared_pairs[(tid + "
             << number(1 + random_.below(9))
             << ") % count]; pair& q = shared_pairs[count - 1 - tid]; q.y += 3u; " << a
             << " = (p.x + q.x) % 2048; }");
        line("__syncthreads();");
        line(a << " ^= (int)(shared_pairs[tid].y & 15u);");
        break;
      case 6:
        line("shared_bytes[tid / 32][tid % 32] = " << whole(1) << ";");
        line("__syncthreads();");
        line(a << " = shared_bytes[(tid + 1) % count / 32][(tid + 1) % count % 32] - 7;");
        break;
      case 7:
        line("if (tid < 16) bins[tid] = " << number(random_.below(9)) << "u;");
        line("for (int k = tid + count; k < 16; k += count) bins[k] = 1u;");
        line("__syncthreads();");
        switch (random_.below(4)) {
          case 0:
            line("atomicInc(&bins[" << index(16, 1) << "], 5u);");
            break;
          case 1:
            line("if (" << condition(1) << ") atomicDec(&bins[" << index(16, 1) << "], 9u);");
            break;
          case 2:
            line("add_to(&bins[" << index(16, 1) << "], " << of_natural() << " & 63u);");
            break;
          default:
            line("atomicXor(&bins[" << index(4, 1)
                                    << "], 1u << lane); atomicOr(&bins[9], 1u << (warp + " << a
                                    << " % 4 + 4));");
            break;
        }
        line("__syncthreads();");
        line(a << " = (int)(bins[" << index(16, 1) << "] % 1000u);");
        break;
      case 8:
        line("if (tid < 8) plane[tid][0] = 0.0f;");
        line("for (int k = tid + count; k < 8; k += count) plane[k][0] = 0.0f;");
        line("__syncthreads();");
        line("atomicAdd(&plane[" << index(8, 1) << "][0], (float)((" << whole(1) << ") & 15));");
        line("__syncthreads();");
        line(f->name << " = plane[tid & 7][0];");
        break;
      case 9: {
        // Tiles of a product, of which some are outside.
        line("float " << i << "s = 0.0f;");
        open("for (int " << i << " = 0; " << i << " < g.n; " << i << " += 4)");
        line("dynamic[tid] = " << i << " + tid % 4 < g.n ? g.f[(" << i
                               << " * 8 + tid) & 63] : 0.0f;");
        line("__syncthreads();");
        line("for (int k = 0; k < 4; ++k) "
             << i << "s += dynamic[(tid / 4 * 4 + k) % count] * weights[k];");
        line("__syncthreads();");
        close();
        line(f->name << " = limited(" << i << "s);");
        break;
      }
      case 10:
        // As many turns as shared memory says.
        line("if (tid == 0) tile[0] = (" << whole(1) << ") & 3;");
        line("__syncthreads();");
        line("int " << i << " = tile[0];");
        line("__syncthreads();");
        open("while (" << i << " > 0)");
        line("tile[tid] = (" << a << " + " << i << ") % 2048;");
        line("__syncthreads();");
        line(a << " = tile[count - 1 - tid];");
        line("__syncthreads();");
        line("--" << i << ";");
        close();
        break;
      case 11: {
        std::string const n = fresh("v");
        line("int " << n << " = tid % " << number(3 + random_.below(9)) << ";");
        line("int " << i << " = 0;");
        open("do");
        line("if (" << n << " > 0) { --" << n << "; " << a << " = (" << a << " + " << n
                    << ") % 2048; }");
        if (depth > 0 && random_.chance(50)) apart([&] { block(0, 1); });
        close(" while (__syncthreads_or(" << n << " > 2) && ++" << i << " < 5);");
        break;
      }
      case 12:
        line("tile[tid] = " << bounded(type::integer, 1) << ";");
        line("__syncthreads();");
        line(
            "if (tid == count - 1) for (int k = 1; k < count; ++k) tile[k] = (tile[k] + tile[k - "
            "1]) % 2048;");
        line("__syncthreads();");
        line(a << " = tile[tid];");
        break;
      default:
        line("tile[tid] = " << bounded(type::integer, 1) << ";");
        line("__syncthreads();");
        line(
            "{ int s = 0; for (int d = -2; d <= 2; ++d) { int const k = tid + d; if (k < 0 || k >= "
            "count) continue; s += tile[k] * (3 - abs(d)); } "
            << a << " = s % 2048; }");
        break;
    }
    line("__syncthreads();");
    return true;
  }
};
