#!/usr/bin/env python3
"""One line for the state of a repository: the same for two states that differ in nothing but what differs from run to
run (the random part of ids, the oids that follow from it, process ids, the real time). For the tests that try hundreds
of faults: what follows from a state has to be proven once.

Standard input names folders, one a line, in each of which ../told tells of refs, index and working tree. In the line for
it is what that tells, with all that is reachable from oids in it; HEAD, config, reflogs, and every file below
.git/handoff. Objects count by their content, a pack or a loose file is the same.
"""
import hashlib
import os
import re
import subprocess
import sys

RANDOM = [
    (rb'"n-[0-9a-f]{8}"', b'"n-"'),
    (rb'"(pid|start_time|boot_id)":("[^"]*"|[0-9]+)', rb'"\1":0'),
    (rb"/work/[0-9]+-[0-9a-f]+", b"/work/"),
    (rb'"seal":"[^"]*"', b'"seal":""'),
    (rb"\.tmp-[0-9a-f]+", b".tmp-"),
    # The clock of the tests stands in March: at 1774353600 and the hours behind it.
    (rb"> (?!17743[5-9])[0-9]{10} \+0000", b"> now"),
    (rb"20[0-9]{2}-(?!03-24)[0-9]{2}-[0-9]{2}T[0-9:.]+Z", b"now"),
]


def look_up(name):
    """Oid, kind and content of an object, reachable or not; None where there is none of that name."""
    if name not in known:
        store.stdin.write(name + b"\n")
        store.stdin.flush()
        words = store.stdout.readline().split()
        known[name] = None
        if words[-1] not in (b"missing", b"ambiguous"):
            known[name] = (words[0], words[1], store.stdout.read(int(words[2])))
            store.stdout.read(1)
    return known[name]


def record_id(found):
    """The same record has the same number wherever it stands; they are met in the order of their refs' contents."""
    return found[1] + b"-#%d" % ids.setdefault(found[0], len(ids))


def plain(text):
    text = re.sub(rb"\b[0-9a-f]{40}\b", lambda m: name_of(m[0]), text)
    text = re.sub(rb"\b[0-9a-f]{7,12}\b", abbreviated, text)
    text = re.sub(rb"([A-Za-z0-9-]+-[0-9]{8}-[0-9]{6})-[0-9a-f]{8}\b", record_id, text)
    for pattern, instead in RANDOM:
        text = re.sub(pattern, instead, text)
    return text.replace(here, b".")


def abbreviated(found):
    whole = look_up(found[0])
    return b"~" + name_of(whole[0]) if whole else found[0]


def name_of(oid):
    """An object by its content, and by the content of what it names."""
    if oid not in names:
        found = look_up(oid)
        if not found:
            return b"gone"
        _, kind, content = found
        if kind == b"tree":
            lines, at = [], 0
            while at < len(content):
                end = content.index(b"\0", at)
                lines.append(content[at:end] + b" " + name_of(content[end + 1 : end + 21].hex().encode()))
                at = end + 21
            content = b"\n".join(lines)
        elif b"\0" not in content:
            content = plain(content)
            if b"kept for 'git handoff undo'" in content:  # its parents are in the order of their oids
                content = b"\n".join(sorted(content.split(b"\n")))
        names[oid] = hashlib.sha1(kind + b" " + content).hexdigest().encode()
    return names[oid]


def whole_state():
    with open("../told", "rb") as file:
        lines = [plain(file.read())]
    files = [".git/HEAD", ".git/config"]
    for top in (".git/handoff", ".git/logs", ".git/info"):
        for folder, _, inside in os.walk(top):
            # A mark tells of the folder when it was made, and seals what it says.
            files += [os.path.join(folder, name) for name in inside if not name.startswith("mark-")]
    for path in sorted(files, key=lambda path: plain(path.encode())):
        with open(path, "rb") as file:
            lines.append(plain(path.encode()) + b": " + plain(file.read()))
    return b"\n".join(lines)


for folder in sys.stdin:
    os.chdir(folder.rstrip("\n"))
    here = os.getcwd().encode()
    known, ids, names = {}, {}, {}
    with subprocess.Popen(["git", "--no-optional-locks", "cat-file", "--batch"], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE) as store:
        text = whole_state()
    if len(sys.argv) > 1:
        sys.stderr.buffer.write(text + b"\n")
    print(hashlib.sha256(text).hexdigest(), flush=True)
