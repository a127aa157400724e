#!/usr/bin/env -S python3 -I -S
"""Writes lines into a clone's .git/handoff/provenance, as the program would, under the user's key.

    seal.py COMMON_DIR read HASH...         a person has read these (a record by its tree, a snapshot by its commit)
    seal.py COMMON_DIR own                  "commit tree" lines on standard input: the user's own records
    seal.py KIND object                     the JSON object on standard input, as the program keeps one of its own
    seal.py KIND line                       the JSON line on standard input, the seal behind it; both of the clone it runs in
    seal.py FOLDER moved                    the clone in FOLDER is a copy that the user has made: its own seals are good in it
"""
import hashlib
import hmac
import os
import sys


def user_key():
    folder = os.environ.get("XDG_STATE_HOME") or os.environ["HOME"] + "/.local/state"
    path = folder + "/git-handoff/key"
    if not os.path.exists(path):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), "w", encoding="utf8") as file:
            file.write(os.urandom(32).hex() + "\n")
    with open(path, encoding="utf8") as file:
        return file.read().strip().encode()


def hmac_of(text):
    return hmac.new(user_key(), text.encode(), hashlib.sha256).hexdigest()[:40]


def mark_file(git_dir):
    return git_dir + "/handoff/mark-" + hmac_of("name of the mark")[:12]


def mark(git_dir):
    """As src/base/clone_seal.cpp has it, by the path alone; one that is there keeps its id."""
    path = mark_file(git_dir)
    there = os.path.exists(path)
    word, born = (open(path, encoding="utf8").read().split() if there else [os.urandom(16).hex(), "-"])[:2]
    line = f"{word} {born} {hashlib.sha256(os.path.realpath(git_dir).encode()).hexdigest()}"
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf8") as file:
        file.write(line + " " + hmac_of("clone " + line) + "\n")
    return word


def proof(text, git_dir=".git"):
    return hmac_of(mark(git_dir) + "\n" + text)


def moved(folder):
    for git_dir, folders, _ in os.walk(folder):
        if "handoff" in folders and os.path.exists(mark_file(git_dir)):
            mark(git_dir)


def sealed(kind, text):
    """As with_seal() in src/base has it; a seal that is there is made anew."""
    rest = text[text.index('",') + 2:] if text.startswith('{"seal":"') else text[1:]
    size, digest = len(rest.encode()), hashlib.sha256(rest.encode()).hexdigest()
    return f'{{"seal":"{size} {digest} {proof(f"{kind} {size} {digest}")}",{rest}'


def add(common_dir, texts):
    os.makedirs(common_dir + "/handoff", exist_ok=True)
    with open(common_dir + "/handoff/provenance", "a", encoding="utf8") as file:
        for text in texts:
            file.write(text + " " + proof(text, common_dir) + "\n")


if __name__ == "__main__":
    if sys.argv[2] == "own":
        add(sys.argv[1], ["version " + line.strip() + " mine mine" for line in sys.stdin])
    elif sys.argv[2] == "line":
        text = sys.stdin.read().strip()
        sys.stdout.write(text[:-1] + ',"seal":"' + proof(sys.argv[1] + " " + text) + '"}\n')
    elif sys.argv[2] == "moved":
        moved(sys.argv[1])
    elif sys.argv[2] == "object":
        sys.stdout.write(sealed(sys.argv[1], sys.stdin.read()))
    else:
        add(sys.argv[1], ["read " + " ".join(sys.argv[3:])])
