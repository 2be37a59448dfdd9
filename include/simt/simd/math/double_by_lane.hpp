#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/math/double_core.hpp>

#include <cmath>

// Functions of double lanes that are <cmath>'s, one call a lane.
namespace simt::inline SIMT_ABI::simd::detail::f64 {

/// ln |gamma(x)|
template <class V>
SIMT_COLD V lgamma(V x) {
  return by_lane([](double a) { return log_of_gamma(a); }, x);
}
template <class V>
SIMT_COLD V tgamma(V x) {
  return by_lane([](double a) { return std::tgamma(a); }, x);
}

// The Bessel functions are POSIX's, but for the neighbourhood of their zeros below 8: there the C
// library is right to an absolute error only, CUDA to some units in the last place.
struct bessel_zero {
  double high, low;  // the zero
  double radius;     // of the neighbourhood
  double c[14];      // of x less the zero
};
inline constexpr bessel_zero j0_zeros[] = {
    {0x1.33d152e971b40p+1,
     -0x1.0f539d7da258ep-53,
     0.25,
     {-0x1.09cdb36551280p-1, 0x1.ba1deea029494p-4, 0x1.cfae864368d70p-5, -0x1.1bb1cbe1a4071p-7,
      -0x1.1f992590d12bdp-9, 0x1.15382ba06cc47p-12, 0x1.6ed3b9f07e9efp-15, -0x1.232c77d228bbap-18,
      -0x1.1cce3027467c0p-21, 0x1.7ff991673f868p-25, 0x1.2951b37050111p-28, -0x1.5c2c379501852p-32,
      -0x1.bd542ef735e79p-36, 0x1.cd0043300f6bbp-40}},
    {0x1.6148f5b2c2e45p+2,
     0x1.75054cd60a517p-54,
     0.25,
     {0x1.5c6e60a097823p-2, -0x1.f8f72e7a848e0p-6, -0x1.b2150cb41e8c1p-5, 0x1.2f7ffe90256bbp-8,
      0x1.27e31fe9a9779p-9, -0x1.6f641f41956f7p-13, -0x1.863f481a42ee3p-15, 0x1.ad77d748a06e6p-19,
      0x1.32e6d99b7dc5bp-21, -0x1.2da37e37fe081p-25, -0x1.41d722ec41688p-28, 0x1.1d042e91f7d06p-32,
      0x1.e279b89e441e4p-36, -0x1.844bd74450f8ap-40}},
};
inline constexpr bessel_zero j1_zeros[] = {
    {0x1.ea75575af6f09p+1,
     -0x1.60155a9d1b256p-53,
     0.25,
     {-0x1.9c6cf582cbf7fp-2, 0x1.ae8a39f51ad04p-5, 0x1.b589d1da13905p-5, -0x1.537544c331da7p-8,
      -0x1.24b3409959064p-9, 0x1.6e4c2d5354224p-13, 0x1.83a06e30c3fadp-15, -0x1.9799d4c9f2687p-19,
      -0x1.33825cd1ef311p-21, 0x1.17069234283adp-25, 0x1.4569a73a3ef75p-28, -0x1.03b9e7b65ad04p-32,
      -0x1.ebe569cbd5c73p-36, 0x1.5e91c50259704p-40}},
    {0x1.c0ff5f3b47250p+2,
     -0x1.b226d9d243827p-54,
     0.25,
     {0x1.33518b3874e8ap-2, -0x1.5e70dc60362bfp-6, -0x1.80c83bdeee5b0p-5, 0x1.9a4b292e3de42p-9,
      0x1.13fbc7d698217p-9, -0x1.07358bbdbff91p-13, -0x1.796a751f88ef4p-15, 0x1.4255b015aded4p-19,
      0x1.3026e0cda388cp-21, -0x1.d48dcdae1a2b0p-26, -0x1.44639287ce618p-28, 0x1.c62cc26c35aa3p-33,
      0x1.ec3184eefd455p-36, -0x1.3b7682e4ec00dp-40}},
};
inline constexpr bessel_zero y0_zeros[] = {
    {0x1.c982eb8d417eap-1,
     0x1.ea9d270347f83p-56,
     0.125,
     {0x1.c24371844b88ap-1, -0x1.f7e38a46d7103p-2, 0x1.c3b1338af37ddp-3, -0x1.cf18e6a4b24d2p-3,
      0x1.c068086dd0157p-3, -0x1.a396a808e81ffp-3, 0x1.9424b6c498c7ep-3, -0x1.8d35b0ab25fb4p-3,
      0x1.8c0a80e80cc5fp-3, -0x1.8f807fb60a2bfp-3, 0x1.96441c53ff914p-3, -0x1.a0fa745a46f3cp-3,
      0x1.caf326de8e4a8p-3, -0x1.df619c4a155eep-3}},
    {0x1.fa9534d98569cp+1,
     -0x1.f06ae7804384ep-54,
     0.25,
     {-0x1.9c34256a12a0cp-2, 0x1.a09c9290367efp-5, 0x1.df6d59bf50ebdp-5, -0x1.c116fdc598096p-8,
      -0x1.1e32bc4ef8a2cp-9, 0x1.99827651661bcp-13, 0x1.ab2c1fecbe077p-15, -0x1.486371e64dd56p-18,
      -0x1.3b21658bc5f5bp-22, -0x1.777065c08f122p-26, 0x1.452abdc3bcd59p-26, -0x1.f68af9c07c863p-29,
      0x1.ab276aec5afdep-31, -0x1.9ee813e102c5fp-33}},
    {0x1.c581dc4e72103p+2,
     -0x1.9774a495f56cfp-54,
     0.25,
     {0x1.334cca0697a5bp-2, -0x1.5aef611fc4d57p-6, -0x1.8969c64cbf452p-5, 0x1.b2f14a95527cbp-9,
      0x1.1d35e85fde2a3p-9, -0x1.26dd71e391c8bp-13, -0x1.8177e4fe521ddp-15, 0x1.6a9227352f96ap-19,
      0x1.34aa75730a7a1p-21, -0x1.0a2814d773fa8p-25, -0x1.442a32eec55d4p-28, 0x1.fa6c4857315bep-33,
      0x1.f0d93a3771f70p-36, -0x1.7110af7d0df0dp-40}},
};
inline constexpr bessel_zero y1_zeros[] = {
    {0x1.193bed4dff243p+1,
     -0x1.bd1e50d219bfdp-55,
     0.25,
     {0x1.0aa48442f014bp-1, -0x1.e56f82217b8f2p-4, -0x1.0d2af4e932489p-5, -0x1.3a6dec37285efp-8,
      0x1.e671c7d198aadp-8, -0x1.5429dc5b27e1dp-9, 0x1.17ab4a4003296p-10, -0x1.0b2d8677061a4p-11,
      0x1.eea8c061747d8p-13, -0x1.c3fc1bf2b3f8dp-14, 0x1.9cba177c992dbp-15, -0x1.78f32a51f6d45p-16,
      0x1.68d9024dd918cp-17, -0x1.4a3e3a253a12fp-18}},
    {0x1.5b7fe4e87b02ep+2,
     0x1.dfe7bac228e8cp-52,
     0.25,
     {-0x1.5c7c556f0c19ap-2, 0x1.00b9f8571ca1fp-5, 0x1.a15d92dfe3e27p-5, -0x1.10a329e2c23fap-8,
      -0x1.1be6db9923acfp-9, 0x1.337c7e138f482p-13, 0x1.85b940eb5fb10p-15, -0x1.80619147b4474p-19,
      -0x1.255e6cee046bdp-21, 0x1.b62ccfe0d93f6p-26, 0x1.80b142f77aa19p-28, -0x1.a7ecbf603ee41p-32,
      0x1.6553d7f5258c8p-39, -0x1.3b9fe9eb4f577p-38}},
};
template <std::size_t N, class F>
inline double bessel_lane(bessel_zero const (&zeros)[N], double x, F f) {
  for (auto const& z : zeros) {
    double const d = x - z.high;
    if (d < z.radius && d > -z.radius) {
      double const t = d - z.low;
      return t * estrin(batch<double, 1>(t), z.c).v;
    }
  }
  return f(x);
}
template <class V>
SIMT_COLD V j0(V x) {
  return by_lane([](double a) { return bessel_lane(j0_zeros, std::fabs(a), ::j0); }, x);
}
template <class V>
SIMT_COLD V j1(V x) {
  return by_lane(
      [](double a) {
        double const r = bessel_lane(j1_zeros, std::fabs(a), ::j1);
        return std::signbit(a) ? -r : r;
      },
      x);
}
template <class V>
SIMT_COLD V y0(V x) {
  return by_lane([](double a) { return bessel_lane(y0_zeros, a, ::y0); }, x);
}
template <class V>
SIMT_COLD V y1(V x) {
  return by_lane([](double a) { return bessel_lane(y1_zeros, a, ::y1); }, x);
}
/// Of order n, an integral value; NaN for a negative one, as with CUDA.
template <class V>
SIMT_COLD V jn(V n, V x) {
  return by_lane([](double m, double a) { return bessel_of_order(::jn, m, a); }, n, x);
}
template <class V>
SIMT_COLD V yn(V n, V x) {
  return by_lane([](double m, double a) { return bessel_of_order(::yn, m, a); }, n, x);
}

}  // namespace simt::inline SIMT_ABI::simd::detail::f64
