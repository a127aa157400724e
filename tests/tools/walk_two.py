#!/usr/bin/env python3
"""Random orders of the verbs of two people on one handoff; each open item is there once, a closed one nowhere.

walk_two.py SEED STEPS, in a folder with the clones `ann` and `ben`, whose branch is there. What a version has
open is of whoever has it: what is noted on a copy is that copy's until it is handed over, and what is closed
on one closes it there alone until then.
"""
import json
import os
import random
import subprocess
import sys

OF_KIND = {"task": "remaining_tasks", "question": "open_questions", "blocker": "blockers"}


class Person:
    def __init__(self, name):
        self.name = name
        self.env = dict(os.environ)
        for who in ("AUTHOR", "COMMITTER"):
            self.env[f"GIT_{who}_NAME"] = name
            self.env[f"GIT_{who}_EMAIL"] = f"{name.lower()}@example.com"
        self.noted = set()      # open here, and in no version yet
        self.came = set()       # open here as a version has it
        self.closed = set()     # closed here since, of what came
        self.is_working = False
        self.has_paused = False  # a record of it is live here
        self.unread = False

    def here(self):
        return (self.noted | self.came) - self.closed


class Walk:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.people = [Person("Ann"), Person("Ben")]
        self.holder = self.people[0]
        self.holder.is_working = True
        self.version = set()
        self.id = None
        self.number = 0
        self.log = []

    def fail(self, why):
        sys.exit("\n".join(self.log) + f"\nwalk_two: {why}")

    def run(self, person, *args, program="git-handoff"):
        result = subprocess.run([program, *args], cwd=person.name.lower(), env=person.env, text=True,
                                stdin=subprocess.DEVNULL, capture_output=True)
        self.log.append(f"{person.name}: {program} {' '.join(args)} # {result.returncode}")
        if result.returncode:
            self.fail(result.stdout + result.stderr)
        return result.stdout

    # --- what is there -----------------------------------------------------------------------------

    def texts(self, record):
        found = []
        for name in OF_KIND.values():
            for item in record.get(name, []):
                values = [item] if isinstance(item, str) else item.values()
                found += [v for v in values if isinstance(v, str) and " number " in v]
        return found

    def check(self, person):
        notes = json.loads(self.run(person, "note", "--list", "--json"))["notes"]
        done = {note["text"] for note in notes if note["kind"] == "done"}
        found = [note["text"] for note in notes if note["kind"] != "done"]
        if person.has_paused:
            found += self.texts(json.loads(self.run(person, "show", self.id, "--format", "json")))
        found = sorted(text for text in found if text not in done)
        if found != sorted(person.here()):
            self.fail(f"open at {person.name}: {found}, not {sorted(person.here())}")

    # --- the steps ---------------------------------------------------------------------------------

    def ways(self, person):
        ways = {"note": 2}
        if person.here():
            ways["done"] = 5
        if person.is_working:
            ways["pause"] = 5
            if self.id:
                ways["release"] = 3
        elif self.holder is None:
            ways["take"] = 10
            if person.has_paused and not person.unread:
                ways["resume"] = 2
        elif person.has_paused:
            ways["fresh"] = 10
            ways["discard"] = 4
        return ways

    def step(self):
        person = self.random.choice(self.people)
        ways = self.ways(person)
        verb = self.random.choices(list(ways), list(ways.values()))[0]
        getattr(self, "do_" + verb)(person)
        self.check(person)

    def do_note(self, person):
        self.number += 1
        kind = self.random.choice(list(OF_KIND))
        text = f"{kind} number {self.number}"
        self.run(person, "note", kind, text)
        person.noted.add(text)

    def do_done(self, person):
        text = self.random.choice(sorted(person.here()))
        self.run(person, "note", "done", text)
        person.closed.add(text)

    def do_pause(self, person):
        self.number += 1
        with open(f"{person.name.lower()}/file", "w") as file:
            file.write(f"{self.number}\n")
        self.run(person, "pause", "--push", "-m", "why")
        self.version = person.came = person.here()
        person.noted, person.closed = set(), set()
        person.is_working, person.has_paused, person.unread = False, True, False
        self.holder = None
        self.id = self.id or self.run(person, "list", "--porcelain").split("\t")[0]
        for other in self.people:
            other.unread = other is not person

    def clean(self, person):
        """What is done with the work is of no matter here; the branch is as the remote has it."""
        self.run(person, "reset", "-q", "--hard", "origin/login", program="git")
        self.run(person, "clean", "-qfd", program="git")

    def do_release(self, person):
        self.run(person, "release")
        self.clean(person)
        self.holder, person.is_working = None, False
        person.noted -= person.closed
        person.came, person.closed = set(), set()
        for other in self.people:
            other.unread = True

    def read(self, person):
        self.run(person, "fetch", self.id)
        subprocess.run(["on-terminal", "read\n", "git-handoff", "show", f"origin/{self.id}"], cwd=person.name.lower(),
                       env=person.env, capture_output=True, check=True)
        person.unread = False

    def arrives(self, person):
        person.is_working, person.has_paused = True, False
        self.holder = person

    def do_take(self, person):
        self.read(person)
        self.run(person, "take", self.id)
        person.came = set(self.version)
        self.arrives(person)

    def do_resume(self, person):
        self.run(person, "resume", "--continue")
        self.arrives(person)

    def leaves(self, person, *verb):
        """What the newest version seen has closed does not stay open."""
        self.run(person, "fetch")
        self.run(person, *verb)
        self.clean(person)
        person.has_paused = False
        person.came = person.came & self.version

    def do_fresh(self, person):
        self.leaves(person, "resume", "--fresh")

    def do_discard(self, person):
        self.leaves(person, "discard")


def main():
    walk = Walk(int(sys.argv[1]))
    for _ in range(4):
        walk.do_note(walk.people[0])
    walk.do_pause(walk.people[0])
    walk.do_take(walk.people[1])
    for _ in range(int(sys.argv[2])):
        walk.step()


main()
