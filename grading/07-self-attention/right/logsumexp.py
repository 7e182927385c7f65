import numpy as np
from scipy.special import logsumexp


def stable_softmax(scores):
    return np.exp(scores - logsumexp(scores, axis=-1, keepdims=True))


def attention_weights(q, k, causal=True):
    scores = np.einsum("ic,jc->ij", q, k) / np.sqrt(q.shape[1])
    if causal:
        token = np.arange(len(scores))
        scores[token[:, None] < token] = -np.inf
    return stable_softmax(scores)


def attention(q, k, v, causal=True):
    return attention_weights(q, k, causal) @ v
