"""A scene in which what blocked is gone: two kinds of record, written note by note or handed over as JSON.

What is asked for beside the next step are the things that fell out first where room was short: a decision that binds
nobody and its reason, whom it waits for, how the tests stand, a rule whose line has moved, the task whose commit was
dropped, and that the branch which a blocker names is merged. A colleague's commit that only renames a file must not
pass for the task that names it."""
import json
import os
import re

from history import NoScene
from scene import DECISIONS, HOUR, PEOPLE, QUESTIONS, RULED_OUT, WEAK, Fact, Scene, Stale

BRANCHES = ["fix/lookup-table", "ci/lint-rules"]
BLOCKERS = ["the fix of the lookup table (branch {b}) has to be in main first, it changes the same lines",
            "CI is red on the old runner: {b} has to be merged before this branch can be"]
WAITED_FOR = ["Julia says whether the old option is shown in the help; leave the help as it is until then",
              "Shadow chooses the names of the two options, singular or plural; the manual waits for it"]


class FreeScene(Scene):
    KINDS = ("note by note, a branch that blocked is merged", "as JSON, a branch that blocked is merged")

    def __init__(self, folder, home, git_dir, program, base, commits, number):
        super().__init__(folder, home, git_dir, program, base, commits, number)
        self.kind, self.by_notes = 0, number % 2 == 0
        self.branch = self.pick(BRANCHES)

    @property
    def what_happened(self):
        return self.KINDS[0 if self.by_notes else 1]

    def half_feature(self):
        git = self.git
        git.at(self.now - 40 * HOUR)
        git.who("Dana Fox")
        git("switch", "-q", "-c", self.branch)
        with open(os.path.join(self.folder, "lookup-table.txt"), "w", encoding="utf-8") as file:
            file.write("the first half\n")
        git("add", "lookup-table.txt")
        git("commit", "-q", "-m", "Split the lookup table")
        git("switch", "-q", "main")
        git.who("Ann Lee")
        super().half_feature()

    def record(self):
        self.decision, _, self.why = self.pick(DECISIONS)
        self.plain, self.why_plain = self.pick(WEAK)
        self.ruled_out, self.question = self.pick(RULED_OUT)[0], self.pick(QUESTIONS)
        self.blocker = self.pick(BLOCKERS).format(b=self.branch)
        self.person, self.failing = self.pick(WAITED_FOR), f"test_{self.word}_empty"
        self.rule = f"leave {self.symbol}() alone ({self.path}:{self.line}): plug-ins override it"
        self.next = (f"finish '{self.task_name(self.work)}' in {self.path}: replace the second block as it is done in "
                     f"the first; then make {self.failing} pass")
        self.tasks = [self.task_name(self.by_other), self.task_name(self.open[0]),
                      f"a case beside those in {self.to_rename}"]
        self.git.at(self.now - 28 * HOUR)
        if self.by_notes:
            self.note_all()
        else:
            self.git.run(self.program, "pause", "--from", "-", "-m", "end of the day", text=json.dumps(self.as_json()))

    def note_all(self):
        def note(*words):
            self.git.run(self.program, "note", *words)
        note("goal", "the release of the month holds it, with a note for those who upgrade")
        subject, oid = self.done[1][0].subject, self.done[1][1]
        note("task", subject)
        note("done", subject)
        note("evidence", f"the second case holds since {oid[:7]}")
        note("decision", self.text(self.decision), "--because", self.why, "--binding", "absolute")
        note("decision", self.text(self.plain), "--because", self.why_plain)
        note("eliminated", self.ruled_out)
        note("correction", self.rule)
        for task in self.tasks:
            note("task", task)
        note("blocker", self.blocker)
        note("human", self.person)
        note("question", self.question)
        note("gate", "make check: all but what wants a newer compiler", "--status", "passed")
        note("gate", f"{self.failing}: 1 of 3 fails, as it should until the second block is done", "--status", "failed")
        self.git.run(self.program, "pause", "-m", "the first half is done, the second is begun", "--next", self.next)

    def as_json(self):
        return {
            "next_action": self.next,
            "completed_tasks": [{"id": f"d{i + 1}", "name": entry.subject, "commit": oid}
                                for i, (entry, oid) in enumerate(self.done)],
            "remaining_tasks": [{"id": f"t{i + 1}", "name": name, "status": "pending"}
                                for i, name in enumerate(self.tasks)],
            "decisions": [{"decision": self.text(self.decision), "rationale": self.why, "binding": "absolute"},
                          {"decision": self.text(self.plain), "rationale": self.why_plain}],
            "corrections": [self.rule],
            "debug": {"eliminated": [self.ruled_out]},
            "blockers": [{"description": self.blocker, "workaround": "run the tests here",
                          "verification": f"git merge-base --is-ancestor {self.branch} main"}],
            "human_actions_pending": [{"action": self.person, "blocking": False}],
            "open_questions": [self.question],
            "quality_gates": [{"name": f"make {self.failing}", "status": "failed", "detail": "1 of 3 fails: the second block"},
                              {"name": "make check, all the rest", "status": "passed"}],
            "context_notes": "an empty list leaves its heading out, too",
        }

    def rename_subject(self, name):
        return f"tests: {name} is moved_{name}, beside those of its case"

    def bring_what_was_waited_for(self):
        self.git.who("Ben Hoyt")
        if not self.git.holds("merge", "-q", "--no-ff", "-m", f"Merge {self.branch}", self.branch):
            raise NoScene("the branch does not merge")

    def expect(self):
        lost = self.done[1][0]
        self.facts += [
            Fact("the next step", self.next, [r"^Next: "]),
            Fact("all open tasks", each_of=self.tasks[1:]),
            Fact("what another did", self.tasks[0], [rf"\[perhaps done: Ben.*{self.done_by_other}"]),
            Fact("the absolute decision and its reason", self.text(self.decision) + " " + self.why),
            Fact("the other decision", self.text(self.plain)),
            Fact("its reason", self.why_plain, share=0.6),
            Fact("the rule, with its place of now", self.rule, [rf":{self.line} \[now :{self.line + 2}\]"]),
            Fact("what was ruled out", self.ruled_out),
            Fact("the dropped commit, which was told as done", lost.subject, [r"\[lost\] \(told as done\)"]),
            Fact("whom it waits for", self.person, share=0.5),
            Fact("what fails of the tests", self.failing, [r"1 of 3 fails"]),
            Fact("that nothing blocks any more", self.branch, [r"\[perhaps gone: Ben Hoyt merged .*[0-9a-f]{7}\]"]),
        ]
        self.stale += [Stale(re.escape(lost.subject[:40]), r"no longer|\[lost\]"),
                       Stale(rf":{self.line}\b(?! \[now)", r"$^"),
                       Stale(re.escape(self.to_rename) + r"(?!\S)", r"\[now "),
                       Stale(r"a case beside .*perhaps done", r"$^"),
                       Stale(r"has to be (?:in main|merged)", r"perhaps gone")]
        assert len(self.facts) == 12
