/* What must hold for every tree, for the tests that build one. */
#ifndef SEARCH_TREE_TESTING_H
#define SEARCH_TREE_TESTING_H

#include "core/mem.h"
#include "pessoi/tree.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <math.h>

/* The value of an inner node from those of its children. */
static inline double tree_backed_up(const struct pes_tree *t, const struct pes_tree_node *node) {
    double best = t->nodes[node->first].value, total = 0, weights = 0;
    for (int32_t i = node->first; i < node->first + node->count; i++) {
        const struct pes_tree_node *child = &t->nodes[i];
        if (node->kind == PES_TREE_MAX ? child->value > best : child->value < best)
            best = child->value;
        total += child->weight * child->value;
        weights += child->weight;
    }
    if (node->kind != PES_TREE_CHANCE)
        return best;
    return weights > 0 ? total / weights : t->nodes[node->first].value;
}

/* Links, kinds and values fit together. */
static inline void tree_assert_sound(const struct pes_tree *t) {
    int32_t children = 0;
    assert_int_equal(t->nodes[0].parent, -1);
    assert_string_equal(t->nodes[0].text, "");
    for (int32_t i = 0; i < t->count; i++) {
        const struct pes_tree_node *node = &t->nodes[i];
        const bool is_inner = node->kind != PES_TREE_LEAF && node->kind != PES_TREE_END;
        assert_true(is_inner == (node->count > 0));
        assert_true(i == 0 || (node->move != PES_MOVE_NONE && node->text[0] != '\0'));
        for (int32_t k = node->first; k < node->first + node->count; k++) {
            assert_true(k > i && k < t->count);
            assert_int_equal(t->nodes[k].parent, i);
            assert_true((t->nodes[k].weight > 0 || t->nodes[k].outcomes > 0) ==
                        (node->kind == PES_TREE_CHANCE));
        }
        children += node->count;
        if (is_inner)
            assert_true(tree_backed_up(t, node) == node->value);
    }
    assert_int_equal(children, t->count - 1);
}

/* The chosen nodes are the first best child of a chosen node, up to a leaf, an end or a roll. */
static inline void tree_assert_path(const struct pes_tree *t) {
    int32_t at = 0, length = 1, chosen = 0;
    for (int32_t i = 0; i < t->count; i++)
        chosen += t->nodes[i].chosen;
    assert_true(t->nodes[0].chosen);
    while (t->nodes[at].kind == PES_TREE_MAX || t->nodes[at].kind == PES_TREE_MIN) {
        int32_t child = t->nodes[at].first;
        while (t->nodes[child].value != t->nodes[at].value)
            child++;
        assert_true(t->nodes[child].chosen);
        at = child;
        length++;
    }
    assert_int_equal(chosen, length);
}

/* A second alpha-beta: fail-hard, in the negamax form, marks what it visits. */
static inline double tree_negamax(const struct pes_tree *t, int32_t at, double alpha, double beta,
                                  bool visited[]) {
    const struct pes_tree_node *node = &t->nodes[at];
    const double sign = node->kind == PES_TREE_MIN ? -1 : 1;
    visited[at] = true;
    if (node->kind == PES_TREE_CHANCE) {
        for (int32_t i = 0; i < node->count; i++)
            (void)tree_negamax(t, node->first + i, -INFINITY, INFINITY, visited);
        return node->value;
    }
    /* The window as the player at this node sees it. */
    double low = sign > 0 ? alpha : -beta;
    const double high = sign > 0 ? beta : -alpha;
    for (int32_t i = 0; i < node->count; i++) {
        const double value = sign * tree_negamax(t, node->first + i, sign > 0 ? low : -high,
                                                 sign > 0 ? high : -low, visited);
        if (value >= high)
            return sign * high;
        low = fmax(low, value);
    }
    return node->count > 0 ? sign * low : node->value;
}

/* pes_tree_cut() skips what the second alpha-beta does not visit, and its bounds are true. */
static inline void tree_assert_cuts(struct pes_tree *t) {
    bool *visited = mem_alloc((size_t)t->count * sizeof *visited);
    assert_non_null(visited);
    pes_tree_cut(t);
    assert_true(tree_negamax(t, 0, -INFINITY, INFINITY, visited) == t->nodes[0].value);
    int32_t count = 0;
    for (int32_t i = 0; i < t->count; i++) {
        const struct pes_tree_node *node = &t->nodes[i];
        count += visited[i];
        assert_true(visited[i] == (node->bound != PES_TREE_SKIPPED));
        assert_true(node->bound != PES_TREE_EXACT || node->limit == node->value);
        assert_true(node->bound != PES_TREE_AT_LEAST || node->limit <= node->value);
        assert_true(node->bound != PES_TREE_AT_MOST || node->limit >= node->value);
        assert_true(!node->chosen || node->bound == PES_TREE_EXACT);
        assert_true(node->count > 0 || node->bound == PES_TREE_EXACT ||
                    node->bound == PES_TREE_SKIPPED);
    }
    assert_int_equal(count, t->visited);
    assert_int_equal(t->nodes[0].bound, PES_TREE_EXACT);
    mem_free(visited);
}

#endif
