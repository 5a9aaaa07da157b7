#!/usr/bin/env python3
"""Moves the paddle to the next landing of a ball. arkterm bot --cmd docs/bots/follow.py"""

import json
import sys

for line in sys.stdin:
    state = json.loads(line)
    if state["type"] != "state":
        continue
    x = state["paddles"][0]["x"]
    if state["landings"]:
        x = state["landings"][0]["x"]
    fire = state["fire_action"] in ("serve", "launch", "recall")
    print(json.dumps({"tick": state["tick"], "target": x, "fire": fire}), flush=True)
