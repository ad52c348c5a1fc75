/* What this processor can do, asked once. */
#include "kernels.h"

static int portable_only = 0;

void use_portable(int portable)
{
    portable_only = portable;
}

int have_avx2(void)
{
#if WITH_AVX2
    return !portable_only && __builtin_cpu_supports("avx2");
#else
    return 0;
#endif
}

int have_f16c(void)
{
#if WITH_AVX2
    return have_avx2() && __builtin_cpu_supports("f16c");
#else
    return 0;
#endif
}
