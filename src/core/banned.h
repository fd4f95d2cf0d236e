/* Functions with a safer replacement: using one is a compile error. Every file includes this header
 * first (by a compiler option). ← git's banned.h */
#ifndef CORE_BANNED_H
#define CORE_BANNED_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PES_BANNED(name) name##_is_banned_here

#undef strcpy
#define strcpy(to, from) PES_BANNED(strcpy) /* str_add() or snprintf() */
#undef strcat
#define strcat(to, from) PES_BANNED(strcat) /* str_add() */
#undef strtok
#define strtok(text, ends) PES_BANNED(strtok) /* it writes into its input */
#undef gets
#define gets(to) PES_BANNED(gets)
#undef atoi
#define atoi(text) PES_BANNED(atoi) /* it returns 0 for invalid text too */
#undef rand
#define rand() PES_BANNED(rand) /* pes_rng */
#undef sprintf
#define sprintf(...) PES_BANNED(sprintf) /* snprintf() or str_addf() */
#undef sscanf
#define sscanf(...) PES_BANNED(sscanf)

#endif
