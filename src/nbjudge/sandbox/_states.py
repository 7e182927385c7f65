"""The processes of one session that hold a state of the notebook: the live one, and those kept."""

from __future__ import annotations

import socket
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from nbjudge import wire

from ._channel import Channel, ChannelError
from ._errors import Died

_PATIENCE = 10.0  # seconds for what takes milliseconds when the machine is idle

Output = tuple[object, object]
"""Records of a notebook, and whether some were left out."""


@dataclass
class State:
    """A process that holds a state.

    Parameters
    ----------
    channel : Channel
        To this process alone: no other can write to it, or garble it.
    number : int, optional
        Its number inside; None until it was asked.
    """

    channel: Channel
    number: int | None = None

    def learn_number(self) -> int:
        """Return the process's number."""
        if self.number is None:
            self.channel.send(("number",))
            message = self.channel.wait(_PATIENCE)
            if message[0] != "kept" or len(message) != 2 or type(message[1]) is not int:
                raise ChannelError("does not say which process it is")
            self.number = message[1]
        return self.number


class States:
    """Keeps states, and goes back to them.

    Parameters
    ----------
    warden : Channel
        To the process that ends and watches the others.
    live : State
        The notebook as it was started.
    limits : Limits
        Of messages.
    """

    def __init__(self, warden: Channel, live: State, limits: wire.Limits) -> None:
        self.warden = warden
        self.live = live
        self.generation = 0
        self._limits = limits
        self._kept: list[State] = []
        self._watch()

    def keep(self) -> socket.socket:
        """Expect a new state; the socket is for the live process, which makes it."""
        channel, theirs = Channel.pair(self._limits)
        self._kept.append(State(channel))
        return theirs

    def drop_older(self) -> None:
        """Let go of all kept states but the last one.

        That stays although its cell went well: a thread of the cell may still end the process.
        """
        for state in self._kept[:-1]:
            self._drop(state)

    def drop_newest(self) -> None:
        """Let go of the state that was to be kept last: it could not be made."""
        self._drop(self._kept[-1])

    def end_leftovers(self) -> None:
        """End what the student's code has started and left running."""
        live = [] if self.live.number is None else [self.live.number]
        self._clear(live)

    def go_back(self) -> Output:
        """End the live process, and wake the newest kept state; return what the ended had written.

        Raises
        ------
        Died
            When there is no state left: the session is over.
        """
        self.live.channel.close()
        self._clear([])
        while self._kept:
            state = self._kept.pop()
            with suppress(ChannelError):
                return self._wake(state)
            state.channel.close()
        raise Died("no state is left to go on from")

    def close(self) -> None:
        """Let go of all channels."""
        for state in (self.live, *self._kept):
            state.channel.close()
        self.warden.close()

    def is_gone(self) -> bool:
        """Tell whether the warden has said that the live process ended."""
        self.warden.read()
        while (message := self.warden.next()) is not None:
            if message == ("gone", self.live.number):
                return True
        return self.warden.ended

    def signal(self, number: int) -> None:
        """Send a signal to the live process."""
        self.warden.send(("signal", self.live.number, int(number)))

    def _wake(self, state: State) -> Output:
        self.generation += 1
        state.channel.send(("wake", self.generation))
        message = state.channel.wait(_PATIENCE)
        if message[0] != "value" or len(message) != 4:
            raise ChannelError("does not take over")
        self.live = state
        self._watch()
        return message[2], message[3]

    def _watch(self) -> None:
        self.warden.send(("watch", self.live.number))

    def _clear(self, spared: list[int]) -> None:
        """Have the warden end everything but the kept states, and those that are spared."""
        numbers = list(spared)
        for state in list(self._kept):
            try:
                numbers.append(state.learn_number())
            except ChannelError:
                self._drop(state)
        try:
            self.warden.send(("clear", numbers))
            while (message := self.warden.wait(_PATIENCE))[0] != "cleared":
                pass
        except ChannelError as error:
            raise Died(f"the sandbox's first process {error}") from None
        if message != ("cleared", True):
            raise Died("its processes could not be ended one by one")

    def _drop(self, state: State) -> None:
        state.channel.close()
        self._kept.remove(state)


def first_state(warden: Channel, notebook: Channel) -> State:
    """Wait until the warden has started the notebook.

    Raises
    ------
    ChannelError
        When it could not; the text says why.
    """
    message: tuple[Any, ...] = warden.wait(_PATIENCE)
    if message[0] != "ready":
        raise ChannelError(f"failed: {message[-1]}")
    return State(notebook, message[1])
