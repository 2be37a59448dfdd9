// SPDX-License-Identifier: MIT
//@ rows: LST-002-087 LST-002-088
// doit is printed outside of the class that it belongs to.
//@ edit: ^\};\s*void doit => void doit
//@ edit: ^\}\s*int main => }\n};\nint main
// The first is wrong where the device cannot read the host's memory; here it can.
//@ output: ["", " value = 11"]
//@ listing
