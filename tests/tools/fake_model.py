#!/usr/bin/env python3
"""A model on loopback for agent programs: answers "done." to whatever is asked, and keeps each request. Who says
`use TOOL {"some": "arguments"} 2 times` has it use that tool first (OpenAI's older interface, and Anthropic's).

    fake_model.py FOLDER      prints its port; FOLDER/N.json is the Nth request's body, FOLDER/N.path where it went
                              while there is FOLDER/no-summary, Claude Code is refused one
"""
import http.server
import json
import pathlib
import re
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
        last = json.dumps((asked.get("messages") or [None])[-1])
        if "create a detailed summary" in last and (folder / "no-summary").exists():
            self.answer(json.dumps({"type": "error", "error": {"type": "invalid_request_error", "message": "no"}}).encode(),
                        "application/json", 400)
        elif "count_tokens" in self.path:
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

    def answer(self, data, kind, status=200):
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def stream(self, events):
        """Pairs of a name, which may be None, and what it carries."""
        text = "".join((f"event: {name}\n" if name else "") + f"data: {json.dumps(data)}\n\n" for name, data in events)
        self.answer(text.encode(), "text/event-stream")

    @staticmethod
    def wanted_tool(asked):
        """Name and arguments of the tool that the last words of the user ask for, or None where it was used."""
        used = 0
        for message in reversed(asked.get("messages") or []):
            parts = message.get("content") or ""
            texts = [parts] if isinstance(parts, str) else [part.get("text", "") for part in parts]
            if message.get("role") == "user" and any(texts):
                found = re.search(r"\buse (\w+) (\{.*?\})(?: (\d) times)?", texts[-1])
                return (found[1], json.loads(found[2])) if found and used < int(found[3] or 1) else None
            used += message.get("role") == "assistant"
        return None

    @staticmethod
    def counted(asked):
        """The tokens of a request. Who says "fill the context" has filled it; Qwen asks for a <state_snapshot> of all of it."""
        last = json.dumps((asked.get("messages") or [])[-2:])
        return 190000 if "fill the context" in last or "<state_snapshot>" in last else 10

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

    def completions(self, asked):  # its older one
        tokens = self.counted(asked)
        message, end = {"role": "assistant", "content": "done."}, "stop"
        if tool := self.wanted_tool(asked):
            call = {"index": 0, "id": f"call_{Model.count}", "type": "function", "function": {"name": tool[0], "arguments": json.dumps(tool[1])}}
            message, end = {"role": "assistant", "content": None, "tool_calls": [call]}, "tool_calls"
        whole = {"id": "c1", "object": "chat.completion", "created": 1, "model": asked.get("model", "m"),
                 "choices": [{"index": 0, "message": message, "finish_reason": end}],
                 "usage": {"prompt_tokens": tokens, "completion_tokens": 2, "total_tokens": tokens + 2}}
        if not asked.get("stream"):
            self.answer(json.dumps(whole).encode(), "application/json")
            return
        first = {**whole, "object": "chat.completion.chunk", "choices": [{"index": 0, "delta": message}]}
        second = {**first, "choices": [{"index": 0, "delta": {}, "finish_reason": end}]}
        text = "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in (first, second)) + "data: [DONE]\n\n"
        self.answer(text.encode(), "text/event-stream")

    def contents(self):  # Gemini
        whole = {"candidates": [{"content": {"role": "model", "parts": [{"text": "done."}]}, "finishReason": "STOP", "index": 0}],
                 "usageMetadata": {"promptTokenCount": 10, "candidatesTokenCount": 2, "totalTokenCount": 12}, "modelVersion": "m"}
        if "stream" in self.path:
            self.stream([(None, whole)])
        else:
            self.answer(json.dumps(whole).encode(), "application/json")

    def messages(self, asked):
        usage = {"input_tokens": self.counted(asked), "output_tokens": 2}
        block, end = {"type": "text", "text": "done."}, "end_turn"
        delta, begun = {"type": "text_delta", "text": "done."}, {"text": ""}
        if tool := self.wanted_tool(asked):
            block, end = {"type": "tool_use", "id": f"toolu_{Model.count}", "name": tool[0], "input": tool[1]}, "tool_use"
            delta, begun = {"type": "input_json_delta", "partial_json": json.dumps(tool[1])}, {"input": {}}
        whole = {"id": f"msg_{Model.count}", "type": "message", "role": "assistant", "model": asked.get("model", "m"),
                 "content": [block], "stop_reason": end, "stop_sequence": None, "usage": usage}
        if not asked.get("stream"):
            self.answer(json.dumps(whole).encode(), "application/json")
            return
        events = [
            ("message_start", {"message": {**whole, "content": [], "stop_reason": None}}),
            ("content_block_start", {"index": 0, "content_block": {**block, **begun}}),
            ("content_block_delta", {"index": 0, "delta": delta}),
            ("content_block_stop", {"index": 0}),
            ("message_delta", {"delta": {"stop_reason": end, "stop_sequence": None}, "usage": usage}),
            ("message_stop", {}),
        ]
        text = "".join(f"event: {name}\ndata: {json.dumps({'type': name, **data})}\n\n" for name, data in events)
        self.answer(text.encode(), "text/event-stream")


if __name__ == "__main__":
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Model)
    print(server.server_address[1], flush=True)
    server.serve_forever()
