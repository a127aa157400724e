#!/usr/bin/env -S python3 -I -S
"""on_terminal.py KEYS COMMAND...: runs it on a terminal of its own, types the keys and what ends the input, and prints
what the terminal shows, without carriage returns. Its exit code is the command's; 250: no terminal can be made here.
TERMINAL_WIDTH sets the columns (80). With ONCE_SHOWN=TEXT the keys wait for that text on the screen; then MEANWHILE, a
shell command, runs before they are typed. script(1) sleeps for two seconds where a command leaves keys unread."""
import fcntl, os, select, sys, termios
import _signal as signal  # without its names for people, and pty without tty: half of the time that it takes to start


def set_up(terminal):
    """80 columns, no echo, and lines end as the command writes them."""
    width = int(os.environ.get("TERMINAL_WIDTH") or 80)
    size = b"".join(number.to_bytes(2, sys.byteorder) for number in (24, width, 0, 0))
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, size)
    mode = termios.tcgetattr(terminal)
    mode[1] &= ~termios.OPOST
    mode[3] &= ~termios.ECHO
    termios.tcsetattr(terminal, termios.TCSANOW, mode)


def type_keys(terminal, keys):
    os.write(terminal, os.fsencode(keys) + b"\x04" * 16)


def pass_on(terminal, gone, keys):
    """What the terminal shows, until the command is gone and no more comes."""
    awaited, screen = os.environ.get("ONCE_SHOWN", "").encode(), b""
    if not awaited:
        type_keys(terminal, keys)
    while select.select([terminal, gone], [], [])[0]:
        while select.select([terminal], [], [], 0)[0]:
            try:
                text = os.read(terminal, 65536)
            except OSError:  # its last reader is gone
                return
            os.write(1, text.replace(b"\r", b""))
            screen += text
            if awaited and awaited in screen:
                awaited = b""
                os.system(os.environ.get("MEANWHILE", ":"))
                type_keys(terminal, keys)
        if select.select([gone], [], [], 0)[0] and not select.select([terminal], [], [], 0)[0]:
            return


def main(keys, command):
    try:
        child, terminal = os.forkpty()
    except OSError as error:
        print(f"no terminal: {error}", file=sys.stderr)
        return 250
    if child == 0:
        set_up(0)
        for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGPIPE):
            signal.signal(number, signal.SIG_DFL)
        try:
            os.execvp(command[0], command)
        except OSError as error:
            print(f"{command[0]}: {error}", file=sys.stderr)
            os._exit(127)
    gone = os.pidfd_open(child)
    set_up(terminal)
    pass_on(terminal, gone, keys)
    _, status = os.waitpid(child, 0)
    return os.WEXITSTATUS(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
