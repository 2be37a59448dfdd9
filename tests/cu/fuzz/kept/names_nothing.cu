__device__ ;
__constant__ =