#!/usr/bin/env python3
"""Is "perhaps done by <commit>" true when it is said, and how often is it said?

    bench/readers/done.py GIT_DIR... [--bin FOLDER] [--windows N] [--seed N] [--list]

Takes windows of 20 commits out of real histories. Before the window a record is written whose open tasks are worded
after commits of it (in four ways, see `worded`), and after as many later commits that are not done yet. Then the
branch moves on to the end of the window, and `git handoff check` is asked. A pair is right where it names the commit
that the task was worded after. Nothing of the histories is kept.
Exit 1 where fewer than 9 of 10 pairs are right.
"""
import argparse
import json
import os
import random
import re
import sys
import tempfile

from history import Git, NoScene, is_small, window

WINDOW, TASKS = 20, 8
OTHER_WORDS = {"fix": "repair", "add": "implement", "remove": "get rid of", "update": "renew", "use": "switch to",
               "make": "let", "improve": "better", "support": "allow", "handle": "deal with", "avoid": "prevent"}


def plain(subject):
    return re.sub(r"\s*\((#\d+|[^)]*#\d+)\)\s*$", "", subject).rstrip(".")


def worded(git, commit, way):
    """A task as somebody writes it before it is done."""
    subject = plain(commit.subject)
    area, _, rest = subject.rpartition(": ")
    if way == 0:  # nearly as the commit says it
        parts = subject.split()
        if len(parts) > 5:
            del parts[len(parts) // 2]
        return " ".join(parts)
    if way == 1:  # the other way round, with another verb
        first, _, tail = rest.partition(" ")
        return (OTHER_WORDS.get(first.lower(), first) + " " + tail + (f", in {area}" if area else "")).strip()
    if way == 2:  # by what it touches, and two words
        path = max(commit.files, key=len)
        long = sorted((word for word in re.findall(r"\w{4,}", rest)), key=len)[-2:]
        return f"look at {path}: {' '.join(long)}"
    body = git("log", "-1", "--format=%b", commit.oid)  # as the reason was told
    sentence = re.split(r"(?<=[.!?])\s|\n\n", body.replace("\r", ""))[0].replace("\n", " ").strip()
    return sentence[:110] if len(sentence) > 25 and "http" not in sentence and ":" not in sentence[:20] else ""


def measure(git, args, rng, base, commits, counts):
    commits = [c for c in commits if c.files]
    inside, after = commits[:WINDOW], commits[WINDOW:2 * WINDOW]
    end = inside[-1].oid
    if git("merge-base", base, end) != base:
        raise NoScene("not one line")
    there = set(git("rev-list", f"{base}..{end}").split())
    tasks, want = [], {}
    for group in (inside, after):
        chosen = [commit for commit in group if is_small(commit)]
        rng.shuffle(chosen)
        for number, commit in enumerate(chosen[:TASKS]):
            name = worded(git, commit, number % 4)
            if len(name.split()) < 2 or name in want:
                continue
            want[name] = commit if commit.oid in there else None
            tasks.append({"name": name, "status": "not_started"})
    git("checkout", "-q", "-f", "-B", "topic", base)
    git.run(args.program, "pause", "--from", "-", text=json.dumps({"next_action": "go on", "remaining_tasks": tasks}))
    git("checkout", "-q", "-f", "-B", "topic", end)
    record = json.loads(git.run(args.program, "list", "--json").stdout)["handoffs"][0]["id"]
    report = json.loads(git.run(args.program, "check", record, "--json", check=False).stdout)
    pairs = {finding["subject"]: finding["to"] for finding in report["findings"] if finding["code"] == "perhaps-done"}
    git.run(args.program, "discard", record, check=False)
    for name, commit in want.items():
        counts["tasks"] += 1
        counts["done"] += commit is not None
        if name in pairs:
            right = commit is not None and (commit.oid == pairs[name] or
                                            plain(git("log", "-1", "--format=%s", pairs[name])) == plain(commit.subject))
            counts["said"] += 1
            counts["right"] += right
            if args.list and not right:
                print(f"wrong: {name!r} <- {git('log', '-1', '--format=%s', pairs[name])!r}"
                      f" instead of {commit.subject if commit else None!r}")
        elif args.list and commit is not None:
            print(f"not said: {name!r} <- {commit.subject!r}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("repositories", nargs="+", type=os.path.abspath)
    parser.add_argument("--bin", default="build/dev")
    parser.add_argument("--windows", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--list", action="store_true")
    args = parser.parse_args()
    args.program = os.path.abspath(os.path.join(args.bin, "git-handoff"))
    rng = random.Random(args.seed)
    total = dict.fromkeys(("tasks", "done", "said", "right"), 0)
    print("| history | tasks | done meanwhile | said | right |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        home = os.path.join(folder, "home")
        os.makedirs(home)
        for number, git_dir in enumerate(args.repositories):
            git = Git(folder, home)
            where = os.path.join(folder, str(number))
            git("clone", "-q", "--shared", "--no-checkout", git_dir, where)
            git.folder = where
            git("config", "gc.auto", "0")
            git("remote", "remove", "origin")
            for name in git("for-each-ref", "--format=%(refname)").split():  # it has what is not done yet
                git("update-ref", "--no-deref", "-d", name)
            counts = dict.fromkeys(total, 0)
            made = 0
            for attempt in range(args.windows * 3):
                if made == args.windows:
                    break
                try:
                    measure(git, args, rng, *window(git_dir, home, 40 + 71 * attempt, 2 * WINDOW + 1), counts)
                    made += 1
                except NoScene:
                    continue
            name = os.path.basename(os.path.dirname(git_dir)).split("+")[-1]
            print("| " + " | ".join([name, *(str(counts[key]) for key in counts)]) + " |", flush=True)
            for key in total:
                total[key] += counts[key]
    print("| all | " + " | ".join(str(total[key]) for key in total) + " |")
    precision, recall = total["right"] / max(1, total["said"]), total["right"] / max(1, total["done"])
    print(f"\n{precision:.2f} of the pairs are right; {recall:.2f} of what was done is said")
    return 0 if precision >= 0.9 else 1


sys.exit(main())
