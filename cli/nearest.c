#include "cli/nearest.h"

#include "core/str.h"

#include <string.h>

const char *nearest_word(const char *typed, const char *const words[], int count) {
    const size_t length = strlen(typed);
    const char *nearest = NULL;
    int least = 0;
    for (int i = 0; i < count; i++) {
        const int distance = str_distance(typed, length, words[i]);
        if (distance >= 0 && (nearest == NULL || distance < least)) {
            nearest = words[i];
            least = distance;
        }
    }
    return nearest;
}
