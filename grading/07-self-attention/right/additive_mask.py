import numpy as np


def stable_softmax(scores):
    e = np.exp(scores - scores.max(-1)[..., None])
    return e / e.sum(-1)[..., None]


def attention_weights(q, k, causal=True):
    n, d = q.shape
    mask = np.zeros((n, n))
    if causal:
        mask[np.triu_indices(n, 1)] = -np.inf
    return stable_softmax(np.matmul(q, np.transpose(k)) / np.sqrt(d) + mask)


def attention(q, k, v, causal=True):
    return np.matmul(attention_weights(q, k, causal), v)
