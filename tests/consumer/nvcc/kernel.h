/* SPDX-License-Identifier: MIT */
#ifndef KERNEL_H
#define KERNEL_H
void scale_on_device(float* device, int n);
#endif
