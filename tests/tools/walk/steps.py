"""One step of a walk: how it is done, and how it is written as shell.

A step is a list of plain values, its first the kind, so that a walk can be kept, cut and done again:

    write PATH TEXT EXECUTABLE | link PATH TARGET | remove PATH | chmod PATH MODE | append PATH TEXT
    git ARG... | handoff ARG... | with ENVIRONMENT STEP | stand WORKTREE FOLDER | settle NAME VALUE

Text and paths are bytes as latin-1. An argument ID:n is the n-th record that was made, WIP:n its commit.
"""
import os
import re
import shutil
import stat

from world import Result


def raw(text):
    return text.encode("latin-1")


def full_path(world, path):
    return os.fsencode(world.folder()) + b"/" + raw(path)


def make_way(world, path):
    """What stands where a folder on the path is wanted goes; so does what stands at its end."""
    at = os.fsencode(world.folder())
    parts = raw(path).split(b"/")
    for part in parts[:-1]:
        at += b"/" + part
        if os.path.lexists(at) and (os.path.islink(at) or not os.path.isdir(at)):
            os.remove(at)
        if not os.path.isdir(at):
            os.mkdir(at)
    remove(at + b"/" + parts[-1])


def remove(full):
    if os.path.isdir(full) and not os.path.islink(full):
        shutil.rmtree(full)
    elif os.path.lexists(full):
        os.remove(full)


def ids(world):
    """Records in the order they were made; the clock of a walk never stands still between two."""
    listed = world.look("for-each-ref", "--format=%(refname)", "refs/handoffs/active",
                        "refs/handoffs/archive").out.decode("utf-8", "surrogateescape")
    names = {n.rsplit("/", 1)[1]: n for n in listed.splitlines()}
    return sorted(names.items(), key=lambda item: item[0].split("-")[-3:-1])


def resolve(world, args):
    done = []
    for arg in args:
        if found := re.fullmatch(r"(ID|WIP):(\d+)(.*)", arg):
            known = ids(world)
            if not known:
                arg = "nothing" + found[3]
            else:
                name, ref = known[min(int(found[2]), len(known)) - 1]
                arg = name + found[3]
                if found[1] == "WIP":
                    arg = world.look("show", "-s", "--format=%(trailers:key=Handoff-Wip,valueonly)",
                                     ref).text().split("\n")[0] or "HEAD"
        done.append(arg.encode("latin-1") if isinstance(arg, str) else arg)
    return done


def perform(world, step):
    """Does it; what cannot be done in the state that is there is left undone, as a user would."""
    kind, *args = step
    world.clock += 60
    try:
        if kind == "write":
            make_way(world, args[0])
            with open(full_path(world, args[0]), "wb") as file:
                file.write(raw(args[1]))
            if args[2]:
                os.chmod(full_path(world, args[0]), 0o755)
        elif kind == "append":
            if stat.S_ISREG(os.lstat(full_path(world, args[0])).st_mode):
                with open(full_path(world, args[0]), "ab") as file:
                    file.write(raw(args[1]))
        elif kind == "link":
            make_way(world, args[0])
            os.symlink(raw(args[1]), full_path(world, args[0]))
        elif kind == "remove":
            remove(full_path(world, args[0]))
        elif kind == "chmod":
            if stat.S_ISREG(os.lstat(full_path(world, args[0])).st_mode):
                os.chmod(full_path(world, args[0]), args[1])
        elif kind == "exclude":
            folder = world.common_dir() + "/info"
            os.makedirs(folder, exist_ok=True)
            with open(folder + "/exclude", "ab") as file:
                file.write(raw(args[0]) + b"\n")
        elif kind == "stand":
            if os.path.isdir(world.root + "/" + args[0]):
                world.cwd, world.sub = args
        elif kind == "settle":
            if args[1] is None:
                world.extra.pop(args[0], None)
            else:
                world.extra[args[0]] = args[1]
        elif kind == "with":
            return run(world, args[1], args[0])
        else:
            return run(world, step, {})
    except OSError as error:
        return Result(0, b"", str(error).encode())
    return Result(0, b"", b"")


def run(world, step, env):
    program = "git" if step[0] == "git" else world.program
    args, data = step[1:], None
    if "--from" in args:
        args, data = args[:-1], raw(args[-1])
    return world.run([program, *resolve(world, args)], data, env=env)


# --- as shell ----------------------------------------------------------------------------------------

PREAMBLE = r"""#!/usr/bin/env bash
# {what}
# Found by: {again}
# Shows the steps only: what is wrong behind them is said above.
set -u
root=$(mktemp -d /dev/shm/walk.XXXXXX); export HOME=$root/home; mkdir "$HOME" "$root/repo"
export GIT_CONFIG_NOSYSTEM=1 LC_ALL=C GIT_EDITOR=true GIT_SEQUENCE_EDITOR=true GIT_MERGE_AUTOEDIT=no
git config --global user.name "A U Thor"; git config --global user.email author@example.com
git config --global init.defaultBranch main; git config --global gc.auto 0
clock=$(($(date +%s) - 86400))
tick() {{ clock=$((clock + 60)); export GIT_AUTHOR_DATE="@$clock +0000" GIT_COMMITTER_DATE="@$clock +0000"; }}
ids() {{ git for-each-ref --format='%(refname:lstrip=-1)' refs/handoffs/active refs/handoffs/archive |
  sed -E 's/^(.*-([0-9]{{8}}-[0-9]{{6}})-[0-9a-f]{{4}})$/\2 \1/' | sort -u | cut -d' ' -f2; }}
ID() {{ ids | sed -n "$1p"; }}
WIP() {{ git show -s --format='%(trailers:key=Handoff-Wip,valueonly)' \
  "$(git for-each-ref --format='%(refname)' refs/handoffs | grep "/$(ID "$1")\$" | head -n 1)" | head -n 1; }}
put() {{ rm -rf -- "$1"; mkdir -p -- "$(dirname -- "$1")"; cat >"$1"; }}
cd "$root/repo" || exit 128
"""


def quoted(text):
    data = raw(text) if isinstance(text, str) else text
    if re.fullmatch(rb"[A-Za-z0-9_./=:@{}^~+,%-]+", data):
        return data.decode()
    if all(32 <= c < 127 for c in data) and b"'" not in data:
        return "'" + data.decode() + "'"
    return "$'" + "".join(
        {10: "\\n", 9: "\\t", 13: "\\r", 39: "\\'", 92: "\\\\"}.get(c, chr(c) if 32 <= c < 127 else f"\\{c:03o}")
        for c in data) + "'"


def words(args):
    done = []
    for arg in args:
        found = re.fullmatch(r"(ID|WIP):(\d+)(.*)", arg)
        done.append(f'"$({found[1]} {found[2]})"{found[3]}' if found else quoted(arg))
    return " ".join(done)


def as_shell(step):
    kind, *args = step
    if kind == "write":
        text = raw(args[1])
        # printf knows \ooo in its format; a NUL cannot stand in an argument.
        body = "".join({10: "\\n", 92: "\\\\", 37: "%%", 39: "'\\''"}.get(
            c, chr(c) if 32 <= c < 127 else f"\\{c:03o}") for c in text)
        line = f"printf '{body}' | put {quoted(args[0])}"
        return line + (f"; chmod +x -- {quoted(args[0])}" if args[2] else "")
    if kind == "append":
        return f"printf %s {quoted(args[1])} >>{quoted(args[0])}"
    if kind == "link":
        return f": | put {quoted(args[0])}; ln -sf -- {quoted(args[1])} {quoted(args[0])}"
    if kind == "remove":
        return f"rm -rf -- {quoted(args[0])}"
    if kind == "chmod":
        return f"chmod {args[1]:o} -- {quoted(args[0])}"
    if kind == "exclude":
        return f'echo {quoted(args[0])} >>"$(git rev-parse --git-common-dir)/info/exclude"'
    if kind == "stand":
        return f'cd "$root/{args[0]}" || exit 128' + (f"; cd {quoted(args[1])}" if args[1] else "")
    if kind == "settle":
        return f"unset {args[0]}" if args[1] is None else f"export {args[0]}={quoted(args[1])}"
    if kind == "with":
        return " ".join(f"{k}={quoted(v)}" for k, v in args[0].items()) + " " + as_shell(args[1])
    program = "git" if kind == "git" else "git-handoff"
    if "--from" in args:
        return f"printf %s {quoted(args[-1])} | {program} {words(args[:-1])}"
    return f"{program} {words(args)}"


def script(steps, what, again):
    lines = [PREAMBLE.format(what=what.replace("\n", "\n# "), again=again)]
    return "\n".join(lines + ["tick; " + as_shell(step) for step in steps]) + "\n"
