#!/usr/bin/env python3
"""How much of the text of real handoff files does `git handoff show` print after an import?

    bench/shown.py GIT_DIR... [--bin FOLDER] [--each N] [--list]

Takes the handoff files of the given repositories out of their whole history (at most N versions of a path, 3),
imports each into a scratch repository and counts how many of its words stand in what `show` prints. Nothing of
them is kept. Prints files, how many are shown to 95 % or more, and with --list a line for each.
"""
import argparse, json, os, re, subprocess, sys, tempfile

NAME = re.compile(r"(hand-?_?off|continue-?_?here|session[-_]?(state|notes|summary))[^/]*\.(md|json|ya?ml|toon|txt)$", re.I)
SKIP = re.compile(r"(^|/)(skills?|commands?|templates?|prompts?|agents?|node_modules|src|schemas?|docs/api)/|template|schema|skill", re.I)


def git(folder, *args, text=True):
    out = subprocess.run(["git", "--git-dir", folder, *args], capture_output=True)
    return out.stdout.decode("utf-8", "replace") if text else out.stdout


def files_of(folder, each):
    """(name, bytes) of handoff files, newest versions of a path first."""
    seen, count = set(), {}
    raw = git(folder, "log", "--all", "--format=", "--raw", "--no-abbrev", "--no-renames", "-z")
    fields = raw.split("\0")
    for i in range(0, len(fields) - 1):
        meta = fields[i].strip()
        if not meta.startswith(":"):
            continue
        path, oid = fields[i + 1], meta.split()[3]
        if not NAME.search(path) or SKIP.search(path) or set(oid) == {"0"} or oid in seen:
            continue
        if count.get(path, 0) >= each:
            continue
        seen.add(oid)
        data = git(folder, "cat-file", "blob", oid, text=False)
        if 200 <= len(data) <= 100_000:
            count[path] = count.get(path, 0) + 1
            yield os.path.basename(path), data


def words(text):
    return re.findall(r"[^\W_]{2,}", text.lower())


def text_of(name, data):
    """The words that a reader sees; of JSON the values, with none of its escapes."""
    text = data.decode("utf-8", "replace")
    if name.endswith(".json"):
        try:
            out = []

            def walk(value):
                if isinstance(value, dict):
                    for part in value.values():
                        walk(part)
                elif isinstance(value, list):
                    for part in value:
                        walk(part)
                elif isinstance(value, str):
                    out.append(value)

            walk(json.loads(text))
            return "\n".join(out)
        except ValueError:
            pass
    return text


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("repositories", nargs="+")
    parser.add_argument("--bin", default="build/dev")
    parser.add_argument("--each", type=int, default=3)
    parser.add_argument("--list", action="store_true")
    args = parser.parse_args()
    program = os.path.abspath(os.path.join(args.bin, "git-handoff"))
    total = good = refused = 0
    with tempfile.TemporaryDirectory() as scratch:
        env = dict(os.environ, HOME=scratch, GIT_CONFIG_NOSYSTEM="1", COLUMNS="100000")
        run = lambda *argv: subprocess.run(argv, cwd=scratch, env=env, capture_output=True)
        run("git", "init", "-q")
        run("git", "config", "user.name", "A")
        run("git", "config", "user.email", "a@example.com")
        run("git", "commit", "-q", "--allow-empty", "-m", "x")
        for folder in args.repositories:
            for name, data in files_of(folder, args.each):
                with open(os.path.join(scratch, name), "wb") as file:
                    file.write(data)
                done = run(program, "import", "--json", name)
                os.unlink(os.path.join(scratch, name))
                if done.returncode != 0:
                    refused += 1
                    if args.list:
                        print(f"refused {folder} {name}: {done.stderr.decode()[:120].strip()}")
                    continue
                record = json.loads(done.stdout)["id"]
                shown = set(words(run(program, "show", record).stdout.decode("utf-8", "replace")))
                run(program, "discard", record)
                run("rm", "-rf", ".git/handoff/journal")
                want = words(text_of(name, data))
                share = sum(word in shown for word in want) / max(1, len(want))
                total += 1
                good += share >= 0.95
                if args.list:
                    missing = [word for word in dict.fromkeys(want) if word not in shown]
                    print(f"{share:.3f} {os.path.basename(os.path.dirname(folder))} {name} {' '.join(missing[:12])}")
    print(f"{total} files, {good} shown to 95 % or more, {refused} refused")


sys.exit(main())
