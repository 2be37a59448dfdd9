// SPDX-License-Identifier: MIT
//@ rows: LST-000-008 LST-000-009 LST-002-045 LST-002-046
// The stated output shows fewer digits than %f prints.
//@ any_order[LST-000-008 LST-002-045]: ["Hello thread %d, f=1.234500" % t for t in range(5)]
//@ output[LST-000-009 LST-002-046]: ["Hello thread 0, f=1.234500"]
//@ edit[LST-000-008]: </pre>$ =>
//@ edit[LST-000-008]: ^global void => __global__ void
//@ edit[LST-000-009]: ^__global___void => __global__ void
//@ edit[LST-000-008 LST-000-009]: ^void main => int main
//@ edit[LST-000-008 LST-000-009]: ^will output:(?s:.*) =>
//@ listing
