/* Which Pessoi this is, and the mark of everything it exports. */
#ifndef PES_VERSION_H
#define PES_VERSION_H

#define PES_VERSION_MAJOR 0
#define PES_VERSION_MINOR 1
#define PES_VERSION_PATCH 0
#define PES_VERSION "0.1.0"

/* The shape of the structs in this folder. Every vtable opens with the ABI it was compiled
 * against; fields are only ever appended, and a larger number means that more of them are there. */
#define PES_ABI 1u

/* The library is built with hidden visibility: only what carries this mark can be linked to. */
#define PES_API __attribute__((visibility("default")))

/* A result that must be looked at. */
#define PES_MUST_USE __attribute__((warn_unused_result))

/* The version of the library that is running, e.g. "0.1.0"; PES_VERSION is the one compiled
 * against. */
PES_API const char *pes_version(void);

#endif
