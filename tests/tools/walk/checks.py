"""What has to hold after each step of a walk. Each check raises a Breach that says what was seen."""
import json
import os
import re
import shutil

from world import Breach

EMPTY = {"e69de29bb2d1d6434b8b29ae775ad8c2e48c5391", "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813"}
# What fsck says of what the user's own files and refs are; plain git makes the same of them.
USERS_OWN = re.compile(rb"^(notice:|dangling|Checking|warning)|git(attributes|modules)(Large|Blob)|invalid sha1 pointer 0+$|: unmerged \(")
READING = {"status", "list", "show", "check", "brief", "log", "lint", "catchup", "export", "doctor"}
TOKEN = re.compile(rb"tok\d{4}en")


def plain_verb(step):
    return step[2] if step[0] == "with" else step


def verb_of(step):
    step = plain_verb(step)
    return step[1] if step[0] == "handoff" else ""


def may_write_files(step):
    """Does it put files back? What else moves refs and the index only."""
    args = plain_verb(step)[2:]
    return verb_of(step) == "undo" or "--fresh" in args or "--switch" in args or "--apply" in args


def differs(before, after, limit=6):
    """What differs between two dicts or lists, for people."""
    if isinstance(before, dict):
        keys = [k for k in {**before, **after} if before.get(k) != after.get(k)]
        return "; ".join(f"{k!r}: {short(before.get(k))} -> {short(after.get(k))}" for k in keys[:limit])
    if isinstance(before, list):
        gone, come = [x for x in before if x not in after], [x for x in after if x not in before]
        return f"gone {short(gone[:limit])}, come {short(come[:limit])}"
    return f"{short(before)} -> {short(after)}"


def short(value):
    text = repr(value)
    return text if len(text) < 600 else text[:600] + "..."


class Checks:
    def __init__(self, world, thorough=False):
        self.world, self.thorough = world, thorough
        self.before = None
        self.protected = set()  # blobs that a user's file or index held once
        self.pauses = {}        # record id -> what stood there when it was paused
        self.right_after = None  # (positions, id) behind a pause that nothing followed
        self.undoable = None    # (state before, positions after) of a verb that undo has to reverse
        self.fsck = None
        self.derived = {}       # bytes of a file -> the blob that a checkout makes them of
        self.notes = {}         # token -> (branch, worktree), while it is open
        self.closed, self.given = set(), set()
        self.notes_seen = (None, None)

    def start(self):
        self.before = self.world.see()
        self.protect(self.before)
        self.fsck, self.left = self.fsck_errors(), self.leftovers()
        return self.before

    def protect(self, state):
        for worktree in state.worktrees.values():
            self.protected.update(f[2] for f in worktree.files.values() if f[0] != "d")
            self.protected.update(e[2] for e in worktree.entries if e[1] != "160000")

    # --- before a step -----------------------------------------------------------------------------

    def prepare(self, step):
        """What has to be asked before it is done."""
        verb = verb_of(step)
        self.wanted_tree = self.print = None
        here = self.before.worktrees.get(self.world.cwd)
        self.derived = {}
        if here is not None and (may_write_files(step) or verb == "resume"):
            self.find_derived(here)
        if verb in ("pause", "checkpoint"):
            self.print = self.world.fingerprint()
            # What an attributes file that has just changed makes of files that have not is a matter of
            # what git happens to look at again.
            steady = here is None or all(here.files.get(e[4], ("",))[-1] == e[2] for e in here.entries
                                         if e[4].endswith(".gitattributes"))
            hidden = self.world.look("config", "status.showUntrackedFiles").text() == "no"
            if "--" not in step and "--no-untracked" not in step and not hidden and steady:
                self.wanted_tree = self.added_tree()

    def find_derived(self, here):
        """Bytes that a checkout makes of a blob, and will make again: bytes of the file -> that blob."""
        self.derived = {}
        for path, file in here.files.items():
            if file[0] != "f" or file[2] in self.before.reachable:
                continue
            clean = self.world.look("hash-object", "--", path).text()
            made = self.world.look("cat-file", "--filters", "--path=" + path, clean)
            if made.code == 0 and self.world.hash(made.out) == file[2]:
                self.derived[file[2]] = clean

    def added_tree(self):
        """path -> mode and blob of what `git add -A && git write-tree` gives; None where git refuses."""
        world, aside = self.world, self.world.root + "/aside"
        shutil.rmtree(aside, ignore_errors=True)
        os.makedirs(aside + "/objects")
        git_dir = world.git_dir()
        # A split index looks for its other half beside itself; git copies both where it writes anew.
        for name in os.listdir(git_dir):
            if name == "index" or name.startswith("sharedindex."):
                shutil.copy2(git_dir + "/" + name, aside + "/" + name)
        env = {"GIT_INDEX_FILE": aside + "/index", "GIT_OBJECT_DIRECTORY": aside + "/objects",
               "GIT_ALTERNATE_OBJECT_DIRECTORIES": os.path.realpath(world.common_dir() + "/objects")}
        world.look("update-index", "-q", "--refresh", env=env)
        if world.look("-c", "core.safecrlf=false", "add", "-A", "--sparse", env=env).code != 0:
            return None
        return self.entries_of(world.look("ls-files", "-s", "-z", env=env).out)

    @staticmethod
    def entries_of(listed):
        found = {}
        for line in listed.split(b"\0"):
            if line:
                words, path = line.split(b"\t", 1)
                words = words.split()
                oid = words[2] if len(words[1]) == 4 else words[1]
                found[os.fsdecode(path)] = (words[0].decode(), oid.decode())
        return found

    # --- after a step ------------------------------------------------------------------------------

    def verify(self, step, result):
        world, before = self.world, self.before
        after = world.see()
        for name, worktree in after.worktrees.items():
            if worktree.index_error:
                raise Breach("index", f"git ls-files in {name}: {worktree.index_error}")
        self.before = after
        if verb_of(step):
            self.verify_verb(step, result, before, after)
        else:
            self.right_after = self.undoable = None
            self.left = self.leftovers()
            kept = after.blobs()
            self.protected &= kept
            self.fsck = None
        self.protect(after)
        self.follow_notes(step, result, before, after)
        return after

    def verify_verb(self, step, result, before, after):
        verb, args = verb_of(step), plain_verb(step)[2:]
        self.exit_code(step, result)
        if b"paused here, NOT shared" in result.err:
            result.code = 0  # half of what was asked is done, and said
        self.nothing_lost(before, after)
        self.nothing_left_behind()
        self.records_stay(verb, before, after)
        if result.code != 0 and verb not in ("check", "lint", "doctor") or verb in READING or "--review" in args:
            self.nothing_changed(step, before, after)
        self.files_untouched(step, result, before, after)
        if before.refs != after.refs:
            self.fsck_clean()
        if result.code == 0 and verb in ("pause", "checkpoint"):
            self.verify_pause(step, result, before, after)
        if verb == "resume" and "--continue" in args:
            self.verify_resume(step, result, before, after)
        if verb == "undo":
            self.verify_undo(step, result, before, after)
            # A pause that is done again takes no new look: what git wrote otherwise since is not in it.
            for identity in set(after.live()) - set(before.live()):
                if self.pauses.get(identity, {}).get("files") != after.worktrees[self.world.cwd].files:
                    self.pauses.pop(identity, None)
        if after.positions() != before.positions():
            if verb not in ("pause", "checkpoint"):
                self.right_after = None
            self.undoable = None
            # A switch stays: hooks have seen it.
            stays = [n for n, w in before.worktrees.items() if "--switch" in args and w.head != after.worktrees[n].head]
            merged = b'"applied": true' in result.out  # not taken back either
            made = after.refs != before.refs  # a pause of nothing new is no operation
            if result.code == 0 and verb in ("pause", "discard", "resume") and made and not stays and not merged:
                self.undoable = (before, after)

    @staticmethod
    def exit_code(step, result):
        allowed = (0, 1, 2, 4, 128, 129) if verb_of(step) == "check" else (0, 1, 128, 129)
        if result.code not in allowed:
            raise Breach("exit-code", f"{result.code}: {result.text()}")
        if result.code == 129 and "unknown option '--unwrap'" not in result.text():
            raise Breach("exit-code", f"129 of a usage that is right: {result.text()}")
        if result.code == 128 and "'" not in result.text():
            raise Breach("exit-code", f"128 without a subject: {result.text()}")
        if b"(stopped after" in result.err:
            raise Breach("hangs", result.text())

    def nothing_lost(self, before, after):
        there = after.blobs()
        lost = (self.protected & before.blobs()) - there - EMPTY
        lost -= {raw for raw, clean in self.derived.items() if clean in there}
        if lost:
            where = {p for w in before.worktrees.values() for p, f in w.files.items() if f[2] in lost}
            where |= {"index:" + e[4] for w in before.worktrees.values() for e in w.entries if e[2] in lost}
            raise Breach("lost", f"{sorted(lost)} (of {sorted(where) or 'what was reachable'})")

    def nothing_left_behind(self):
        found = self.leftovers()
        if found - self.left:
            raise Breach("left-behind", " ".join(sorted(found - self.left)))

    def leftovers(self):
        top = self.world.common_dir()
        found = set()
        for folder, folders, names in os.walk(top):
            below = os.path.relpath(folder, top)
            if below.startswith("objects") and below.count("/") == 0 and len(below) == 10:
                folders[:] = []
            found |= {os.path.join(below, n) for n in names
                      if n.endswith((".lock", ".keep")) or n.startswith(("tmp_", "op.json", "files.json"))
                      or "/handoff/work" in folder}
        return found

    @staticmethod
    def records_stay(verb, before, after):
        gone = set(before.live()) - set(after.live()) - set(after.archived())
        if gone:
            raise Breach("record-gone", " ".join(sorted(gone)))
        # Undo lists what it takes back in the archive, and redo takes that off: its bytes are looked for by content.
        gone = set(before.archived()) - set(after.live()) - set(after.archived()) if verb != "undo" else set()
        if gone:
            raise Breach("archived-gone", " ".join(sorted(gone)))

    @staticmethod
    def nothing_changed(step, before, after):
        was, now = before.positions(), after.positions()
        for positions in (was, now):  # what a remote said last is no position of ours
            positions["refs"] = {n: o for n, o in positions["refs"].items() if not n.startswith("refs/handoffs/remotes/")}
        was["handoff files"], now["handoff files"] = dict(was["handoff files"]), dict(now["handoff files"])
        for name in [n for n in now["handoff files"] if "/handoff/mark-" in n and n not in was["handoff files"]]:
            del now["handoff files"][name]  # the first line of that book is sealed with the clone's mark
        for name in [n for n in now["handoff files"] if n.endswith("handoff/provenance")]:
            # Which commits were seen to be made here stays true: the book of that only grows.
            if now["handoff files"].pop(name).startswith(was["handoff files"].pop(name, b"")):
                continue
            raise Breach("refused-changed", f"{name} lost lines")
        for name, value in was.items():
            if value != now.get(name):
                raise Breach("refused-changed", f"{name}: {differs(value, now.get(name))}")
        for name, worktree in before.worktrees.items():
            if worktree.identity != after.worktrees[name].identity:
                raise Breach("refused-rewrote", differs(worktree.identity, after.worktrees[name].identity))

    def files_untouched(self, step, result, before, after):
        """Only what puts files back may write them, and only where we stand."""
        for name, worktree in before.worktrees.items():
            now = after.worktrees.get(name)
            if now is None:
                raise Breach("worktree-gone", name)
            if name == self.world.cwd and may_write_files(step) and result.code == 0:
                continue
            if verb_of(step) == "resume" and name == self.world.cwd and result.code == 0:
                # What a sparse checkout took away comes back, and so do exact bytes.
                told = json.loads(result.out) if result.out.startswith(b"{") else {}
                if told.get("applied"):  # put back onto the commit that it was paused on
                    continue
                back = set(told.get("restored_files", []))
                if all(p in back or worktree.files.get(p) == f for p, f in now.files.items()) and \
                        set(worktree.files) <= set(now.files) | back:
                    continue
            if worktree.files != now.files:
                raise Breach("files-touched", f"in {name}: {differs(worktree.files, now.files)}")
            if worktree.identity != now.identity and verb_of(step) != "resume":
                raise Breach("files-rewritten", f"in {name}: {differs(worktree.identity, now.identity)}")
            if name != self.world.cwd and (worktree.entries != now.entries or worktree.head != now.head):
                raise Breach("other-worktree", f"in {name}: {differs(worktree.entries, now.entries)}")

    def fsck_errors(self):
        told = self.world.look("fsck", "--strict", "--no-dangling", "--no-progress")
        lines = (told.out + told.err).replace(b"new\nline", b"new line").splitlines()
        return {l for l in lines if not USERS_OWN.search(l)}

    def fsck_clean(self):
        now = self.fsck_errors()
        if self.fsck is not None and now - self.fsck:
            raise Breach("fsck", short(now - self.fsck))
        if self.fsck is None and now:
            # The user's own steps may have made it so: reflogs apart, plain git does not.
            raise Breach("fsck", short(now))
        self.fsck = now

    # --- pause -------------------------------------------------------------------------------------

    def verify_pause(self, step, result, before, after):
        told = json.loads(result.out) if result.out.startswith(b"{") else {}
        changed = [i for i, n in after.live().items() if before.refs.get(n) != after.refs[n]]
        identity = told.get("id") or (changed[0] if changed else None)
        if identity is None or identity not in after.live():
            if told.get("made") is False or not told:
                return
            raise Breach("pause", f"nothing live behind it: {result.text()[:300]}")
        ref = after.live()[identity]
        record = self.record(ref)
        left_out = [entry["path"].rstrip("/") for entry in record.get("git", {}).get("left_out", [])]
        wip = record["git"].get("wip_commit") or "HEAD"
        if told.get("on_branch") is False or verb_of(step) == "checkpoint":
            parents = self.world.look("rev-list", "-1", "--parents", ref).out.decode().split()
            snapshot = parents[-1] if len(parents) > 1 else "HEAD"
            if "Handoff-Id" in self.world.look("log", "-1", "--format=%B", snapshot).text() and \
                    snapshot != wip and record["git"].get("wip_commit"):
                snapshot = wip
        else:
            snapshot = wip
        if self.wanted_tree and (record["git"].get("wip_commit") or record["git"].get("base")):
            self.same_tree(snapshot, left_out)
            self.all_kept(before, after, left_out)
        stacked = told.get("stacked", 1)
        here = before.worktrees[self.world.cwd]
        self.pauses.pop(identity, None)
        if verb_of(step) == "pause" and stacked <= 1 and identity not in before.live():
            self.pauses[identity] = dict(self.print, head=here.head, entries=here.entries, files=here.files,
                                         refs=heads(before), settings=before.settings, worktree=self.world.cwd, partial="--" in step, left_out=left_out)
            self.right_after = (after.positions(), identity)
        else:
            self.right_after = None

    def record(self, ref):
        return json.loads(self.world.look("cat-file", "blob", ref + ":handoff.json").out or b"{}")

    def same_tree(self, snapshot, left_out):
        kept = self.entries_of(self.world.look("ls-tree", "-r", "-z", snapshot).out.replace(b" blob ", b" ")
                               .replace(b" commit ", b" "))
        def listed(path):
            return any(path == out or path.startswith(out + "/") for out in left_out)
        wanted = {p: e for p, e in self.wanted_tree.items() if not listed(p) or p in kept}
        if wanted != kept:
            raise Breach("wip-tree", f"{snapshot}: {differs(wanted, kept)}; left out {left_out}")

    def all_kept(self, before, after, left_out):
        """A file that is not purely ignored is reachable by its bytes, or is listed."""
        here = before.worktrees[self.world.cwd]
        missing = [p for p, f in here.files.items() if f[0] == "f" and f[2] not in after.reachable]
        if not missing:
            return
        asked = self.world.look("check-ignore", "-z", "--no-index", "--stdin",
                                data=b"\0".join(b"./" + os.fsencode(p) for p in missing))
        ignored = {os.fsdecode(p)[2:] for p in asked.out.split(b"\0")}
        known = {e[4] for e in here.entries}
        if before.worktrees[self.world.cwd].head and missing:
            base = self.world.look("ls-tree", "-r", "-z", "--name-only", "HEAD~1" if after.worktrees[
                self.world.cwd].head != here.head or heads(before) != heads(after) else "HEAD").out
            known |= {os.fsdecode(p) for p in base.split(b"\0")}
        changed = {os.fsdecode(l.split(b" ", 8 if l[:1] == b"1" else 10)[-1] if l[:1] != b"?" else l[2:])
                   for l in self.print["status"].split(b"\0") if l}
        for path in missing:
            # What git calls unchanged is in HEAD, by the attributes of the time when it was written.
            if path in known and path not in changed and any(e[4] == path for e in here.entries):
                continue
            if path in ignored and path not in known:
                continue
            if b"ignorecase = true" in after.settings.lower() and "/.git/" in f"/{path.lower()}":
                continue  # where case does not tell, git takes it for a repository's own folder
            if any(path == out or path.startswith(out + "/") for out in left_out):
                continue
            clean = self.world.look("hash-object", "--", path).text()
            if clean not in after.reachable:
                raise Breach("not-kept", f"{path!r} is in no object and not listed; left out {left_out}")

    # --- resume ------------------------------------------------------------------------------------

    def verify_resume(self, step, result, before, after):
        told = json.loads(result.out) if result.out.startswith(b"{") else {}
        behind_pause = self.right_after and self.right_after[0] == before.positions() \
            and step == ["handoff", "resume", "--json", "--continue"]
        if behind_pause and result.code != 0:
            raise Breach("not-resumed", f"right behind the pause: {result.text()[-600:]}")
        if result.code != 0:
            return
        identity = told.get("id")
        if identity in after.live():
            raise Breach("still-live", f"{identity} after exit 0")
        kept = self.pauses.get(identity)
        if kept is None or not told.get("exact") and not behind_pause or kept["settings"] != after.settings:
            return
        if kept["worktree"] != self.world.cwd or kept["partial"] and not behind_pause:
            return  # what was not named may have been edited since
        here = after.worktrees[self.world.cwd]
        if behind_pause and (here.head, heads(after)) != (kept["head"], kept["refs"]):
            raise Breach("inexact", f"branches: {differs(kept['refs'], heads(after))}")
        if self.head_oid(after) != self.oid_of(kept["head"], kept["refs"]):
            return
        # Files that came since are in nobody's way, and stay.
        there = before.worktrees[self.world.cwd].files
        # What git's own steps since have put out of a sparse checkout stays out.
        put_out = {e[4] for e in before.worktrees[self.world.cwd].entries if e[0] == "S"}
        self.same_as_paused(kept, here, {p for p in there if p not in kept["files"]}, put_out)

    def same_as_paused(self, kept, here, came, put_out):
        def shown(entries):
            return [("S", *e[1:5], e[5] | 1 << 30) if e[0] == "H" and e[4] in put_out else e for e in entries]
        if shown(kept["entries"]) != here.entries and kept["entries"] != here.entries:
            raise Breach("inexact", f"index: {differs(kept['entries'], here.entries)}")
        now = self.world.fingerprint()
        others = {b"? " + os.fsencode(p) for p in came | set(kept["left_out"])}
        inside = {os.fsencode(p.rsplit("/", n)[0]) for p in came for n in range(1, p.count("/") + 1)}  # of a submodule
        def expected(line):
            return line not in others and not self.is_only_rewritten(line) and not (b" S..U " in line and line.split(b" ", 8)[-1] in inside)
        kept, now = ({**seen, "status": b"\0".join(line for line in seen["status"].split(b"\0") if expected(line))}
                     for seen in (kept, now))
        for what in ("status", "diff", "staged"):
            if kept[what] != now[what]:
                raise Breach("inexact", f"{what}: {differs(kept[what].split(bytes([0])), now[what].split(bytes([0])))}")
        # Behind assume-unchanged and skip-worktree git sees no edit, nor do we.
        ours = {e[4] for e in here.entries if e[0] == "H"} | {os.fsdecode(l[2:]) for l in now["status"].split(b"\0") if l[:1] == b"?"}
        ours -= set(kept["left_out"])
        was = {p: f for p, f in kept["files"].items() if p in ours}
        files = {p: f for p, f in here.files.items() if p in ours}
        modes = b"filemode = false" not in kept["settings"].lower()  # else nobody sees a chmod
        if {p: exact(f, modes) for p, f in was.items()} != {p: exact(f, modes) for p, f in files.items()}:
            raise Breach("inexact", f"files: {differs(was, files)}")

    def is_only_rewritten(self, line):
        """`1 .M`, and yet what `git add` would take is what the index has: other ends of lines, say. Git tells it
        by the size alone, until something looks at the file."""
        if not line.startswith(b"1 .M"):
            return False
        *_, mode, here, _, index, path = line.split(b" ", 8)
        return mode == here and self.world.look("hash-object", "--", os.fsdecode(path)).out.strip() == index

    def head_oid(self, state):
        return self.oid_of(state.worktrees[self.world.cwd].head, heads(state))

    @staticmethod
    def oid_of(head, refs):
        head = os.fsdecode(head).strip()
        return refs.get(head[5:], "unborn") if head.startswith("ref: ") else head

    # --- undo --------------------------------------------------------------------------------------

    def verify_undo(self, step, result, before, after):
        if self.undoable is None or self.undoable[1].positions() != before.positions() or len(step) > 2:
            return
        if result.code == 1 and b"and others could take it" in result.err:
            return  # it is shared, and its work would be in two places
        if result.code != 0:
            raise Breach("not-undone", result.text()[-600:])
        then = self.undoable[0]
        here, was = after.worktrees[self.world.cwd], then.worktrees[self.world.cwd]
        if (was.head, heads(then)) != (here.head, heads(after)):
            raise Breach("undo-inexact", f"branches: {differs(heads(then), heads(after))} HEAD {was.head} {here.head}")
        def shown(entries):
            return [("H" if e[0] == "S" and e[4] in here.files else e[0], *e[1:5], e[5] & ~(1 << 30)) for e in entries]
        if shown(was.entries) != shown(here.entries):
            raise Breach("undo-inexact", f"index: {differs(was.entries, here.entries)}")
        gone, come = (sorted(set(a.live()) - set(b.live())) for a, b in ((then, after), (after, then)))
        # One that was withdrawn from a server comes back under a name of its own, and that is said.
        renamed = len(gone) == len(come) and b"is no longer shared" in result.out + result.err
        if gone + come and not renamed:
            raise Breach("undo-inexact", f"live: {sorted(then.live())} -> {sorted(after.live())}")

    # --- notes -------------------------------------------------------------------------------------

    def follow_notes(self, step, result, before, after):
        """Every token that was noted and not closed stands in the journal or in a live record, once."""
        verb, args = verb_of(step), plain_verb(step)[2:]
        here = (branch_of(after, self.world.cwd), self.world.cwd)
        if verb == "note" and result.code == 0:
            if args[0] == "done":
                self.closed.add(args[1])
                self.notes.pop(args[1], None)
            elif args[0] == "--undo":
                for token in TOKEN.findall(result.out + result.err):  # a `done` opens again what it closed
                    self.notes.pop(token.decode(), None)
                    self.closed.discard(token.decode())
            elif args[0] != "--list":
                self.notes[args[-1]] = here
        if verb == "pause" and result.code == 0 and "--from" in args:
            self.notes[TOKEN.search(args[-1].encode())[0].decode()] = here
            self.given.add(TOKEN.search(args[-1].encode())[0].decode())
        if verb == "undo" and result.code == 0:  # what was given with a pause goes with it
            for token in self.given:
                self.notes.pop(token, None)
        if "-m" in args or "-M" in args:
            self.branch_renamed(before, after)
        if not verb or not self.notes:
            return
        self.count_notes(args, before, after, here)

    def branch_renamed(self, before, after):
        """Notes follow a branch that is renamed, in each worktree that stands on it."""
        for name, worktree in before.worktrees.items():
            now = after.worktrees.get(name)
            # An unborn branch leaves no trace of its name.
            if now and now.head != worktree.head and branch_of(before, name) in before.refs:
                was, new = branch_of(before, name), branch_of(after, name)
                self.notes = {t: (new, w) if (h, w) == (was, name) else (h, w) for t, (h, w) in self.notes.items()}

    @staticmethod
    def in_journal(token, state):
        return any(token.encode() in data for name, data in state.ours.items() if "/journal/" in name)

    def count_notes(self, args, before, after, here):
        key = ({n: o for n, o in after.refs.items() if "/active/" in n}, here,
               {n: d for n, d in after.ours.items() if "/journal/" in n})
        if self.notes_seen[0] == key:
            return
        listed = self.world.look_handoff("note", "--list", "--json")
        if listed.code != 0:
            raise Breach("notes", f"note --list: {listed.text()}")
        listed = json.loads(listed.out)["notes"]
        done = {n["text"] for n in listed if n["kind"] == "done"}
        notes = [t.decode() for note in listed for t in set(TOKEN.findall(json.dumps(note).encode()))
                 if t.decode() not in done]
        records, copies = {}, set()
        for ref in after.live().values():
            data = self.world.look("cat-file", "blob", ref + ":handoff.json").out
            records[ref] = [t.decode() for t in TOKEN.findall(data)]
            if b'"mode": "checkpoint"' in data:
                copies.add(ref)
        self.notes_seen = (key, None)
        gone_live = set(before.live()) - set(after.live())
        for token, home in list(self.notes.items()):
            places = [r for r, tokens in records.items() if token in tokens]
            if home == here and token not in notes and not places:
                if "--no-carry" in args:  # asked for
                    del self.notes[token]
                    continue
                raise Breach("note-lost", f"{token} noted on {home} (records that ceased to be live: {sorted(gone_live)})")
            if not places and token not in notes and not self.in_journal(token, after):
                raise Breach("note-lost", f"{token} of {home} is nowhere")
            if notes.count(token) > 1:
                raise Breach("note-twice", f"{token} stands {notes.count(token)} times in the list of notes")
            # A checkpoint copies what stands in the journal; nothing else is there twice.
            owners = [p for p in places if p not in copies] + ["the journal"] * (home == here and token in notes)
            if len(owners) > 1:
                raise Breach("note-twice", f"{token} stands in {', '.join(owners)}")
            for place in places:
                if records[place].count(token) > 1:
                    raise Breach("note-twice", f"{token} stands {records[place].count(token)} times in {place}")
        for token in self.closed & set(notes):
            raise Breach("note-back", f"{token} was closed and stands in the list of notes")


def branch_of(state, worktree):
    head = os.fsdecode(state.worktrees[worktree].head).strip() if worktree in state.worktrees else ""
    return head[5:] if head.startswith("ref: ") else "detached"


def heads(state):
    return {n: o for n, o in state.refs.items() if not n.startswith("refs/handoffs/") and n != "refs/stash"}


def exact(file, modes=True):
    """Kind, executable bit, content: permission bits beside it are not promised."""
    return (file[0], modes and bool(file[1] & 0o100), file[2])
