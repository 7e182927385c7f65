import numpy as np


def stable_softmax(scores):
    scores = np.asarray(scores, dtype=np.float32)
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


def attention_weights(q, k, causal=True):
    q, k = np.asarray(q, dtype=np.float32), np.asarray(k, dtype=np.float32)
    scores = q @ k.T / np.sqrt(np.float32(q.shape[1]))
    if causal:
        scores = np.where(np.tri(len(q), dtype=bool), scores, np.float32(-np.inf))
    return stable_softmax(scores)


def attention(q, k, v, causal=True):
    return attention_weights(q, k, causal) @ np.asarray(v, dtype=np.float32)
