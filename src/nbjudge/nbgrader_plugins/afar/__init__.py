"""Marks submissions where there is neither the course folder nor its gradebook.

Who owns the course packs a `Kit` once and a `Parcel` for each submission; an `Outpost` elsewhere
has the kit, marks parcels, and answers each with a `Reply`. Files travel as bytes, and those that
both sides have from the kit are only named.
"""

from ._kit import Kit, pack_kit
from ._outpost import Outpost
from ._parcel import Parcel, Reply, pack, unpack

__all__ = ["Kit", "Outpost", "Parcel", "Reply", "pack", "pack_kit", "unpack"]
