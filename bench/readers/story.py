"""A story: half of a feature that is told in a file, with a record as long as agents write them."""
import json
import os
import re
import time

from history import Git
from scene import HOUR, Fact, Stale

LINES = 60


def code_of(path):
    """A file of so many lines that no other has."""
    word = re.sub(r"\W+", "_", path.split("/")[-1].split(".")[0])
    return [f"{word}_{i}(value, {i * 7 % 11})\n" for i in range(1, LINES)]


class Story:
    """`told` has: name, files, done (subject, path) twice, work (path), record, since, lost, facts, stale; perhaps branches
    (name, who, path, subject). In its record "{done0}" and "{done1}" are the commits of what was done."""

    def __init__(self, folder, home, program, told):
        self.told, self.program = told, program
        os.makedirs(folder)
        self.git = Git(folder, home)
        self.now = int(time.time())
        self.facts = [Fact(name, text, signs, share) for name, text, signs, share in told["facts"]]
        self.facts += [Fact(name, each_of=texts, share=share) for name, texts, share in told["lists"]]
        self.stale = [Stale(claim, sign) for claim, sign in told["stale"]]
        assert len(self.facts) == 12, told["name"]

    @property
    def what_happened(self):
        return "rebased, one commit dropped" if self.told["lost"] else "rebased, nothing lost"

    def lines(self, path):
        with open(os.path.join(self.git.folder, path), encoding="utf-8") as file:
            return file.readlines()

    def write(self, path, lines):
        whole = os.path.join(self.git.folder, path)
        os.makedirs(os.path.dirname(whole), exist_ok=True)
        with open(whole, "w", encoding="utf-8") as file:
            file.writelines(lines)

    def commit(self, subject, who="Ann Lee"):
        self.git.who(who)
        self.git("add", "-A")
        self.git("commit", "-q", "-m", subject)
        self.git.who("Ann Lee")

    def half_feature(self):
        git = self.git
        git.at(self.now - 60 * HOUR)
        git("init", "-q", "-b", "main")
        for path in self.told["files"]:
            self.write(path, code_of(path))
        self.commit("Import the project")
        for name, who, path, subject in self.told.get("branches", []):
            git("switch", "-q", "-c", name)
            self.write(path, code_of(path))
            self.commit(subject, who)
            git("switch", "-q", "main")
        git.at(self.now - 30 * HOUR)
        git("switch", "-q", "-c", "topic")
        ids = {}
        for number, (subject, path) in enumerate(self.told["done"]):
            self.write(path, self.lines(path) + [f"done_{number}()\n"])
            self.commit(subject)
            ids[f"done{number}"] = git("rev-parse", "HEAD")
        path = self.told["work"]
        self.write(path, self.lines(path) + ["half_of_it()\n"])
        text = json.dumps(self.told["record"])
        for name, oid in ids.items():
            text = text.replace("{" + name + "}", oid)
        git.at(self.now - 28 * HOUR)
        git.run(self.program, "pause", "--from", "-", "-m", "the train leaves", text=text)

    def world(self):
        """`since`: (who, subject, what, path, other path); what: top, middle, rename, merge."""
        git = self.git
        git("switch", "-q", "-f", "main")
        for number, (who, subject, what, path, other) in enumerate(self.told["since"]):
            git.at(self.now - (12 - number) * HOUR)
            if what == "merge":
                git.who(who)
                git("merge", "-q", "--no-ff", "-m", subject, path)
                continue
            if what == "rename":
                git("mv", path, other)
            else:
                added = [f"# {subject}: {i}\n" for i in range(3)]
                at = 0 if what == "top" else LINES // 2
                self.write(path, self.lines(path)[:at] + added + self.lines(path)[at:])
            self.commit(subject, who)
        git("switch", "-q", "-f", "topic")
        if self.told["lost"]:  # the last thing done; what is paused stands on top of it
            git("rebase", "-q", "--onto", "topic~2", "topic~1", "topic")
        git("rebase", "-q", "main")

    def brief(self, budget):
        return self.git.run(self.program, "brief", "--budget", str(budget)).stdout

    def make(self):
        self.half_feature()
        self.world()
        for name in [n for n in self.git.env if n.endswith("_DATE")]:
            del self.git.env[name]
