// SPDX-License-Identifier: MIT
// The atomics that compilers call with -fsanitize=thread: made here, after they have been told by
// SIMT_TELLS_LOAD, SIMT_TELLS_STORE or SIMT_TELLS_UPDATE(address, bytes, order), and fences by
// SIMT_TELLS_FENCE(order), which who includes this defines. Orders are __ATOMIC_RELAXED and its
// kind. Within extern "C".
#define SIMT_ATOMICS(bits, T)                                                                   \
  T __tsan_atomic##bits##_load(T const volatile* p, int order) {                                \
    SIMT_TELLS_LOAD(p, sizeof(T), order);                                                       \
    return __atomic_load_n(p, __ATOMIC_SEQ_CST);                                                \
  }                                                                                             \
  void __tsan_atomic##bits##_store(T volatile* p, T v, int order) {                             \
    SIMT_TELLS_STORE(p, sizeof(T), order);                                                      \
    __atomic_store_n(p, v, __ATOMIC_SEQ_CST);                                                   \
  }                                                                                             \
  T __tsan_atomic##bits##_exchange(T volatile* p, T v, int order) {                             \
    SIMT_TELLS_UPDATE(p, sizeof(T), order);                                                     \
    return __atomic_exchange_n(p, v, __ATOMIC_SEQ_CST);                                         \
  }                                                                                             \
  int __tsan_atomic##bits##_compare_exchange_strong(T volatile* p, T* e, T v, int order, int) { \
    SIMT_TELLS_UPDATE(p, sizeof(T), order);                                                     \
    return __atomic_compare_exchange_n(p, e, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);     \
  }                                                                                             \
  int __tsan_atomic##bits##_compare_exchange_weak(T volatile* p, T* e, T v, int order, int) {   \
    SIMT_TELLS_UPDATE(p, sizeof(T), order);                                                     \
    return __atomic_compare_exchange_n(p, e, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);     \
  }                                                                                             \
  T __tsan_atomic##bits##_compare_exchange_val(T volatile* p, T e, T v, int order, int) {       \
    SIMT_TELLS_UPDATE(p, sizeof(T), order);                                                     \
    __atomic_compare_exchange_n(p, &e, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);           \
    return e;                                                                                   \
  }
#define SIMT_FETCH(bits, T, name)                                       \
  T __tsan_atomic##bits##_fetch_##name(T volatile* p, T v, int order) { \
    SIMT_TELLS_UPDATE(p, sizeof(T), order);                             \
    return __atomic_fetch_##name(p, v, __ATOMIC_SEQ_CST);               \
  }
#define SIMT_ALL_ATOMICS(bits, T) \
  SIMT_ATOMICS(bits, T)           \
  SIMT_FETCH(bits, T, add)        \
  SIMT_FETCH(bits, T, sub)        \
  SIMT_FETCH(bits, T, and)        \
  SIMT_FETCH(bits, T, or)         \
  SIMT_FETCH(bits, T, xor)        \
  SIMT_FETCH(bits, T, nand)
SIMT_ALL_ATOMICS(8, std::uint8_t)
SIMT_ALL_ATOMICS(16, std::uint16_t)
SIMT_ALL_ATOMICS(32, std::uint32_t)
SIMT_ALL_ATOMICS(64, std::uint64_t)

void __tsan_atomic_thread_fence(int order) {
  SIMT_TELLS_FENCE(order);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
void __tsan_atomic_signal_fence(int) { __atomic_signal_fence(__ATOMIC_SEQ_CST); }
