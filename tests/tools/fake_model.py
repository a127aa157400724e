#!/usr/bin/env python3
"""A model on loopback for agent programs: answers "done." to whatever is asked, and keeps each request.

    fake_model.py FOLDER      prints its port; FOLDER/N.json is the Nth request's body, FOLDER/N.path where it went
"""
import http.server
import json
import pathlib
import sys


class Model(http.server.BaseHTTPRequestHandler):
    count = 0

    def log_message(self, *_args):
        pass

    def do_HEAD(self):  # noqa: N802
        self.send_response(200)
        self.end_headers()

    def do_GET(self):  # noqa: N802
        self.answer(b"{}", "application/json")

    def do_POST(self):  # noqa: N802
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        asked = {}
        try:
            asked = json.loads(body or b"{}")
        except ValueError:
            pass
        Model.count += 1
        folder = pathlib.Path(sys.argv[1])
        (folder / f"{Model.count:03}.path").write_text(self.path)
        (folder / f"{Model.count:03}.json").write_bytes(body)
        if "count_tokens" in self.path:
            self.answer(b'{"input_tokens": 10}', "application/json")
        elif "/messages" in self.path:
            self.messages(asked)
        elif "/responses" in self.path:
            self.response_events()
        elif "/chat/completions" in self.path:
            self.completions(asked)
        elif "enerateContent" in self.path:
            self.contents()
        else:
            self.answer(b"{}", "application/json")

    def answer(self, data, kind):
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def stream(self, events):
        """Pairs of a name, which may be None, and what it carries."""
        text = "".join((f"event: {name}\n" if name else "") + f"data: {json.dumps(data)}\n\n" for name, data in events)
        self.answer(text.encode(), "text/event-stream")

    def response_events(self):  # OpenAI's newer interface
        item = {"id": "m1", "type": "message", "role": "assistant", "status": "completed",
                "content": [{"type": "output_text", "text": "done.", "annotations": []}]}
        usage = {"input_tokens": 10, "output_tokens": 2, "total_tokens": 12, "input_tokens_details": {"cached_tokens": 0},
                 "output_tokens_details": {"reasoning_tokens": 0}}
        whole = {"id": "r1", "object": "response", "status": "completed", "output": [item], "usage": usage}
        events = [{"type": "response.created", "response": {**whole, "status": "in_progress", "output": []}},
                  {"type": "response.output_item.done", "output_index": 0, "item": item},
                  {"type": "response.completed", "response": whole}]
        self.stream([(event["type"], event) for event in events])

    def completions(self, asked):  # its older one; who asks it to fill the context is told that it is full
        last = json.dumps(asked.get("messages", [""])[-1])
        tokens = 100000 if "fill the context" in last or "<state_snapshot>" in last else 10  # Qwen asks for a snapshot of all of it
        whole = {"id": "c1", "object": "chat.completion", "created": 1, "model": asked.get("model", "m"),
                 "choices": [{"index": 0, "message": {"role": "assistant", "content": "done."}, "finish_reason": "stop"}],
                 "usage": {"prompt_tokens": tokens, "completion_tokens": 2, "total_tokens": tokens + 2}}
        if not asked.get("stream"):
            self.answer(json.dumps(whole).encode(), "application/json")
            return
        part = {**whole, "object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {"role": "assistant", "content": "done."}}]}
        end = {**part, "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}
        text = "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in (part, end)) + "data: [DONE]\n\n"
        self.answer(text.encode(), "text/event-stream")

    def contents(self):  # Gemini
        whole = {"candidates": [{"content": {"role": "model", "parts": [{"text": "done."}]}, "finishReason": "STOP", "index": 0}],
                 "usageMetadata": {"promptTokenCount": 10, "candidatesTokenCount": 2, "totalTokenCount": 12}, "modelVersion": "m"}
        if "stream" in self.path:
            self.stream([(None, whole)])
        else:
            self.answer(json.dumps(whole).encode(), "application/json")

    def messages(self, asked):
        usage = {"input_tokens": 10, "output_tokens": 2}
        whole = {"id": "msg_1", "type": "message", "role": "assistant", "model": asked.get("model", "m"),
                 "content": [{"type": "text", "text": "done."}], "stop_reason": "end_turn", "stop_sequence": None, "usage": usage}
        if not asked.get("stream"):
            self.answer(json.dumps(whole).encode(), "application/json")
            return
        events = [
            ("message_start", {"message": {**whole, "content": [], "stop_reason": None}}),
            ("content_block_start", {"index": 0, "content_block": {"type": "text", "text": ""}}),
            ("content_block_delta", {"index": 0, "delta": {"type": "text_delta", "text": "done."}}),
            ("content_block_stop", {"index": 0}),
            ("message_delta", {"delta": {"stop_reason": "end_turn", "stop_sequence": None}, "usage": usage}),
            ("message_stop", {}),
        ]
        text = "".join(f"event: {name}\ndata: {json.dumps({'type': name, **data})}\n\n" for name, data in events)
        self.answer(text.encode(), "text/event-stream")


if __name__ == "__main__":
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Model)
    print(server.server_address[1], flush=True)
    server.serve_forever()
