#!/usr/bin/env python3
"""What does the reader of a brief find? Makes scenes, and counts facts in their briefs.

    bench/readers/measure.py [GIT_DIR...] [--bin FOLDER] [--scenes N] [--seed N] [--stories] [--until]
                             [--free N] [--show] [--table]

Each scene is half of a feature: commits of a history, an uncommitted one, a record as an agent writes it; then
colleagues do one of its tasks, rename a file, move a line, merge what it waited for, and the branch is rebased with or
without a loss, or pushed to by another. Twelve facts are written down before; they are looked for in the brief of 400
and of 800 tokens, and so is what is no longer true and is told as if it were. The git directories are real
repositories, of which nothing is kept; without any the histories are made. --stories are told in stories.py: records with
ten open tasks and long decisions; --until in until.py: what holds until a branch is merged. --free are scenes of free.py: a branch that blocked is merged meanwhile.
Exit 1 where a scene has fewer than 11 facts at 400 tokens or 12 at 800, or something stale is told as true.
"""
import argparse
import os
import sys
import tempfile

from free import FreeScene
from history import NoScene, made, window
from scene import Scene
from stories import STORIES
from story import Story
from until import UNTIL

BUDGETS = {400: 11, 800: 12}


def told_stories(args):
    return (STORIES if args.stories else []) + (UNTIL if args.until else [])


def scenes(args, folder):
    """(name, scene), as many as asked for, from each history in turn; then the stories."""
    home = os.path.join(folder, "home")
    os.makedirs(home)
    count = 0
    kinds = [(Scene, number) for number in range(args.scenes)] + [(FreeScene, number) for number in range(args.free)]
    for kind, number in kinds:
        for attempt in range(12):
            source = args.repositories[number % len(args.repositories)] if args.repositories else None
            where = os.path.join(folder, f"scene{count}")
            count += 1
            skip = 60 + 83 * attempt + 11 * (number // max(1, len(args.repositories)))
            name = os.path.basename(os.path.dirname(source)).split("+")[-1] if source else f"made {number + 1}"
            git_dir = source or made(where + "-made", home, args.seed + 100 * number + attempt)
            try:
                scene = kind(where, home, git_dir, args.program, *window(git_dir, home, skip, 80), number)
                scene.make()
            except NoScene as why:
                if args.show:
                    print(f"{name}, window {attempt}: {why}", file=sys.stderr)
                continue
            yield name, scene
            break
        else:
            print(f"{name}: no scene in 12 windows", file=sys.stderr)
    for number, told in enumerate(told_stories(args)):
        story = Story(os.path.join(folder, f"story{number}"), home, args.program, told)
        story.make()
        yield told["name"], story


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("repositories", nargs="*", type=os.path.abspath)
    parser.add_argument("--bin", default="build/dev")
    parser.add_argument("--scenes", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--free", type=int, default=0)
    parser.add_argument("--stories", action="store_true")
    parser.add_argument("--until", action="store_true")
    parser.add_argument("--show", action="store_true", help="print the briefs and what they lack")
    parser.add_argument("--table", action="store_true", help="as Markdown")
    args = parser.parse_args()
    args.program = os.path.abspath(os.path.join(args.bin, "git-handoff"))
    failures, rows = 0, []
    with tempfile.TemporaryDirectory() as folder:
        for name, scene in scenes(args, folder):
            row = [name, scene.what_happened]
            for budget, least in BUDGETS.items():
                brief = scene.brief(budget)
                missing = [fact.name for fact in scene.facts if not fact.found(brief)]
                stale = [claim.claim for claim in scene.stale if claim.told_as_true(brief)]
                failures += len(scene.facts) - len(missing) < least or bool(stale)
                row += [f"{len(scene.facts) - len(missing)}", f"{len(stale)}"]
                if args.show or len(scene.facts) - len(missing) < least or stale:
                    print(f"== {name}, {budget} tokens, {len(brief.encode()) // 4} used; "
                          f"missing: {', '.join(missing) or '-'}; stale: {', '.join(stale) or '-'}")
                    if args.show:
                        print(brief)
            rows.append(row)
    if args.table:
        print("| history | what happened | facts at 400 | stale | facts at 800 | stale |\n|---|---|---|---|---|---|")
    for row in rows:
        print(("| " + " | ".join(row) + " |") if args.table else "  ".join(row))
    if len(rows) < args.scenes + args.free + len(told_stories(args)):
        failures += 1
    return 1 if failures else 0


sys.exit(main())
