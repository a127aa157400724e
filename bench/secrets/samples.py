#!/usr/bin/env python3
"""Samples of secrets from a checkout of gitleaks, in the form that scan reads.

gitleaks keeps what each of its rules must find (`tps`) beside the rule, in Go: literal texts, and
texts with a random part. Both are read; what needs Go to be made is passed over and counted.
Usage: samples.py GIT_DIR [REVISION] | scan [-r]
Names are `<rule>#<number>`; those of what a rule must not find (`fps`) end with `-`.
"""
import random
import re
import string
import subprocess
import sys

SETS = {
    'AlphaNumeric': string.ascii_letters + string.digits,
    'AlphaNumericExtended': string.ascii_letters + string.digits + '=_-',
    'AlphaNumericExtendedShort': string.ascii_letters + string.digits + '_-',
    'AlphaNumericExtendedLong': string.ascii_letters + string.digits + '/=_+-',
    'Hex': '0123456789abcdef',
    'Numeric': string.digits,
}
STRING = r'"(?:[^"\\]|\\.)*"|`[^`]*`'


def literal(text):
    if text[0] == '`':
        return text[1:-1]
    return re.sub(r'\\(.)', lambda m: {'n': '\n', 't': '\t'}.get(m[1], m[1]), text[1:-1])


def made(call, count):
    """A random text as `utils.<call>("<count>")` asks for it; None where that is unknown."""
    if call == 'Hex8_4_4_4_12':
        return '-'.join(made('Hex', str(n)) for n in (8, 4, 4, 4, 12))
    if call not in SETS or not count.isdigit():
        return None
    return ''.join(random.choice(SETS[call]) for _ in range(int(count)))


def value(expression):
    """A Go expression of literals and random parts; None where it is anything else."""
    token = re.compile(r'\s*(?:(' + STRING + r')|secrets\.NewSecret\(utils\.(\w+)\((?:"(\d*)")?\)\)|(\+))')
    text, at = '', 0
    while at < len(expression.rstrip()):
        match = token.match(expression, at)
        if match is None:
            return None
        part = literal(match[1]) if match[1] else '' if match[4] else made(match[2], match[3] or '')
        if part is None:
            return None
        text, at = text + part, match.end()
    return text


def items(block):
    """The expressions of a Go list, at its top level."""
    depth, item, rest = 0, '', re.sub(r'(?m)^\s*//.*$', '', block)
    for part in re.findall(STRING + r'|//[^\n]*|.', rest, re.S):
        if part.startswith('//'):
            continue
        depth += (part == '(') - (part == ')')
        if part == ',' and depth == 0:
            yield item.strip()
            item = ''
        else:
            item += part
    if item.strip():
        yield item.strip()


def main():
    git_dir, revision = sys.argv[1], (sys.argv + ['HEAD'])[2] if len(sys.argv) > 2 else 'HEAD'
    random.seed(1)

    def git(*args):
        return subprocess.run(['git', '--git-dir', git_dir, *args], check=True, capture_output=True, text=True).stdout

    passed_over = 0
    for path in git('ls-tree', '-r', '--name-only', revision, 'cmd/generate/config/rules/').split():
        source = git('show', f'{revision}:{path}')
        for function in re.split(r'\nfunc ', source)[1:]:
            rule = re.search(r'RuleID:\s*"([^"]+)"', function)
            if rule is None:
                continue
            found = []
            for match in re.finditer(r'\b(tps|fps)\s*:?=\s*(?:append\(tps,\s*)?\[\]string\{(.*?)\n\t\}', function, re.S):
                found += [(match[1], item) for item in items(match[2])]
            for match in re.finditer(r'\btps\s*:?=\s*utils\.GenerateSampleSecrets?\("([^"]*)",\s*(.*?)\)\n', function):
                found.append(('tps', f'"{match[1]}_token = \\"" + {match[2]} + "\\""'))
            for number, (kind, item) in enumerate(found):
                inner = re.fullmatch(r'utils\.GenerateSampleSecrets?\("([^"]*)",\s*(.*)\)', item, re.S)
                text = value(f'"{inner[1]}_token = \\"" + {inner[2]} + "\\""' if inner else item)
                if text is None:
                    passed_over += 1
                    continue
                data = text.encode()
                name = f'{rule[1]}#{number}' + ('-' if kind == 'fps' else '')
                sys.stdout.buffer.write(f'{name} blob {len(data)}\n'.encode() + data + b'\n')
    print(f'{passed_over} samples passed over', file=sys.stderr)


main()
