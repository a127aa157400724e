"""One scene: half of a feature from a history, the record of it, and what the world did since."""
import json
import os
import re
import time

from history import Git, NoScene, is_small

HOUR = 3600

# What a record says beside the names of the history it stands in. {p}, {q}: paths, {s}: a name in the code.
DECISIONS = [
    ("keep the signature of {s} as it is and put the new state beside it", "an overload with a flag",
     "two released plug-ins call it by position, and a flag would silently change what they mean"),
    ("all sizes in {p} are counted in bytes", "code points",
     "the limit comes from the wire format, which knows bytes only"),
    ("errors of {s} go through the existing callback", "throwing from the middle of the loop",
     "the caller holds a lock there; an exception left it locked in the crash of last week"),
    ("one pass over the input, the result is built in place", "a second pass that collects names first",
     "inputs of 2 GB come from the importer and do not fit twice"),
    ("the default stays off until the next minor version", "switching it on for everybody now",
     "the maintainers asked for one release in which people can try it by hand"),
    ("the cache is keyed by the full path", "keying by base name", "two files of one name met in the monorepo of Delta"),
]
WEAK = [
    ("new helpers stay in {p}", "nobody else needs them yet"),
    ("use the test fixtures that are there", "the golden files are shared with the fuzzer"),
    ("names follow the ones in {q}", "the reviewers know those"),
]
RULES = [
    "never reformat {q}: it is vendored and compared byte by byte with its upstream",
    "do not touch the public header; the user wants the ABI as it is",
    "no new dependency, the user said so twice",
    "do not squash the commits of this branch: the reviewers read them one by one",
    "run the slow suite only when asked, it bills the CI account",
]
RULED_OUT = [
    ("the allocator: the leak stays with a plain malloc", "{s} in a loop of 10,000 shows the same growth"),
    ("a race between reader and writer: it fails with one thread as well", "seen 20 of 20 times with taskset 1"),
    ("the locale: LC_ALL=C changes nothing", "compared on two machines"),
    ("stale build products: a clean clone fails the same way", "tried in a container"),
]
PEOPLE = [
    ("Ben Hoyt decides whether the old option keeps working", "asked in the review of Tuesday"),
    ("Ben Hoyt sends the sample files of the customer", "without them the size limit is a guess"),
    ("the user picks the name of the new option", "three proposals are in the notes of the pull request"),
]
QUESTIONS = [
    "does an empty list mean all or none?",
    "should the warning be printed once a file or once a run?",
    "is 32-bit still supported, and who tests it?",
]
BLOCKERS = [
    ("waits for PR #{n}, which moves the lookup table", "write the tests against a fake table"),
    ("cannot land before #{n} (the new lint rules) is merged", "keep the two loops apart so that the rebase is small"),
]
TESTS = [
    {"passed": 212, "failed": ["test_{w}_empty"], "gaps": "nothing covers the error path of {s}"},
    {"failed": ["{w}_roundtrip", "{w}_limits"], "passed": 87, "gaps": "no test on big-endian"},
]
NOTES = [
    "{s} is called from three places; only the one in {p} matters here.",
    "The benchmark to look at is the small one: the large one is dominated by reading the file.",
    "What looks like dead code behind the second return is used by the fuzzer.",
    "The numbers in the issue were measured before the table was split and are about twice too high.",
    "Coverage is taken from the nightly job, not from the local run.",
]
DOCS = "docs/internals of the table, second half"


def words(text):
    return [word for word in re.findall(r"[\w#/.-]*\w", text.lower()) if len(word) > 3 or word[0] == "#"]


class Fact:
    """Found where one line (or the whole text) holds so many of its words, and all of its signs."""

    def __init__(self, name, text="", signs=(), share=0.65, each_of=None):
        self.name, self.text, self.signs, self.share, self.each_of = name, text, signs, share, each_of

    def in_line(self, line):
        want = words(self.text)
        have = line.lower()
        enough = not want or sum(word in have for word in want) >= self.share * len(want)
        return enough and all(re.search(sign, line) for sign in self.signs)

    def found(self, brief):
        lines = brief.split("\n")
        if self.each_of is not None:
            return all(any(Fact("", part, share=self.share).in_line(line) for line in lines) for part in self.each_of)
        return any(self.in_line(line) for line in lines)


class Stale:
    """A claim of the record that is no longer true: a line that holds it must hold the sign, too."""

    def __init__(self, claim, sign):
        self.claim, self.sign = claim, sign

    def told_as_true(self, brief):
        return any(re.search(self.claim, line) and not re.search(self.sign, line) for line in brief.split("\n"))


class Scene:
    KINDS = ("rebased, one commit dropped", "rebased, nothing lost", "pushed by a colleague, not fetched into the branch")

    def __init__(self, folder, home, git_dir, program, base, commits, number):
        self.number, self.kind = number, number % 3
        self.folder, self.program = folder, program
        self.git = Git(folder, home)
        self.commits = [commit for commit in commits if is_small(commit)]
        self.base = base
        self.facts, self.stale = [], []
        self.now = int(time.time())
        self.git.folder = os.path.dirname(folder)
        self.git("clone", "-q", "--shared", "--no-checkout", git_dir, folder)
        self.git.folder = folder
        self.git("config", "gc.auto", "0")
        self.git("config", "advice.skippedCherryPicks", "false")
        self.git("checkout", "-q", "-B", "main", base)
        self.git("remote", "remove", "origin")

    @property
    def what_happened(self):
        return self.KINDS[self.kind]

    def pick(self, list_of, offset=0):
        return list_of[(self.number + offset) % len(list_of)]

    def text(self, template):
        return template.format(p=self.path, q=self.other_path, s=self.symbol, n=self.pull, w=self.word)

    # --- the work ---

    def take(self, used, wanted=lambda commit: True, commit=True):
        """The next commit that applies to HEAD and meets no file of `used`."""
        for entry in list(self.commits):
            if not wanted(entry) or set(entry.files) & used:
                continue
            self.commits.remove(entry)
            if self.git.holds("cherry-pick", "-n", entry.oid):
                if commit and not self.git.holds("diff", "--cached", "--quiet"):
                    self.git("commit", "-q", "-m", entry.subject)
                    return entry
                if not commit:
                    self.git("reset", "-q", "--hard")
                    return entry
            self.git("reset", "-q", "--hard")
        raise NoScene("too few commits apply")

    def half_feature(self):
        git = self.git
        git.at(self.now - 30 * HOUR)
        git("switch", "-q", "-c", "topic")
        used = set()
        self.done = []
        for _ in range(2):
            entry = self.take(used)
            used |= set(entry.files)
            self.done.append((entry, git("rev-parse", "HEAD")))
        there = lambda path: git.holds("cat-file", "-e", f"HEAD:{path}")
        modifies = lambda commit: any(state == "M" and self.is_code(path) and there(path)
                                      for path, state in commit.files.items())
        self.work = self.take(used, modifies, commit=False)
        used |= set(self.work.files)
        self.path = next(path for path, state in self.work.files.items() if state == "M" and self.is_code(path) and there(path))
        self.find_place()
        git("cherry-pick", "-n", self.work.oid)
        git("reset", "-q")
        tip = git("rev-parse", "HEAD")
        git("stash", "push", "-q", "-u")
        self.by_other = self.take(used)
        git("reset", "-q", "--hard", tip)
        used |= set(self.by_other.files)
        self.open = []
        for _ in range(3):
            self.open.append(self.take(used, commit=False))
            used |= set(self.open[-1].files)
        git("stash", "pop", "-q")
        self.other_path = next(iter(self.open[0].files))
        self.to_rename = next((path for path, state in self.open[1].files.items() if state == "M"), self.other_path)
        with open(os.path.join(self.folder, "measure-by-hand.sh"), "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\n# times the slow case three times\nfor i in 1 2 3; do time ./slow-case; done\n")

    def is_code(self, path):
        return re.search(r"\.(c|h|cc|cpp|py|go|rs|js|pl|sh|hpp)$", path) is not None

    def find_place(self):
        """A line in the middle of a file of the work, and a name in the code."""
        lines = self.git.run("git", "show", f"HEAD:{self.path}").stdout.split("\n")
        named = [(i + 1, match.group(1)) for i, line in enumerate(lines)
                 if (match := re.search(r"([A-Za-z_]\w{5,40})\s*\(", line)) and lines.count(line) == 1 and i > 3]
        if not named:
            raise NoScene("no place in " + self.path)
        self.line, self.symbol = named[len(named) // 2]
        self.word = re.sub(r"\W+", "_", os.path.basename(self.path).split(".")[0])
        self.pull = 4000 + 37 * self.number

    # --- the record ---

    def task_name(self, entry):
        """As somebody words it before it is done: without the area, in lower case, a word of it missing."""
        name = re.sub(r"\s*\((#\d+|[^)]*#\d+)\)\s*$", "", entry.subject)
        parts = name.split()
        if len(parts) > 6:
            del parts[len(parts) // 2]
        return " ".join(parts).rstrip(".")

    def record(self):
        strong = [self.pick(DECISIONS), self.pick(DECISIONS, 1)]
        person, person2 = self.pick(PEOPLE), self.pick(PEOPLE, 1)
        blocker = self.pick(BLOCKERS)
        self.ruled_out, self.rule = self.pick(RULED_OUT), self.text(self.pick(RULES))
        self.strong, self.person, self.question = strong, person, self.pick(QUESTIONS)
        self.tests = {k: [self.text(v) for v in value] if isinstance(value, list) else
                      self.text(value) if isinstance(value, str) else value for k, value in self.pick(TESTS).items()}
        self.next = (f"finish '{self.task_name(self.work)}': go on at {self.path}:{self.line} ({self.symbol}), "
                     f"then make {self.tests['failed'][0]} pass")
        record = {
            "status": "paused", "next_action": self.next,
            "completed_tasks": [{"id": str(i + 1), "name": entry.subject, "status": "done", "commit": oid}
                                for i, (entry, oid) in enumerate(self.done)],
            "remaining_tasks": [
                {"id": "3", "name": self.task_name(self.work), "status": "in_progress", "progress": "half"},
                {"id": "4", "name": self.task_name(self.by_other), "status": "not_started"},
                {"id": "5", "name": self.task_name(self.open[0]), "status": "not_started"},
                {"id": "6", "name": self.task_name(self.open[1]) + f", in {self.to_rename}", "status": "not_started"},
                {"id": "7", "name": self.task_name(self.open[2]), "status": "not_started",
                 "files": list(self.open[2].files)},
            ],
            "decisions": [{"decision": self.text(d), "rejected": r, "rationale": w, "binding": b}
                          for (d, r, w), b in zip(strong, ("absolute", "session"))]
            + [{"decision": self.text(d), "rationale": w} for d, w in (self.pick(WEAK), self.pick(WEAK, 1))],
            "corrections": [self.rule],
            "debug": {"eliminated": [{"hypothesis": self.ruled_out[0], "reason": self.text(self.ruled_out[1])}]},
            "blockers": [{"description": self.text(blocker[0]), "workaround": blocker[1], "type": "dependency"}],
            "human_actions_pending": [{"action": person[0], "context": person[1], "blocking": True},
                                      {"action": person2[0], "context": person2[1], "blocking": False}],
            "open_questions": [self.question, self.pick(QUESTIONS, 1)],
            "verification": self.tests,
            "context_notes": "\n".join(self.text(self.pick(NOTES, k)) for k in range(3)),
            "documents": [{"path": DOCS.split(" of ")[0] + ".md", "why": DOCS}],
            "goals": {"ultimate": "the release of the month holds it, with a note for those who upgrade"},
        }
        self.git.at(self.now - 28 * HOUR)
        self.git.run(self.program, "pause", "--from", "-", "-m", "end of the day, the train leaves",
                     text=json.dumps(record))

    # --- the world goes on ---

    def commit_as(self, who, subject):
        self.git.who(who)
        self.git("commit", "-q", "-a", "-m", subject)
        self.git.who("Ann Lee")

    def move_lines(self):
        path = os.path.join(self.folder, self.path)
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            lines = file.readlines()
        mark = {".py": "#", ".sh": "#", ".pl": "#"}.get(os.path.splitext(path)[1], "//")
        at = 1 if lines[0].startswith("#!") else 0
        lines[at:at] = [f"{mark} Who comes here first:\n", f"{mark} the table is explained at its end.\n"]
        with open(path, "w", encoding="utf-8", errors="surrogateescape") as file:
            file.writelines(lines)
        self.commit_as("Ben Hoyt", f"{os.path.basename(self.path)}: say where newcomers start")

    def world(self):
        git = self.git
        git.at(self.now - 9 * HOUR)
        tip = git("rev-parse", "topic")
        git("switch", "-q", "-f", "-c", "theirs", f"{tip}~1" if self.kind == 2 else "main")
        self.move_lines()
        git.who("Ben Hoyt")
        if not git.holds("cherry-pick", "-n", self.by_other.oid):
            raise NoScene("what another did does not apply")
        git("commit", "-q", "-m", self.by_other.subject)
        self.done_by_other = git("rev-parse", "--short=7", "HEAD")
        folder, name = os.path.split(self.to_rename)
        self.renamed = os.path.join(folder, "moved_" + name)
        if not git.holds("mv", self.to_rename, self.renamed):
            raise NoScene("nothing to rename")
        git("commit", "-q", "-m", self.rename_subject(name))
        self.bring_what_was_waited_for()
        git.who("Ann Lee")
        for entry in list(self.commits)[:6]:
            git.who(entry.author if entry.author.isascii() and entry.author.strip() else "Dana Fox")
            if git.holds("cherry-pick", "-n", entry.oid) and not set(entry.files) & {self.path, self.renamed}:
                git("commit", "-q", "--allow-empty", "-m", entry.subject)
            else:
                git("reset", "-q", "--hard")
        git.who("Ann Lee")
        self.settle(tip)

    def rename_subject(self, name):
        return f"Give {name} the name that the manual uses"

    def bring_what_was_waited_for(self):
        with open(os.path.join(self.folder, "lookup-table.txt"), "w", encoding="utf-8") as file:
            file.write("the first half\n")
        self.git("add", "lookup-table.txt")
        self.git("commit", "-q", "-m", f"Split the lookup table (#{self.pull})")

    def settle(self, tip):
        git = self.git
        if self.kind == 2:
            git("update-ref", "refs/remotes/origin/topic", "theirs")
            git("switch", "-q", "-f", "topic")
            return
        git("branch", "-f", "main", "theirs")
        git("switch", "-q", "-f", "topic")
        steps = [f"{self.done[0][1]}..{tip}" if self.kind == 1 else f"{self.done[1][1]}..{tip}"]
        first = self.done[0][1]
        git("switch", "-q", "--detach", "main")
        for part in [first, *(git("rev-list", "--reverse", steps[0]).split())]:
            if not git.holds("cherry-pick", part):
                raise NoScene("the work does not rebase")
        git("branch", "-f", "topic", "HEAD")
        git("switch", "-q", "topic")

    # --- what its reader needs ---

    def expect(self):
        (decision, rejected, why), facts = self.strong[0], self.facts
        lost = self.done[1][0]
        moved = [rf":{self.line + 2}\b|changed"] if self.kind == 2 else [rf":{self.line} \[now :{self.line + 2}\]"]
        facts += [
            Fact("next, with its place of now", self.next, moved if self.kind != 2 else [r"^Next: "]),
            Fact("who changed what is next", os.path.basename(self.path), [r"Ben"]),
            Fact("all open tasks", each_of=[self.task_name(e) for e in (self.work, *self.open)]),
            Fact("what another did", self.task_name(self.by_other), [rf"\[perhaps done: Ben.*{self.done_by_other}"]),
            Fact("the binding decision and what it rejected", self.text(decision) + " " + rejected),
            Fact("its reason", why, share=0.6),
            Fact("the rule", self.rule),
            Fact("what was ruled out", self.ruled_out[0]),
            Fact("what blocks, and whom it waits for", self.person[0]),
            Fact("where the tests stand", self.tests["failed"][0], [r"fail"]),
            Fact("the open question", self.question),
            Fact("the blocker is gone", f"#{self.pull}", [r"#\d+ \[merged[^\]]*: [0-9a-f]{7}"]),
        ]
        if self.kind == 0:
            facts[10] = Fact("the dropped commit", lost.subject, [r"no longer|lost"])
            self.stale.append(Stale(re.escape(lost.subject[:40]), r"no longer|\[lost\]"))
        self.stale += [Stale(rf"(?:PR|before) #{self.pull}", r"\[merged"),
                       Stale(re.escape(self.task_name(self.by_other)), r"perhaps done|changed .* in [0-9a-f]{7}|'.*\(")]
        if self.kind != 2:
            self.stale += [Stale(rf":{self.line}\b(?! \[now)", r"$^"),
                           Stale(re.escape(self.to_rename) + r"(?!\S)", r"\[now ")]
        assert len(facts) == 12

    def brief(self, budget):
        return self.git.run(self.program, "brief", "--budget", str(budget)).stdout

    def make(self):
        self.half_feature()
        self.record()
        self.world()
        self.expect()
        for name in [n for n in self.git.env if n.endswith("_DATE")]:
            del self.git.env[name]
