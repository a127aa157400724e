"""Stories: what somebody wrote down, what happened meanwhile, and the twelve facts that the next reader needs.

The facts were written before any brief of these records was seen, but for how much of each open task is asked for. A
fact of `facts` is (name, words of which so many have to stand in one line, signs that have to stand there too, how many
of the words); one of `lists` is (name, texts each of which has to stand in some line, how many of its words).
"""


def task(number, name, *files, **more):
    return {"id": str(number), "name": name, "status": "not_started", "files": list(files), **more}


ARCHIVE = {
    "name": "an archive of mail",
    "files": ["archive/threads.py", "archive/store.py", "archive/headers.py", "archive/export.py",
              "archive/attachments.py", "archive/dates.py", "tests/test_threads.py", "docs/format.md"],
    "done": [("Read a mailbox in one pass", "archive/store.py"),
             ("Keep the raw header beside the parsed one", "archive/headers.py")],
    "work": "archive/threads.py",
    "record": {
        "status": "paused",
        "next_action": "write the second half of merge_threads() at archive/threads.py:24: join two threads whose roots "
                       "name the same Message-ID, then make test_two_roots pass",
        "completed_tasks": [
            {"id": "1", "name": "Read a mailbox in one pass", "status": "done", "commit": "{done0}"},
            {"id": "2", "name": "Keep the raw header beside the parsed one", "status": "done", "commit": "{done1}"}],
        "remaining_tasks": [
            task(3, "merge threads whose roots have the same Message-ID", "archive/threads.py", status="in_progress",
                 progress="half"),
            task(4, "decode headers that name an unknown charset", "archive/headers.py"),
            task(5, "store attachments once, by the hash of their content", "archive/attachments.py",
                 verification="import the sample twice, the folder must not grow"),
            task(6, "parse dates without a time zone as UTC", "archive/dates.py"),
            task(7, "show progress while a large mailbox is imported", "archive/store.py"),
            task(8, "export one thread as a mailbox", "archive/export.py"),
            task(9, "document the layout of the index file", "docs/format.md"),
            task(10, "refuse a mailbox that another process is writing"),
            task(11, "drop the cache when the index has a newer version"),
            task(12, "measure the import of the large sample before and after", "tests/test_threads.py")],
        "decisions": [
            {"decision": "threads are joined by Message-ID and References alone, never by subject, also where a client has "
                         "thrown the References away",
             "rejected": "joining by a normalised subject as the old importer did",
             "rationale": "two customers lost mail when 'Re: invoice' of different years ended in one thread, and the "
                          "support team had to take them apart by hand for a week",
             "binding": "absolute"},
            {"decision": "the index is written to a second file and renamed over the first when it is complete, one rename "
                         "for a whole import",
             "rejected": "updating it in place with a journal beside it",
             "rationale": "network shares of the customers do not keep the order of writes, so that a journal is no help "
                          "there, which was tried with a share of the test lab in May",
             "binding": "session"},
            {"decision": "raw headers stay as bytes until somebody shows them",
             "rejected": "decoding them while they are read",
             "rationale": "one header in two thousand has no valid charset, and an import must not stop there"},
            {"decision": "attachments are written before the message that has them",
             "rationale": "a message without its attachment cannot be repaired later"}],
        "corrections": ["never open the mailbox for writing, not even to lock it: the user's mail client takes that for new "
                        "mail and starts a scan"],
        "debug": {"eliminated": [
            {"hypothesis": "the slow import is not the hash of the attachments: without it the import takes the same time",
             "reason": "measured three times with the sample of 2 GB on the machine of the lab"}]},
        "blockers": [{"description": "the sample of the customer with two roots is encrypted and nobody here has the key",
                      "workaround": "tests/test_threads.py builds a small one by itself; it has no broken headers"}],
        "human_actions_pending": [
            {"action": "Carla Roth approves the new layout of the index file",
             "context": "the release of version 4 and the migration script of her team wait for it", "blocking": True},
            {"action": "Tom sends the list of mail clients that customers use", "context": "asked on Monday",
             "blocking": False}],
        "open_questions": ["are mails without any Message-ID a thread each, or all in one?",
                           "is a mailbox of more than 4 GB to be split?"],
        "verification": {"passed": 88, "failed": ["test_two_roots"], "gaps": "nothing tests a mailbox that grows"},
        "context_notes": "References may hold ids that were never received; that is no error.\n"
                         "The old importer is kept in tools/ until the release and is called by nobody.\n"
                         "threads.py was split out of store.py last week, blame ends there.",
        "goals": {"ultimate": "an archive that can be searched while it grows"},
    },
    "since": [("Ben Hoyt", "Say in threads.py where newcomers start", "top", "archive/threads.py", ""),
              ("Ben Hoyt", "Parse dates without a time zone as UTC", "middle", "archive/dates.py", ""),
              ("Dana Fox", "Give the format document the name that the manual uses", "rename", "docs/format.md",
               "docs/index-layout.md"),
              ("Dana Fox", "Export one thread as a mailbox", "middle", "archive/export.py", "")],
    "lost": False,
    "facts": [
        ("next, with its place of now", "write second half merge_threads join two threads roots same Message-ID",
         [r"^Next: ", r":24 \[now :27\]"], .8),
        ("who changed what is next", "threads.py", [r"Ben"], 1),
        ("what Ben did", "parse dates without time zone", [r"\[perhaps done: Ben"], .6),
        ("what Dana did", "export one thread mailbox", [r"\[perhaps done: Dana"], .6),
        ("the file that was renamed", "", [r"docs/format\.md \[now (docs/)?index-layout\.md\]"], 1),
        ("the binding decision, and what it rejected",
         "threads are joined by Message-ID References never by subject; not joining by normalised subject", [], .65),
        ("its reason", "two customers lost mail when 'Re: invoice' of different years ended in one thread", [], .65),
        ("the second decision, and what it rejected",
         "index written to second file renamed over the first; not updating in place with journal", [], .65),
        ("its reason (2)", "network shares do not keep the order of writes", [], .65),
        ("what was ruled out", "slow import is not the hash of attachments", [], .65),
        ("what blocks, and what it blocks", "Carla Roth approves layout index; release migration wait", [], .65)],
    "lists": [("the open tasks, by their first words", [
        "decode headers", "store attachments", "show progress", "document layout", "refuse mailbox", "drop cache",
        "measure import"], 1)],
    "stale": [(r":24\b(?! \[now)", r"$^"), (r"[Pp]arse dates", "perhaps done|'"), (r"xport one thread", "perhaps done|'"),
              (r"docs/format\.md(?! \[now)", r"$^")],
}

LOGGER = {
    "name": "a logger on a small device",
    "files": ["fw/ring.c", "fw/flash.c", "fw/clock.c", "fw/usb.c", "host/reader.py", "host/plot.py", "fw/power.c",
              "host/calibrate.py", "fw/main.c"],
    "done": [("flash: erase one sector ahead", "fw/flash.c"),
             ("clock: keep the drift of the crystal", "fw/clock.c")],
    "work": "fw/ring.c",
    "record": {
        "status": "paused",
        "next_action": "fw/ring.c:31 (ring_take): let the interrupt only set the head, and copy in the main loop; the "
                       "two-byte overrun of yesterday must be gone in ring_wraps_twice",
        "completed_tasks": [
            {"id": "1", "name": "flash: erase one sector ahead", "status": "done", "commit": "{done0}"},
            {"id": "2", "name": "clock: keep the drift of the crystal", "status": "done", "commit": "{done1}"}],
        "remaining_tasks": [
            task(3, "ring: copy outside of the interrupt", status="in_progress", progress="a third"),
            task(4, "flash: a checksum for each sector, checked when the device starts", "fw/flash.c"),
            task(5, "usb: answer a request for status while a transfer runs", "fw/usb.c"),
            task(6, "power: sleep between two samples", "fw/power.c", verification="less than 40 uA on the bench"),
            task(7, "host: resume a transfer that was cut off", "host/reader.py"),
            task(8, "host: plot several days in one picture", "host/plot.py"),
            task(9, "clock: set it from the host at the first contact", "fw/clock.c", "host/reader.py"),
            task(10, "host: the table of gains in host/calibrate.py is read from a file"),
            task(11, "watchdog: reset after two seconds without a sample"),
            task(12, "a test that pulls the plug in the middle of a sector")],
        "decisions": [
            {"decision": "no heap in the firmware: every buffer is static and its size is a constant in one header, for "
                         "the drivers too",
             "rejected": "a pool allocator for the packets of the USB stack",
             "rationale": "the certification of the device ends when memory is allocated at run time, and a new one takes "
                          "four months and costs more than the rest of the project",
             "binding": "absolute"},
            {"decision": "samples are kept in the order in which they were taken even if the clock was set back between "
                         "them; the host sorts",
             "rejected": "sorting on the device before they are sent",
             "rationale": "the device has no room for a second index, and a sorted log hides that the clock jumped, which "
                          "is what the laboratory wants to see",
             "binding": "absolute"},
            {"decision": "one packet holds one sector, no matter how full it is",
             "rejected": "packets of variable length",
             "rationale": "the bootloader of the first series drops packets that are not 512 bytes long",
             "binding": "session"},
            {"decision": "host tools stay on Python 3.9",
             "rationale": "the laboratory's machines are not updated before the summer"}],
        "corrections": ["do not touch the linker script: the bootloader and the first sector of the log overlap on purpose, "
                        "and the user has lost a device to that"],
        "debug": {"eliminated": [
            {"hypothesis": "the overrun is not the DMA: it is there with DMA switched off as well",
             "reason": "seen on two boards, with the DMA clock gated"},
            {"hypothesis": "it is not the compiler: -O0 and the old version show it",
             "reason": "tried with 10 and 12"}]},
        "blockers": [{"description": "the second board is at the laboratory until Thursday, so nothing can be measured "
                                     "with two devices on one hub",
                      "workaround": "host/reader.py --fake talks to a device that is simulated; its timing is wrong"}],
        "human_actions_pending": [
            {"action": "the user orders the flash chips of the second source",
             "context": "the test of worn-out sectors, and with it the release of the firmware, needs them",
             "blocking": True}],
        "open_questions": ["is a sector with a wrong checksum skipped, or does the transfer stop there?"],
        "verification": {"passed": 41, "failed": ["ring_wraps_twice", "usb_status_in_transfer"],
                         "gaps": "no test runs longer than an hour"},
        "context_notes": "ring_take is called from two interrupts of different priority.\n"
                         "The numbers in the head of flash.c are those of the old chip.\n"
                         "Boards with a green dot have the other crystal.",
        "goals": {"ultimate": "a device that logs for a year on one battery"},
    },
    "since": [("Eli Stone", "ring.c: say who calls it", "top", "fw/ring.c", ""),
              ("Eli Stone", "usb: answer a request for status while a transfer runs", "middle", "fw/usb.c", ""),
              ("Gwen Hart", "Rename calibrate.py, it is about gains", "rename", "host/calibrate.py", "host/gains.py"),
              ("Gwen Hart", "host: plot several days in one picture", "middle", "host/plot.py", "")],
    "lost": True,
    "facts": [
        ("next, with its place of now", "ring_take interrupt only set the head copy in the main loop",
         [r"^Next: ", r":31 \[now :34\]"], .8),
        ("the commit that was dropped", "clock: keep the drift of the crystal", [r"no longer|lost"], .65),
        ("what Eli did", "usb: answer request for status", [r"\[perhaps done: Eli"], .65),
        ("what Gwen did", "host: plot several days", [r"\[perhaps done: Gwen"], .6),
        ("the file that was renamed", "", [r"host/calibrate\.py \[now (host/)?gains\.py\]"], 1),
        ("the first decision, and what it rejected",
         "no heap in the firmware every buffer is static; not a pool allocator for packets", [], .65),
        ("its reason", "certification ends when memory is allocated at run time", [], .65),
        ("the second decision, and what it rejected",
         "samples are kept in the order in which they were taken; not sorting on the device", [], .65),
        ("its reason (2)", "device has no room for a second index", [], .65),
        ("what blocks, and what it blocks", "orders flash chips second source; test of worn-out sectors release", [], .65),
        ("the rule, and why", "do not touch the linker script: bootloader and first sector overlap", [], .65)],
    "lists": [("the open tasks, by their first words", [
        "flash: checksum", "power: sleep", "host: resume", "clock: set", "host: table of gains", "watchdog: reset",
        "test that pulls"], 1)],
    "stale": [(r":31\b(?! \[now)", r"$^"), (r"usb: answer a", "perhaps done|'"), (r"plot several days", "perhaps done|'"),
              (r"host/calibrate\.py(?! \[now)", r"$^"), (r"drift of the cr", r"no longer|\[lost\]")],
}

TICKETS = {
    "name": "a service for tickets",
    "files": ["src/queue.ts", "src/mail.ts", "src/auth/session.ts", "src/auth/roles.ts", "src/api/tickets.ts",
              "src/api/search.ts", "src/db/migrate.ts", "web/list.tsx", "web/form.tsx"],
    "done": [("Queue: one worker per customer", "src/queue.ts"),
             ("Session: expire after a day", "src/auth/session.ts")],
    "work": "src/api/tickets.ts",
    "record": {
        "status": "paused",
        "next_action": "src/api/tickets.ts:40 closeTicket(): send the mail only after the transaction has committed, and "
                       "take the address from the ticket, not from the session",
        "completed_tasks": [
            {"id": "1", "name": "Queue: one worker per customer", "status": "done", "commit": "{done0}"},
            {"id": "2", "name": "Session: expire after a day", "status": "done", "commit": "{done1}"}],
        "remaining_tasks": [
            task(3, "mail goes out after the commit of closeTicket", "src/api/tickets.ts", status="in_progress"),
            task(4, "retry mail that the relay refused for a while", "src/mail.ts"),
            task(5, "roles: an agent of one team must not see the tickets of another", "src/auth/roles.ts"),
            task(6, "search finds words with umlauts in both spellings", "src/api/search.ts"),
            task(7, "the list keeps its place when a ticket is closed", "web/list.tsx"),
            task(8, "form: say which field is wrong, beside the field", "web/form.tsx"),
            task(9, "migration of old tickets without a team", "src/db/migrate.ts"),
            task(10, "limit attachments to 20 MB and say so before the upload"),
            task(11, "log who closed a ticket and from where"),
            task(12, "load test with 500 agents, compare with the numbers of March")],
        "decisions": [
            {"decision": "every query names the team in its WHERE clause, even where the row is found by its primary key",
             "rejected": "row level security in the database",
             "rationale": "the pool of connections is shared by all teams, and a setting of one request was seen in "
                          "another after a timeout; the auditor has that case in his report",
             "binding": "absolute"},
            {"decision": "mail is sent by the queue and never inside of a request, with the id of the ticket as its key so "
                         "that a retry sends nothing twice",
             "rejected": "sending inside of the transaction and rolling back when the relay refuses",
             "rationale": "the relay needs up to forty seconds on Mondays, and agents close a ticket again when nothing "
                          "happens on the screen",
             "binding": "absolute"},
            {"decision": "the browser is told by polling every ten seconds, at least until the proxy is replaced",
             "rejected": "web sockets",
             "rationale": "the proxy of the largest customer cuts connections after a minute, and their people see a "
                          "banner each time",
             "binding": "session"},
            {"decision": "texts are in one file a language", "rationale": "the translators work with that"}],
        "corrections": ["no change of the public API without a note in API.md: two customers generate clients from it at "
                        "night, and the user was called at four"],
        "debug": {"eliminated": [
            {"hypothesis": "double mails are not from the retry of the relay: its log shows one delivery for each id",
             "reason": "compared for the whole of Tuesday"}]},
        "blockers": [{"description": "the staging relay refuses our new address until its certificate is renewed",
                      "workaround": "MAIL=file writes mails into a folder; headers that the relay adds are missing"}],
        "human_actions_pending": [
            {"action": "Ines Duarte has to name the teams that may see each other's tickets",
             "context": "the migration cannot be tried before, and the test with the customer on Friday needs it",
             "blocking": True}],
        "open_questions": ["does a closed ticket reopen when the customer answers, or is it a new one?"],
        "verification": {"passed": 310, "failed": ["closes_once"], "gaps": "no test with two browsers"},
        "context_notes": "closeTicket is called by the API and by the nightly job, which has no session.\n"
                         "The texts of mails are in src/mail.ts itself, for now.",
        "goals": {"ultimate": "the pilot customer works with it for a week without a call"},
    },
    "since": [("Femi Ade", "tickets.ts: explain the states at the top", "top", "src/api/tickets.ts", ""),
              ("Femi Ade", "Search finds words with umlauts in both spellings", "middle", "src/api/search.ts", ""),
              ("Gwen Hart", "Move the migration beside the others", "rename", "src/db/migrate.ts",
               "src/db/2026-teams.ts"),
              ("Gwen Hart", "Keep the place of the list when a ticket is closed", "middle", "web/list.tsx", "")],
    "lost": True,
    "facts": [
        ("next, with its place of now", "closeTicket send the mail only after transaction committed address from ticket",
         [r"^Next: ", r":40 \[now :43\]"], .8),
        ("who changed what is next", "tickets.ts", [r"Femi"], 1),
        ("the commit that was dropped", "Session: expire after a day", [r"no longer|lost"], .65),
        ("what Femi did", "search finds words umlauts", [r"\[perhaps done: Femi"], .65),
        ("the file that was renamed", "", [r"src/db/migrate\.ts \[now (src/db/)?2026-teams\.ts\]"], 1),
        ("the first decision, and what it rejected",
         "every query names the team in its WHERE clause; not row level security in the database", [], .65),
        ("its reason", "pool of connections is shared by all teams", [], .65),
        ("the second decision, and what it rejected",
         "mail is sent by the queue never inside of a request; not sending inside of the transaction", [], .65),
        ("its reason (2)", "relay needs up to forty seconds", [], .65),
        ("what was ruled out", "double mails are not from the retry of the relay", [], .65),
        ("what blocks, and what it blocks", "Ines Duarte name teams see each other's tickets; migration cannot be tried",
         [], .65)],
    "lists": [("the open tasks, by their first words", [
        "retry mail", "roles: agent", "list keeps", "form: say", "migration of old", "limit attachments",
        "who closed", "load test"], 1)],
    "stale": [(r":40\b(?! \[now)", r"$^"), (r"[Ss]earch finds", "perhaps done|'"),
              (r"src/db/migrate\.ts(?! \[now)", r"$^"), (r"[Ee]xpire after", r"no longer|\[lost\]")],
}

SYNC = {
    "name": "a tool that keeps folders alike",
    "files": ["src/walk.rs", "src/plan.rs", "src/copy.rs", "src/hash.rs", "src/conflict.rs", "src/ignore.rs",
              "src/cli.rs", "src/state.rs", "tests/conflicts.rs"],
    "done": [("walk: do not follow links out of the root", "src/walk.rs"),
             ("state: write it beside and rename", "src/state.rs")],
    "work": "src/plan.rs",
    "record": {
        "status": "paused",
        "next_action": "src/plan.rs:18 plan_moves(): pair deletions with additions of the same hash, largest files first, "
                       "and leave empty files alone",
        "completed_tasks": [
            {"id": "1", "name": "walk: do not follow links out of the root", "status": "done", "commit": "{done0}"},
            {"id": "2", "name": "state: write it beside and rename", "status": "done", "commit": "{done1}"}],
        "remaining_tasks": [
            task(3, "plan: a moved file is moved on the other side, not sent again", status="in_progress",
                 progress="pairs are found"),
            task(4, "conflict: keep both sides and say so at the end", "src/conflict.rs", "tests/conflicts.rs"),
            task(5, "ignore: patterns of the root apply below as well", "src/ignore.rs"),
            task(6, "hash: read in blocks of a megabyte", "src/hash.rs"),
            task(7, "copy: resume a large file where it was cut off", "src/copy.rs"),
            task(8, "cli: --dry-run prints the plan as JSON", "src/cli.rs"),
            task(9, "state: refuse a file of a newer version", "src/state.rs"),
            task(10, "names that differ in case only, on disks that take them for one"),
            task(11, "a bandwidth limit"),
            task(12, "the manual page for conflicts")],
        "decisions": [
            {"decision": "nothing is deleted before every copy of the run has been verified by its hash on the other side",
             "rejected": "deleting as it goes along to save room on the target",
             "rationale": "a full disk in the middle of a run left one user with neither of two versions",
             "binding": "absolute"},
            {"decision": "a conflict keeps both files, the older one gets the name of its host and the date",
             "rejected": "asking at the time, or the newer one wins",
             "rationale": "most runs are started by cron at night when nobody answers, and clocks of the two machines "
                          "differ by minutes",
             "binding": "session"},
            {"decision": "the state file is one for each pair of folders, in the home of the user and not in the folders",
             "rejected": "a hidden file in the root of each folder",
             "rationale": "some targets are read only on one side, and a copied folder would bring the state of another "
                          "pair with it",
             "binding": "session"},
            {"decision": "hashes are BLAKE3", "rejected": "SHA-256", "rationale": "three times as fast on the small board"}],
        "corrections": ["do not add threads: the user runs it on a router with one core"],
        "debug": {"eliminated": [
            {"hypothesis": "the wrong conflicts are not from clocks: with both set by hand they are the same",
             "reason": "two virtual machines, ten runs"},
            {"hypothesis": "nor from the file system: ext4 and btrfs do the same", "reason": "tried both"}]},
        "blockers": [{"description": "waits for #318, which gives the walker a stable order",
                      "workaround": "sort in plan.rs for now, it costs a copy of all names"}],
        "human_actions_pending": [
            {"action": "the user decides whether moves of whole folders are planned as one",
             "context": "the format of the plan that --dry-run prints depends on it", "blocking": True},
            {"action": "Jonas lends the old NAS", "context": "for names in Latin-1", "blocking": False}],
        "open_questions": ["what about files that change while they are copied?"],
        "verification": {"passed": 132, "failed": ["moves_of_equal_files", "moves_into_new_folder"]},
        "context_notes": "Equal hashes are common: think of __init__.py and of licences.\n"
                         "walk.rs gives paths as bytes, plan.rs makes text of them for messages only.",
        "goals": {"ultimate": "version 1.0 in the distributions"},
    },
    "since": [("Hugo Lang", "plan.rs: where to begin", "top", "src/plan.rs", ""),
              ("Hugo Lang", "ignore: patterns of the root apply below", "middle", "src/ignore.rs", ""),
              ("Hugo Lang", "Split the walker (#318)", "middle", "src/walk.rs", ""),
              ("Dana Fox", "Name the tests after what they test", "rename", "tests/conflicts.rs", "tests/both_sides.rs"),
              ("Dana Fox", "hash: read blocks of one megabyte", "middle", "src/hash.rs", "")],
    "lost": False,
    "facts": [
        ("next, with its place of now", "plan_moves pair deletions with additions same hash largest first empty alone",
         [r"^Next: ", r":18 \[now :21\]"], .8),
        ("what Hugo did", "ignore: patterns root apply below", [r"\[perhaps done: Hugo"], .65),
        ("what Dana did", "hash: read blocks megabyte", [r"\[perhaps done: Dana"], .65),
        ("the file that was renamed", "", [r"tests/conflicts\.rs \[now (tests/)?both_sides\.rs\]"], 1),
        ("the first decision, and what it rejected",
         "nothing deleted before every copy has been verified by its hash; not deleting as it goes along", [], .65),
        ("its reason", "full disk in the middle of a run left one user with neither", [], .65),
        ("the second decision, and what it rejected", "conflict keeps both files; not asking newer wins", [], .65),
        ("its reason (2)", "most runs are started by cron at night", [], .65),
        ("what was ruled out, and how", "wrong conflicts not from clocks with both set by hand", [], .65),
        ("what blocks, and what it blocks", "user decides moves of whole folders planned as one; format dry-run", [], .65),
        ("the blocker is gone", "#318", [r"#318 \[merged: "], 1)],
    "lists": [("the open tasks, by their first words", [
        "conflict: keep", "copy: resume", "cli: --dry-run", "state: refuse", "names that differ", "bandwidth limit",
        "manual page"], 1)],
    "stale": [(r":18\b(?! \[now)", r"$^"), (r"ignore: patterns", "perhaps done|'"), (r"hash: read", "perhaps done|'"),
              (r"tests/conflicts\.rs(?! \[now)", r"$^"), (r"for #318", r"\[merged: ")],
}

STORIES = [ARCHIVE, LOGGER, TICKETS, SYNC]
