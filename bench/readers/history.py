"""Histories for the scenes: windows of real ones, or one that is made where there is none."""
import os
import random
import re
import subprocess

SUBJECT = re.compile(r"^(?!.*\b(bump|release|merge|revert|typos?|style|wip)\b).{18,72}$", re.I)


class Git:
    """git in one folder, with nothing of the user's world."""

    def __init__(self, folder, home):
        self.folder = folder
        self.env = {k: v for k, v in os.environ.items() if not k.startswith(("GIT_", "XDG_", "HANDOFF_"))}
        self.env.update(HOME=home, GIT_CONFIG_NOSYSTEM="1", LC_ALL="C.UTF-8", TZ="UTC", TERM="dumb",
                        GIT_EDITOR="true", GIT_TERMINAL_PROMPT="0")
        self.who("Ann Lee")

    def who(self, name):
        mail = name.split()[0].lower() + "@example.com"
        self.env.update(GIT_AUTHOR_NAME=name, GIT_AUTHOR_EMAIL=mail, GIT_COMMITTER_NAME=name, GIT_COMMITTER_EMAIL=mail)

    def at(self, seconds):
        self.env.update(GIT_AUTHOR_DATE=f"@{seconds} +0000", GIT_COMMITTER_DATE=f"@{seconds} +0000")

    def run(self, *args, text=None, check=True):
        done = subprocess.run(args, cwd=self.folder, env=self.env, input=text, capture_output=True, text=True,
                              encoding="utf-8", errors="replace")
        if check and done.returncode:
            raise RuntimeError(f"{' '.join(args)}: {done.stderr.strip()[:400]}")
        return done

    def __call__(self, *args, **options):
        return self.run("git", *args, **options).stdout.strip()

    def holds(self, *args):
        return self.run("git", *args, check=False).returncode == 0


class NoScene(Exception):
    """Nothing can be made of this window: it is too short, or commits do not apply to each other."""


class Commit:
    def __init__(self, oid, subject, author, files):
        self.oid, self.subject, self.author, self.files = oid, subject, author, files


def window(git_dir, home, newest_first_skip, count=60):
    """(base, commits after it, oldest first): small commits to text files, no merges."""
    git = Git(git_dir, home)
    log = git("log", "--no-merges", "--topo-order", "--name-status", "--no-renames", "-z",
              "--format=%x01%H%x02%s%x02%an", f"--skip={newest_first_skip}", f"-{count}", "HEAD")
    commits = []
    for part in log.split("\x01")[1:]:
        head, _, rest = part.partition("\0")
        oid, subject, author = head.split("\x02")
        fields = [field.strip("\n") for field in rest.split("\0") if field.strip("\n")]
        files = dict(zip(fields[1::2], fields[0::2]))
        commits.append(Commit(oid, subject, author, files))
    if len(commits) < 20:
        raise NoScene("the history is too short")
    commits.reverse()
    return commits[0].oid, commits[1:]


def is_small(commit):
    return (SUBJECT.match(commit.subject) is not None and 0 < len(commit.files) <= 4
            and all(state in "MA" for state in commit.files.values())
            and any(state == "M" for state in commit.files.values()))


# --- a history that is made -----------------------------------------------------------------------

AREAS = ["parser", "lexer", "cache", "session", "token", "router", "queue", "index", "codec", "config", "socket",
         "buffer", "journal", "planner", "worker", "mailer"]
VERBS = ["Handle", "Reject", "Keep", "Count", "Report", "Limit", "Escape", "Retry", "Compare", "Sort", "Split",
         "Document", "Measure", "Restore"]
THINGS = ["empty headers", "expired leases", "nested quotes", "duplicate keys", "late replies", "wide columns",
          "broken symlinks", "negative offsets", "trailing commas", "stale entries", "huge payloads",
          "missing locales", "parallel uploads", "truncated frames", "mixed newlines", "unknown verbs"]
WHENS = ["", " in strict mode", " on reload", " when the peer is gone", " before the first write", " on Windows"]
PEOPLE = ["Dana Fox", "Eli Stone", "Femi Ade", "Gwen Hart"]


def made(folder, home, seed, commits=320):
    """A repository with a history that looks like a project's; the same for the same seed."""
    rng = random.Random(seed)
    os.makedirs(folder)
    git = Git(folder, home)
    texts = {}
    for area in AREAS:
        lines = [f'"""The {area}."""', ""]
        for i in range(9):
            lines += [f"def {area}_{rng.choice(THINGS).replace(' ', '_')}_{i}(value):",
                      f"    limit = {rng.randrange(900)}", f"    return value + limit + {i}", ""]
        texts[f"src/{area}.py"] = lines
        texts[f"tests/test_{area}.py"] = [f"import {area}", ""]
    out, seen, time = [], set(), 1_700_000_000
    for n in range(commits):
        time += rng.randrange(4000, 90000)
        author = rng.choice(PEOPLE)
        if n == 0:
            subject, touched = "Import the project", list(texts)
        else:
            area = rng.choice(AREAS)
            subject = f"{area}: {rng.choice(VERBS).lower()} {rng.choice(THINGS)}{rng.choice(WHENS)}"
            if subject in seen:
                continue
            seen.add(subject)
            touched = [f"src/{area}.py"] + ([f"tests/test_{area}.py"] if rng.random() < .5 else [])
            for path in touched:
                lines = texts[path]
                at = rng.randrange(2, len(lines) + 1)
                lines[at:at] = [f"def {area}_{n}(value):", f"    # {subject}", f"    return value * {n}", ""]
        who = f"{author} <{author.split()[0].lower()}@example.com> {time} +0000"
        message = subject + f"\n\nSeen while the {rng.choice(AREAS)} was measured under load.\n"
        out.append(f"commit refs/heads/main\nauthor {who}\ncommitter {who}\ndata {len(message)}\n{message}")
        for path in touched:
            text = "\n".join(texts[path]) + "\n"
            out.append(f"M 100644 inline {path}\ndata {len(text)}\n{text}")
    git("init", "-q", "-b", "main")
    git("fast-import", "--quiet", text="\n".join(out) + "\n")
    return os.path.join(folder, ".git")
