// Swift's overlay of glibc needs `hypotf`, which has a new version since glibc 2.35; `hypot` has kept its first one.
// With this function, the program starts with glibc 2.34.
#if defined(__x86_64__)
__asm__(".symver first_hypot, hypot@GLIBC_2.2.5");
#elif defined(__aarch64__)
__asm__(".symver first_hypot, hypot@GLIBC_2.17");
#endif
double first_hypot(double, double);

__attribute__((visibility("hidden"))) float hypotf(float x, float y) { return (float)first_hypot(x, y); }
