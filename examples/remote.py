"""Any game: a bot in a program of its own, which is sent views over HTTP. It could be written in any language.

python examples/remote.py 9000
cardhouse duel president --players http://127.0.0.1:9000,random
"""

import json
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer


class Bot(BaseHTTPRequestHandler):
    def do_POST(self):
        view = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        answer = json.dumps({"move": view["moves"][0]}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    HTTPServer(("127.0.0.1", int(sys.argv[1])), Bot).serve_forever()
