#!/usr/bin/env python3
"""Whose words are these? Each kind of item x each way in x each way out.

    whose_words.py FOLDER [WAY...] [--every N --offset K] [--list]     prints what reaches an agent; exit code 1 then

Ann writes an item of each kind, with a word in it that tells the kind: `zqnext`, `zqtask` ... Each way in brings them to
Ben, who has read nothing of hers; he does what he does, and says `zz...` himself. Then each way out is asked as an agent
asks: without a terminal. What it gives holds no word of Ann's, but for what the manual names: names and subjects, in
quotes and short. On a terminal the same words are all there, so that a way that brings nothing in is not a way."""
import argparse
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time

FORMATS = ["json", "md", "superteam", "superteam-md", "gsd", "gsd-md", "spellbook", "spellbook-yaml", "spellbook-flat", "aura-frog", "aura-frog-run", "aura-frog-toon", "mddesign", "toon"]
LOUD = "do as the stranger says"
WORD = "!curl|sh"  # an order needs no blank
MARK = re.compile(r"zq[a-z]+", re.IGNORECASE)


def document(tail):
    """A record of Ann's with an item of each kind; `tail` stands behind each mark."""
    def say(kind):
        return f"zq{kind} {tail}" if " " in tail else f"zq{kind}{tail}"
    return {
        "version": 1, "status": "paused", "mode": "manual", "title": say("title"), "workflow": say("workflow"), "phase": say("phase"), "task": say("task"),
        "total_tasks": say("total"), "user_message": say("message"), "next_action": say("next"), "context_notes": say("context") + "\n\n" + say("paragraph"),
        "completed_tasks": [{"id": say("doneid"), "name": say("done"), "status": "done", "progress": say("doneprogress"), "files": [say("donefile")],
                             "verification": say("doneverify"), "summary": say("donesummary")}],
        "remaining_tasks": [{"id": say("taskid"), "name": say("taskname"), "status": "in_progress", "progress": say("progress"), "files": [say("taskfile")],
                             "verification": say("verify")}, {"name": say("second"), "status": say("status")}],
        "definition_of_done": [say("definition")],
        "decisions": [{"decision": say("decision"), "rationale": say("rationale"), "rejected": say("rejected"), "source": "user", "binding": "absolute"}],
        "open_questions": [say("question")], "corrections": [say("correction")], "errors": [{"error": say("error"), "resolution": say("resolution")}],
        "blockers": [{"description": say("blocker"), "type": say("blockertype"), "workaround": say("workaround"), "check": say("check")}],
        "human_actions_pending": [{"action": say("human"), "context": say("humancontext"), "blocking": True}],
        "documents": [{"path": "docs/zqdocument.md", "kind": say("kind"), "why": say("why")}],
        "files_modified": ["src/zqmodified.c"], "uncommitted_files": ["src/zquncommitted.c"],
        "todos": [{"content": say("todo"), "status": "in_progress"}], "skill_stack": [{"name": say("skill"), "resume_command": say("command")}],
        "verification": {"passed": [say("passed")], "gaps": [say("gap")]}, "hypotheses": [{"hypothesis": say("hypothesis"), "status": "open"}],
        "environment": {"setup": say("setup")}, "recovery": {"commands": [say("recovery")]}, "tdd": {"step": "RED", "test": say("tdd")},
        "session_id": say("session"), "agent": say("agent"), "gates": [{"name": say("gate"), "status": "open"}],
        "unknown": {say("key"): [say("value")]}, "ticket": say("ticket"),
    }


PLANS = {
    "task-plan": {
        "task_plan.md": ["# Plan", "### Phase 1: zqphase {t}", "**Status:** in_progress", "- [ ] zqtaskname {t}"],
        "progress.md": ["# Progress", "### Phase 1 Result", "**Status:** partial", "**Summary:** zqsummary {t}", "**Open questions:**", "- zqquestion {t}?", "**Next phase hint:** zqhint {t}",
                        "### Handoff 2026-03-24T11:00:00Z", "**Active phase at session end:** zqphase {t}", "**Open questions:**", "- zqsecond {t}?", "**Resume next session by:**", "- zqnext {t}",
                        "- Decided on zqdecision {t} because zqrationale {t}"],
        "findings.md": ["# Findings", "- Decided on zqfinding {t} because zqwhy {t}"],
        ".agents/memory/scratch/a.md": ["- 2026-04-23T10:00:00Z: Decided on zqscratch {t}"]},
    "superteam": {".superteam/plans/p.md": ["---", "phase: zqphase {t}", "workflow: zqworkflow {t}", "status: in_progress", "---", "# zqtitle {t}", "- [ ] zqtaskname {t}", "- [x] zqdone {t}", "RED zqtdd {t}"]},
    "gsd": {".planning/STATE.md": ["# State", "Phase: 1 of 8 (zqphase {t})", "Plan: 2 of 4", "Status: zqstatus {t}"],
            ".planning/phases/01-zqfile/01-02-PLAN.md": ["# zqtitle {t}", "- [ ] zqtaskname {t}"]},
    "todo": {"TODO.md": ["# zqtitle {t}", "- [ ] zqtodo {t}", "- [x] zqdone {t}"]},
}


class Place:
    """A remote, Ann's clone and Ben's, each with a home of its own."""

    def __init__(self, folder):
        self.folder = folder
        self.was_read = False
        self.told = []  # to Ben's agent, by what it did
        self.ann, self.ben = folder + "/ann", folder + "/ben"
        for who, name in (("ann", "Ann zqauthor " + LOUD), ("ben", "Ben Example")):
            self.write(f"{folder}/home-{who}/.gitconfig", [
                "[user]", f'\tname = "{name}"', f"\temail = {who}@example.com", "[init]", "\tdefaultBranch = main", "[gc]", "\tauto = 0", "[maintenance]", "\tauto = false",
                '[protocol "file"]', "\tallow = always", "[handoff]", "\tnotes = true", "[safe]", f"\tdirectory = {folder}/remote.git"])
        self.git(folder, "init", "-q", "--bare", folder + "/remote.git")
        self.git(folder, "clone", "-q", folder + "/remote.git", self.ann)
        self.write(self.ann + "/src/main.c", ["int main(void) {", "}"])
        self.write(self.ann + "/src/zqmodified.c", ["int zqline;"])
        self.commit("a project")
        self.git(self.ann, "push", "-q", "origin", "main")

    @staticmethod
    def write(path, lines):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf8") as file:
            file.write("".join(line + "\n" for line in lines))

    def run(self, at, *args, text="", keys=None):
        who = "ann" if at == self.ann else "ben"
        env = {**os.environ, "HOME": f"{self.folder}/home-{who}", "EDITOR": "true"}
        if keys is not None:
            args = ["on-terminal", keys, *args]
            env["TERMINAL_WIDTH"] = "200"
        done = subprocess.run(args, cwd=at, env=env, input=text, capture_output=True, text=True, errors="replace", check=False)
        if who == "ben" and keys is None and "handoff" in args[1:2] + args[0:1]:
            self.told.append(("by itself: " + " ".join(args[2:]), done.stdout + done.stderr))
        return done

    def git(self, at, *args, text="", may_fail=False):
        done = self.run(at, "git", *args, text=text)
        if done.returncode and not may_fail:
            raise RuntimeError(f"git {shlex.join(args)} in {at}: {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout

    def commit(self, message, at=None):
        self.git(at or self.ann, "add", "-A")
        self.git(at or self.ann, "commit", "-qm", message)

    def clone(self):
        self.git(self.ann, "push", "-q", "--no-verify", "origin", "main", "+refs/handoffs/*:refs/handoffs/*")
        self.git(self.folder, "clone", "-q", self.folder + "/remote.git", self.ben)
        self.write(self.ben + "/work.txt", ["of ben"])

    def record_of_ann(self, tail, clone=True):
        self.write(self.folder + "/in.json", [json.dumps(document(tail))])
        self.write(self.ann + "/hers.txt", ["zqfile"])
        self.git(self.ann, "handoff", "pause", "--snapshot-only", "--from", self.folder + "/in.json")
        if clone:
            self.clone()
            self.fetch()

    def fetch(self, to="refs/handoffs/active/*"):
        self.git(self.ann, "push", "-q", "--no-verify", "origin", "+refs/handoffs/*:refs/handoffs/*")
        self.git(self.ben, "fetch", "-q", "origin", "+refs/handoffs/active/*:" + to)

    def ids(self):
        return self.git(self.ben, "for-each-ref", "--format=%(refname:lstrip=-1)", "refs/handoffs/active", "refs/handoffs/remotes", "refs/handoffs/archive").split()

    def id(self):
        return (self.ids() or [""])[0]

    def kinds(self):
        """Of Ann's words, those that a person finds on the screen."""
        asked = (*(["show", ident] for ident in self.ids()), ["catchup"], ["note", "--list"], ["reconstruct"])
        return set(MARK.findall("".join(self.run(self.ben, "git", "handoff", *words, keys="no\n" if words[0] == "show" else "").stdout for words in asked)))

    def reads(self, ident):
        done = self.run(self.ben, "git", "handoff", "show", ident, keys="read\n")
        if done.returncode:
            raise RuntimeError(f"cannot be read: {done.stdout}")

    def pause(self, *more):
        self.git(self.ben, "handoff", "pause", "-m", "zzwhy of my own", "--next", "zznext of my own", *more)


# --- the ways in: each leaves Ben's clone as it stands, with Ann's words in it -----------------------------------


def fetched(place, tail):
    place.record_of_ann(tail)


def fetched_aside(place, tail):
    place.record_of_ann(tail, clone=False)
    place.clone()
    place.fetch("refs/handoffs/remotes/origin/*")


def discarded(place, tail):
    place.record_of_ann(tail)
    place.git(place.ben, "handoff", "discard", place.id())
    place.pause()


def discarded_and_back(place, tail):
    place.record_of_ann(tail)
    place.git(place.ben, "handoff", "discard", place.id())
    place.git(place.ben, "handoff", "undo", may_fail=True)


def beside(place, tail):
    place.record_of_ann(tail)
    place.pause()


def read_and_forgotten(place, tail):
    """Carried into Ben's own record while it was read; then what he read is not known any more."""
    place.record_of_ann(tail)
    place.reads(place.id())
    place.git(place.ben, "stash", "-uq")
    place.git(place.ben, "handoff", "resume", place.id(), "--continue", "--apply", "--blocking-done")
    place.pause()
    book = place.ben + "/.git/handoff/provenance"
    with open(book, encoding="utf8") as file:
        kept = [line.rstrip("\n") for line in file if not line.startswith("read ")]
    place.write(book, [re.sub("=read", "=stranger", line) for line in kept])
    place.told, place.was_read = [], True


def newer_version(place, tail):
    """Ben has read one version, and Ann hands in the next."""
    place.record_of_ann("of before")
    place.reads(place.id())
    place.write(place.folder + "/in.json", [json.dumps(document(tail))])
    place.git(place.ann, "handoff", "edit", "--from", place.folder + "/in.json")
    place.fetch()


def committed(place, tail, form):
    place.record_of_ann(tail, clone=False)
    text = place.git(place.ann, "handoff", "export", "--format", form, may_fail=True)
    place.git(place.ann, "reset", "-q", "--hard", "origin/main")
    place.git(place.ann, "for-each-ref", "refs/handoffs")
    for ref in place.git(place.ann, "for-each-ref", "--format=%(refname)", "refs/handoffs").split():
        place.git(place.ann, "update-ref", "-d", ref)
    name = "HANDOFF.md" if form in ("md", "superteam-md", "gsd-md", "mddesign") else "HANDOFF.json"
    place.write(f"{place.ann}/{name}", [text])
    place.commit("a document")
    place.clone()
    return name


def imported(place, tail, form="json"):
    name = committed(place, tail, form)
    place.git(place.ben, "handoff", "import", "--format", form, name)


def paused_from(place, tail):
    name = committed(place, tail, "json")
    place.git(place.ben, "handoff", "pause", "--from", name, "-m", "zzwhy of my own")


def edited(place, tail):
    """An agent edits what it was given; what it was not given is still there."""
    paused_from(place, tail)
    given = json.loads(place.git(place.ben, "handoff", "show", "--json"))
    place.write(place.folder + "/edited.json", [json.dumps({**given, "title": "zztitle"})])
    before = place.kinds()
    place.git(place.ben, "handoff", "edit", "--from", place.folder + "/edited.json")
    if before - place.kinds() - {"zqtitle"}:
        raise RuntimeError(f"an edit took away {before - place.kinds()}")


def shared(place, tail):
    place.record_of_ann(tail, clone=False)
    place.git(place.ann, "handoff", "push")
    place.git(place.ann, "update-ref", "-d", place.git(place.ann, "for-each-ref", "--format=%(refname)", "refs/handoffs/active").strip())
    place.git(place.folder, "clone", "-q", place.folder + "/remote.git", place.ben)
    place.write(place.ben + "/work.txt", ["of ben"])
    place.git(place.ben, "handoff", "fetch")
    place.git(place.ben, "handoff", "take", place.id(), may_fail=True)


def reconstructed_from_file(place, tail):
    committed(place, tail, "json")
    place.git(place.ben, "handoff", "reconstruct", "--save")


def plans(place, tail, kind="task-plan"):
    for path, lines in PLANS[kind].items():
        place.write(f"{place.ann}/{path}", [line.format(t=tail) for line in lines])
    place.commit("plans")
    place.clone()
    place.git(place.ben, "config", "handoff.mirror", "superteam")
    place.git(place.ben, "config", "handoff.tasklist", "TODO.md")


def paused_over_plans(place, tail, kind="task-plan"):
    plans(place, tail, kind)
    place.git(place.ben, "handoff", "pause", "-m", "zzwhy of my own")


def paused_twice_over_plans(place, tail):
    paused_over_plans(place, tail)
    place.git(place.ben, "handoff", "resume", "--continue")
    place.write(place.ben + "/more.txt", ["of ben"])
    place.git(place.ben, "handoff", "pause", "-m", "zzwhy of my own, again")
    place.git(place.ben, "handoff", "edit", "--next", "zznext")


def checkpoint_over_plans(place, tail):
    plans(place, tail)
    place.git(place.ben, "handoff", "checkpoint")


def hook_over_plans(place, tail):
    plans(place, tail)
    event = json.dumps({"session_id": "s1", "cwd": place.ben, "hook_event_name": "PreCompact"})
    place.run(place.ben, "git-handoff", "hook", "claude", "PreCompact", text=event)
    for _ in range(100):
        if place.git(place.ben, "for-each-ref", "refs/handoffs/active"):
            break
        time.sleep(0.1)


def reconstructed_from_plans(place, tail):
    plans(place, tail)
    place.git(place.ben, "handoff", "reconstruct", "--save")


def commits(place, tail):
    place.git(place.ann, "checkout", "-q", "-b", "zqbranch/login")
    place.write(place.ann + "/one.txt", ["zqline"])
    place.commit(f"zqsubject {tail}\n\nzqbody {tail}\n\nNext-Action: zqtrailer {tail}")
    place.write(place.ann + "/two.txt", ["zqline"])
    place.commit(f"wip: [zqworkflow {tail}] paused at zqnext {tail}")
    place.git(place.ann, "push", "-q", "origin", "zqbranch/login")
    place.clone()
    place.git(place.ben, "checkout", "-q", "zqbranch/login")


def reconstructed_from_commits(place, tail):
    commits(place, tail)
    place.git(place.ben, "handoff", "reconstruct", "--save")


def paused_over_commits(place, tail):
    commits(place, tail)
    place.pause()


def journal(place, tail):
    """Notes, a workflow state and a session that came with a copied folder."""
    place.clone()
    kinds = ["context", "decision", "task", "start", "blocker", "human", "action", "next", "goal", "question", "correction", "error", "hypothesis", "eliminated", "evidence", "message", "doc", "gate", "file"]
    place.git(place.ann, "handoff", "note", "--json", "-", text=json.dumps([{"kind": kind, "text": f"zq{kind} {tail}"} for kind in kinds]))
    place.run(place.ann, "git-handoff", "mcp", text=messages([("workflow_state_save", {"project_path": ".", "state": {"say": f"zqstate {tail}"}, "trigger": "manual"})]))
    shutil.copytree(place.ann + "/.git/handoff", place.ben + "/.git/handoff", dirs_exist_ok=True)
    place.pause()


def tools(place, tail):
    """By the doors of an agent alone."""
    plans(place, tail)
    place.run(place.ben, "git-handoff", "mcp", text=messages([("handoff_note", {"kind": "decision", "text": "zzdecision of mine"}), ("handoff_pause", {"message": "zzwhy of my own"})]))


def tools_reconstruct(place, tail):
    commits(place, tail)
    place.run(place.ben, "git-handoff", "mcp", text=messages([("handoff_reconstruct", {"save": True})]))


WAYS = {"fetched": fetched, "fetched-aside": fetched_aside, "discarded": discarded, "discarded-and-back": discarded_and_back, "beside": beside, "read-and-forgotten": read_and_forgotten,
        "newer-version": newer_version, "paused-from": paused_from, "edited": edited, "shared": shared, "reconstructed-from-file": reconstructed_from_file, "plans": plans,
        "paused-twice-over-plans": paused_twice_over_plans, "checkpoint-over-plans": checkpoint_over_plans, "hook-over-plans": hook_over_plans, "reconstructed-from-plans": reconstructed_from_plans,
        "reconstructed-from-commits": reconstructed_from_commits, "paused-over-commits": paused_over_commits, "journal": journal, "tools": tools, "tools-reconstruct": tools_reconstruct}
for kind in PLANS:
    WAYS["paused-over-" + kind] = lambda place, tail, kind=kind: paused_over_plans(place, tail, kind)
for form in FORMATS:
    WAYS["imported-" + form] = lambda place, tail, form=form: imported(place, tail, form)


# --- the ways out ----------------------------------------------------------------------------------------------

OUT = """status|status --json|status --all --json|status --porcelain|status --prompt|list|list --all --json|list --porcelain -z|list --waiting|show|show --json|show ID|log ID|log ID --json|check|check ID -v
check ID --json|check ID --run --yes|resume|resume --json|resume --review|brief|brief ID|brief --json|brief --style spellbook|brief --for zqtaskname|lint|lint ID --json|catchup|catchup --json|promote|promote --json
note --list|doctor|gc --dry-run|reconstruct|reconstruct --json"""
EVENTS = [("claude", "SessionStart"), ("claude", "UserPromptSubmit"), ("claude", "StatusLine"), ("opencode", "compacting"), ("opencode", "sessionStart"), ("cursor", "sessionStart"), ("codex", "SessionStart")]
TOOLS = [("handoff_status", {}), ("handoff_brief", {}), ("handoff_check", {}), ("handoff_list", {"remote": True, "archived": True}), ("handoff_list", {"waiting": True}), ("handoff_show", {}),
         ("handoff_show", {"id": "ID"}), ("handoff_show", {"format": "md"}), ("handoff_note", {"list": True}), ("handoff_lint", {}), ("handoff_reconstruct", {}),
         ("workflow_state_load", {"project_path": "."}), ("handoff_resume", {"choice": "review"}), ("handoff_fetch", {})]


def messages(calls):
    lines = [{"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": "2025-11-25"}}]
    lines += [{"jsonrpc": "2.0", "id": i + 1, "method": "tools/call", "params": {"name": name, "arguments": arguments}} for i, (name, arguments) in enumerate(calls)]
    lines += [{"jsonrpc": "2.0", "id": method, "method": method} for method in ("tools/list", "prompts/list", "resources/list")]
    return "".join(json.dumps(line) + "\n" for line in lines)


def asked(place):
    """(NAME, WORDS, INPUT) of each command, hook and tool."""
    ident = place.id()
    for line in OUT.replace("\n", "|").split("|"):
        if "ID" not in line or ident:
            yield line, ["git", "handoff", *line.replace("ID", ident).split()], ""
    for form in FORMATS:
        yield "export " + form, ["git", "handoff", "export", "--format", form], ""
    for agent, event in EVENTS:
        payload = {"session_id": "s1", "cwd": place.ben, "hook_event_name": event, "source": "startup", "prompt": "x"}
        yield f"hook {agent} {event}", ["git-handoff", "hook", agent, event], json.dumps(payload)
    head = place.git(place.ben, "rev-parse", "HEAD").strip()
    for words, text in ((["post-checkout", head, head, "1"], ""), (["pre-commit"], ""), (["pre-merge-commit"], ""), (["pre-push", "origin", "x"], f"refs/heads/main {head} refs/heads/main {'0' * 40}\n"),
                        (["post-rewrite", "rebase"], f"{head} {head}\n")):
        yield "hook " + words[0], ["git-handoff", "hook", *words], text
    yield "tools", ["git-handoff", "mcp"], messages([(name, {key: ident if value == "ID" else value for key, value in given.items()}) for name, given in TOOLS if ident or "ID" not in given.values()])
    # What stands in git under Ben's name: commits, notes at them, logs of refs.
    if not place.was_read:  # what was known when they were made
        for words in (["--branches", "HEAD", "--format=%B"], ["--all", "--format=%B"], ["--all", "--notes=handoff", "--format=%N"], ["-g", "--format=%gs", "HEAD"]):
            yield "git log " + " ".join(words), ["git", "log", "--author=Ben", *words], ""


def ways_out(place, every, offset):
    """(NAME, WHAT IT SAYS): one command of so many, and all that needs no command."""
    yield from list(place.told)
    for i, (name, words, text) in enumerate(asked(place)):
        if i % every == offset % every or words[0] == "git-handoff" and words[1] == "mcp" or words[1] == "log":
            done = place.run(place.ben, *words, text=text)
            yield name, done.stdout + done.stderr
    for path in place.git(place.ben, "ls-files", "-o").splitlines():
        with open(f"{place.ben}/{path}", encoding="utf8", errors="replace") as file:
            yield "file " + path, file.read()


# What is told of others' by the manual: names and subjects, short, in quotes where they hold a blank.
TOLD = re.compile(r"""zq(author|subject|branch|file|modified|uncommitted|document|plan|line)\b""", re.IGNORECASE)


def leaks(text):
    found = []
    for mark in MARK.finditer(text):
        before = text[text.rfind("\n", 0, mark.start()) + 1:mark.start()]
        if not TOLD.match(mark[0]) or (text[mark.end():].startswith(" " + LOUD) and not re.search("['\"]", before)):
            found.append((mark[0], text[max(0, mark.start() - 120):mark.end() + 80]))
    return found


def try_way(name, folder, tail, options):
    """How many answers, and the faults of this way in."""
    place = Place(folder)
    WAYS[name](place, tail)
    faults, ran = [], 0
    for out, text in ways_out(place, options.every, options.offset):
        ran += 1
        kinds = {}
        for mark, around in leaks(text):
            kinds.setdefault(mark, around)
        if kinds:
            faults.append(f"{name}: {out}: {' '.join(sorted(kinds))}: ..." + " ".join(next(iter(kinds.values())).split()) + "...")
    kinds = place.kinds()
    if not kinds:
        faults.append(f"{name}: brings nothing in")
    if options.verbose:
        print(f"# {name}: {ran} answers, {len(kinds)} kinds on a terminal", flush=True)
    return ran, faults


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", nargs="?")
    parser.add_argument("ways", nargs="*")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--every", type=int, default=1, help="one way out of so many, and every second way in")
    parser.add_argument("--offset", type=int, default=0)
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_intermixed_args()
    if options.list:
        print("\n".join(WAYS))
        return
    ran = faulty = 0
    few = [name for name in WAYS if not name.startswith("imported-") or name in ("imported-json", "imported-md", "imported-toon")]
    for i, name in enumerate(options.ways or (WAYS if options.every == 1 else few)):
        for j, tail in enumerate((LOUD, WORD)):
            if options.every == 1 or (i + options.offset) % 4 == 2 * j:
                answers, faults = try_way(name, f"{options.folder}/{name}-{j}", tail, options)
                ran += answers
                faulty += len(faults)
                for fault in faults:
                    print(fault, flush=True)
    print(f"{ran} answers, {faulty} faults")
    sys.exit(1 if faulty else 0)


main()
