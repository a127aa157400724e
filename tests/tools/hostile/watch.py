"""Runs a command under strace, and tells what it did that it must not do."""
import os
import re
import shlex
import subprocess

CALLS = "execve,execveat,connect,open,openat,openat2,creat,truncate,rename,renameat,renameat2,link,linkat,unlink,unlinkat,mkdir,mkdirat,symlink,symlinkat,chmod,fchmodat,mknod,mknodat"
LINE = re.compile(r'^\d+ +(\w+)\((.*)\) += (-?\d+)(?:<([^>]*)>)?(?: (E\w+).*)?$')
TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"')


class Done:
    def __init__(self, code, out, err, seconds, megabytes, faults):
        self.code, self.out, self.err, self.seconds, self.megabytes, self.faults = code, out, err, seconds, megabytes, faults


class Rules:
    """What a command may do: run programs below `programs`, write below `writable`, not touch `precious`."""

    def __init__(self, programs, writable, precious, network=False):
        self.programs, self.writable, self.precious, self.network = programs, writable, precious, network


def below(path, folders):
    return any(path == f or path.startswith(f.rstrip("/") + "/") for f in folders)


def joined(lines):
    """strace cuts a call in two where another process comes between."""
    waiting = {}
    for line in lines:
        line = line.rstrip("\n")
        pid = line.split(" ", 1)[0]
        if line.endswith("<unfinished ...>"):
            waiting[pid] = line[: -len("<unfinished ...>")].rstrip()
        elif " resumed>" in line and pid in waiting:
            yield waiting.pop(pid) + line.split(" resumed>", 1)[1]
        else:
            yield line


def faults_in(log, folder, rules):
    faults = []
    with open(log, encoding="utf8", errors="replace") as file:
        for line in joined(file):
            found = LINE.match(line)
            if not found:
                continue
            call, args, result, opened, _ = found.groups()
            if call == "connect" and "AF_INET" in args and not rules.network:
                faults.append("reaches for the network: " + line)
            path = TEXT.search(args)
            if not path:
                continue
            at = re.match(r"(?:AT_FDCWD|\d+)<([^>]*)>", args)
            # Where a link leads is what is in it: nothing is looked at there.
            name = TEXT.findall(args)[-1] if call.startswith("symlink") else path.group(1)
            full = os.path.normpath(os.path.join(at.group(1) if at else folder, name))
            if call.startswith("exec"):
                real = os.path.realpath(full)
                if (int(result) == 0 and not below(real, rules.programs)) or below(full, [os.path.dirname(folder)]):
                    faults.append("runs " + full)
                continue
            writes = not call.startswith("open") or re.search(r"O_(WRONLY|RDWR|CREAT|TRUNC)", args)
            target = opened or full
            if below(full, rules.precious) or (opened and below(opened, rules.precious)):
                faults.append("touches what lies outside: " + line)
            elif writes and int(result) >= 0:
                if call.startswith(("rename", "link", "symlink")):  # what is made
                    names = TEXT.findall(args)
                    target = os.path.normpath(os.path.join(folder, names[-1]))
                if not below(target, rules.writable) and not target.startswith(("pipe:", "socket:")):
                    faults.append("writes " + line)
    return faults


def watch(command, folder, rules, aside, environment, text=b"", keys=None, limit=60):
    """`keys`: typed on a terminal. `aside`: a folder for the logs."""
    log = aside + "/strace"
    traced = ["strace", "-f", "--seccomp-bpf", "-qq", "-y", "-s", "300", "-e", "signal=none", "-e", "trace=" + CALLS, "-o", log, "timeout", "--foreground", "-s", "KILL", str(limit), *command]
    if keys is not None:
        traced = ["script", "-qec", "stty rows 24 cols 80; " + shlex.join(traced), "/dev/null"]
        text = keys.encode()
    faults = []
    with open(aside + "/in", "wb+") as given, open(aside + "/out", "wb+") as out, open(aside + "/err", "wb+") as err:
        given.write(text)
        given.seek(0)
        child = subprocess.Popen(traced, cwd=folder, env=environment, stdin=given, stdout=out, stderr=err, start_new_session=True)
        _, status, usage = os.wait4(child.pid, 0)
        out.seek(0)
        err.seek(0)
        said = out.read(), err.read()
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode in (137, -9):
        faults.append(f"hangs: over {limit} s")
    faults += faults_in(log, folder, rules)
    return Done(child.returncode, *said, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, faults)
