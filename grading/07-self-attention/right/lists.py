import math


def stable_softmax(scores):
    rows = [list(map(float, row)) for row in scores] if hasattr(scores[0], "__len__") else None
    if rows is not None:
        return [stable_softmax(row) for row in rows]
    top = max(scores)
    exponentials = [math.exp(score - top) for score in scores]
    return [value / sum(exponentials) for value in exponentials]


def attention_weights(q, k, causal=True):
    rows = []
    for i, query in enumerate(q):
        scores = [sum(a * b for a, b in zip(query, key, strict=True)) for key in k]
        scores = [score / math.sqrt(len(query)) for score in scores]
        if causal:
            scores = [s if j <= i else -math.inf for j, s in enumerate(scores)]
        rows.append(stable_softmax(scores))
    return rows


def attention(q, k, v, causal=True):
    columns = list(zip(*v, strict=True))
    rows = attention_weights(q, k, causal)
    return [[sum(w * x for w, x in zip(row, c, strict=True)) for c in columns] for row in rows]
