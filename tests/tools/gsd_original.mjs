// Get Shit Done's own queries on the project in the current folder, from the sources of a clone of
// gsd-build/get-shit-done, which node 22 runs as they are. usage: gsd_original.mjs CLONE [QUERY EXPORT ARG...]...
// Prints what each query gives, a line each.
import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

registerHooks({ // they name each other as they are called once they are built
  resolve(name, context, next) {
    const source = name.startsWith('.') && new URL(name.replace(/\.js$/, '.ts'), context.parentURL);
    return next(source && existsSync(fileURLToPath(source)) ? source.href : name, context);
  },
});

const [clone, ...queries] = process.argv.slice(2);
for (const query of queries) {
  const [file, name, ...args] = query.split(' ');
  const { [name]: run } = await import(pathToFileURL(`${clone}/sdk/src/query/${file}.ts`).href);
  console.log(JSON.stringify((await run(args, process.cwd())).data));
}
