#!/usr/bin/env python3
"""Stories: shell commands and the whole of what they print.

    tests/stories.py [--update] [NAME...]    runs tests/stories/NAME.story, all of them without a name

A story is prose, and lines that are indented by two spaces: `$ command`, `> its next line`, and what the command
prints on both outputs, with `[CODE]` last where it fails. One bash runs them all, in a folder of its own, and a minute
passes before each command. What chance decides is named: commits by their subjects, other objects and ids by number.
"""
import bisect, difflib, os, re, subprocess, sys, tempfile, shutil, time

TESTS = os.path.dirname(os.path.abspath(__file__))
BIN = os.path.abspath(os.environ.get("HANDOFF_BIN_DIR") or os.path.join(TESTS, "../build/dev"))
MARK = "--- end of command "
ID = re.compile(r"\b\d{8}-\d{6}-([0-9a-f]{8})\b")
HEX = re.compile(r"\b[0-9a-f]{7,40}\b")


def commands_of(lines):
    """The story in parts: ["prose", line] and [command, lines of output]."""
    parts = []
    for line in lines:
        if line.startswith("  $ "):
            parts.append([line[4:], []])
        elif line.startswith("  > ") and parts[-1][1] == []:
            parts[-1][0] += "\n" + line[4:]
        elif line.startswith("  ") and parts and parts[-1][0] is not None:
            parts[-1][1].append(line[2:])
        else:
            parts.append([None, line])
    return parts


def play(parts, trash):
    """The output of each command, as it came."""
    script = ["exec 2>&1 </dev/null", ". " + TESTS + "/stories/words.sh"]
    for number, (command, _) in enumerate(parts):
        if command is not None:
            script += ["pass_time 60", command, f'echo "{MARK}{number} $?"']
    file = os.path.join(trash, "script")
    with open(file, "w") as out:
        out.write("\n".join(script) + "\n")
    for folder in ("home", "work"):
        os.mkdir(os.path.join(trash, folder))
    env = {"HOME": trash + "/home", "PATH": f"{BIN}:{os.environ['PATH']}:{TESTS}/../build/dev", "TRASH": trash, "TMPDIR": trash, "TESTS": TESTS}
    env.update((k, v) for k, v in os.environ.items() if k.endswith("SAN_OPTIONS"))
    ran = subprocess.run(["bash", file], cwd=trash + "/work", env=env, stdout=subprocess.PIPE)
    text = ran.stdout.decode("utf-8", "surrogateescape").replace("\0", "\\0")
    outputs, end = {}, 0
    for mark in re.finditer(re.escape(MARK) + r"(\d+) (\d+)\n", text):
        told = text[end:mark.start()]
        lines = (told if told.endswith("\n") or not told else told + " (no newline)\n").splitlines()
        outputs[int(mark[1])] = lines + ([f"[{mark[2]}]"] if mark[2] != "0" else [])
        end = mark.end()
    return outputs, text[end:]


def names_of(trash):
    """Every object of every repository there: its oid, and the subject of those that are commits."""
    names = {}
    for folder, below, _ in os.walk(trash):
        if "objects" in below and "refs" in below:
            git = ["git", "-C", folder, "--git-dir", folder]
            asked = subprocess.run(git + ["cat-file", "--batch-all-objects", "--batch-check"], stdout=subprocess.PIPE, text=True)
            objects = [line.split()[:2] for line in asked.stdout.splitlines()]
            names.update((oid, names.get(oid, "")) for oid, kind in objects)
            commits = "\n".join(oid for oid, kind in objects if kind == "commit")
            if not commits:
                continue
            asked = subprocess.run(git + ["log", "--no-walk", "--stdin", "--format=%H %s"], input=commits, stdout=subprocess.PIPE,
                                   text=True, errors="replace")
            names.update(line.split(" ", 1) for line in asked.stdout.splitlines())
    return names


class Names:
    """Gives what chance decided a name that is the same each time, in the order in which it is met."""

    def __init__(self, trash):
        self.trash, self.oids, self.given, self.count = trash, names_of(trash), {}, {}
        self.sorted = sorted(self.oids)

    def name(self, key, kind):
        if key not in self.given:
            self.count[kind] = self.count.get(kind, 0) + 1
            nth = self.count[kind]
            self.given[key] = f"<{kind}{nth}>" if kind in ("id", "n", "object ") else f"<{kind}{f' .{nth}' if nth > 1 else ''}>"
        return self.given[key]

    def oid(self, found):
        word = found[0]
        if "id:" + word in self.given:
            return self.given["id:" + word]
        at = bisect.bisect_left(self.sorted, word)
        if at == len(self.sorted) or not self.sorted[at].startswith(word):
            return word
        full = self.sorted[at]
        subject = re.sub(ID, lambda m: m[0][:-8] + self.name("id:" + m[1], "id"), self.oids[full])
        return self.name(full, subject if len(subject) < 40 else subject[:36] + "...") if subject else self.name(full, "object ")

    def told(self, line):
        line = line.replace(self.trash, "/trash")
        line = ID.sub(lambda m: m[0][:-8] + self.name("id:" + m[1], "id"), line)
        line = re.sub(r"\bn-([0-9a-f]{8})\b", lambda m: self.name(m[0], "n"), line)
        line = re.sub(r"^--- [0-9a-f]{8} (?=handoff |end$)", "--- <fence> ", line)
        return HEX.sub(self.oid, line)


def run_story(file, update):
    """0 where all is as the story has it."""
    with open(file, encoding="utf-8", errors="surrogateescape") as story:
        wanted = story.read().splitlines()
    parts, began = commands_of(wanted), time.time()
    # In a folder that a shell would quote, paths are printed otherwise.
    place = tempfile.gettempdir() if re.fullmatch(r"[\w./-]+", tempfile.gettempdir()) else "/tmp"
    trash = os.path.realpath(tempfile.mkdtemp(prefix="handoff-story.", dir=place))
    try:
        outputs, rest = play(parts, trash)
        names, got = Names(trash), []
        for number, (command, said) in enumerate(parts):
            if command is None:
                got.append(said)
                continue
            got += ("  $ " + command.replace("\n", "\n  > ")).split("\n")
            lines = outputs[number] if number in outputs else rest.splitlines() + ["(the shell ended here)"]
            rest = rest if number in outputs else ""
            got += [("  " + names.told(line)) for line in lines]
    finally:
        subprocess.run(["chmod", "-R", "u+rwx", trash], stderr=subprocess.DEVNULL)
        shutil.rmtree(trash, ignore_errors=True)
    name = os.path.basename(file)[:-len(".story")]
    good = got == wanted
    print(f"{'ok' if good else 'not ok'} - {name} ({time.time() - began:.1f} s)")
    if not good:
        for line in difflib.unified_diff(wanted, got, "wanted", "got", lineterm="", n=4):
            print("# " + line)
    if update and not good:
        with open(file, "w", encoding="utf-8", errors="surrogateescape") as story:
            story.write("\n".join(got) + "\n")
    return 0 if good or update else 1


def main(arguments):
    update = "--update" in arguments
    names = [os.path.basename(a).removesuffix(".story") for a in arguments if a != "--update"]
    if not names:
        names = sorted(f[:-6] for f in os.listdir(TESTS + "/stories") if f.endswith(".story"))
    sys.stdout.reconfigure(errors="surrogateescape")
    failed = sum(run_story(f"{TESTS}/stories/{name}.story", update) for name in names)
    print(f"{len(names) - failed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main(sys.argv[1:]))
