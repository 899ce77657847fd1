"""Training: a net learns to play any game by playing against itself, heuristics and earlier versions of itself (PPO).

`seating` opens the tables and says who plays where, `rollout` plays them and records what the net chose, `advantages`
says how well each choice turned out, and `learner`, the only module that needs torch, improves the net. `trainer` puts
them together, with `pool`, the earlier versions, and `checkpoint`. `measure` plays the net against opponents, and
`page` shows how it went.
"""
