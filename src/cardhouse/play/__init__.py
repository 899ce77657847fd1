"""Play: referee, dealers, matches, events, logs, the runner and the seeds' interface."""
