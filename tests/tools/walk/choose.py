"""What a walk does next: drawn by weight, from what is there."""
import json
import os

NAMES = ["a", "a/b", "a/b/c", "b.txt", "dir/one", "dir/two", "dir/sub/three", "dir", "run.sh", "src/main.c",
         "src/util.c", "src", "with space", "-dash", "new\nline", "quo\"te", "tab\there", "back\\slash", "caf\xc3\xa9",
         "\xff\xfe", "star*", "[set]", ":colon", "#hash", "!bang", "trail ", "UPPER", "upper", "e.log", "f.log",
         "out/x", "out/y", "out", ":(glob)x", "$var", "%s", "deep/er/and/deeper", ".env", "big", "a.txt", "a-b",
         "a0", "a.b/c"]
REFUSED = ["git~1", ".gitmodules", "sub/.GIT/x", "GIT~1/x", ".git "]
BRANCHES = ["main", "feat", "feat2", "topic/x", "topic", "side", "UPPER", "caf\xc3\xa9", "a@b", "renamed"]
OPEN_KINDS = [["decision"], ["task"], ["question"], ["blocker"], ["human"], ["correction"],
              ["context"], [], ["error"], ["hypothesis"], ["eliminated"], ["start"]]


def shell(script):
    return ["git", "-c", f"alias.walk=!{script}", "walk"]


class Chooser:
    def __init__(self, rng, world):
        self.rng, self.world = rng, world
        self.count = 0
        self.tokens, self.queue, self.seen_texts = [], [], []
        self.split, self.has_remote = True, False

    # --- drawing ---------------------------------------------------------------------------------

    def one_in(self, n):
        return self.rng.randrange(n) == 0

    def pick(self, what):
        return self.rng.choice(list(what))

    def tracked(self):
        entries = self.state.worktrees[self.world.cwd].entries
        paths = sorted({os.fsencode(e[4]).decode("latin-1") for e in entries})
        return self.pick(paths) if paths else self.new_path()

    def present(self):
        paths = sorted(os.fsencode(p).decode("latin-1")
                       for p, f in self.state.worktrees[self.world.cwd].files.items() if f[0] != "d")
        return self.pick(paths) if paths else self.new_path()

    def new_path(self):
        if self.one_in(25):
            return self.pick(REFUSED)
        return self.pick(NAMES)

    def path(self):
        return self.pick([self.tracked, self.tracked, self.present, self.new_path])()

    def text(self, path=""):
        self.count += 1
        unique = f"{self.count:03d}"
        kind = self.rng.randrange(14)
        if kind == 0:
            return ""
        if kind == 1:
            return f"binary {unique} \0\1\xff" + chr(self.rng.randrange(256)) * 5
        if kind == 2:
            return f"crlf {unique}\r\nmore\r\n"
        if kind == 3:
            return f"no end of line {unique}"
        if kind == 4:
            return f"mixed {unique}\r\nends\n$Id$\n"
        if kind == 5:  # what stands somewhere else too, or the beginning of it
            blobs = sorted(set(self.seen_texts))[-12:]
            if blobs:
                text = self.pick(blobs)
                return text if self.one_in(2) else text[: len(text) // 2]
        lines = [f"{i} {path.encode('latin-1', 'replace').hex()[:4]}" for i in range(9)]
        for _ in range(1 + self.rng.randrange(3)):
            lines[self.rng.randrange(9)] = f"new {unique}"
        text = "\n".join(lines) + "\n"
        self.seen_texts.append(text)
        return text

    def branch(self):
        there = sorted(n[len("refs/heads/"):] for n in self.state.refs if n.startswith("refs/heads/"))
        there = [os.fsencode(n).decode("latin-1") for n in there]
        return self.pick(there) if there and not self.one_in(6) else self.pick(BRANCHES)

    def commit(self):
        return self.pick(["HEAD~1", "HEAD~1", "HEAD~2", "HEAD", "HEAD@{1}", "ORIG_HEAD", self.branch(), self.branch(),
                          f"WIP:{1 + self.rng.randrange(4)}", f"WIP:{1 + self.rng.randrange(4)}~1"])

    def record(self):
        live = len(self.state.live()) + len(self.state.archived())
        return self.pick(["@", "@{1}", f"ID:{1 + self.rng.randrange(max(1, live))}"])

    def under_way(self):
        names = set(self.state.worktrees[self.world.cwd].operation)
        operation = self.state.worktrees[self.world.cwd].operation
        if "applying" in dict(operation.get("rebase-apply", [])):
            return "am"
        if names & {"rebase-merge", "rebase-apply"}:
            return "rebase"
        for name, verb in (("MERGE_HEAD", "merge"), ("CHERRY_PICK_HEAD", "cherry-pick"), ("REVERT_HEAD", "revert"),
                           ("BISECT_LOG", "bisect")):
            if name in names:
                return verb
        return ""

    # --- the beginning ---------------------------------------------------------------------------

    def beginning(self):
        """Settings, and a history of two branches that differ."""
        steps = [["git", "init", "-q", *self.pick([[], [], [], [], ["-b", "trunk"]]),
                  *(["--object-format=sha256"] if self.one_in(12) else [])]]
        drawn = self.settings()
        self.split = self.one_in(2) or any(n in ("core.splitIndex", "feature.manyFiles") for n, _ in drawn)
        for name, value in drawn:
            steps.append(["git", "config", name, value])
        if self.one_in(6):
            variable = self.pick([("GIT_LITERAL_PATHSPECS", "1"), ("GIT_ICASE_PATHSPECS", "1"),
                                  ("GIT_GLOB_PATHSPECS", "1"), ("GIT_NOGLOB_PATHSPECS", "1"),
                                  ("GIT_OPTIONAL_LOCKS", "0"), ("GIT_INDEX_VERSION", "4"),
                                  ("GIT_DEFAULT_HASH", "sha1"), ("GIT_ATTR_SOURCE", "HEAD"),
                                  ("GIT_TRACE", "0"), ("GIT_FLUSH", "1"), ("GIT_NO_REPLACE_OBJECTS", "1")])
            steps.append(["settle", *variable])
        if self.one_in(10):
            return steps + [["write", self.new_path(), self.text(), False] for _ in range(3)]  # unborn
        if self.one_in(3):
            steps.append(["write", ".gitattributes", self.attributes(), False])
        if not self.one_in(3):
            steps.append(["write", ".gitignore", self.pick(["*.log\nout/\n", "out/\n", "*.log\nout\n.env\n"]), False])
        for name in ["b.txt", "dir/one", "dir/two", "dir/sub/three", "run.sh", "src/main.c", "src/util.c"]:
            if not self.one_in(6):
                steps.append(["write", name, self.text(name), name == "run.sh"])
        for _ in range(self.rng.randrange(6)):
            name = self.new_path()
            steps.append(["write", name, self.text(name), self.one_in(8)])
        if self.one_in(2):
            steps.append(["link", self.pick(["link", "dir/link"]), self.pick(["nowhere", ".", "b.txt", "/dev/null"])])
        steps += [["git", "add", "-A"], ["git", "add", "-f", self.pick(["e.log", "out/x", "f.log"])],
                  ["git", "commit", "-q", "-m", "base"], ["git", "switch", "-q", "-c", "side"]]
        for _ in range(1 + self.rng.randrange(4)):
            name = self.pick(NAMES[:12] + ["e.log", "out/x", "UPPER"])
            steps.append(["write", name, self.text(name), self.one_in(8)])
        steps += [["git", "add", "-A", *(["-f", "."] if self.one_in(3) else [])],
                  ["git", "commit", "-q", "-m", "on the side"], ["git", "switch", "-q", "-"]]
        if self.one_in(4):
            self.has_remote = True
            steps += self.cloned(drawn)
        if self.one_in(2):
            steps.append(["git", "switch", "-q", "-c", "feat"])
        if self.one_in(8):
            steps.append(["git", "switch", "-q", "--detach"])
        steps += self.pick([[]] * 6 + [[self.sparse("dir")], *([[["git", "update-index", "--split-index"]]] if self.split else [])])
        if self.one_in(12):  # objects that lie in another repository
            steps.append(shell("git clone -q --bare . ../store.git && echo \"$PWD/../store.git/objects\" "
                               ">.git/objects/info/alternates && git repack -adlq"))
        if self.one_in(12):
            steps.append(shell("git init -q ../home/lib && git -C ../home/lib commit -q --allow-empty -m lib && "
                               "git submodule -q add ../home/lib libs/sub && git commit -q -m sub"))
        if self.one_in(10):
            steps.append(["git", "symbolic-ref", "refs/heads/alias", "refs/heads/" + self.branch_now()])
        if self.one_in(4):
            steps.append(["git", "worktree", "add", "-q", *self.pick([[], ["--detach"]]),
                          "../" + self.pick(["linked", "main", "odd name"])])
        return steps

    def cloned(self, settings):
        """From here on we stand in a clone of what was made so far, with all or a part of it."""
        part = self.pick(["", "--depth=1", "--filter=blob:none", "--filter=tree:0", "--filter=blob:none --sparse", "--shared",
                          "--reference ../hub.git", "--single-branch", "--origin=upstream"])
        return [shell("git clone -q --bare . ../home/hub && git -C ../home/hub config uploadpack.allowFilter true && "
                      "mv ../repo ../home/first && cd .. && git clone -q " +
                      part.replace("../hub.git", "home/first") + ' "file://$PWD/home/hub" repo'),
                ["stand", "repo", ""], *[["git", "config", name, value] for name, value in settings]]

    def sparse(self, folder):
        # Git itself damages an index that is split and sparse.
        return ["git", "sparse-checkout", "set", "--cone", *([] if self.split else self.pick([[], ["--sparse-index"]])),
                folder]

    def branch_now(self):
        return self.pick(["main", "feat", "side"])

    def attributes(self):
        patterns = ["*", "*.txt", "*.c", "dir/**", "src/**", "a*", "run.sh"]
        values = ["text", "text=auto", "-text", "eol=crlf", "text=auto eol=crlf", "ident", "filter=turn", "binary",
                  "filter=unknown", "-diff", "merge=union", "export-ignore"]
        return "".join(f"{self.pick(patterns)} {self.pick(values)}\n" for _ in range(1 + self.rng.randrange(3)))

    def settings(self):
        every = [("index.version", "4"), ("index.version", "3"), ("core.splitIndex", "true"),
                 ("core.untrackedCache", "true"), ("core.fileMode", "false"), ("core.ignoreStat", "true"),
                 ("core.autocrlf", "true"), ("core.autocrlf", "input"), ("core.autocrlf", "2"), ("core.eol", "crlf"),
                 ("core.ignoreCase", "true"), ("core.quotePath", "false"), ("core.sharedRepository", "group"),
                 ("core.checkStat", "minimal"), ("core.trustctime", "false"), ("core.bigFileThreshold", "20"),
                 ("pack.packSizeLimit", "1k"), ("status.showUntrackedFiles", "no"), ("status.relativePaths", "true"),
                 ("diff.noprefix", "true"), ("diff.renames", "copies"), ("diff.mnemonicPrefix", "true"),
                 ("commit.gpgSign", "true"), ("color.ui", "always"), ("core.abbrev", "40"), ("index.sparse", "true"),
                 ("core.logAllRefUpdates", "false"), ("core.logAllRefUpdates", "always"),
                 ("i18n.commitEncoding", "ISO-8859-1"), ("apply.whitespace", "fix"), ("merge.renames", "false"),
                 ("rebase.autoStash", "true"), ("rerere.enabled", "true"), ("feature.manyFiles", "true"),
                 ("transfer.fsckObjects", "true"), ("core.safecrlf", "true"), ("core.symlinks", "false"),
                 ("core.protectHFS", "true"), ("core.whitespace", "cr-at-eol"), ("merge.conflictStyle", "diff3"),
                 ("core.commentChar", ";"), ("index.threads", "1"), ("core.preloadIndex", "false"),
                 ("index.recordEndOfIndexEntries", "true"), ("index.skipHash", "true"), ("pack.compression", "0"),
                 ("core.packedRefsTimeout", "0"), ("checkout.workers", "2"), ("log.showSignature", "true"),
                 ("submodule.recurse", "true"), ("advice.addIgnoredFile", "false"), ("core.trustctime", "true"),
                 ("core.multiPackIndex", "true"), ("gc.writeCommitGraph", "true"), ("core.excludesFile", "../excl"),
                 ("commit.cleanup", "verbatim"), ("commit.cleanup", "scissors"), ("add.ignoreErrors", "true")]
        drawn = [self.pick(every) for _ in range(self.pick([0, 0, 1, 1, 2, 3]))]
        return drawn + [("filter.turn.clean", "tr a-zA-Z n-za-mN-ZA-M"), ("filter.turn.smudge", "tr a-zA-Z n-za-mN-ZA-M")]

    # --- steps -----------------------------------------------------------------------------------

    def next(self, state):
        self.state = state
        if self.queue:
            return self.queue.pop(0)
        if self.one_in(9):
            self.queue = self.motif()
            return self.queue.pop(0)
        busy = self.under_way()
        if busy and self.one_in(4):
            return ["git", busy, self.pick(["--abort", "--abort", "--continue", "--skip", "--quit"])] \
                if busy != "bisect" else ["git", "bisect", "reset"]
        kind = self.rng.randrange(100)
        if kind < 40:
            return self.edit()
        if kind < 62:
            return self.plain()
        return self.verb()

    # --- several steps that belong together ------------------------------------------------------

    def write(self, path):
        return ["write", path, self.text(path), self.one_in(10)]

    def motif(self):
        """What chance alone would seldom put together: something done to the WIP, in the way, or in conflict."""
        drawn = self.rng.randrange(6)
        if drawn == 0:
            return self.in_conflict()
        if drawn == 1:
            return self.in_the_way()
        if drawn == 2:
            return [self.write(self.tracked()), self.pause(), *self.pick([[], [self.edit()]]),
                    *[["handoff", "undo"]] * (1 + self.rng.randrange(4))]
        if drawn == 3:  # pauses one after the other, with something taken away between
            return [self.write(self.tracked()), self.pause(),
                    self.pick([["git", "reset", "-q", "--hard", "HEAD~1"], ["git", "switch", "-q", "--detach", "HEAD~1"],
                               ["git", "switch", "-q", "-c", f"b{self.count}"], ["git", "stash", "-q", "-u"], self.note()]),
                    self.write(self.tracked()), self.pick([self.pause(), ["handoff", "checkpoint"]]), self.note(),
                    *self.pick([[], [self.pause()]]), self.resume(), self.resume()]
        return self.on_the_wip()

    def on_the_wip(self):
        message = f"reworded {self.count}"
        here = self.pick(["main", "feat", "side"])
        done = self.pick([
            [["git", "commit", "-q", "--amend", "-m", message]], [["git", "commit", "-q", "--amend", "--no-edit", "--no-verify"]],
            [self.write(self.tracked()), ["git", "commit", "-q", "-a", "--amend", "--no-edit"]],
            [["git", "rebase", "-q", "side"]], [["git", "rebase", "-q", "--onto", here, "HEAD~1"]],
            [["git", "reset", "-q", "--soft", "HEAD~2"], ["git", "commit", "-q", "-m", message]],
            [["git", "switch", "-q", here], ["git", "cherry-pick", "WIP:9"]],
            [["git", "switch", "-q", here], ["git", "merge", "-q", "WIP:9"]],
            [["git", "switch", "-q", here], ["git", "merge", "-q", "--squash", "WIP:9"], ["git", "commit", "-q", "-m", message]],
            [["git", "branch", "-m", f"renamed{self.count}"]], [["git", "branch", f"copy{self.count}"]],
            [["git", "switch", "-q", "--detach"]], [["git", "tag", f"t{self.count}"]],
            [["git", "switch", "-q", "-c", f"off{self.count}", "HEAD~1"], ["git", "branch", "-q", "-D", here]],
            [self.write(self.tracked()), ["git", "commit", "-q", "-a", "-m", message]],
            [["with", {"GIT_COMMITTER_DATE": "@1700000000 +0000"},
              ["git", "-c", "trailer.x.key=X", "commit", "-q", "--amend", "--no-edit", "--trailer", "Reviewed: yes"]]],
            [["git", "gc", "-q", "--prune=now"]], [["git", "pack-refs", "--all", "--prune"]],
            [["git", "switch", "-q", here], ["git", "switch", "-q", "-"]]])
        return [self.write(self.tracked()), *self.pick([[], [self.edit()]]), self.pause(), *done,
                *self.pick([[], [self.edit()], [self.plain()]]), self.resume(), *self.pick([[], [["handoff", "undo"]]])]

    def in_conflict(self):
        paths = [self.tracked() for _ in range(3)]
        change = [self.pick([self.write(p), ["remove", p], ["link", p, "nowhere"], self.write(p + "/under")]) for p in paths]
        other = [self.pick([self.write(p), ["remove", p], ["chmod", p, 0o755], self.write(p)]) for p in paths]
        begin, end = self.pick([(["git", "merge", "-q", "theirs"], ["git", "merge", "--abort"]),
                                (["git", "rebase", "-q", "theirs"], ["git", "rebase", "--abort"]),
                                (["git", "cherry-pick", "theirs"], ["git", "cherry-pick", "--abort"]),
                                (shell("git format-patch -1 --stdout theirs | git am -q -3"), ["git", "am", "--abort"]),
                                (["git", "stash", "pop"], ["git", "reset", "-q", "--hard"])])
        steps = [["git", "add", "-A"], ["git", "commit", "-q", "-m", "before"]]
        if begin[:2] == ["git", "stash"]:
            steps += [*change, ["git", "stash", "push", "-q", "-u"], *other, ["git", "commit", "-q", "-a", "-m", "ours"]]
        else:
            steps += [["git", "switch", "-q", "-C", "theirs"], *change, ["git", "add", "-A"],
                      ["git", "commit", "-q", "-m", "theirs"], ["git", "switch", "-q", "-"], *other,
                      ["git", "commit", "-q", "-a", "-m", "ours"]]
        inside = [self.pick([self.write(p), ["remove", p], ["git", "add", "-A", "--", p], ["append", p, f"in {self.count}\n"],
                             self.edit()]) for p in paths[:self.rng.randrange(4)]]
        return steps + [begin, *inside, self.pick([["handoff", "checkpoint"], self.pause()]),
                        *self.pick([[end], [], [["handoff", "resume", "--json", "--continue"]]]), self.resume(),
                        ["handoff", "resume", "--json", "--continue", "--apply"], *self.pick([[], [["handoff", "undo"]]])]

    def in_the_way(self):
        """Another branch, and on it files where the record has some: ignored, the same, its beginning, a folder."""
        path = self.pick([self.new_path(), self.tracked(), "e.log", "out/x"])
        mine = self.write(path)
        text = mine[2]
        other = self.pick([["write", path, text, False], ["write", path, text[:len(text) // 2], False], ["write", path, "", False],
                           self.write(path), self.write(path + "/in"), ["link", path, "nowhere"], ["link", path, "dir"]])
        return [mine, *self.pick([[], [["git", "add", "-f", "--", ":(literal)" + path]]]), self.write(self.tracked()),
                self.pause(), ["git", "switch", "-q", *self.pick([["side"], ["--detach", "HEAD~1"], ["-c", f"way{self.count}", "HEAD~1"]])],
                other, *self.pick([[], [["exclude", path.split("/")[0]]]]),
                ["handoff", "resume", "--json", *self.pick([[], [], ["ID:9"]]), "--continue", self.pick(["--switch", "--apply"])],
                *self.pick([[], [["handoff", "undo"]], [["handoff", "undo"], ["handoff", "undo"]]])]

    def edit(self):
        path = self.path()
        kind = self.rng.randrange(26)
        if kind < 8:
            return ["write", path, self.text(path), self.one_in(8)]
        if kind == 8:
            return ["write", self.pick(["e.log", "f.log", "out/x", "out/y", "out/z.log"]), self.text(), False]
        if kind == 9:
            return ["append", path, f"appended {self.count}\n"]
        if kind == 10:
            return ["remove", path]
        if kind == 11:
            return ["chmod", path, self.pick([0o755, 0o644, 0o600, 0o700])]
        if kind == 12:
            return ["link", path, self.pick(["nowhere", ".", "..", "b.txt", "dir", "/dev/null"])]
        if kind == 13:
            return ["write", path + "/" + self.pick(["b", "inside", "one"]), self.text(), False]
        if kind in (14, 15):
            return ["git", "add", "-A"] if self.one_in(2) else \
                ["git", "add", "-A", "--", ":(literal)" + self.pick([self.present(), path])]
        if kind == 16:
            return ["git", "add", "-f", "--", ":(literal)" + path]
        if kind == 17:
            return ["git", "add", "-N", "-f", "--", ":(literal)" + path]
        if kind == 18:
            return ["git", "rm", "-q", "--cached", "-r", "--", ":(literal)" + path]
        if kind == 19:
            return ["git", "mv", "-f", path, self.new_path() + "-moved"]
        if kind == 20:
            return ["git", "update-index", self.pick(["--assume-unchanged", "--skip-worktree", "--no-assume-unchanged",
                                                     "--no-skip-worktree", "--chmod=+x", "--chmod=-x"]), "--", path]
        if kind == 21:
            return ["exclude", self.pick([path.replace("\n", "?"), "*.txt", "/dir/sub", "fresh*", "/a"])]
        if kind == 22:
            return ["write", ".gitignore", self.pick(["*.log\nout/\n", "/a\n", "*.c\n", "dir/\n", ""]), False]
        if kind == 23:
            return ["write", self.pick([".gitattributes", "dir/.gitattributes"]), self.attributes(), False]
        if kind == 24:
            return ["git", *self.pick([["checkout", "--", path], ["restore", "--staged", "--", ":(literal)" + path],
                                       ["rm", "-q", "-f", "--", ":(literal)" + path]])]
        return ["git", "stash", *self.pick([["push", "-q", "-u"], ["pop", "-q"], ["pop", "-q", "--index"], ["push", "-q"]])]

    def plain(self):
        kind = self.rng.randrange(44)
        message = f"commit {self.count}"
        if kind < 4:
            return ["git", "commit", "-q", "-a", "-m", message]
        if kind < 6:
            return ["git", "commit", "-q", "-m", message]
        if kind < 9:
            return ["git", "commit", "-q", "--amend",
                    *self.pick([["--no-edit"], ["-a", "--no-edit"], ["-m", message], ["-a", "-m", message]])]
        if kind < 12:
            return ["git", "reset", "-q", self.pick(["--soft", "--mixed", "--hard", "--keep"]), self.commit()]
        if kind < 18:
            return ["git", "switch", "-q", self.branch()] if not self.one_in(5) else \
                ["git", "switch", "-q", *self.pick([["--detach", self.commit()], ["-"], ["-c", self.branch()],
                                                    ["-C", self.branch(), self.commit()]])]
        if kind < 20:
            return ["git", "merge", "-q", *self.pick([[], ["--no-ff"], ["--squash"], ["--no-commit"]]), self.commit()]
        if kind < 23:
            return ["git", "rebase", "-q", *self.pick([[], [], ["--autostash"], ["--onto", self.commit()]]), self.commit()]
        if kind == 23:
            return ["with", {"GIT_SEQUENCE_EDITOR": "sed -i -e '2,$s/^pick/" + self.pick(["squash", "fixup"]) + "/'"},
                    ["git", "rebase", "-q", "-i", "HEAD~2"]]
        if kind == 24:
            return ["with", {"GIT_SEQUENCE_EDITOR": "sed -i -e '1!G;h;$!d'"}, ["git", "rebase", "-q", "-i", "HEAD~2"]]
        if kind < 27:
            return ["git", "cherry-pick", *self.pick([[], ["-n"], ["-x"], ["--allow-empty"]]), self.commit()]
        if kind == 27:
            return ["git", "revert", "--no-edit", self.commit()]
        if kind < 30:
            return ["git", "branch", *self.pick([["-m", self.branch()], ["-M", self.branch()], ["-D", self.branch()],
                                                 [self.branch(), self.commit()], ["-f", self.branch(), self.commit()]])]
        if kind == 30:
            return ["git", *self.pick([["gc", "-q", "--prune=now"], ["pack-refs", "--all"], ["repack", "-adq"],
                                       ["gc", "-q", "--prune=now"], ["reflog", "expire", "--expire=now", "--all"]])]
        if kind == 31:
            return ["git", "worktree", *self.pick([["add", "-q", "../linked", self.branch()],
                                                   ["add", "-q", "--detach", "../main"], ["remove", "../linked"],
                                                   ["add", "-q", "-b", "wt", "../odd name"]])]
        if kind < 34:
            return ["stand", self.pick(self.world.worktrees()), self.pick(["", "", "", "dir", "src"])]
        if kind == 34:
            return ["git", "update-index", self.pick([*(["--split-index", "--no-split-index"] if self.split else []),
                                                     "--untracked-cache",
                                                     "--index-version=4", "--index-version=2", "--really-refresh"])]
        if kind == 35:
            return self.pick([self.sparse("dir"), self.sparse("src"), ["git", "sparse-checkout", "disable"]])
        if kind == 36:
            name, value = self.pick([n for n in self.settings() if n[0] not in ("core.splitIndex", "feature.manyFiles")])
            return ["git", "config", name, value]
        if kind == 37:
            return ["git", "clean", "-fdq", *self.pick([[], ["-x"]])]
        if kind == 38:
            return ["git", "tag", "-f", self.pick(["v1", "v2"]), self.commit()]
        if kind == 39:
            return ["git", "bisect", "start", "HEAD", self.commit()]
        if kind == 40:
            return ["git", "commit", "-q", "--allow-empty", "-m", message]
        if kind == 41:
            return ["git", "commit", "-q", "--fixup=HEAD"]
        if kind == 42:
            return ["git", *self.pick([["fetch", "-q"], ["push", "-q", "origin", "HEAD"], ["pull", "-q", "--rebase"],
                                       ["push", "-q", "-f", "origin", "HEAD"], ["fetch", "-q", "--prune"]])]
        return ["git", "status", "--short"]

    def verb(self):
        kind = self.rng.randrange(100)
        if kind < 22:
            return self.pause()
        if kind < 28:
            return ["handoff", "checkpoint", *self.pick([[], ["-q"], ["-m", f"check {self.count}"], ["--no-untracked"]])]
        if kind < 56:
            return self.resume()
        if kind < 68:
            return ["handoff", "undo"] if not self.one_in(4) else ["handoff", "undo", self.record()]
        if kind < 72:
            return ["handoff", "discard"] if self.one_in(2) else ["handoff", "discard", self.record()]
        if kind < 86:
            return self.note()
        if kind < 90:
            return ["handoff", "edit", *self.pick([["--next", f"next {self.count}"], ["-m", "edited"]]),
                    *self.pick([[], [], [self.record()]])]
        if kind < 92:
            return ["handoff", *self.pick([["gc"], ["gc", "-n"], ["doctor"]])]
        return ["handoff", *self.pick([["status"], ["status", "--all"], ["list"], ["list", "--archived"], ["show"],
                                       ["show", self.record()], ["check"], ["check", "--json"], ["brief"],
                                       ["log", self.record()], ["lint"], ["catchup"], ["reconstruct"],
                                       ["export", "--format", "json"], ["status", "--prompt"], ["push"], ["fetch"]])]

    def token(self):
        self.count += 1
        token = f"tok{self.count:04d}en"
        self.tokens.append(token)
        return token

    def pause(self):
        args = ["pause", "--json"]
        if not self.one_in(4):
            args += ["-m", self.pick([f"why {self.count}", "same words", "caf\xc3\xa9"])]
        if self.one_in(4):
            args += ["--next", f"go on with {self.count} in src/main.c"]
        for flag, n in (("--snapshot-only", 8), ("--no-untracked", 12), ("--emergency", 12), ("--no-carry", 40), ("--push", 12)):
            if self.one_in(n) and (self.has_remote or flag != "--push"):
                args.append(flag)
        if self.one_in(12):
            args += ["--workflow", "execute"]
        if self.one_in(10):
            token = self.token()
            return ["handoff", *args, "--from", "-", json.dumps({"version": 1, "workflow": "execute", "next_action": "go on", "decisions": [{"decision": token}]})]
        if self.one_in(5):
            specs = [self.path() for _ in range(1 + self.rng.randrange(2))]
            specs = [self.pick([p, ":(literal)" + p, p.split("/")[0]]) for p in specs]
            if self.one_in(5):
                specs.append(":!" + self.path())
            args += ["--", *specs]
        return ["handoff", *args]

    def resume(self):
        args = ["resume", "--json"]
        if self.one_in(5):
            args.append(self.record())
        if not self.one_in(15):
            args.append(self.pick(["--continue"] * 12 + ["--discard", "--fresh", "--review"]))
        if "--continue" in args:
            args += self.pick([[], [], [], [], ["--switch"], ["--switch"], ["--apply"], ["--apply"], ["--keep-wip"],
                               ["--unwrap"]])
        return ["handoff", *args]

    def note(self):
        kind = self.rng.randrange(10)
        if kind == 0:
            return ["handoff", "note", "--undo"]
        if kind == 1 and self.tokens:
            return ["handoff", "note", "done", self.pick(self.tokens)]
        if kind == 2:
            return ["handoff", "note", "--list", "--json"]
        return ["handoff", "note", *self.pick(OPEN_KINDS), self.token()]
