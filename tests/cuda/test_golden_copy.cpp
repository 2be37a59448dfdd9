// SPDX-License-Identifier: MIT
// LABELS: golden

#include "runtime_matrix.hpp"

#include <cstdlib>
#include <vector>

using namespace matrix;

namespace {

constinit int constant_data[256] = {};
constinit int device_data[64] = {};
constinit int managed_data[4] = {};

enum { PK_PAGEABLE, PK_PINNED, PK_MANAGED, PK_DEVICE, PK_N };
static const char* const kPk[] = {"pageable", "pinned", "managed", "device"};
static char* get_mem(int k, size_t n) {
  void* p = 0;
  switch (k) {
    case PK_PAGEABLE:
      p = malloc(n);
      break;
    case PK_PINNED:
      (void)cudaMallocHost(&p, n);
      break;
    case PK_MANAGED:
      (void)cudaMallocManaged(&p, n);
      break;
    case PK_DEVICE:
      (void)cudaMalloc(&p, n);
      break;
  }
  return (char*)p;
}
static void put_mem(int k, void* p) {
  switch (k) {
    case PK_PAGEABLE:
      free(p);
      break;
    case PK_PINNED:
      (void)cudaFreeHost(p);
      break;
    default:
      (void)cudaFree(p);
  }
}
static void memcpy_kinds() {
  for (int kind : {0, 1, 2, 3, 4, 5, -1})
    for (int d = 0; d < PK_N; ++d)
      for (int s = 0; s < PK_N; ++s)
        for (int async = 0; async < 2; ++async) {
          char *dst = get_mem(d, 4096), *src = get_mem(s, 4096);
          bool sticky = false;
          {
            std::vector<char> v(4096, 7), w(4096, 1);
            if (s == PK_DEVICE)
              (void)cudaMemcpy(src, v.data(), 4096, cudaMemcpyHostToDevice);
            else
              memset(src, 7, 4096);
            if (d == PK_DEVICE)
              (void)cudaMemset(dst, 1, 4096);
            else
              memset(dst, 1, 4096);
            (void)cudaDeviceSynchronize();
            Case c(strf("memcpy_kind/%s/%d/%s_from_%s", async ? "async" : "sync", kind, kPk[d],
                        kPk[s]));
            if (async)
              DO(cudaMemcpyAsync(dst, src, 4096, (cudaMemcpyKind)kind, 0));
            else
              DO(cudaMemcpy(dst, src, 4096, (cudaMemcpyKind)kind));
            sticky = DO(cudaDeviceSynchronize()) != cudaSuccess;
            if (!sticky) {
              if (d == PK_DEVICE)
                (void)cudaMemcpy(w.data(), dst, 4096, cudaMemcpyDeviceToHost);
              else
                memcpy(w.data(), dst, 4096);
              c.note(strf("copied=%d", w[0] == 7 && w[4095] == 7));
            }
          }
          if (sticky) {
            (void)cudaDeviceReset();
            (void)cudaGetLastError();
          } else {
            put_mem(d, dst);
            put_mem(s, src);
          }
        }
}
static void memcpy_part() {
  static char host[1 << 20];
  void* p = 0;
  char* dev = 0;
  (void)cudaMalloc((void**)&dev, 1024);
  {
    Case c("memcpy/null_dst");
    DO(cudaMemcpy(0, host, 16, cudaMemcpyHostToDevice));
    DO(cudaMemcpy(0, dev, 16, cudaMemcpyDeviceToHost));
    DO(cudaMemcpy(0, dev, 16, cudaMemcpyDeviceToDevice));
    DO(cudaMemcpy(0, dev, 16, cudaMemcpyDefault));
  }
  {
    Case c("memcpy/null_src");
    DO(cudaMemcpy(dev, 0, 16, cudaMemcpyHostToDevice));
    DO(cudaMemcpy(host, 0, 16, cudaMemcpyDeviceToHost));
    DO(cudaMemcpy(dev, 0, 16, cudaMemcpyDeviceToDevice));
    DO(cudaMemcpy(dev, 0, 16, cudaMemcpyDefault));
  }
  {
    Case c("memcpy/size_zero");
    DO(cudaMemcpy(dev, host, 0, cudaMemcpyHostToDevice));
    DO(cudaMemcpy(0, 0, 0, cudaMemcpyHostToDevice));
    DO(cudaMemcpy(0, 0, 0, cudaMemcpyDefault));
    DO(cudaMemcpy(0, 0, 0, CAST(cudaMemcpyKind, 7)));
    DO(cudaMemcpy(host, dev, 0, cudaMemcpyHostToDevice));
    DO(cudaMemcpy((void*)1, (void*)2, 0, cudaMemcpyDeviceToDevice));
    DO(cudaMemcpyAsync(0, 0, 0, cudaMemcpyHostToDevice, 0));
  }
  {
    Case c("memcpy/bad_kind");
    DO(cudaMemcpy(dev, host, 16, CAST(cudaMemcpyKind, 5)));
    DO(cudaMemcpy(dev, host, 16, CAST(cudaMemcpyKind, -1)));
    DO(cudaMemcpyAsync(dev, host, 16, CAST(cudaMemcpyKind, 5), 0));
  }
  {
    Case c("memcpy/one_past_end");
    DO(cudaMemcpy(dev, host, 1025, cudaMemcpyHostToDevice));
    DO(cudaMemcpy(host, dev, 1025, cudaMemcpyDeviceToHost));
    DO(cudaMemset(dev, 0, 1025));
    DO(cudaDeviceSynchronize());
  }
  {
    Case c("memcpy/overlapping_exact");
    DO(cudaMemcpy(dev, dev, 512, cudaMemcpyDeviceToDevice));
    DO(cudaDeviceSynchronize());
  }
  {
    Case c("memset/basic");
    DO(cudaMemset(dev, 0x1ff, 16));
    DO(cudaMemcpy(host, dev, 16, cudaMemcpyDeviceToHost));
    c.note(strf("byte=%d", (unsigned char)host[0]));
    DO(cudaMemset(dev, 5, 0));
    DO(cudaMemset(0, 5, 0));
    DO(cudaMemset(0, 5, 16));
  }
  {
    Case c("memset/pinned_and_managed");
    DO(cudaMallocHost(&p, 64));
    DO(cudaMemset(p, 9, 64));
    DO(cudaDeviceSynchronize());
    c.note(strf("byte=%d", ((char*)p)[63]));
    DO(cudaFreeHost(p));
    DO(cudaMallocManaged(&p, 64));
    DO(cudaMemset(p, 8, 64));
    DO(cudaDeviceSynchronize());
    c.note(strf("byte=%d", ((char*)p)[63]));
    DO(cudaFree(p));
  }
  {
    Case c("memset2d/bad");
    DO(cudaMemset2D(dev, 32, 1, 33, 2));
    DO(cudaMemset2D(dev, 32, 1, 32, 0));
    DO(cudaMemset2D(dev, 32, 1, 0, 4));
    DO(cudaMemset2D(0, 32, 1, 16, 2));
    DO(cudaMemset2D(dev, 0, 1, 16, 1));
    DO(cudaMemset2D(dev, 32, 1, 16, 2));
    cudaPitchedPtr pp = make_cudaPitchedPtr(dev, 32, 32, 4);
    DO(cudaMemset3D(pp, 1, make_cudaExtent(32, 4, 2)));
    DO(cudaMemset3D(pp, 1, make_cudaExtent(33, 4, 2)));
    DO(cudaMemset3D(pp, 1, make_cudaExtent(32, 5, 2)));
    DO(cudaMemset3D(pp, 1, make_cudaExtent(0, 4, 2)));
    DO(cudaMemset3D(make_cudaPitchedPtr(0, 32, 32, 4), 1, make_cudaExtent(16, 1, 1)));
  }
  {
    Case c("memcpy2d/bad");
    DO(cudaMemcpy2D(dev, 32, host, 32, 33, 2, cudaMemcpyHostToDevice));
    DO(cudaMemcpy2D(dev, 64, host, 32, 33, 2, cudaMemcpyHostToDevice));
    DO(cudaMemcpy2D(dev, 32, host, 64, 33, 2, cudaMemcpyHostToDevice));
    DO(cudaMemcpy2D(dev, 32, host, 32, 33, 1, cudaMemcpyHostToDevice));
    DO(cudaMemcpy2D(dev, 32, host, 32, 32, 0, cudaMemcpyHostToDevice));
    DO(cudaMemcpy2D(dev, 32, host, 32, 0, 2, cudaMemcpyHostToDevice));
    DO(cudaMemcpy2D(dev, 0, host, 0, 0, 0, cudaMemcpyHostToDevice));
    DO(cudaMemcpy2D(dev, 16, host, 16, 17, 0, cudaMemcpyHostToDevice));
    DO(cudaMemcpy2D(0, 32, host, 32, 32, 2, cudaMemcpyHostToDevice));
    DO(cudaMemcpy2D(dev, 32, 0, 32, 32, 2, cudaMemcpyHostToDevice));
    DO(cudaMemcpy2D(dev, 32, host, 32, 32, 2, CAST(cudaMemcpyKind, 9)));
    DO(cudaMemcpy2D(dev, (size_t)1 << 40, host, (size_t)1 << 40, 32, 1, cudaMemcpyHostToDevice));
    DO(cudaMemcpy2D(dev, (size_t)2147483647, host, (size_t)2147483647, 32, 1,
                    cudaMemcpyHostToDevice));
    DO(cudaMemcpy2D(dev, (size_t)2147483648ull, host, (size_t)2147483648ull, 32, 1,
                    cudaMemcpyHostToDevice));
    DO(cudaMemcpy2D(dev, 32, host, 32, 32, 2, cudaMemcpyHostToDevice));
  }
  {
    Case c("memcpy3d/bad");
    cudaMemcpy3DParms m;
    memset(&m, 0, sizeof m);
    DO(cudaMemcpy3D(0));
    DO(cudaMemcpy3D(&m));
    m.srcPtr = make_cudaPitchedPtr(host, 16, 16, 4);
    m.kind = cudaMemcpyHostToDevice;
    m.extent = make_cudaExtent(16, 2, 2);
    c.put("srcPtr set, no dst", "-");
    DO(cudaMemcpy3D(&m));
    m.dstPtr = make_cudaPitchedPtr(dev, 16, 16, 4);
    c.put("srcPtr and dstPtr set, extent (16,2,2), ysize 4", "-");
    DO(cudaMemcpy3D(&m));
    m.extent = make_cudaExtent(0, 2, 2);
    c.put("extent (0,2,2)", "-");
    DO(cudaMemcpy3D(&m));
    m.extent = make_cudaExtent(16, 0, 2);
    c.put("extent (16,0,2)", "-");
    DO(cudaMemcpy3D(&m));
    m.extent = make_cudaExtent(17, 2, 2);
    c.put("extent (17,2,2) over pitch 16", "-");
    DO(cudaMemcpy3D(&m));
    m.extent = make_cudaExtent(16, 5, 2);
    c.put("extent (16,5,2) over ysize 4", "-");
    DO(cudaMemcpy3D(&m));
    m.extent = make_cudaExtent(16, 5, 1);
    c.put("extent (16,5,1) over ysize 4", "-");
    DO(cudaMemcpy3D(&m));
    cudaArray_t arr = 0;
    cudaChannelFormatDesc d = cudaCreateChannelDesc<float>();
    DO(cudaMallocArray(&arr, &d, 4, 4));
    m.extent = make_cudaExtent(4, 4, 1);
    m.dstArray = arr;
    c.put("dstPtr and dstArray both set", "-");
    DO(cudaMemcpy3D(&m));
    m.dstPtr = make_cudaPitchedPtr(0, 0, 0, 0);
    c.put("dstArray alone, extent (4,4,1) elements, depth 1 of a 2D array", "-");
    DO(cudaMemcpy3D(&m));
    m.extent = make_cudaExtent(5, 4, 1);
    c.put("extent (5,4,1) beyond the array", "-");
    DO(cudaMemcpy3D(&m));
    m.extent = make_cudaExtent(4, 4, 1);
    m.dstPos = make_cudaPos(1, 0, 0);
    c.put("dstPos (1,0,0) pushes it beyond", "-");
    DO(cudaMemcpy3D(&m));
    DO(cudaFreeArray(arr));
  }
  {
    Case c("memcpysymbol/range");
    cudaMemset(dev, 0, 1024);
    DO(cudaMemcpyToSymbol(constant_data, host, 1024));
    DO(cudaMemcpyToSymbol(constant_data, host, 1025));
    DO(cudaMemcpyToSymbol(constant_data, host, 4, 1020));
    DO(cudaMemcpyToSymbol(constant_data, host, 4, 1021));
    DO(cudaMemcpyToSymbol(constant_data, host, 0, 1024));
    DO(cudaMemcpyToSymbol(constant_data, host, 0, 5000));
    DO(cudaMemcpyToSymbol(constant_data, host, 4, (size_t)-4));
    DO(cudaMemcpyToSymbol(constant_data, (void*)0, 4));
    DO(cudaMemcpyToSymbol(constant_data, dev, 16, 0, cudaMemcpyDeviceToDevice));
    DO(cudaMemcpyToSymbol(constant_data, dev, 16, 0, cudaMemcpyDefault));
    DO(cudaMemcpyToSymbol(constant_data, host, 16, 0, cudaMemcpyDeviceToHost));
    DO(cudaMemcpyToSymbol(constant_data, host, 16, 0, cudaMemcpyHostToHost));
    DO(cudaMemcpyFromSymbol(host, constant_data, 1024));
    DO(cudaMemcpyFromSymbol(host, constant_data, 1025));
    DO(cudaMemcpyFromSymbol(host, device_data, 256));
    DO(cudaMemcpyFromSymbol(host, device_data, 4, 253));
    DO(cudaMemcpyFromSymbol(host, device_data, 4, 0, cudaMemcpyHostToDevice));
  }
  {
    Case c("symbol/address_and_size");
    size_t n = 0;
    DO(cudaGetSymbolSize(&n, constant_data));
    c.note(strf("size=%zu", n));
    DO(cudaGetSymbolSize(&n, device_data));
    c.note(strf("size=%zu", n));
    DO(cudaGetSymbolSize(&n, managed_data));
    c.note(strf("size=%zu", n));
    DO(cudaGetSymbolAddress(&p, managed_data));
    c.note(strf("same_as_host=%d", p == (void*)managed_data));
  }
  {
    Case c("memcpypeer/devices");
    DO(cudaMemcpyPeer(dev, 0, dev + 512, 0, 16));
    DO(cudaMemcpyPeer(dev, 77, dev + 512, 0, 16));
    DO(cudaMemcpyPeer(dev, 0, dev + 512, -1, 16));
  }
  {
    Case c("memcpyarray/range");
    cudaArray_t a = 0;
    cudaChannelFormatDesc d = cudaCreateChannelDesc<float>();
    DO(cudaMallocArray(&a, &d, 16, 8));
    DO(cudaMemcpy2DToArray(a, 0, 0, host, 64, 64, 8, cudaMemcpyHostToDevice));
    DO(cudaMemcpy2DToArray(a, 4, 0, host, 64, 64, 8, cudaMemcpyHostToDevice));
    DO(cudaMemcpy2DToArray(a, 0, 1, host, 64, 64, 8, cudaMemcpyHostToDevice));
    DO(cudaMemcpy2DToArray(a, 2, 0, host, 64, 4, 1, cudaMemcpyHostToDevice));
    DO(cudaMemcpy2DToArray(a, 0, 0, host, 64, 6, 1, cudaMemcpyHostToDevice));
    DO(cudaMemcpy2DToArray(a, 0, 0, host, 32, 64, 2, cudaMemcpyHostToDevice));
    DO(cudaMemcpy2DToArray(0, 0, 0, host, 64, 64, 8, cudaMemcpyHostToDevice));
    DO(cudaMemcpy2DFromArray(host, 64, a, 0, 0, 64, 8, cudaMemcpyDeviceToHost));
    DO(cudaMemcpy2DFromArray(host, 64, a, 0, 0, 64, 9, cudaMemcpyDeviceToHost));
    DO(cudaMemcpy2DToArray(a, 0, 0, host, 64, 64, 0, cudaMemcpyHostToDevice));
    DO(cudaFreeArray(0));
    DO(cudaFreeArray(a));
  }
}
static void memcpy_risky() {
  static int not_a_symbol;
  static void* p;
  static size_t n;
#define SYMBOL(id, ...) \
  do {                  \
    Case c(id, true);   \
    DO(cudaFree(0));    \
    DO(__VA_ARGS__);    \
  } while (0)
  SYMBOL("symbol/address_of_other", cudaGetSymbolAddress(&p, (const void*)&not_a_symbol));
  SYMBOL("symbol/size_of_other", cudaGetSymbolSize(&n, (const void*)&not_a_symbol));
  SYMBOL("symbol/address_of_null", cudaGetSymbolAddress(&p, (const void*)0));
  SYMBOL("symbol/size_of_null", cudaGetSymbolSize(&n, (const void*)0));
  SYMBOL("symbol/copy_to_other", cudaMemcpyToSymbol((const void*)&not_a_symbol, &n, 4));
  SYMBOL("symbol/copy_to_null", cudaMemcpyToSymbol((const void*)0, &n, 4));
  {
    static char big[80 << 20];
    char* dev;
    Case c("memcpy/far_past_end", true);
    DO(cudaMalloc((void**)&dev, 1024));
    DO(cudaMemcpy(dev, big, 80 << 20, cudaMemcpyHostToDevice));
    DO(cudaMemcpy(big, dev, 80 << 20, cudaMemcpyDeviceToHost));
    DO(cudaMemset(dev, 0, 80 << 20));
    DO(cudaDeviceSynchronize());
  }
  {
    static char host[4096];
    char* dev;
    Case c("memcpy/freed_pointer", true);
    DO(cudaMalloc((void**)&dev, 4096));
    DO(cudaFree(dev));
    DO(cudaMemcpy(dev, host, 4096, cudaMemcpyHostToDevice));
    DO(cudaMemset(dev, 0, 4096));
    DO(cudaDeviceSynchronize());
  }
  {
    static char host[4096];
    Case c("memset/pageable_pointer", true);
    DO(cudaMemset(host, 3, 4096));
    DO(cudaDeviceSynchronize());
    c.note(strf("byte=%d", host[0]));
  }
  {
    static char host[4096];
    Case c("memcpy/wild_device_pointer", true);
    DO(cudaMemcpy((void*)0x7000000000ull, host, 16, cudaMemcpyHostToDevice));
    DO(cudaDeviceSynchronize());
  }
  {
    static char host[4096];
    Case c("memcpy/host_to_host_wild", true);
    CHECK(cudaMemcpy((void*)8, host, 16, cudaMemcpyHostToHost) != cudaSuccess);
  }
}

// memcpy2d/random: everything the case needs is in its inputs.
void memcpy2d_random(golden::record const& r) {
  auto const number = [&](char const* key) {
    return static_cast<std::size_t>(std::stoull(golden::field(r, key)));
  };
  std::size_t const w = number("width"), h = number("height");
  std::size_t const dp = number("dpitch"), sp = number("spitch");
  auto const kind = number("kind");
  std::vector<unsigned char> hs(65536), hd(65536, 0xEE);
  for (std::size_t i = 0; i < hs.size(); ++i)
    hs[i] = static_cast<unsigned char>(i * 7 + 3 + i / 251);
  unsigned char *ds = nullptr, *dd = nullptr;
  REQUIRE(cudaMalloc(&ds, 65536) == cudaSuccess);
  REQUIRE(cudaMalloc(&dd, 65536) == cudaSuccess);
  CHECK(cudaMemcpy(ds, hs.data(), 65536, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(cudaMemcpy(dd, hd.data(), 65536, cudaMemcpyHostToDevice) == cudaSuccess);
  void* const dst = kind == 2 ? static_cast<void*>(hd.data()) : dd;
  void const* const src = kind == 1 ? static_cast<void*>(hs.data()) : ds;
  cudaError_t const e = cudaMemcpy2D(dst, dp, src, sp, w, h, static_cast<cudaMemcpyKind>(kind));
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  if (kind != 2) CHECK(cudaMemcpy(hd.data(), dd, 65536, cudaMemcpyDeviceToHost) == cudaSuccess);
  std::uint64_t sum = 0xCBF29CE484222325ull;
  for (unsigned char const b : hd) sum = (sum ^ b) * 0x100000001B3ull;
  line(r.id, r.inputs,
       errname(e) + strf(" ; fnv1a64(dst)=0x%016llx", static_cast<unsigned long long>(sum)));
  CHECK(cudaFree(ds) == cudaSuccess);
  CHECK(cudaFree(dd) == cudaSuccess);
}

}  // namespace

TEST_CASE("[MEM-003][MEM-004][MEM-011][MULTI-014] every kind of copy between all kinds of memory") {
  memcpy_kinds();
  finish({"memcpy_kind/"});
}

TEST_CASE(
    "[MEM-009][MEM-013][MEM-014][MEM-015][MEM-016][ARR-006][MULTI-011] copies with bad arguments") {
  memcpy_part();
  memcpy_risky();
  for (auto const& [id, r] : answers())
    if (id.compare(0, 16, "memcpy2d/random/") == 0) memcpy2d_random(r);
  finish({"memcpy/", "memset/", "memset2d/", "memcpy2d/", "memcpy3d/", "memcpysymbol/",
          "memcpypeer/", "memcpyarray/", "symbol/"},
         {{"symbol/address_into_null",
           "a null output crashes the GPU's runtime: cudaErrorInvalidValue here"},
          {"symbol/size_into_null", "the same"}});
}
