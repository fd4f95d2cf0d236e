/* The version of Pessoi and of its ABI, and the attributes of exported functions. */
#ifndef PES_VERSION_H
#define PES_VERSION_H

#define PES_VERSION_MAJOR 0
#define PES_VERSION_MINOR 2
#define PES_VERSION_PATCH 0
#define PES_VERSION "0.2.0"

/* The ABI: the layout of the structs in these headers, for one soname; the next soname begins with
 * 1 again. Every vtable begins with the ABI it was compiled against. As long as the soname is the
 * same, fields are only appended, so a larger number means more fields. */
#define PES_ABI 1u

/* An exported function: everything else in the library has hidden visibility. */
#define PES_API __attribute__((visibility("default")))

/* A function whose result the caller must not ignore. */
#define PES_MUST_USE __attribute__((warn_unused_result))

/* The version of the library that is running, e.g. "0.2.0"; PES_VERSION is the one compiled
 * against. */
PES_API const char *pes_version(void);

#endif
