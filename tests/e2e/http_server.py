"""git-http-backend behind basic authentication: PORT FOLDER BACKEND. For tests, on the loopback.

FOLDER/http-push says what becomes of a push: "forbid": 403; "forbid-behind": the same when it is done; "page": a page
is the answer to it; "cut": half of the answer comes."""
import base64
import http.server
import os
import socketserver
import subprocess
import sys

PORT, FOLDER, BACKEND = int(sys.argv[1]), sys.argv[2], sys.argv[3]
WANTED = "Basic " + base64.b64encode(b"ann:secret").decode()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *args):
        pass

    def body(self):
        if self.headers.get("Transfer-Encoding", "") == "chunked":
            data = b""
            while True:
                size = int(self.rfile.readline().split(b";")[0], 16)
                data += self.rfile.read(size)
                self.rfile.readline()
                if size == 0:
                    return data
        return self.rfile.read(int(self.headers.get("Content-Length", "0") or 0))

    def answer(self):
        data = self.body() if self.command == "POST" else b""
        if self.headers.get("Authorization") != WANTED:
            self.send_response(401)
            self.send_header("WWW-Authenticate", 'Basic realm="git"')
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        path, _, query = self.path.partition("?")
        env = dict(os.environ, GIT_PROJECT_ROOT=FOLDER, GIT_HTTP_EXPORT_ALL="1", PATH_INFO=path,
                   QUERY_STRING=query, REQUEST_METHOD=self.command, REMOTE_USER="ann",
                   REMOTE_ADDR="127.0.0.1", CONTENT_TYPE=self.headers.get("Content-Type", ""),
                   CONTENT_LENGTH=str(len(data)),
                   GIT_PROTOCOL=self.headers.get("Git-Protocol", ""),
                   HTTP_CONTENT_ENCODING=self.headers.get("Content-Encoding", ""))
        how = ""
        if self.command == "POST" and path.endswith("git-receive-pack") and os.path.exists(FOLDER + "/http-push"):
            with open(FOLDER + "/http-push", encoding="ascii") as file:
                how = file.read().strip()
        if how == "forbid":
            self.send_response(403)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        out = subprocess.run([BACKEND], input=data, env=env, stdout=subprocess.PIPE, check=False).stdout
        head, _, content = out.partition(b"\r\n\r\n")
        status, headers = 200, []
        for line in head.decode().split("\r\n"):
            name, _, value = line.partition(": ")
            if name.lower() == "status":
                status = int(value.split()[0])
            elif name:
                headers.append((name, value))
        if how == "forbid-behind":
            status, headers, content = 403, [], b""
        elif how == "page":
            content = b"<html>sign in</html>"
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        if how == "cut":
            content = content[:len(content) // 2]
            self.send_header("Connection", "close")
            self.close_connection = True
        else:
            self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = answer


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True
    request_queue_size = 64


Server(("127.0.0.1", PORT), Handler).serve_forever()
