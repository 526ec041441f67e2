// The instructions that some processors have for SHA-256, which Swift has no words for. Ten times as fast as without them.
#ifndef MARTLET_CSHA2_SHIM_H
#define MARTLET_CSHA2_SHIM_H

#include <stddef.h>
#include <stdint.h>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>

// Whether this processor has them: `SHA`, and `SSSE3` and `SSE4.1` for what is around them.
static inline int martlet_sha2_is_there(void) {
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & (1u << 9)) || !(c & (1u << 19))) return 0;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & (1u << 29));
}

// Takes up `count` blocks of 64 bytes. The instructions want the eight words of the state as ABEF and CDGH; two of them do
// four rounds. See Intel, "Intel SHA Extensions" (2013).
__attribute__((target("sha,sse4.1,ssse3")))
static inline void martlet_sha2_compress(
    uint32_t *state, const void *blocks, size_t count, const uint32_t *constants) {
  const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0bLL, 0x0405060700010203LL);
  __m128i first = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state), 0xB1);
  __m128i last = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(state + 4)), 0x1B);
  __m128i abef = _mm_alignr_epi8(first, last, 8);
  __m128i cdgh = _mm_blend_epi16(last, first, 0xF0);
  for (const char *block = (const char *)blocks; count > 0; count--, block += 64) {
    const __m128i abef_before = abef, cdgh_before = cdgh;
    __m128i words[4];
    for (int i = 0; i < 4; i++) {
      words[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(block + 16 * i)), big_endian);
    }
    #pragma clang loop unroll(full)
    for (int i = 0; i < 16; i++) {
      if (i >= 4) {
        __m128i next = _mm_add_epi32(
            _mm_sha256msg1_epu32(words[i & 3], words[(i + 1) & 3]),
            _mm_alignr_epi8(words[(i + 3) & 3], words[(i + 2) & 3], 4));
        words[i & 3] = _mm_sha256msg2_epu32(next, words[(i + 3) & 3]);
      }
      const __m128i sum = _mm_add_epi32(words[i & 3], _mm_loadu_si128((const __m128i *)(constants + 4 * i)));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0E));
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
  }
  first = _mm_shuffle_epi32(abef, 0x1B);
  last = _mm_shuffle_epi32(cdgh, 0xB1);
  _mm_storeu_si128((__m128i *)state, _mm_blend_epi16(first, last, 0xF0));
  _mm_storeu_si128((__m128i *)(state + 4), _mm_alignr_epi8(last, first, 8));
}
#else
static inline int martlet_sha2_is_there(void) { return 0; }

static inline void martlet_sha2_compress(
    uint32_t *state, const void *blocks, size_t count, const uint32_t *constants) {}
#endif

#endif
