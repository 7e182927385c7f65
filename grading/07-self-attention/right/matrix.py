import warnings

import numpy as np

warnings.filterwarnings("ignore", category=PendingDeprecationWarning)


def stable_softmax(scores):
    scores = np.asmatrix(scores)
    exponentials = np.exp(scores - scores.max(axis=1))
    return exponentials / exponentials.sum(axis=1)


def attention_weights(q, k, causal=True):
    q, k = np.asmatrix(q), np.asmatrix(k)
    scores = q * k.T / np.sqrt(q.shape[1])
    if causal:
        scores[np.triu_indices(len(q), 1)] = -np.inf
    return stable_softmax(scores)


def attention(q, k, v, causal=True):
    return attention_weights(q, k, causal) * np.asmatrix(v)
