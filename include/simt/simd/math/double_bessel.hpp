#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/math/double_erf.hpp>

// Modified Bessel functions of double lanes.
namespace simt::inline SIMT_ABI::simd::detail::f64 {

/// e^-x I0(x) / sqrt(u), u = 4 / (4 + x), as a polynomial of 15 u - i.
inline constexpr table16 bessel_i0_pieces[12] = {
    {{0x1.9884533d43651p-3, 0x1.a7cf06a20e5acp-3, 0x1.b8f98e255722bp-3, 0x1.cc7043d7dc689p-3,
      0x1.e2c62024d7836p-3, 0x1.fcc97650d4c38p-3, 0x1.0dd52ea4e447ap-2, 0x1.20a4c0162f67ap-2,
      0x1.3868268c17523p-2, 0x1.57c7aec816d09p-2, 0x1.82e988a881e0ap-2, 0x1.bf9fa2f74920dp-2,
      0x1.0a9dc98f2df94p-1, 0x1.4609bd751a319p-1, 0x1.966e1578a5d00p-1, 0x1.p+0}},
    {{0x1.cefc5e567f94ap-8, 0x1.02b109ab1ed0cp-7, 0x1.23bdaf9812914p-7, 0x1.4c9bb675e0a6dp-7,
      0x1.803c97787b0d6p-7, 0x1.c345adb44329fp-7, 0x1.0ed85a0dc920ep-6, 0x1.4f31b1323202ap-6,
      0x1.b03272fff40c1p-6, 0x1.2360d2203e2f7p-5, 0x1.968586dd28754p-5, 0x1.1f57b4b2d08d7p-4,
      0x1.932202646bbfbp-4, 0x1.14bb554b90041p-3, 0x1.713a635140907p-3, 0x1.ddddddddddddep-3}},
    {{0x1.8c42ea5795da5p-12, 0x1.ddaf36aace6dcp-12, 0x1.248629fc19aecp-11, 0x1.6d304581a4affp-11,
      0x1.d2de8ff9b5948p-11, 0x1.33ee79813ca4fp-10, 0x1.a8f302436bf1cp-10, 0x1.373633198261ep-9,
      0x1.dee4ef32c6864p-9, 0x1.73b2e8cc1cdd4p-8, 0x1.1735b416aa84cp-7, 0x1.8cfa542a11fdap-7,
      0x1.09a0816681625p-6, 0x1.4fba64415890dp-6, 0x1.936e338d328a2p-6, 0x1.d0369d0369d03p-6}},
    {{0x1.7bff11b1d3e3cp-16, 0x1.ef21f27fb4f3fp-16, 0x1.4a3cc6c67f065p-15, 0x1.c57250c51ca88p-15,
      0x1.434243c12b3b1p-14, 0x1.e71fa89faec55p-14, 0x1.8d3e5f41c2baap-13, 0x1.55443dd3e6de6p-12,
      0x1.1b17934ff624cp-11, 0x1.a91f8992b3e0cp-11, 0x1.1c0f5c048ca81p-10, 0x1.5468ade1c2414p-10,
      0x1.72e8acf488525p-10, 0x1.73fd02de09d27p-10, 0x1.5a1d002f2488fp-10, 0x1.2b5caa69f0936p-10}},
    {{0x1.828c10f797b43p-20, 0x1.10f7d26f56d99p-19, 0x1.8e457d4de6b52p-19, 0x1.2ee7a1771d09ap-18,
      0x1.e903d63539917p-18, 0x1.b3ab54bd218c0p-17, 0x1.a2c6c5c3b5610p-16, 0x1.6fc65603f6014p-15,
      0x1.05f61a0fcf9e1p-14, 0x1.28118c9467045p-14, 0x1.090d4755100f4p-14, 0x1.64f234494a980p-15,
      0x1.f9ea97336481fp-17, -0x1.a646a980f874dp-17, -0x1.2c0191a613d63p-15,
      -0x1.b5fc465b584adp-15}},
    {{0x1.99951394465f8p-24, 0x1.3ac0de635d8c8p-23, 0x1.f98e301ff63bdp-23, 0x1.af2b60165a865p-22,
      0x1.97357c53a15d5p-21, 0x1.ba7dcef25b349p-20, 0x1.ac08570603979p-19, 0x1.1355166c916c3p-18,
      0x1.8e8af2ce773d3p-19, 0x1.d5a99973ab141p-24, -0x1.8fb41a4670c2ep-19, -0x1.52f4925ae6913p-18,
      -0x1.7f31fa26a1bd0p-18, -0x1.5cd60a24686a7p-18, -0x1.0c78636cb990fp-18,
      -0x1.591276916bf6ap-19}},
    {{0x1.c10958e19b937p-28, 0x1.79a850f56f1a2p-27, 0x1.5138bd8047e59p-26, 0x1.49b548da4edfbp-25,
      0x1.8402977b988c1p-24, 0x1.cf2762128215ep-23, 0x1.14565a62b6521p-22, 0x1.b978cb4fa496dp-31,
      -0x1.89f98e077e748p-22, -0x1.21ef0da571a1dp-21, -0x1.e6879076f68c1p-22,
      -0x1.e8b72d669ce2ep-23, -0x1.0bef4758f002ep-33, 0x1.50236e7148c3fp-23, 0x1.ed72cc2169c78p-23,
      0x1.ff4dcab0c25d0p-23}},
    {{0x1.fca0f1105a59ep-32, 0x1.d8029d7e8e874p-31, 0x1.dbf2e3a84633bp-30, 0x1.166e260ddb03bp-28,
      0x1.accfb85a298c1p-27, 0x1.4daa72daf8952p-26, -0x1.f165e19e1acabp-27, -0x1.c8ab0fb915653p-25,
      -0x1.76b7e2d7c849fp-25, -0x1.3abaa25f0ae63p-28, 0x1.bf85bb029930cp-26, 0x1.2c556003fbaa3p-25,
      0x1.e69aba0ba821ep-26, 0x1.16842d53f253cp-26, 0x1.664d6074b9a43p-28, -0x1.2d28ff33f8e49p-29}},
    {{0x1.2a201f9c8e442p-35, 0x1.34e0ee1942dc4p-34, 0x1.68540b6f39395p-33, 0x1.1291f4071fe68p-31,
      0x1.cbc19e5331a63p-30, -0x1.5833449469cd4p-30, -0x1.a9f67b5cd820dp-28, -0x1.2597627243e64p-29,
      0x1.0ef73afd8bc82p-28, 0x1.5325b2148519bp-28, 0x1.53babae68b17ap-29, -0x1.574e9b705d507p-34,
      -0x1.752d022c23641p-30, -0x1.a584c7b849ba3p-30, -0x1.412a2bf4d705fp-30,
      -0x1.79433daf31e71p-31}},
    {{0x1.6c1e5e3aeda99p-39, 0x1.ab1b6f1174744p-38, 0x1.2b21c1452a8f4p-36, 0x1.51c78e506fb08p-34,
      0x1.61a931453868bp-34, -0x1.8c27fcdecf741p-31, -0x1.5f7fa3f25d247p-34, 0x1.af701df3b6c34p-31,
      0x1.d225d4fe98ebfp-32, -0x1.532e4a7f6d1a6p-33, -0x1.6509dcdeffe04p-32, -0x1.e137c844ea576p-33,
      -0x1.37df5f9f03698p-34, 0x1.68c53c8a62e21p-36, 0x1.cf9b71b222e23p-35, 0x1.bf1842cc2fcf2p-35}},
    {{0x1.bdd73db03f16bp-43, 0x1.3e60b8204d0ffp-41, 0x1.1da37d6ab5047p-39, 0x1.e47c361909513p-37,
      -0x1.b2ee2fda33cc5p-35, -0x1.507f54946898fp-35, 0x1.15be96c02b1acp-33, 0x1.45d850e9a8d1dp-36,
      -0x1.2178cde30484dp-34, -0x1.577cd687155aap-35, 0x1.647e0f432d737p-40, 0x1.0f9db96bcaacbp-36,
      0x1.b8635b9d2310fp-37, 0x1.9af5129a63887p-38, 0x1.34579629c08c0p-40, -0x1.3fd704ed737c6p-40}},
    {{0x1.9919d0181a58bp-46, 0x1.ffce7444fc172p-45, 0x1.3e59105d98342p-42, 0x1.fee1c48a5e9f0p-40,
      -0x1.e04fc2c221ab3p-37, 0x1.50ef1d4c7336ap-36, 0x1.1f30c7a73bd48p-40, -0x1.d59f72e549584p-37,
      -0x1.6a67f19ff4b6dp-40, 0x1.2daf8b8f67572p-38, 0x1.63cc7bbdc20ddp-39, 0x1.2ad583756f188p-42,
      -0x1.469565183849ap-41, -0x1.380fd9fed7ffep-41, -0x1.578cf62304e21p-42,
      -0x1.483b59a58dbf5p-43}},
};
/// e^-x I1(x) / (x u^(3/2))
inline constexpr table16 bessel_i1_pieces[12] = {
    {{0x1.9884533d43651p-5, 0x1.c2020d9bb537ap-5, 0x1.f2ef290d5401cp-5, 0x1.16a17fc5d97ecp-4,
      0x1.39d359485e196p-4, 0x1.64e070a5939cbp-4, 0x1.9a4eaee4378a0p-4, 0x1.dd8ea1b1dde9bp-4,
      0x1.19891e553cbf1p-3, 0x1.500875c48d432p-3, 0x1.94f761c295f03p-3, 0x1.eabaf8bc1f663p-3,
      0x1.298983b6d6a12p-2, 0x1.6771e444074b2p-2, 0x1.af13aded9f0d4p-2, 0x1.p-1}},
    {{0x1.32633e6df28bcp-8, 0x1.676b5217ba84bp-8, 0x1.a9feb9c2143a6p-8, 0x1.fec0e6586c380p-8,
      0x1.36253480e4430p-7, 0x1.7e013fd2e3064p-7, 0x1.dd7481f96282dp-7, 0x1.2e3fd4c9459f2p-6,
      0x1.8162023dd9fd2p-6, 0x1.ea39786879854p-6, 0x1.33f97b6c3bc84p-5, 0x1.7b516e8281a1ep-5,
      0x1.c80811c461e22p-5, 0x1.0b3c5ab6bcf8ap-4, 0x1.3186acf566f63p-4, 0x1.5555555555555p-4}},
    {{0x1.7b948d57db6bcp-12, 0x1.d94574e03c0e0p-12, 0x1.2b05b2b4d4731p-11, 0x1.7f62926136702p-11,
      0x1.f31dcc200de88p-11, 0x1.49a8a3780043bp-10, 0x1.b76803391bb90p-10, 0x1.2320b1ad13965p-9,
      0x1.776cfca629266p-9, 0x1.cec47adca85dcp-9, 0x1.0e2dae836f440p-8, 0x1.2a73ae50a4851p-8,
      0x1.38c93f113273fp-8, 0x1.38509f3555722p-8, 0x1.2a3e8d07a81ecp-8, 0x1.1111111111111p-8}},
    {{0x1.b1d756441b5f5p-16, 0x1.1e9d405802888p-15, 0x1.807a9c7e3f960p-15, 0x1.05d3074e5e9aep-14,
      0x1.69462f3936cd2p-14, 0x1.f428a8bc3dc1dp-14, 0x1.51259ed55a686p-13, 0x1.a587fc76a1048p-13,
      0x1.d494d3c9beefep-13, 0x1.c3408babb9df4p-13, 0x1.6e10145e950d1p-13, 0x1.cdf67699d9e33p-14,
      0x1.257fd1ca6c9dap-15, -0x1.448973ef60420p-15, -0x1.acf1617681387p-14,
      -0x1.3d2970bdbb132p-13}},
    {{0x1.d6bc2065980d6p-20, 0x1.47fc9bddab5fap-19, 0x1.cf977065fc62bp-19, 0x1.4b156fa71680ap-18,
      0x1.d7bd1356c1f34p-18, 0x1.3f51d725a68ecp-17, 0x1.6b79c11175b7bp-17, 0x1.1eb2edb51fb19p-17,
      0x1.19f92921c8e31p-19, -0x1.a660bf0296915p-18, -0x1.c96d8b64cf730p-17, -0x1.2e197ad86dddcp-16,
      -0x1.3f9928ae9dc9fp-16, -0x1.2463c74d83747p-16, -0x1.dbb907a85325ep-17,
      -0x1.5858e0cdfdf10p-17}},
    {{0x1.e88c736c10cf1p-24, 0x1.640660a5035f6p-23, 0x1.0551c78f9bda3p-22, 0x1.7c441e3622903p-22,
      0x1.023f79242ba9cp-21, 0x1.ef95a1beb496ep-22, -0x1.f0a428565f2c7p-26, -0x1.e765b03fb17b9p-21,
      -0x1.aa2991bf67fcdp-20, -0x1.be71eef9ce6e0p-20, -0x1.44297a9ea09bcp-20,
      -0x1.1d95915d5c0f2p-21, 0x1.83376862fb1c8p-24, 0x1.18875c23c9489p-21, 0x1.8fe342ac3b39ap-21,
      0x1.ac563a0daa38bp-21}},
    {{0x1.e3328f188aef3p-28, 0x1.6a64eb3227638p-27, 0x1.0b6b4de0f375fp-26, 0x1.6bd6606da6f67p-26,
      0x1.27cd71a151615p-26, -0x1.2db1b44b1a204p-25, -0x1.0fa3fc04db1c3p-23, -0x1.3cb8128ca24cap-23,
      -0x1.201bf5df1a4b5p-24, 0x1.4e6c63f7e1f7ap-25, 0x1.bc4b8af94caf8p-24, 0x1.e954b5650dbe3p-24,
      0x1.817a8414af6e3p-24, 0x1.cfa693ce38165p-25, 0x1.6f66de705fcd8p-26, -0x1.18d512391489bp-29}},
    {{0x1.bffc0c9d3782cp-32, 0x1.4d526c0a1a2cfp-31, 0x1.c10ceed63271ep-31, 0x1.585580a9629e2p-31,
      -0x1.872070e46c194p-29, -0x1.a418ea1c356e7p-27, -0x1.6acdd11ab1968p-27, 0x1.6c57e33758823p-28,
      0x1.0a3a3d5254292p-26, 0x1.c244fcdd763a1p-27, 0x1.5f1d26eb70cdap-28, -0x1.b25984b5791bcp-30,
      -0x1.46a8d4916a609p-28, -0x1.5faf647aa7b22p-28, -0x1.170aa60ead136p-28,
      -0x1.69840a0e68bcap-29}},
    {{0x1.74a347a4c7de5p-36, 0x1.ebd092cf00153p-36, 0x1.498c040ba4a65p-36, -0x1.e8b9a0397e56dp-34,
      -0x1.f643cc94ac9dbp-31, -0x1.03401b35e6aeep-30, 0x1.8b9ceb8421298p-30, 0x1.12dd7439e877ap-29,
      0x1.cd9c561bba051p-32, -0x1.cbce12760bd6fp-31, -0x1.1600d0d3310e3p-30, -0x1.552c1ee67bbfcp-31,
      -0x1.a73a92fbc2c89p-33, 0x1.365b7915c2956p-34, 0x1.7992e7bbf8e8bp-33, 0x1.80aabce78046bp-33}},
    {{0x1.e0b608d148193p-41, 0x1.e5b19de2e2741p-42, -0x1.086af4bf57fb4p-38, -0x1.3db3230780227p-35,
      -0x1.131590435dfc1p-33, 0x1.8cad5f1214c67p-33, 0x1.002752b86c988p-32, -0x1.c7f9fa76661e5p-34,
      -0x1.a6bf6fe17218cp-33, -0x1.4c2fdeea0ba7cp-34, 0x1.aef43d5a2173ap-36, 0x1.cab657753dd25p-35,
      0x1.5c1e67fa56e78p-35, 0x1.5211773b159cdp-36, 0x1.40b630f77766fp-38, -0x1.857a1925e8b87p-39}},
    {{0x1.6e3b756d5b214p-47, -0x1.2c58f71c71439p-43, -0x1.0f1032b7a7600p-40, -0x1.19a931908670cp-37,
      0x1.6853f4e1990cep-38, 0x1.42025665b8249p-35, -0x1.d92110e17246ap-36, -0x1.c9a59251d9342p-36,
      0x1.9a38f938da984p-38, 0x1.ccbdb8d178201p-37, 0x1.b1895c28a438bp-38, 0x1.925f5aa0c3759p-44,
      -0x1.1a98816b0109cp-39, -0x1.03153871b39b6p-39, -0x1.2ec6e89476755p-40,
      -0x1.e10866494022dp-42}},
    {{-0x1.f6fad5179fd96p-48, -0x1.e553cf9ca88c5p-46, -0x1.7b2250d3d6706p-43,
      -0x1.7a1890169d0bdp-40, 0x1.7f073f945e15ep-38, -0x1.dae6f7bca30fcp-39, -0x1.21b7b441e8987p-38,
      0x1.a67475c16ca95p-39, 0x1.0e1b07a893389p-39, -0x1.57d986eeb0eeap-42, -0x1.920e0b4b9b2d0p-41,
      -0x1.94a9e335a116ap-42, -0x1.f76a4ee56ab0bp-45, 0x1.0db17b7c2426dp-44, 0x1.36a5ba0be53b3p-44,
      0x1.d4b285ab3cb61p-45}},
};
template <class V>
SIMT_COLD V cyl_bessel_i0(V x) {
  V const a = at_most(abs(x), 800);
  place_of_fraction<V> const f(a, 4);
  V const root = sqrt(f.u);
  return power_of_e(a, V(0)).times(root * horner(f.t, bessel_i0_pieces, f.i));
}
template <class V>
SIMT_COLD V cyl_bessel_i1(V x) {
  V const a = at_most(abs(x), 800);
  place_of_fraction<V> const f(a, 4);
  V const root = sqrt(f.u);
  V const y = (root * f.u) * horner(f.t, bessel_i1_pieces, f.i);
  return flip(power_of_e(a, V(0)).times(a * y), sign_of(x));
}

}  // namespace simt::inline SIMT_ABI::simd::detail::f64
