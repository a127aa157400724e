"""The repositories of one walk, and what can be seen of them."""
import hashlib
import os
import re
import shutil
import stat
import subprocess
import time

ENTRY = re.compile(
    rb"(.) (\d{6}) ([0-9a-f]+) (\d)\t([^\0]*)\0  ctime.*?flags: ([0-9a-f]+)\n", re.DOTALL)
FLAGS = 0x8000 | 1 << 29 | 1 << 30  # assume-unchanged, intent-to-add, skip-worktree
OPERATION = ("MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "BISECT_LOG", "rebase-merge",
             "rebase-apply", "sequencer", "MERGE_MSG", "AUTO_MERGE", "BISECT_START", "ORIG_HEAD")
# Files of ours that any command may write: they tell nothing that refs do not tell, or what a remote said last.
CACHES = ("summaries", "none", "work", "shared")


class Result:
    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err

    def text(self):
        return os.fsdecode(self.out + self.err).strip()


class Worktree:
    """What stands in one worktree: files (kind, mode, blob, identity), index entries, HEAD."""

    def __init__(self):
        self.files, self.identity, self.entries, self.head = {}, {}, [], b""
        self.index_error, self.operation = "", {}

    def same_files(self, other):
        return self.files == other.files


class State:
    def __init__(self):
        self.worktrees, self.refs, self.ours, self.settings = {}, {}, {}, b""
        self.reachable = frozenset()

    def blobs(self):
        """All content that is in a file, in an index, or reachable from a ref."""
        found = set(self.reachable)
        for worktree in self.worktrees.values():
            found.update(f[2] for f in worktree.files.values() if f[0] != "d")
            found.update(e[2] for e in worktree.entries)
        return found

    def positions(self):
        """All of it that a command which was refused must not have changed."""
        return {**{f"files of {n}": w.files for n, w in self.worktrees.items()},
                **{f"index of {n}": w.entries for n, w in self.worktrees.items()},
                **{f"HEAD of {n}": w.head for n, w in self.worktrees.items()},
                **{f"operation of {n}": w.operation for n, w in self.worktrees.items()},
                "refs": self.refs, "handoff files": self.ours, "settings": self.settings}

    def live(self):
        return {n.rsplit("/", 1)[1]: n for n in self.refs if n.startswith("refs/handoffs/active/")}

    def archived(self):
        return {n.rsplit("/", 1)[1]: n for n in self.refs if n.startswith("refs/handoffs/archive/")}


class World:
    def __init__(self, root, program):
        self.root, self.program = root, program
        self.cwd, self.sub = "repo", ""
        self.clock = int(time.time()) - 86400
        self.extra = {}
        shutil.rmtree(root, ignore_errors=True)
        os.makedirs(root + "/home")
        os.makedirs(root + "/repo")
        with open(root + "/home/.gitconfig", "w", encoding="utf-8") as file:
            file.write("[user]\n\tname = A U Thor\n\temail = author@example.com\n[init]\n"
                       "\tdefaultBranch = main\n[gc]\n\tauto = 0\n[maintenance]\n\tauto = false\n"
                       "[core]\n\tfsync = none\n[advice]\n\tdetachedHead = false\n"
                       "[protocol \"file\"]\n\tallow = always\n")
        self.base_env = {
            "HOME": root + "/home", "PATH": os.path.dirname(program) + ":" + os.environ["PATH"],
            "LC_ALL": "C", "TZ": "UTC", "TERM": "dumb", "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_TERMINAL_PROMPT": "0", "GIT_CEILING_DIRECTORIES": root, "GIT_EDITOR": "true",
            "GIT_SEQUENCE_EDITOR": "true", "GIT_MERGE_AUTOEDIT": "no"}
        self.reached = ({}, frozenset())
        self.sizes = {}
        self.digest = None

    # --- running ---------------------------------------------------------------------------------

    def folder(self, name=None):
        return self.root + "/" + (name or self.cwd)

    def run(self, argv, data=None, env=None, folder=None, plain=False):
        environment = dict(self.base_env)
        if not plain:
            environment.update(self.extra)
        date = f"@{self.clock} +0000"
        environment.update(GIT_AUTHOR_DATE=date, GIT_COMMITTER_DATE=date)
        environment.update(env or {})
        if folder is None:
            folder = self.folder()
            if not plain and self.sub and os.path.isdir(folder + "/" + self.sub):
                folder += "/" + self.sub
        with subprocess.Popen(argv, cwd=folder, env=environment, close_fds=False,
                              stdin=subprocess.PIPE if data is not None else subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
            try:
                out, err = child.communicate(data, timeout=60)
            except subprocess.TimeoutExpired:
                child.kill()
                out, err = child.communicate()
                err += b"\n(stopped after 60 s)"
        return Result(child.returncode, out, err)

    def look(self, *args, folder=None, env=None, data=None):
        """A question to git that must not change anything, not even times in the index."""
        return self.run(["git", "--no-optional-locks", *args], folder=folder or self.folder(),
                        env=env, data=data, plain=True)

    def look_handoff(self, *args):
        return self.run([self.program, *args], folder=self.folder(), plain=True)

    # --- places ----------------------------------------------------------------------------------

    def git_dir(self, name=None):
        path = self.folder(name) + "/.git"
        if os.path.isfile(path):
            with open(path, encoding="utf-8") as file:
                path = os.path.join(self.folder(name), file.read().strip()[len("gitdir: "):])
        return path

    def common_dir(self):
        return self.git_dir("repo")

    def worktrees(self):
        return [n for n in sorted(os.listdir(self.root))
                if n not in ("home", "aside") and os.path.lexists(f"{self.root}/{n}/.git")]

    # --- looking ---------------------------------------------------------------------------------

    def hash(self, data):
        if self.digest is None and os.path.exists(self.root + "/repo/.git/config"):
            self.digest = hashlib.sha256 if b"sha256" in read(self.root + "/repo/.git/config") else hashlib.sha1
        return (self.digest or hashlib.sha1)(b"blob %d\0" % len(data) + data).hexdigest()

    def list_files(self, worktree, top):
        """Every file, link and empty folder below top, `.git` apart."""
        stack = [""]
        while stack:
            below = stack.pop()
            try:
                names = os.listdir(os.path.join(top, below))
            except OSError:
                continue
            if below and not names:
                worktree.files[below] = ("d", 0, "")
            for name in names:
                if name == ".git":
                    continue
                path = below + "/" + name if below else name
                full = os.path.join(top, path)
                info = os.lstat(full)
                worktree.identity[path] = (info.st_ino, info.st_mtime_ns)
                if stat.S_ISDIR(info.st_mode):
                    del worktree.identity[path]
                    stack.append(path)
                elif stat.S_ISLNK(info.st_mode):
                    worktree.files[path] = ("l", 0, self.hash(os.fsencode(os.readlink(full))))
                elif stat.S_ISREG(info.st_mode):
                    with open(full, "rb") as file:
                        data = file.read()
                    worktree.files[path] = ("f", stat.S_IMODE(info.st_mode), self.hash(data))

    def see_worktree(self, name):
        seen = Worktree()
        self.list_files(seen, self.folder(name))
        git_dir = self.git_dir(name)
        seen.head = read(git_dir + "/HEAD")
        listed = self.look("ls-files", "-s", "-v", "-z", "--debug", folder=self.folder(name))
        if listed.code != 0:
            seen.index_error = listed.text()
        seen.entries = [(t.decode(), m.decode(), o.decode(), s.decode(), os.fsdecode(p),
                         int(f, 16) & FLAGS) for t, m, o, s, p, f in ENTRY.findall(listed.out)]
        for entry in OPERATION:
            path = git_dir + "/" + entry
            if os.path.isdir(path):
                seen.operation[entry] = sorted(
                    (n, read(path + "/" + n)) for n in os.listdir(path) if not os.path.isdir(path + "/" + n))
            elif os.path.exists(path):
                seen.operation[entry] = read(path)
        return seen

    def see(self):
        state = State()
        for name in self.worktrees():
            state.worktrees[name] = self.see_worktree(name)
        listed = self.look("for-each-ref", "--format=%(refname)%00%(objectname)%00%(symref)")
        for line in listed.out.splitlines():
            name, oid, symbolic = line.split(b"\0")
            state.refs[os.fsdecode(name)] = os.fsdecode(symbolic or oid)
        for git_dir in {self.git_dir(n) for n in state.worktrees} | {self.common_dir()}:
            self.see_ours(git_dir + "/handoff", state.ours)
        state.settings = read(self.common_dir() + "/config") + read(self.common_dir() + "/info/exclude")
        state.reachable = self.reachable_from(state)
        return state

    def see_ours(self, top, into):
        for folder, folders, names in os.walk(top):
            if folder == top:
                folders[:] = [n for n in folders if n not in CACHES]
            for name in names:
                if folder == top and name in CACHES:
                    continue
                path = os.path.join(folder, name)
                into[os.path.relpath(path, self.root)] = read(path)

    def reachable_from(self, state):
        tips = (state.refs, {n: w.head for n, w in state.worktrees.items()})
        if self.reached[0] != tips:
            listed = self.look("rev-list", "--objects", "--no-object-names", "--all")
            if listed.code != 0:
                raise Breach("damaged", "git rev-list --objects --all: " + listed.text())
            self.reached = (tips, frozenset(listed.out.decode().split()))
        return self.reached[1]

    def fingerprint(self):
        """What a resume has to give back, in the worktree where we stand."""
        status = self.look("status", "--porcelain=v2", "--untracked-files=all", "-z", "--no-renames")
        # A warning about attributes comes only where git has to read a file again.
        return {"status": status.out + (status.err if status.code else b""),
                "diff": self.look("diff", "--no-ext-diff", "--no-color", "--binary", "--no-renames").out,
                "staged": self.look("diff", "--no-ext-diff", "--no-color", "--binary", "--cached",
                                    "--no-renames").out}


class Breach(Exception):
    """A promise that did not hold: its kind in one word, and what was seen."""

    def __init__(self, kind, text):
        super().__init__(f"{kind}: {text}")
        self.kind, self.text = kind, text


def read(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""
