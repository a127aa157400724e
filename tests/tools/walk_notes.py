#!/usr/bin/env python3
"""Random orders of the verbs that move open items; after each step every open item is there exactly once.

walk_notes.py SEED STEPS, in the top folder of a repository that has a commit. An item is in the journal (an
open note), in a live pause, or in a checkpoint alone (else the checkpoint's is a copy). What was closed is
nowhere. A kill at a fault point comes now and then, and then `git handoff status`.
"""
import json
import os
import random
import subprocess
import sys

KINDS = ["decision", "question", "task", "blocker", "action", "correction", "eliminated", "hypothesis",
         "evidence", "doc", "context", "start"]
CLOSABLE = {"question", "task", "start", "blocker", "action", "eliminated", "hypothesis", "evidence"}
POINTS = ["journal-append", "files-synced", "op-written", "op-step-1", "op-step-2", "op-step-3", "op-step-4",
          "op-done", "retire-carried", "files-named-1", "files-named-2"]


class Walk:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.open, self.closed, self.unsure = {}, set(), set()
        self.number = 0
        self.log = []
        self.done_by = []  # reversible operations: [verb, texts that it brought]
        self.last_undone = None

    def run(self, *args, stdin=None, kill=None):
        env = dict(os.environ)
        if kill:
            env["GIT_HANDOFF_FAULT"] = kill
        result = subprocess.run(["git-handoff", *args], input=stdin, text=True, capture_output=True, env=env)
        refused = result.returncode == 128 and "--apply" in args  # git will not write over a file
        if result.returncode not in (0, 1) and not kill and not refused:
            self.fail(f"exit code {result.returncode} of {args}: {result.stderr}")
        return result

    def fail(self, why):
        print("\n".join(self.log), file=sys.stderr)
        sys.exit(f"walk_notes: {why}")

    def text(self, kind):
        self.number += 1
        return f"{kind} number {self.number}"

    def item(self, kind):
        text = self.text(kind)
        return text, {"decision": ("decisions", {"decision": text}), "question": ("open_questions", text),
                      "task": ("remaining_tasks", {"name": text}), "goal": ("goals", {"ultimate": text}),
                      "todo": ("todos", {"explicit": [{"content": text}]}),
                      "action": ("human_actions_pending", {"action": text})}[kind]

    # --- what is there ---------------------------------------------------------------------------------

    def records(self):
        refs = subprocess.run(["git", "for-each-ref", "--format=%(refname:lstrip=-1)", "refs/handoffs/active"],
                              text=True, capture_output=True, check=True).stdout.split()
        return [json.loads(self.run("show", ref, "--format", "json").stdout) for ref in refs]

    def texts_in(self, value, found, name=""):
        """Open texts, each as often as it stands there."""
        if isinstance(value, dict):
            if value.get("status") == "done" or value.get("done") is True:
                return
            for key, inner in value.items():
                if key not in ("git", "timestamp", "carried_from", "completed_tasks"):
                    self.texts_in(inner, found, key)
        elif isinstance(value, list):
            for inner in value:
                self.texts_in(inner, found, name)
        elif isinstance(value, str):
            for part in value.split("\n\n"):
                if " number " in part:
                    found[part] = found.get(part, 0) + 1

    def check(self):
        notes = json.loads(self.run("note", "--list", "--json").stdout)["notes"]
        closing = {n["text"] for n in notes if n["kind"] == "done"}
        count, copies = {}, {}
        for note in notes:
            if note["kind"] != "done":
                own = {}
                self.texts_in(note["text"], own)
                for text in own:
                    count[text] = count.get(text, 0) + 1
        for record in self.records():
            self.texts_in(record, copies if record.get("mode") == "checkpoint" else count)
        for text in copies:
            count.setdefault(text, 1)
        for text in set(self.open) | self.closed | set(count):
            have = 0 if text in closing else count.get(text, 0)
            if text in self.unsure:  # a killed command brought it, or closed it, or did not
                self.unsure.discard(text)
                if have == 0:
                    self.open.pop(text, None)
                    self.closed.add(text)
                else:
                    self.closed.discard(text)
                    self.open.setdefault(text, text.split()[0])
            wanted = 1 if text in self.open else 0
            if have == wanted or (wanted == 0 and text in self.closed and copies.get(text) and have == 1):
                continue
            self.fail(f"'{text}' is there {have} times, not {wanted}")

    # --- the steps ---------------------------------------------------------------------------------------

    def step(self):
        verb = self.random.choices(
            ["note", "done", "undo-note", "pause", "given", "no-carry", "snapshot", "checkpoint", "resume",
             "discard", "undo", "undo-id", "edit", "file", "commit"],
            [22, 8, 3, 12, 4, 3, 3, 12, 14, 4, 12, 4, 6, 8, 2])[0]
        kill = self.random.choice(POINTS) if self.random.random() < 0.25 else None
        getattr(self, "do_" + verb.replace("-", "_"))(kill)
        self.check()

    def said(self, kill, result, *args):
        self.log.append(f"{'GIT_HANDOFF_FAULT=' + kill + ' ' if kill else ''}git handoff {' '.join(args)}"
                        f" # {result.returncode}")
        if kill and result.returncode not in (0, 1):
            self.run("status")

    def verb(self, kill, *args, brings=(), closes=(), stdin=None, reversible=True):
        result = self.run(*args, stdin=stdin, kill=kill)
        self.said(kill, result, *args)
        for text in brings:
            if result.returncode == 0:
                self.open[text] = text.split()[0]
            elif result.returncode < 0:
                self.unsure.add(text)
        for text in closes:
            if result.returncode == 0:
                self.open.pop(text, None)
                self.closed.add(text)
            elif result.returncode < 0:
                self.unsure.add(text)
        if result.returncode <= 0 and reversible:
            self.done_by.append([args[0], set(brings), set(closes)])
        return result

    def do_note(self, kill):
        kind = self.random.choice(KINDS)
        text = self.text(kind)
        self.verb(kill, "note", kind, text, brings=[text], reversible=False)

    def do_done(self, kill):
        texts = [t for t, kind in self.open.items() if kind in CLOSABLE]
        if texts:
            text = self.random.choice(texts)
            self.verb(kill, "note", "done", text, closes=[text], reversible=False)

    def do_undo_note(self, kill):
        result = self.run("note", "--undo", "--json", kill=kill)
        self.said(kill, result, "note", "--undo")
        if result.returncode == 0:
            note = json.loads(result.stdout)["notes"][0]
            if note["kind"] == "done":
                self.closed.discard(note["text"])
                self.open[note["text"]] = note["text"].split()[0]
            else:
                self.open.pop(note["text"], None)
                self.closed.add(note["text"])

    def do_pause(self, kill):
        self.verb(kill, "pause", "-m", "why")

    def do_no_carry(self, kill):
        self.verb(kill, "pause", "-m", "why", "--no-carry")

    def do_snapshot(self, kill):
        self.verb(kill, "pause", "-m", "why", "--snapshot-only")

    def do_given(self, kill):
        text, (name, value) = self.item(self.random.choice(["decision", "question", "task", "action", "todo"]))
        record = {"version": 1, "status": "paused", "next_action": "go on", "remaining_tasks": []}
        record |= {name: value if isinstance(value, dict) and name == "todos" else [value]}
        self.verb(kill, "pause", "--from", "-", brings=[text], stdin=json.dumps(record))

    def do_checkpoint(self, kill):
        self.verb(kill, "checkpoint", "-m", "auto", reversible=False)

    def do_resume(self, kill):
        self.verb(kill, "resume", "--continue", *self.random.choice([[], [], ["--apply"]]))

    def do_discard(self, kill):
        self.verb(kill, "discard")

    def do_undo(self, kill):
        result = self.run("undo", "--json", kill=kill)
        self.said(kill, result, "undo")
        touched = set()
        for verb in self.done_by:
            touched |= verb[1] | verb[2]
        if result.returncode != 1:  # what that operation itself brought or closed goes with it
            self.unsure |= touched

    def do_undo_id(self, kill):
        refs = subprocess.run(["git", "for-each-ref", "--format=%(refname:lstrip=-1)", "refs/handoffs/archive"],
                              text=True, capture_output=True, check=True).stdout.split()
        if refs:
            one = self.random.choice(refs)
            result = self.verb(kill, "undo", one)
            if result.returncode != 1:
                for verb in self.done_by:
                    self.unsure |= verb[1] | verb[2]

    def do_edit(self, kill):
        shown = self.run("show", "@", "--format", "json")
        if shown.returncode:
            return
        record = json.loads(shown.stdout)
        brings, closes = [], []
        decisions = [d for d in record.get("decisions", []) if isinstance(d, dict)]
        if decisions and self.random.random() < 0.6:
            gone = self.random.choice(decisions)
            record["decisions"].remove(gone)
            if gone["decision"] in self.open:
                closes.append(gone["decision"])
        else:
            text, (name, value) = self.item(self.random.choice(["decision", "question"]))
            record.setdefault(name, []).append(value)
            brings.append(text)
        self.verb(kill, "edit", "--from", "-", brings=brings, closes=closes, stdin=json.dumps(record))

    def do_file(self, _):
        with open(f"file{self.random.randrange(3)}", "w") as file:
            file.write(str(self.random.random()))

    def do_commit(self, _):
        subprocess.run("git add -A && git commit -qm work", shell=True, capture_output=True)


def main():
    walk = Walk(int(sys.argv[1]))
    for _ in range(int(sys.argv[2])):
        walk.step()


main()
