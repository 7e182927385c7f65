import numpy as np


def stable_softmax(scores):
    shifted = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
    return shifted / shifted.sum(axis=-1, keepdims=True)


def attention_weights(q, k, causal=True):
    scores = q @ k.T / np.sqrt(q.shape[-1])
    if causal:
        future = np.triu(np.ones(scores.shape, dtype=bool), k=1)
        scores = np.where(future, -np.inf, scores)
    return stable_softmax(scores)


def attention(q, k, v, causal=True):
    return attention_weights(q, k, causal) @ v
