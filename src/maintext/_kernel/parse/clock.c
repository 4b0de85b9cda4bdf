/* The clock. In its own file because the Windows headers define many names. */
#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

double mt_monotonic_seconds(void);

double mt_monotonic_seconds(void) { return (double)GetTickCount64() / 1e3; }

#else
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 199309L /* clock_gettime */
#endif
#include <time.h>

double mt_monotonic_seconds(void);

double mt_monotonic_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}
#endif
