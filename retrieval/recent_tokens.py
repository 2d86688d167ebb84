"""Were these words placed just now? The tokens of the last texts are kept in memory.

Placing a page's words is most of what an answer costs, and questions that come together are mostly
about the same pages. What is kept depends on a text alone, and only who has the text can look it
up.
"""

from collections import OrderedDict
from collections.abc import Sequence

from retrieval.embedding import TokenEmbedder, TokenStates

_MOST = 64 * 2**20  # bytes: the words of some 200 passages


class RecentTokens:
    """A token embedder that asks the one behind it only for texts that it has not seen of late."""

    def __init__(self, embedder: TokenEmbedder, *, most: int = _MOST) -> None:
        self._embedder = embedder
        self._most = most
        self._kept: OrderedDict[str, TokenStates] = OrderedDict()
        self._bytes = 0
        self.model = embedder.model

    async def passage_tokens(self, texts: Sequence[str]) -> list[TokenStates]:
        """Place the tokens of each text, those of late from memory."""
        found = {text: self._kept[text] for text in texts if text in self._kept}
        new = [text for text in dict.fromkeys(texts) if text not in found]
        if new:
            placed = await self._embedder.passage_tokens(new)
            found |= dict(zip(new, placed, strict=True))
        for text, states in found.items():
            self._keep(text, states)
        return [found[text] for text in texts]

    async def query_tokens(self, text: str) -> TokenStates:
        """Place the tokens of a question; questions are not kept."""
        return await self._embedder.query_tokens(text)

    def _keep(self, text: str, states: TokenStates) -> None:
        """Make a text the newest, and let the oldest go where all take too much."""
        if text not in self._kept:
            self._kept[text] = states
            self._bytes += states.vectors.nbytes
        self._kept.move_to_end(text)
        while self._bytes > self._most:
            _, oldest = self._kept.popitem(last=False)
            self._bytes -= oldest.vectors.nbytes
