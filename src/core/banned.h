/* Functions that have a safer way here; using one is a compile error. Every file includes this
 * first. ← git's banned.h */
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
#define atoi(text) PES_BANNED(atoi) /* it cannot tell 0 from nonsense */
#undef rand
#define rand() PES_BANNED(rand) /* pes_rng */
#undef sprintf
#define sprintf(...) PES_BANNED(sprintf) /* snprintf() or str_addf() */
#undef sscanf
#define sscanf(...) PES_BANNED(sscanf)

#endif
