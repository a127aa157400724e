"""Random walks of Ann (two clones), Ben and Cat over one server: STEPS SEED, in an empty folder. Commands are
killed at points of theirs and at any time, connections are cut after any number of bytes in either
direction, and what was pushed may arrive behind a client that is dead.

After each step: at most one clone holds a handoff by the version at the server; every file that somebody
wrote is in their working tree or reachable from a ref of theirs; no command ends by a signal or with an
error of the program's own. At the end, when everybody has finished, the server holds no handoff.
"""
import glob
import json
import os
import random
import re
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)) + "/../tools")
import seal

STEPS, SEED = int(sys.argv[1]), int(sys.argv[2])
rng = random.Random(SEED)
ROOT = os.getcwd()
SERVER = ROOT + "/server.git"
CLONES = {"ann": "Ann", "ann2": "Ann", "ben": "Ben", "cat": "Cat"}
FAULTS = ["share-written", "share-pending", "share-pushed", "share-won", "share-seen", "share-adopted",
          "take-claimed", "take-landed", "op-written", "op-step-1", "op-step-2"]
written = {name: [] for name in CLONES}
killed = set()
log = []
tick = 1774353600


def run(*args, cwd, env=None, check=True):
    done = subprocess.run(args, cwd=cwd, env=env or os.environ, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if check and done.returncode != 0:
        stop(f"{args} in {cwd}: {done.returncode} {done.stderr.decode()}")
    return done


def stop(why):
    print("\n".join(log[-40:]))
    print(f"seed {SEED}, step {len(log)}: {why}")
    sys.exit(1)


def environment(name, fault=None):
    global tick
    tick += 60
    env = dict(os.environ, GIT_AUTHOR_NAME=CLONES[name], GIT_COMMITTER_NAME=CLONES[name],
               GIT_AUTHOR_EMAIL=CLONES[name].lower() + "@example.com",
               GIT_COMMITTER_EMAIL=CLONES[name].lower() + "@example.com",
               GIT_AUTHOR_DATE=f"@{tick} +0000", GIT_COMMITTER_DATE=f"@{tick} +0000")
    if fault:
        env["GIT_HANDOFF_FAULT"] = fault
    return env


def handoff(name, *args, fault=None):
    """fault: a point to be killed at, ("cut", direction, bytes), or ("kill", seconds)."""
    kind = fault[0] if isinstance(fault, tuple) else "point" if fault else None
    env = environment(name, fault if kind == "point" else None)
    command = ["git-handoff", *args]
    if kind == "cut":
        env.update({"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "url.ssh://server/.insteadOf",
                    "GIT_CONFIG_VALUE_0": "/", "GIT_SSH_VARIANT": "ssh", fault[1]: str(fault[2]),
                    "GIT_SSH_COMMAND": os.path.dirname(os.path.abspath(__file__)) + "/cut_ssh.sh"})
    elif kind == "kill":
        command = ["timeout", "-s", "KILL", str(fault[1]), *command]
        open(SERVER + "/slow", "w", encoding="utf8").close()  # the push may arrive behind its client
    done = run("timeout", "60", *command, cwd=f"{ROOT}/{name}", env=env, check=False)
    log.append(f"{len(log)} {name}: {' '.join(args)}{' !' + str(fault) if fault else ''} -> {done.returncode} "
               + (done.stderr.decode().split("\n")[0][:140]))
    if kind == "kill":
        killed.add(name)
    if kind in (None, "cut") and done.returncode not in (0, 1) and not takes_lock_away(name, done.stderr.decode()):
        stop(done.stderr.decode())
    if kind == "kill":
        if rng.random() < 0.5:
            time.sleep(0.3)
        os.remove(SERVER + "/slow")
    return done


def takes_lock_away(name, told):
    """What the user does who is told of the lock of a git that was killed here."""
    lock = re.search(r"Unable to create '([^']*\.lock)': File exists", told)
    if name not in killed or not lock or not os.path.exists(lock.group(1)):
        return False
    log.append(f"{len(log)} {name}: removes {lock.group(1)}")
    os.remove(lock.group(1))
    return True


def some_fault():
    kind = rng.random()
    if kind < 0.15:
        return rng.choice(FAULTS)
    if kind < 0.25:
        return ("cut", rng.choice(["CUT_IN", "CUT_OUT"]), int(10 ** rng.uniform(0.5, 3.7)))
    if kind < 0.30:
        return ("kill", round(rng.uniform(0.02, 0.4), 2))
    return None


def knowledge(name):
    for path in glob.glob(f"{ROOT}/{name}/.git/handoff/shared/*.json"):
        with open(path, encoding="utf8") as file:
            yield json.load(file)


def on_server():
    out = run("git", "for-each-ref", "--format=%(refname:lstrip=3) %(objectname)", "refs/handoffs/shared/",
              cwd=SERVER).stdout.decode()
    return dict(line.split() for line in out.splitlines())


def check():
    tips = on_server()
    for handoff_id, tip in tips.items():
        holders = [n for n in CLONES for k in knowledge(n)
                   if k["id"] == handoff_id and k["ours"] and k["tip"] == tip]
        if len(holders) > 1:
            stop(f"{handoff_id} is held by {holders}")
    for name in CLONES:
        missing = [(path, oid) for path, oid in written[name] if not in_tree(name, path, oid)]
        if missing:
            objects = run("git", "rev-list", "--objects", "--all", "HEAD", cwd=f"{ROOT}/{name}").stdout.decode()
            for path, oid in missing:
                if oid not in objects:
                    stop(f"{path} of {name} is lost")


def in_tree(name, path, oid):
    full = f"{ROOT}/{name}/{path}"
    return os.path.exists(full) and run("git", "hash-object", path, cwd=f"{ROOT}/{name}").stdout.decode().strip() == oid


def write_file(name):
    path = f"{name}-{len(log)}.txt"
    with open(f"{ROOT}/{name}/{path}", "w", encoding="utf8") as file:
        file.write(f"{name} wrote {len(log)} {rng.random()}\n")
    oid = run("git", "hash-object", path, cwd=f"{ROOT}/{name}").stdout.decode().strip()
    written[name].append((path, oid))
    log.append(f"{len(log)} {name}: writes {path}")


def read_all(name):
    """What a person does on a terminal, for all that was fetched."""
    handoff(name, "fetch")
    cwd = f"{ROOT}/{name}"
    for tip in on_server().values():
        seen = run("git", "rev-parse", tip + "^{tree}", tip + "^@", cwd=SERVER).stdout.decode().split()
        seal.add(cwd + "/.git", ["read " + " ".join(seen)])


def some_id(name):
    ids = sorted(set(on_server()) | {k["id"] for k in knowledge(name)})
    return rng.choice(ids) if ids else None


def step():
    name = rng.choice(list(CLONES))
    fault = some_fault()
    what = some_id(name)
    ids = [what] if what else []
    verb = rng.choices(["write", "pause", "share", "push", "read", "take", "steal", "release", "done", "resume",
                        "offline", "undo", "discard", "edit", "commit", "switch", "sweep"],
                       [10, 5, 10, 3, 4, 10, 3, 4, 3, 7, 1, 4, 2, 2, 3, 2, 1])[0]
    if verb == "write":
        write_file(name)
    elif verb == "pause":
        handoff(name, "pause", "-m", "x", fault=fault)
    elif verb == "share":
        handoff(name, "pause", "--push", "--with-history", "-m", "x", fault=fault)
    elif verb == "push":
        handoff(name, "push", "--with-history", fault=fault)
    elif verb == "read":
        read_all(name)
    elif verb in ("take", "steal"):
        if rng.random() < 0.7:
            read_all(name)
        extra = ["--steal"] if verb == "steal" else []
        extra += ["--apply"] if rng.random() < 0.5 else []
        handoff(name, "take", *extra, *ids, fault=fault)
    elif verb == "release":
        handoff(name, "release", *ids, fault=fault)
    elif verb == "done":
        extra = ["--force"] if rng.random() < 0.7 else []
        handoff(name, "release", "--done", *extra, *ids, fault=fault)
    elif verb == "resume":
        handoff(name, "resume", "--continue", fault=fault)
    elif verb == "offline":
        handoff(name, "resume", "--continue", "--offline", fault=fault)
    elif verb in ("undo", "discard"):
        handoff(name, verb, fault=fault)
    elif verb == "edit":
        handoff(name, "edit", "--next", f"step {len(log)}", fault=fault)
    elif verb == "commit":
        run("git", "add", "-A", cwd=f"{ROOT}/{name}", check=False)
        run("git", "commit", "-q", "-m", f"work {len(log)}", cwd=f"{ROOT}/{name}", env=environment(name), check=False)
        run("git", "push", "-q", "origin", "HEAD", cwd=f"{ROOT}/{name}", check=False)
        log.append(f"{len(log)} {name}: commits and pushes")
    elif verb == "switch":
        branch = rng.choice(["main", "login", "search"])
        run("git", "switch", "-q", branch, cwd=f"{ROOT}/{name}", check=False)
        log.append(f"{len(log)} {name}: switches to {branch}")
    elif verb == "sweep":
        handoff(name, "gc")


def finish():
    for _ in range(2):
        for name in CLONES:
            handoff(name, "fetch")
            for known in list(knowledge(name)):
                if known["ours"] or known.get("pending") or known["published"]:
                    handoff(name, "release", "--done", "--force", known["id"])
    for name in CLONES:
        handoff(name, "fetch")
    # A discard of what was corrected here, and not there, leaves it there and says so: whoever wants to ends that.
    for name in CLONES:
        for known in list(knowledge(name)):
            if known["state"] == "free" and known["id"] in on_server():
                handoff(name, "release", "--done", "--force", known["id"])
    left = on_server()
    if left:
        for handoff_id in left:
            for name in CLONES:
                for known in knowledge(name):
                    if known["id"] == handoff_id:
                        log.append(f"{name}: {known}")
        stop(f"left on the server: {left}")


def start():
    run("git", "init", "-q", "--bare", SERVER, cwd=ROOT)
    with open(SERVER + "/hooks/pre-receive", "w", encoding="utf8") as file:
        file.write("#!/bin/sh\n[ ! -e slow ] || sleep 0.2\n")
    os.chmod(SERVER + "/hooks/pre-receive", 0o755)
    run("git", "clone", "-q", SERVER, "seed", cwd=ROOT)
    with open("seed/README", "w", encoding="utf8") as file:
        file.write("a project\n")
    run("git", "add", "-A", cwd=ROOT + "/seed")
    run("git", "commit", "-q", "-m", "first", cwd=ROOT + "/seed")
    run("git", "push", "-q", "origin", "HEAD:main", "HEAD:login", "HEAD:search", cwd=ROOT + "/seed")
    for name in CLONES:
        run("git", "clone", "-q", "-b", rng.choice(["main", "login"]), SERVER, name, cwd=ROOT)


start()
while len(log) < STEPS:
    step()
    check()
finish()
check()
print(f"{len(log)} steps")
