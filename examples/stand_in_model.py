"""Any game: a model that answers prompts. This stand-in picks a legal move from the prompt; put your own model here.

cardhouse duel president --players examples/stand_in_model.py,random --limit 60
"""

import re


def model(prompt):
    """Return the answer to a prompt: any text that ends with a line such as `Move: pass`."""
    legal = re.findall(r"^- (.+)$", prompt.partition("Your legal moves:")[2], re.MULTILINE)
    return f"I think for a moment.\nMove: {legal[0]}"
