/* SHA-256 (FIPS 180-4): for secrets of which only the hash is stored. */
#ifndef CORE_SHA256_H
#define CORE_SHA256_H

#include <stddef.h>

enum { SHA256_SIZE = 32, SHA256_HEX_SIZE = 65 /* NUL included */ };

void sha256(const void *bytes, size_t length, unsigned char out[SHA256_SIZE]);

/* The same in hexadecimal. */
void sha256_hex(const void *bytes, size_t length, char out[SHA256_HEX_SIZE]);

#endif
