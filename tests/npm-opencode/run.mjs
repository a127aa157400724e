// Runs our plugin for OpenCode as that program would: node run.mjs PLUGIN.ts FOLDER. Prints what it pushed.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const ts = createRequire(import.meta.url)('typescript');
const [plugin, folder, home] = process.argv.slice(2);
const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
const script = `${folder}/../plugin.mjs`;
writeFileSync(script, ts.transpileModule(readFileSync(plugin, 'utf8'), { compilerOptions: options }).outputText);
const { GitHandoff } = await import(pathToFileURL(script).href);

/// What Bun's shell does with a template: words, lists spread out; no shell.
const $ = (strings, ...values) => {
  const words = strings.flatMap((text, i) => [...text.trim().split(/\s+/), ...(values[i] === undefined ? [] : [values[i]].flat())]).filter(word => word !== '');
  return {
    cwd: where => ({
      quiet: () => ({
        nothrow: async () => {
          const done = spawnSync(words[0], words.slice(1), { cwd: where, env: process.env });
          if (done.error) throw done.error;
          return { exitCode: done.status, stdout: done.stdout };
        },
      }),
    }),
  };
};

const hooks = await GitHandoff({ $, directory: home ?? folder });
// Two requests of one session, then its compaction, then one more; a request of no session.
const system = [];
for (const session of ['s', 's', undefined]) {
  const asked = { system: [] };
  await hooks['experimental.chat.system.transform']({ sessionID: session }, asked);
  system.push(asked.system);
}
const output = { context: [] };
await hooks['experimental.session.compacting']({ sessionID: 's' }, output);
const after = { system: [] };
await hooks['experimental.chat.system.transform']({ sessionID: 's' }, after);
if (process.env.AT_START) process.stdout.write(JSON.stringify({ system, after: after.system }));
else process.stdout.write(output.context.join('\n'));
