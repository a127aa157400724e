"""Every verb, hook and tool over hostile clones and records, under strace.

    hostile WORLD|all [--every N] [--only TEXT] [--keep]     prints what did what it must not do; exit code 1 then

Each door gets a copy of the world. Programs that may run: those outside of the world. What may be written: the
repository (its git directory alone, by what nobody typed) and the program's own folder; a document that was named."""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import watch
import worlds

TYPED = """
status|status --all --json|status --prompt|status --porcelain|list|list --all|list --all --json|list --porcelain -z|list --waiting|show|show ID|show ID --json|show ID --format md
show ID~1|log ID|log ID --json|check|check ID|check ID -v --json|check ID --run --yes|brief|brief ID|brief ID --json|reconstruct|reconstruct --json|reconstruct --save|lint|lint ID
lint HANDOFF.json|export ID --format superteam|export ID --format md|catchup|catchup --json|promote|promote --approve 1|gc --dry-run|gc|doctor|doctor --fix|note --list
note "mine"|pause -m mine --next "go on"|pause --from HANDOFF.json|pause --snapshot-only -m x|checkpoint|resume|resume ID|resume ID --review|resume ID --continue|resume ID --continue --apply
resume ID --continue --switch|resume ID --discard|resume ID --fresh|discard ID|edit ID --next mine|import HANDOFF.json|init --hooks all|init --local --agent claude|uninstall|undo|undo ID
fetch|push ID|pause --push -m x|take ID|take main|release ID
"""
READ = ["show ID", "check ID", "check", "brief", "resume ID", "resume ID --continue --apply", "resume ID --continue --switch", "pause -m mine", "status", "list --all"]
# What the tools are given; one that is not named here gets a word for each text that it wants.
GIVEN = {"handoff_list": {"remote": True, "archived": True}, "handoff_show": {"id": "ID"}, "handoff_note": {"kind": "decision", "text": "mine"},
         "handoff_checkpoint": {"name": "x"}, "handoff_pause": {"message": "x"}, "handoff_resume": {"id": "ID", "choice": "continue", "apply": True},
         "handoff_discard": {"id": "ID"}, "handoff_push": {"id": "ID"}, "handoff_take": {"what": "ID"}, "handoff_fetch": {"what": "ID"}, "handoff_release": {"id": "ID"},
         "workflow_state_load": {"project_path": "."}, "workflow_state_save": {"project_path": ".", "state": "{}", "trigger": "manual"},
         "workflow_state_update": {"project_path": ".", "updates": "{}"}, "skill_instructions_get": {"skill_name": "x"}}
BESIDES = [("claude", "StatusLine"), ("opencode", "compacting"), ("opencode", "sessionStart")]  # of no file that init writes
SHARING = ("fetch", "push", "take", "release", "pause", "resume", "discard", "undo", "edit", "handoff_")


class Menu:
    """What this program has, by its own word: so that a new command, hook, event or tool is watched, too."""

    def __init__(self, folder):
        os.makedirs(folder + "/home")
        self.folder = folder
        self.said("git", "init", "-q", folder)
        table = [line.split("\t") for line in self.said("git-handoff", "help", "--porcelain").splitlines()]
        self.commands = [row[:2] for row in table]
        names = " ".join(self.said("git-handoff", "hook", "-h").split())
        self.hooks, agents = (re.search(what + r": ([^.]*)\.", names).group(1).split(", ") for what in ("Names", "Agents"))
        self.events = list(BESIDES)
        for agent in agents:
            self.said("git-handoff", "init", "--agent", agent)
        for at, _, files in os.walk(folder):
            for file in files:
                if file.endswith(".json"):
                    with open(os.path.join(at, file), encoding="utf8", errors="replace") as text:
                        self.events += re.findall(r'hook"?,?\s+"?(%s)"?,?\s+"?(\w+)"' % "|".join(agents), text.read())
        calls = '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}\n{"jsonrpc":"2.0","id":2,"method":"tools/list"}\n'
        self.tools = json.loads(self.said("git-handoff", "mcp", text=calls).splitlines()[-1])["result"]["tools"]
        # The list is short where there is nothing to do: what the table of commands and GIVEN name can be called all the same.
        listed = {tool["name"] for tool in self.tools}
        self.tools += [{"name": name, "inputSchema": {}} for name in sorted({*GIVEN, *(row[2] for row in table)} - listed - {"-"})]
        self.events = sorted(set(self.events))
        if min(len(self.commands), len(self.hooks), len(self.tools), len({a for a, _ in self.events})) < 5:
            raise RuntimeError("the program does not say what it has")

    def said(self, *words, text=""):
        return subprocess.run(words, input=text, cwd=self.folder, env={**os.environ, "HOME": self.folder + "/home"}, capture_output=True, text=True, check=False).stdout


class Door:
    def __init__(self, name, args, text=b"", keys=None, automatic=False):
        self.name, self.args, self.text, self.keys, self.automatic = name, args, text, keys, automatic


def doors(menu, ident, folder):
    def words(line):
        return [w.replace("ID", ident) for w in line.replace('"', "").split()]
    typed = "|".join(TYPED.strip().splitlines()).split("|")
    for name, takes in menu.commands:
        more = {"record": " ID", "archived": " ID", "file": " HANDOFF.json", "record|file": " ID", "note": " x"}.get(takes, "")
        typed += [line for line in (name, name + more) if line not in typed]
    for line in typed:
        yield Door(line, words(line))
    for line in READ:
        yield Door("on a terminal: " + line, words(line), keys="read\nread\nc\nread\ny\n")
    for agent, event in menu.events:
        payload = {"session_id": "s1", "cwd": folder, "hook_event_name": event, "source": "startup", "tool_name": "Write", "prompt": "x", "transcript_path": "/dev/zero",
                   "tool_input": {"file_path": "/dev/zero"}}
        yield Door(f"hook {agent} {event}", ["hook", agent, event], json.dumps(payload).encode(), automatic=True)
    for hook in menu.hooks:
        more = ["HEAD~1", "HEAD", "1"] if hook == "post-checkout" else ["rebase"] if hook == "post-rewrite" else ["origin", "x"] if hook == "pre-push" else []
        yield Door("hook " + hook, ["hook", hook, *more], b"a b c d\n", automatic=True)
    hello = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-11-25"}}
    for tool in menu.tools:
        given = GIVEN.get(tool["name"], {name: "x" for name in tool["inputSchema"].get("required", [])})
        given = {k: ident if v == "ID" else v for k, v in given.items()}
        call = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": tool["name"], "arguments": given}}
        yield Door("tool " + tool["name"], ["mcp"], (json.dumps(hello) + "\n" + json.dumps(call) + "\n").encode(), automatic=True)


def real(*names):
    return [os.path.realpath(p) for p in (shutil.which(n) for n in names) if p]


class Run:
    def __init__(self, world, root, options):
        self.options, self.root, self.model = options, root, f"{root}/{world}.model"
        self.here = f"{root}/world"  # where the model was made, too: it names its own paths
        self.ident = worlds.build(world, self.here, options.small)
        os.rename(self.here, self.model)
        self.aside, self.home = root + "/aside", root + "/home"
        os.makedirs(self.aside)
        self.program = real("git-handoff")[0]
        self.programs = [*real("git", "sh", "bash", "script", "stty", "strace", "timeout"), os.path.realpath("/usr/lib/git-core"), self.program]
        self.worst = (0, 0, "")

    def environment(self, folder):
        path = ":".join([folder + "/bin", ".", "", "node_modules/.bin", os.environ["PATH"], folder + "/vendor/data/hooks"])
        return {**os.environ, "PATH": path, "HOME": self.home, "PAGER": "cat"}

    def judge(self, door, done):
        faults = list(done.faults)
        said = (done.out + done.err).decode(errors="replace")
        if os.path.exists(self.here + "/pwned"):
            faults.append("a program of the stranger's was run")
        if done.code not in (0, 1, 2, 3, 4, 128, 129, 137, -9):
            faults.append(f"ended with {done.code}: {said[-300:]}")
        if "internal error" in said:
            faults.append("internal error: " + said[-300:])
        if door.keys is None and "HANDOFF.json" not in door.args and worlds.MARKER in said.replace("Ann " + worlds.MARKER, ""):
            at = said.replace("Ann " + worlds.MARKER, "").index(worlds.MARKER)
            faults.append("gives an agent unread words: ..." + said[max(0, at - 150):at + 60])
        if done.megabytes > 256:
            faults.append(f"took {done.megabytes:.0f} MB")
        if done.seconds > self.options.seconds:
            faults.append(f"took {done.seconds:.1f} s of the processor")
        self.worst = max(self.worst, (round(done.seconds, 1), round(done.megabytes), door.name))
        return faults

    def one(self, door, where):
        shutil.rmtree(self.here, ignore_errors=True)
        shutil.rmtree(self.home, ignore_errors=True)
        os.system(f"cp -a '{self.model}' '{self.here}'")
        os.makedirs(self.home)
        # Tools reach this remote, so that what they do there is seen, too.
        worlds.write(self.home + "/.gitconfig", f"[safe]\n\tdirectory = {self.here}/remote.git\n[user]\n\tname = me\n\temail = me@example.com\n[protocol \"file\"]\n\tallow = always\n[gc]\n\tauto = 0\n[maintenance]\n\tauto = false\n")
        tree = self.here + "/repo"
        folder = os.path.join(tree, where)
        own = self.home + "/.local/state/git-handoff"
        writable = [tree + "/.git", own, self.home + "/.local", "/dev/null", "/dev/tty", "/dev/pts", "/dev/ptmx"]
        if not door.automatic:
            writable += [tree]
        if door.args[0].startswith(SHARING) or "handoff_" in door.name:
            writable += [self.here + "/remote.git"]
        rules = watch.Rules(self.programs, writable, [self.here + "/outside", "/etc/shadow"])
        done = watch.watch([self.program, *door.args], folder, rules, self.aside, self.environment(tree), door.text, door.keys, limit=12 * self.options.seconds)
        faults = self.judge(door, done)
        if self.options.verbose:
            print(f"{door.name}: {done.code}, {done.seconds:.2f} s, {done.megabytes:.0f} MB", flush=True)
        for fault in sorted(set(faults)):
            print(f"FAULT: in '{where}': {door.name}: {fault}", flush=True)
        if faults and self.options.keep:
            print((done.out + done.err).decode(errors="replace")[-1500:], flush=True)
        return len(faults)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("world", choices=[*worlds.WORLDS, "all"])
    parser.add_argument("--every", type=int, default=1, help="one door of so many")
    parser.add_argument("--offset", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--only", default="")
    parser.add_argument("--small", action="store_true", help="bombs just above the bounds")
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    faults = ran = 0
    root = tempfile.mkdtemp(prefix="hostile.")
    try:
        menu = Menu(root + "/menu")
        for world in worlds.WORLDS if options.world == "all" else [options.world]:
            run = Run(world, root + "/" + world, options)
            for where in ("", "vendor/data") if world == "clone" else ("",):
                for i, door in enumerate(doors(menu, run.ident, os.path.join(run.here, "repo", where))):
                    if options.only in door.name and i % options.every == options.offset % options.every:
                        ran += 1
                        faults += run.one(door, where)
            print(f"# {world}: the longest: %s s, %s MB, %s" % run.worst)
    finally:
        if not options.keep:
            shutil.rmtree(root, ignore_errors=True)
    print(f"{ran} doors, {faults} faults")
    sys.exit(1 if faults or not ran else 0)


main()
