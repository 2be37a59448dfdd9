// SPDX-License-Identifier: MIT
//@ rows: LST-003-010
//@ numbered
//@ edit: ^\s*\. \. \.$ =>
//@ output: []
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
// An image of bytes. With 255 colours the listing's arrays, of colours + 1, have BINS elements.
struct PGImage {
  int x_dim = 64, y_dim = 48, num_colors = 255;
  unsigned char* pixels = (unsigned char*)malloc(64 * 48);
  PGImage(char const*) {
    for (int i = 0; i < x_dim * y_dim; ++i) {
      pixels[i] = i * i % 251;
    }
  }
};
//@ listing: LST-003-007
//@ listing: LST-003-008
//@ listing: LST-003-009 2
//@ listing: LST-003-009 1
//@ listing
