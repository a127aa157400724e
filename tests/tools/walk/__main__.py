#!/usr/bin/env python3
"""Random walks: a repository in a random state, and steps of git, of git-handoff and of a user in it; after each
step the promises are checked.

    walk [--seed N] [--walks N] [--steps N] [--script FILE] [--keep] PROGRAM FOLDER

A walk follows from its seed alone. One that breaks a promise is shortened, and printed as a shell script.
"""
import argparse
import collections
import os
import random
import re
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True

import checks  # noqa: E402
import choose  # noqa: E402
import steps  # noqa: E402
from world import Breach, World  # noqa: E402

# Breaches that are known and not mended yet: number of the finding -> pattern of `kind: text | last step`.
KNOWN = {}


class Walk:
    def __init__(self, seed, length, program, folder):
        self.seed, self.length, self.program, self.folder = seed, length, program, folder
        self.done, self.codes = [], []

    def world(self):
        return World(self.folder, self.program)

    def go(self, counts=None):
        """The breach that ended it, or None."""
        rng = random.Random(self.seed)
        world = self.world()
        chooser = choose.Chooser(rng, world)
        check = checks.Checks(world)
        os.umask(0o077 if rng.randrange(10) == 0 else 0o022)
        for step in chooser.beginning():
            self.done.append(step)
            steps.perform(world, step)
        state = check.start()
        follow = None
        for _ in range(self.length):
            if not state.worktrees.get(world.cwd):
                world.cwd, world.sub = "repo", ""
            step = follow or chooser.next(state)
            follow = None
            self.done.append(step)
            try:
                check.prepare(step)
                result = steps.perform(world, step)
                if counts is not None:
                    name = " ".join(checks.plain_verb(step)[:2]) if step[0] in ("git", "handoff", "with") else "edit"
                    counts[name, result.code] += 1
                state = check.verify(step, result)
            except Breach as breach:
                # An index that git itself cannot read after a step of its own is none of our making.
                return None if breach.kind == "index" and not checks.verb_of(step) else breach
            if checks.verb_of(step) == "pause" and check.right_after and rng.randrange(3) == 0:
                follow = ["handoff", "resume", "--json", "--continue"]
            elif check.undoable and rng.randrange(5) == 0:
                follow = ["handoff", "undo"]
        return None

    def again(self, some, kind):
        """The same steps, fewer of them: does a breach of this kind come again?"""
        world = self.world()
        check = checks.Checks(world)
        start = next((i for i, s in enumerate(some) if checks.verb_of(s)), len(some))
        for step in some[:start]:
            steps.perform(world, step)
        try:
            check.start()
            for step in some[start:]:
                if not os.path.isdir(world.folder()):
                    return None
                check.prepare(step)
                check.verify(step, steps.perform(world, step))
        except Breach as breach:
            return breach if breach.kind == kind else None
        except OSError:
            return None
        return None

    def shorten(self, breach, limit):
        """Leaves steps out for as long as the breach stays; the time is bounded."""
        end = time.monotonic() + limit
        some, size = list(self.done), max(1, len(self.done) // 2)
        found = self.again(some, breach.kind)
        if found is None:
            return some, breach
        while size >= 1 and time.monotonic() < end:
            at, less = 0, False
            while at < len(some) and time.monotonic() < end:
                fewer = some[:at] + some[at + size:]
                if fewer and (now := self.again(fewer, breach.kind)):
                    some, found, less = fewer, now, True
                else:
                    at += size
            if size == 1 and not less:
                break
            size = max(1, size // 2)
        return some, found


def known(text):
    return next((number for number, pattern in KNOWN.items() if re.search(pattern, text, re.DOTALL)), None)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--walks", type=int, default=1)
    parser.add_argument("--steps", type=int, default=25)
    parser.add_argument("--shorten", type=int, default=30, help="seconds to shorten a walk in")
    parser.add_argument("--counts", action="store_true", help="say what was walked")
    parser.add_argument("--scripts", help="a folder for the scripts of what was found")
    parser.add_argument("program")
    parser.add_argument("folder")
    options = parser.parse_args()
    failed = walked = 0
    counts, skipped, began = collections.Counter(), collections.Counter(), time.monotonic()
    for seed in range(options.seed, options.seed + options.walks):
        walk = Walk(seed, options.steps, os.path.abspath(options.program), os.path.abspath(options.folder))
        breach = walk.go(counts)
        walked += len(walk.done)
        if breach is None:
            continue
        number = known(f"{breach} | {steps.as_shell(walk.done[-1])}")
        if number is not None:
            skipped[number] += 1
            continue
        failed += 1
        some, found = walk.shorten(breach, options.shorten) if options.shorten else (walk.done, breach)
        text = steps.script(some, f"{found} | {steps.as_shell(some[-1])}",
                            f"HANDOFF_SEED={seed}, after {len(walk.done)} steps")
        print(f"--- seed {seed}: {found}\n{text}", flush=True)
        if options.scripts:
            with open(f"{options.scripts}/{found.kind}-{seed}.sh", "w", encoding="utf-8") as file:
                file.write(text)
    if options.counts:
        for (name, code), times in sorted(counts.items()):
            print(f"{times:6} {name} -> {code}")
    for number, times in sorted(skipped.items()):
        print(f"known {number}: {times} walks ended by it")
    print(f"{walked} steps, {options.walks} walks, {failed} failed ({time.monotonic() - began:.0f} s)")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
