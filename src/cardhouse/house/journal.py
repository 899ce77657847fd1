"""The journal: structured logging to stderr, one JSON object per line, without tokens, cards or addresses."""

import json
import logging
import sys
import time
from traceback import format_tb

journal = logging.getLogger("cardhouse.house")
PLAIN = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "taskName", "color_message"}


class Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z"
        line = {"at": at, "level": record.levelname.lower(), "what": record.getMessage()}
        line |= {key: value for key, value in record.__dict__.items() if key not in PLAIN}
        if record.exc_info and record.exc_info[0]:  # the traceback alone: the message may name cards
            kind, _, at_lines = record.exc_info
            line["error"] = "".join([*format_tb(at_lines), kind.__name__])
        return json.dumps(line, default=str)


def start(level: str) -> None:
    lines = logging.StreamHandler(sys.stderr)
    lines.setFormatter(Lines())
    logging.basicConfig(level=level.upper(), handlers=[lines], force=True)
