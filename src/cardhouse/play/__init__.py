"""Play: referee, dealers, matches, events, logs, the runner and the callback interface."""
