// SPDX-License-Identifier: MIT
#include "ptx_instructions.hpp"

#include "ptx_memory.hpp"
#include "ptx_video.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace simt::cu {

namespace {

struct ptx_line {
  std::string_view name, operands, text;
};

#define SIMT_CU_RANK "((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x)"
#define SIMT_CU_LANE "(" SIMT_CU_RANK " % 32)"

/// PTX ISA 8.0: 10 (special registers), 9.7 (instructions).
constexpr std::array ptx_lines = {
    ptx_line{"mov.u32", "U,%laneid", "$0 = " SIMT_CU_LANE},
    ptx_line{"mov.u32", "U,%lanemask_eq", "$0 = 1u << " SIMT_CU_LANE},
    ptx_line{"mov.u32", "U,%lanemask_lt", "$0 = (1u << " SIMT_CU_LANE ") - 1"},
    ptx_line{"mov.u32", "U,%lanemask_le", "$0 = (2u << " SIMT_CU_LANE ") - 1"},
    ptx_line{"mov.u32", "U,%lanemask_gt", "$0 = ~((2u << " SIMT_CU_LANE ") - 1)"},
    ptx_line{"mov.u32", "U,%lanemask_ge", "$0 = ~((1u << " SIMT_CU_LANE ") - 1)"},
    ptx_line{"mov.u32", "U,%warpid", "$0 = " SIMT_CU_RANK " / 32"},
    ptx_line{"mov.u32", "U,%tid.x", "$0 = threadIdx.x"},
    ptx_line{"mov.u32", "U,%tid.y", "$0 = threadIdx.y"},
    ptx_line{"mov.u32", "U,%tid.z", "$0 = threadIdx.z"},
    ptx_line{"mov.u32", "U,%ntid.x", "$0 = blockDim.x"},
    ptx_line{"mov.u32", "U,%ntid.y", "$0 = blockDim.y"},
    ptx_line{"mov.u32", "U,%ntid.z", "$0 = blockDim.z"},
    ptx_line{"mov.u32", "U,%ctaid.x", "$0 = blockIdx.x"},
    ptx_line{"mov.u32", "U,%ctaid.y", "$0 = blockIdx.y"},
    ptx_line{"mov.u32", "U,%ctaid.z", "$0 = blockIdx.z"},
    ptx_line{"mov.u32", "U,%nctaid.x", "$0 = gridDim.x"},
    ptx_line{"mov.u32", "U,%nctaid.y", "$0 = gridDim.y"},
    ptx_line{"mov.u32", "U,%nctaid.z", "$0 = gridDim.z"},
    ptx_line{"mov.u32", "U,%clock", "$0 = (unsigned)clock()"},
    ptx_line{"mov.u64", "W,%clock64", "$0 = clock64()"},
    ptx_line{"mov.u64", "W,%globaltimer", "$0 = simt_global_timer()"},
    ptx_line{"mov.u32", "U,%smid", "$0 = simt_multiprocessor()"},
    ptx_line{"bfind.u32", "U,u", "$0 = 31u - __clz($1)"},
    ptx_line{"bfind.u64", "U,w", "$0 = 63u - __clzll($1)"},
    ptx_line{"clz.b32", "U,u", "$0 = __clz($1)"},
    ptx_line{"clz.b64", "U,w", "$0 = __clzll($1)"},
    ptx_line{"popc.b32", "U,u", "$0 = __popc($1)"},
    ptx_line{"popc.b64", "U,w", "$0 = __popcll($1)"},
    ptx_line{"brev.b32", "U,u", "$0 = __brev($1)"},
    ptx_line{"brev.b64", "W,w", "$0 = __brevll($1)"},
    ptx_line{"prmt.b32", "U,u,u,u", "$0 = __byte_perm($1, $2, $3)"},
    ptx_line{"shf.l.wrap.b32", "U,u,u,u", "$0 = __funnelshift_l($1, $2, $3)"},
    ptx_line{"shf.l.clamp.b32", "U,u,u,u", "$0 = __funnelshift_lc($1, $2, $3)"},
    ptx_line{"shf.r.wrap.b32", "U,u,u,u", "$0 = __funnelshift_r($1, $2, $3)"},
    ptx_line{"shf.r.clamp.b32", "U,u,u,u", "$0 = __funnelshift_rc($1, $2, $3)"},
    ptx_line{"bfe.u32", "U,u,u,u",
             "$0 = (unsigned)(((unsigned long long)($1) >> min(($2) & 255u, 32u)) & ((1ull << "
             "min(($3) & 255u, 32u)) - 1))"},
    ptx_line{"mov.u32", "U,u", "$0 = $1"},
    ptx_line{"mov.b32", "U,u", "$0 = $1"},
    ptx_line{"mov.s32", "U,u", "$0 = $1"},
    ptx_line{"mov.u64", "W,w", "$0 = $1"},
    ptx_line{"mov.b64", "W,w", "$0 = $1"},
    ptx_line{"mov.s64", "W,w", "$0 = $1"},
    ptx_line{"cvt.u32.u64", "U,w", "$0 = (unsigned)($1)"},
    ptx_line{"cvt.u64.u32", "W,u", "$0 = $1"},
    ptx_line{"cvta.to.global.u64", "W,w", "$0 = $1"},
    ptx_line{"cvta.to.shared.u64", "W,w", "$0 = __cvta_generic_to_shared((const void*)($1))"},
    ptx_line{"shl.b32", "U,u,u", "$0 = ($2) < 32u ? $1 << (($2) & 31u) : 0u"},
    ptx_line{"shl.b64", "W,w,u", "$0 = ($2) < 64u ? $1 << (($2) & 63u) : 0ull"},
    ptx_line{"shr.u32", "U,u,u", "$0 = ($2) < 32u ? $1 >> (($2) & 31u) : 0u"},
    ptx_line{"shr.b32", "U,u,u", "$0 = ($2) < 32u ? $1 >> (($2) & 31u) : 0u"},
    ptx_line{"shr.s32", "I,i,u", "$0 = $1 >> min($2, 31u)"},
    ptx_line{"shr.u64", "W,w,u", "$0 = ($2) < 64u ? $1 >> (($2) & 63u) : 0ull"},
    ptx_line{"shr.b64", "W,w,u", "$0 = ($2) < 64u ? $1 >> (($2) & 63u) : 0ull"},
    ptx_line{"shr.s64", "L,l,u", "$0 = $1 >> min($2, 63u)"},
    ptx_line{"and.b64", "W,w,w", "$0 = $1 & $2"},
    ptx_line{"or.b64", "W,w,w", "$0 = $1 | $2"},
    ptx_line{"xor.b64", "W,w,w", "$0 = $1 ^ $2"},
    ptx_line{"not.b64", "W,w", "$0 = ~$1"},
    ptx_line{"add.u64", "W,w,w", "$0 = $1 + $2"},
    ptx_line{"add.s64", "L,w,w", "$0 = (long long)($1 + $2)"},
    ptx_line{"sub.u64", "W,w,w", "$0 = $1 - $2"},
    ptx_line{"sub.s64", "L,w,w", "$0 = (long long)($1 - $2)"},
    ptx_line{"mul.lo.u64", "W,w,w", "$0 = $1 * $2"},
    ptx_line{"mul.lo.s64", "L,w,w", "$0 = (long long)($1 * $2)"},
    ptx_line{"mad.lo.u64", "W,w,w,w", "$0 = $1 * $2 + $3"},
    ptx_line{"mad.hi.u64", "W,w,w,w", "$0 = __umul64hi($1, $2) + $3"},
    ptx_line{"min.u32", "U,u,u", "$0 = min($1, $2)"},
    ptx_line{"max.u32", "U,u,u", "$0 = max($1, $2)"},
    ptx_line{"min.s32", "I,i,i", "$0 = min($1, $2)"},
    ptx_line{"max.s32", "I,i,i", "$0 = max($1, $2)"},
    ptx_line{"and.b32", "U,u,u", "$0 = $1 & $2"},
    ptx_line{"or.b32", "U,u,u", "$0 = $1 | $2"},
    ptx_line{"xor.b32", "U,u,u", "$0 = $1 ^ $2"},
    ptx_line{"not.b32", "U,u", "$0 = ~$1"},
    ptx_line{"add.u32", "U,u,u", "$0 = $1 + $2"},
    ptx_line{"add.s32", "I,u,u", "$0 = (int)($1 + $2)"},
    ptx_line{"sub.u32", "U,u,u", "$0 = $1 - $2"},
    ptx_line{"sub.s32", "I,u,u", "$0 = (int)($1 - $2)"},
    ptx_line{"mul.lo.u32", "U,u,u", "$0 = $1 * $2"},
    ptx_line{"mul.lo.s32", "I,u,u", "$0 = (int)($1 * $2)"},
    ptx_line{"mul.hi.u32", "U,u,u", "$0 = __umulhi($1, $2)"},
    ptx_line{"mul.hi.s32", "I,i,i", "$0 = __mulhi($1, $2)"},
    ptx_line{"mul.hi.u64", "W,w,w", "$0 = __umul64hi($1, $2)"},
    ptx_line{"mul.hi.s64", "L,l,l", "$0 = __mul64hi($1, $2)"},
    ptx_line{"mul.wide.u32", "W,u,u", "$0 = (unsigned long long)($1) * $2"},
    ptx_line{"mul.wide.s32", "L,i,i", "$0 = (long long)($1) * $2"},
    ptx_line{"mad.lo.u32", "U,u,u,u", "$0 = $1 * $2 + $3"},
    ptx_line{"mad.lo.s32", "I,u,u,u", "$0 = (int)($1 * $2 + $3)"},
    ptx_line{"mad.hi.u32", "U,u,u,u", "$0 = __umulhi($1, $2) + $3"},
    ptx_line{"mad.wide.u32", "W,u,u,w", "$0 = (unsigned long long)($1) * $2 + $3"},
    ptx_line{"dp4a.u32.u32", "U,u,u,u", "$0 = __dp4a($1, $2, $3)"},
    ptx_line{"dp4a.s32.s32", "I,i,i,i", "$0 = __dp4a($1, $2, $3)"},
    ptx_line{"fma.rn.f32", "F,f,f,f", "$0 = __fmaf_rn($1, $2, $3)"},
    ptx_line{"fma.rn.f64", "D,d,d,d", "$0 = __fma_rn($1, $2, $3)"},
    ptx_line{"add.f32", "F,f,f", "$0 = __fadd_rn($1, $2)"},
    ptx_line{"add.rn.f32", "F,f,f", "$0 = __fadd_rn($1, $2)"},
    ptx_line{"sub.f32", "F,f,f", "$0 = __fsub_rn($1, $2)"},
    ptx_line{"sub.rn.f32", "F,f,f", "$0 = __fsub_rn($1, $2)"},
    ptx_line{"mul.f32", "F,f,f", "$0 = __fmul_rn($1, $2)"},
    ptx_line{"mul.rn.f32", "F,f,f", "$0 = __fmul_rn($1, $2)"},
    ptx_line{"div.rn.f32", "F,f,f", "$0 = __fdiv_rn($1, $2)"},
    ptx_line{"rcp.rn.f32", "F,f", "$0 = __frcp_rn($1)"},
    ptx_line{"sqrt.rn.f32", "F,f", "$0 = __fsqrt_rn($1)"},
    ptx_line{"abs.f32", "F,f", "$0 = fabsf($1)"},
    ptx_line{"neg.f32", "F,f", "$0 = -($1)"},
    ptx_line{"min.f32", "F,f,f", "$0 = fminf($1, $2)"},
    ptx_line{"max.f32", "F,f,f", "$0 = fmaxf($1, $2)"},
    ptx_line{"mov.f32", "F,f", "$0 = $1"},
    ptx_line{"add.f64", "D,d,d", "$0 = __dadd_rn($1, $2)"},
    ptx_line{"add.rn.f64", "D,d,d", "$0 = __dadd_rn($1, $2)"},
    ptx_line{"sub.f64", "D,d,d", "$0 = __dsub_rn($1, $2)"},
    ptx_line{"sub.rn.f64", "D,d,d", "$0 = __dsub_rn($1, $2)"},
    ptx_line{"mul.f64", "D,d,d", "$0 = __dmul_rn($1, $2)"},
    ptx_line{"mul.rn.f64", "D,d,d", "$0 = __dmul_rn($1, $2)"},
    ptx_line{"div.rn.f64", "D,d,d", "$0 = __ddiv_rn($1, $2)"},
    ptx_line{"rcp.rn.f64", "D,d", "$0 = __drcp_rn($1)"},
    ptx_line{"sqrt.rn.f64", "D,d", "$0 = __dsqrt_rn($1)"},
    ptx_line{"abs.f64", "D,d", "$0 = fabs($1)"},
    ptx_line{"neg.f64", "D,d", "$0 = -($1)"},
    ptx_line{"min.f64", "D,d,d", "$0 = fmin($1, $2)"},
    ptx_line{"max.f64", "D,d,d", "$0 = fmax($1, $2)"},
    ptx_line{"mov.f64", "D,d", "$0 = $1"},
    ptx_line{"rcp.approx.f32", "F,f", "$0 = __frcp_rn($1)"},
    ptx_line{"sqrt.approx.f32", "F,f", "$0 = sqrtf($1)"},
    ptx_line{"rsqrt.approx.f32", "F,f", "$0 = rsqrtf($1)"},
    ptx_line{"sin.approx.f32", "F,f", "$0 = __sinf($1)"},
    ptx_line{"cos.approx.f32", "F,f", "$0 = __cosf($1)"},
    ptx_line{"lg2.approx.f32", "F,f", "$0 = __log2f($1)"},
    ptx_line{"ex2.approx.f32", "F,f", "$0 = exp2f($1)"},
    ptx_line{"tanh.approx.f32", "F,f", "$0 = tanhf($1)"},
    ptx_line{"div.approx.f32", "F,f,f", "$0 = __fdividef($1, $2)"},
    ptx_line{"shfl.sync.bfly.b32", "U,u,u,31,u", "$0 = __shfl_xor_sync($4, $1, $2)"},
    ptx_line{"shfl.sync.down.b32", "U,u,u,31,u", "$0 = __shfl_down_sync($4, $1, $2)"},
    ptx_line{"shfl.sync.idx.b32", "U,u,u,31,u", "$0 = __shfl_sync($4, $1, $2)"},
    ptx_line{"shfl.sync.up.b32", "U,u,u,0,u", "$0 = __shfl_up_sync($4, $1, $2)"},
    ptx_line{"match.any.sync.b32", "U,u,u", "$0 = __match_any_sync($2, $1)"},
    ptx_line{"match.any.sync.b64", "U,w,u", "$0 = __match_any_sync($2, $1)"},
    ptx_line{"activemask.b32", "U", "$0 = __activemask()"},
    ptx_line{"vote.sync.all.pred", "P,p,u", "$0 = __all_sync($2, $1) != 0"},
    ptx_line{"vote.sync.any.pred", "P,p,u", "$0 = __any_sync($2, $1) != 0"},
    ptx_line{"vote.sync.ballot.b32", "U,p,u", "$0 = __ballot_sync($2, $1)"},
    ptx_line{"redux.sync.add.u32", "U,u,u", "$0 = __reduce_add_sync($2, $1)"},
    ptx_line{"redux.sync.add.s32", "I,i,u", "$0 = __reduce_add_sync($2, $1)"},
    ptx_line{"redux.sync.min.u32", "U,u,u", "$0 = __reduce_min_sync($2, $1)"},
    ptx_line{"redux.sync.min.s32", "I,i,u", "$0 = __reduce_min_sync($2, $1)"},
    ptx_line{"redux.sync.max.u32", "U,u,u", "$0 = __reduce_max_sync($2, $1)"},
    ptx_line{"redux.sync.max.s32", "I,i,u", "$0 = __reduce_max_sync($2, $1)"},
    ptx_line{"redux.sync.and.b32", "U,u,u", "$0 = __reduce_and_sync($2, $1)"},
    ptx_line{"redux.sync.or.b32", "U,u,u", "$0 = __reduce_or_sync($2, $1)"},
    ptx_line{"redux.sync.xor.b32", "U,u,u", "$0 = __reduce_xor_sync($2, $1)"},
    ptx_line{"bar.sync", "0", "__syncthreads()"},
    ptx_line{"barrier.sync", "0", "__syncthreads()"},
    ptx_line{"bar.warp.sync", "u", "__syncwarp($0)"},
    ptx_line{"nanosleep.u32", "u", "__nanosleep($0)"},
    ptx_line{"trap", "", "__trap()"},
    ptx_line{"membar.cta", "", "__threadfence_block()"},
    ptx_line{"membar.gl", "", "__threadfence()"},
    ptx_line{"membar.sys", "", "__threadfence_system()"},
    ptx_line{"fence.acq_rel.cta", "", "__threadfence_block()"},
    ptx_line{"fence.acq_rel.gpu", "", "__threadfence()"},
    ptx_line{"fence.acq_rel.sys", "", "__threadfence_system()"},
    ptx_line{"fence.sc.cta", "", "__threadfence_block()"},
    ptx_line{"fence.sc.gpu", "", "__threadfence()"},
    ptx_line{"fence.sc.sys", "", "__threadfence_system()"},
};

#undef SIMT_CU_LANE
#undef SIMT_CU_RANK

/// The value of a word that is a number.
std::optional<long> number(std::string const& word) {
  if (word.empty() || word[0] < '0' || word[0] > '9') return std::nullopt;
  char* end = nullptr;
  long const out = std::strtol(word.c_str(), &end, 0);
  if (*end != '\0') return std::nullopt;
  return out;
}

bool is_type(std::string_view operand) {
  return operand.size() == 1 && (operand[0] < '0' || operand[0] > '9');
}

bool agrees(std::vector<std::string> const& operands, std::vector<std::string> const& words) {
  if (operands.size() != words.size()) return false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (is_type(operands[i])) continue;
    auto const a = number(operands[i]), b = number(words[i]);
    if (a ? a != b : operands[i] != words[i]) return false;
  }
  return true;
}

/// Reads `lop3`: what each bit of the table stands for, as exclusive ors of ands.
std::optional<ptx_instruction> lop3(std::vector<std::string> const& words) {
  if (words.size() != 5) return std::nullopt;
  auto const table = number(words[4]);
  if (!table || *table < 0 || *table > 255) return std::nullopt;
  std::array<bool, 8> terms{};
  for (unsigned i = 0; i < 8; ++i) terms[i] = ((*table >> i) & 1) != 0;
  for (unsigned bit = 1; bit < 8; bit *= 2)
    for (unsigned i = 0; i < 8; ++i)
      if ((i & bit) != 0) terms[i] = terms[i] != terms[i - bit];
  std::string text;
  for (unsigned i = 0; i < 8; ++i) {
    if (!terms[i]) continue;
    std::string term;
    for (unsigned k = 0; k < 3; ++k)
      if ((i & (4u >> k)) != 0) term += (term.empty() ? "$" : " & $") + std::to_string(k + 1);
    text += (text.empty() ? "" : " ^ ") + (i == 0 ? std::string{"~0u"} : '(' + term + ')');
  }
  return ptx_instruction{{"U", "u", "u", "u", words[4]}, "$0 = " + (text.empty() ? "0u" : text)};
}

}  // namespace

std::vector<std::string> ptx_words(std::string_view list) {
  std::vector<std::string> out;
  while (!list.empty()) {
    auto const comma = std::min(list.find(','), list.size());
    out.emplace_back(list.substr(0, comma));
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return out;
}

std::optional<ptx_instruction> find_ptx(std::string_view name,
                                        std::vector<std::string> const& words) {
  if (name == "lop3.b32") return lop3(words);
  if (auto out = find_ptx_memory(name, words.size())) return out;
  if (auto out = find_ptx_video(name)) return out;
  for (ptx_line const& l : ptx_lines) {
    if (l.name != name) continue;
    auto operands = ptx_words(l.operands);
    if (agrees(operands, words)) return ptx_instruction{std::move(operands), std::string(l.text)};
  }
  return std::nullopt;
}

bool is_ptx_number(std::string_view word) noexcept {
  if (word.starts_with('-')) word.remove_prefix(1);
  return !word.empty() && word[0] >= '0' && word[0] <= '9' &&
         word.find_first_not_of("0123456789abcdefxABCDEFXU") == std::string_view::npos;
}

std::vector<std::string_view> ptx_parts(std::string_view name) {
  std::vector<std::string_view> out;
  for (auto dot = name.find('.'); dot != name.npos; dot = name.find('.')) {
    out.push_back(name.substr(0, dot));
    name.remove_prefix(dot + 1);
  }
  out.push_back(name);
  return out;
}

std::optional<ptx_address> read_ptx_address(std::string_view word) {
  if (!word.starts_with('[') || !word.ends_with(']')) return std::nullopt;
  word = word.substr(1, word.size() - 2);
  auto const plus = word.find('+');
  if (plus == word.npos) return ptx_address{word, {}};
  std::string_view const bytes = word.substr(plus + 1);
  if (!is_ptx_number(bytes)) return std::nullopt;
  return ptx_address{word.substr(0, plus), bytes};
}

}  // namespace simt::cu
