import math

import numpy as np


def stable_softmax(scores):
    scores = np.asarray(scores, dtype=float)
    if scores.ndim > 1:
        return np.array([stable_softmax(row) for row in scores])
    top = max(scores)
    exponentials = [math.exp(score - top) for score in scores]
    total = sum(exponentials)
    return np.array([value / total for value in exponentials])


def attention_weights(q, k, causal=True):
    n, d = q.shape
    weights = np.zeros((n, n))
    for i in range(n):
        sources = range(i + 1) if causal else range(n)
        row = [sum(q[i, c] * k[j, c] for c in range(d)) / math.sqrt(d) for j in sources]
        for j, weight in zip(sources, stable_softmax(row), strict=True):
            weights[i, j] = weight
    return weights


def attention(q, k, v, causal=True):
    weights = attention_weights(q, k, causal)
    output = np.zeros((q.shape[0], v.shape[1]))
    for i in range(weights.shape[0]):
        for j in range(weights.shape[1]):
            output[i] += weights[i, j] * v[j]
    return output
