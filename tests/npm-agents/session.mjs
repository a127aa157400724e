// Talks to `git handoff mcp` with the official clients and with hand-made messages, and holds every message against the
// schemas of the protocol. usage: session.mjs FOLDER SCHEMA-FOLDER|- CASE
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import assert from 'node:assert/strict';

const require = createRequire(import.meta.url);
const Ajv = require('ajv/dist/2020').default;
const addFormats = require('ajv-formats').default;

const [folder, schemas, wanted] = process.argv.slice(2);
const program = ['git-handoff', ['mcp']];
const modern = '2026-07-28';

const allTools = ['handoff_status', 'handoff_brief', 'handoff_check', 'handoff_list', 'handoff_show', 'handoff_note',
  'handoff_checkpoint', 'handoff_pause', 'handoff_resume', 'handoff_discard', 'handoff_undo', 'workflow_state_save',
  'workflow_state_load', 'workflow_state_update', 'skill_instructions_get'];

/// Calls that together touch every tool, in an order that works in a repository with changes.
const calls = [
  ['handoff_status', {}],
  ['handoff_note', { kind: 'decision', text: 'use jose', because: 'keys rotate' }],
  ['handoff_note', { notes: ['plain', { kind: 'task', text: 'write the endpoint' }] }],
  ['handoff_checkpoint', { name: 'before' }],
  ['handoff_pause', { message: 'lunch', next: 'edit src/main.c', record: { remaining_tasks: [{ id: 1, name: 'one' }], mine: 7 } }],
  ['handoff_brief', { budget: 300 }],
  ['handoff_check', {}],
  ['handoff_list', {}],
  ['handoff_show', {}],
  ['handoff_resume', { choice: 'review' }],
  ['handoff_resume', { choice: 'continue' }],
  ['handoff_undo', {}],
  ['handoff_discard', {}],
  ['handoff_undo', {}],
  ['handoff_resume', { choice: 'discard' }],
  ['workflow_state_save', { project_path: folder, state: { todos: [1], skill_stack: [{ name: 'develop' }], deep: { a: 1 } }, trigger: 'auto' }],
  ['workflow_state_update', { project_path: folder, updates: { todos: [2], deep: { b: 2 }, phase: 'x' } }],
  ['workflow_state_load', { project_path: folder }],
  ['workflow_state_load', { project_path: folder, max_age_hours: 0.5 }],
  ['skill_instructions_get', { skill_name: 'nonexistent', sections: null }],
];

function checkResult(name, args, result) {
  assert.notEqual(result.isError, true, `${name}: ${JSON.stringify(result.content)}`);
  assert.ok(result.structuredContent, name);
  const out = result.structuredContent;
  if (name === 'handoff_show') assert.equal(out.record.mine, 7);
  if (name === 'handoff_brief') assert.ok(out.tokens <= 300 && out.text.includes('Next: edit src/main.c'));
  if (name === 'handoff_resume' && args.choice === 'continue') assert.ok(out.exact && out.brief.includes('Next: edit'));
  if (name === 'workflow_state_load') {
    assert.equal(out.found, true);
    assert.deepEqual(out.state, { todos: [1, 2], skill_stack: [{ name: 'develop' }], deep: { a: 1, b: 2 }, phase: 'x' });
    assert.equal(out.trigger, 'auto');
  }
  if (name === 'skill_instructions_get') assert.equal(out.success, false);
}

async function withClient(client, transport) {
  await client.connect(transport);
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map(t => t.name).sort(), [...allTools].sort());
  for (const tool of tools) assert.equal(typeof tool.annotations.readOnlyHint, 'boolean');
  for (const [name, args] of calls) checkResult(name, args, await client.callTool({ name, arguments: args }));
  const bad = await client.callTool({ name: 'handoff_resume', arguments: {} });
  assert.equal(bad.isError, true);
  await assert.rejects(client.callTool({ name: 'no_such_tool', arguments: {} }));
  await client.close();
}

async function sdk() {
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
  const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js');
  await withClient(new Client({ name: 'test', version: '1' }),
    new StdioClientTransport({ command: program[0], args: program[1], cwd: folder, env: process.env }));
}

async function client(mode) {
  const { Client } = await import('@modelcontextprotocol/client');
  const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
  await withClient(new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } }),
    new StdioClientTransport({ command: program[0], args: program[1], cwd: folder, env: process.env }));
}

/// A session by hand: what is sent and what comes back, line by line.
class Session {
  constructor() {
    this.child = spawn(program[0], program[1], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
    this.got = [];
    this.waiting = [];
    createInterface({ input: this.child.stdout, crlfDelay: Infinity }).on('line', line => {
      const message = JSON.parse(line);
      this.got.push(message);
      this.waiting.splice(0).forEach(wake => wake());
    });
  }
  raw(text) { this.child.stdin.write(text + '\n'); }
  send(message) { this.raw(JSON.stringify({ jsonrpc: '2.0', ...message })); }
  async until(holds) {
    while (!holds(this.got)) await new Promise(wake => this.waiting.push(wake));
  }
  async ask(id, method, params) {
    this.send({ id, method, params });
    await this.until(got => got.some(m => m.id === id));
    return this.got.find(m => m.id === id);
  }
  async end() {
    this.child.stdin.end();
    return new Promise(done => this.child.on('close', code => done(code)));
  }
}

const meta = () => ({ _meta: { 'io.modelcontextprotocol/protocolVersion': modern, 'io.modelcontextprotocol/clientCapabilities': {} } });

async function odd() {
  const s = new Session();
  s.raw('this is not JSON');
  s.raw('[]');
  s.raw('"text"');
  s.raw('{"jsonrpc":"1.0","id":9,"method":"x"}');
  s.raw('{"jsonrpc":"2.0","id":{},"method":"x"}');
  s.raw('['.repeat(100000));
  s.raw('{"jsonrpc":"2.0","id":1,"method":"tools/list","params":' + '{"a":'.repeat(2000) + '1' + '}'.repeat(2000) + '}');
  s.raw('x'.repeat(20 << 20));
  await s.until(got => got.length >= 8);
  assert.ok(s.got.every(m => m.error && m.error.code <= -32600));
  const alive = await s.ask('a', 'tools/list', meta());
  assert.equal(alive.result.tools.length, allTools.length);
  assert.equal((await s.ask('b', 'nothing/here', meta())).error.code, -32601);
  assert.equal((await s.ask('c', 'tools/list', {})).error.code, -32602);
  assert.equal((await s.ask('d', 'tools/list', { _meta: { 'io.modelcontextprotocol/protocolVersion': modern } })).error.code, -32602);
  const old = meta();
  old._meta['io.modelcontextprotocol/protocolVersion'] = '2030-01-01';
  const refused = await s.ask('e', 'tools/list', old);
  assert.equal(refused.error.code, -32022);
  assert.deepEqual(refused.error.data, { supported: [modern], requested: '2030-01-01' });
  assert.equal((await s.ask('f', 'tools/call', { ...meta(), name: 'nope' })).error.code, -32602);
  for (const args of [{ choice: 'perhaps' }, { choice: 3 }, { unknown: 1, choice: 'review' }, [], 'x', null]) {
    const id = 'g' + JSON.stringify(args);
    const answer = await s.ask(id, 'tools/call', { ...meta(), name: 'handoff_resume', arguments: args });
    assert.equal(answer.result.isError, true, id);
  }
  // Another project is not ours to touch.
  const outside = await s.ask('h', 'tools/call', { ...meta(), name: 'workflow_state_save', arguments: { project_path: '/etc', state: {} } });
  assert.equal(outside.result.structuredContent.success, false);
  const large = await s.ask('i', 'tools/call', { ...meta(), name: 'workflow_state_save', arguments: { project_path: folder, state: { a: 'x'.repeat(200000) } } });
  assert.match(large.result.structuredContent.error, /100 KB/);
  const skill = await s.ask('j', 'tools/call', { ...meta(), name: 'skill_instructions_get', arguments: { skill_name: '../../etc/passwd' } });
  assert.equal(skill.result.structuredContent.success, false);
  // Interleaved: both are answered; cancelled: no answer.
  s.send({ id: 50, method: 'tools/call', params: { ...meta(), name: 'handoff_checkpoint', arguments: {} } });
  s.send({ id: 51, method: 'tools/call', params: { ...meta(), name: 'handoff_status', arguments: {} } });
  s.send({ id: 52, method: 'tools/list', params: meta() });
  s.send({ method: 'notifications/cancelled', params: { requestId: 52 } });
  s.send({ method: 'notifications/cancelled', params: { requestId: 'never seen' } });
  s.send({ id: 53, method: 'tools/list', params: meta() });
  await s.until(got => got.some(m => m.id === 53));
  assert.ok(s.got.some(m => m.id === 50) && s.got.some(m => m.id === 51));
  assert.ok(!s.got.some(m => m.id === 52));
  assert.equal(await s.end(), 0);
}

function validators(version) {
  const file = `${schemas}/mcp-schema-${version}.json`;
  if (schemas === '-' || !existsSync(file)) {
    console.log(`no schema of ${version} here`);
    process.exit(77);
  }
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats(ajv);
  for (const format of ['byte', 'uri-template']) if (!ajv.formats[format]) ajv.addFormat(format, true);
  ajv.addSchema(JSON.parse(readFileSync(file, 'utf8')), 'mcp');
  return (name, value) => {
    const check = ajv.getSchema(`mcp#/$defs/${name}`);
    assert.ok(check, name);
    assert.ok(check(value), `${name}: ${ajv.errorsText(check.errors)}\n${JSON.stringify(value).slice(0, 2000)}`);
  };
}

/// Results against the schema of their kind, tools against their own output schemas.
async function recorded(version) {
  const fits = validators(version);
  const s = new Session();
  const stateless = version === modern;
  const extra = () => (stateless ? meta() : {});
  if (stateless) {
    const found = await s.ask(0, 'server/discover', meta());
    fits('DiscoverResult', found.result);
    assert.deepEqual(found.result.supportedVersions, [modern]);
  } else {
    const hello = await s.ask(0, 'initialize', { protocolVersion: version, capabilities: {}, clientInfo: { name: 't', version: '1' } });
    fits('InitializeResult', hello.result);
    assert.equal(hello.result.protocolVersion, version);
    s.send({ method: 'notifications/initialized' });
    fits('EmptyResult', (await s.ask('ping', 'ping', {})).result);
  }
  const listed = await s.ask(1, 'tools/list', extra());
  fits('ListToolsResult', listed.result);
  const ajv = new Ajv({ strict: true, allErrors: true, allowUnionTypes: true });
  const outputs = {};
  for (const tool of listed.result.tools) {
    ajv.compile(tool.inputSchema);
    outputs[tool.name] = ajv.compile(tool.outputSchema);
  }
  let id = 10;
  for (const [name, args] of calls) {
    const answer = await s.ask(++id, 'tools/call', { ...extra(), name, arguments: args });
    fits('CallToolResult', answer.result);
    checkResult(name, args, answer.result);
    assert.ok(outputs[name](answer.result.structuredContent), `${name}: ${ajv.errorsText(outputs[name].errors)}`);
  }
  fits('CallToolResult', (await s.ask(++id, 'tools/call', { ...extra(), name: 'handoff_discard', arguments: { id: 'none' } })).result);
  await s.ask(++id, 'nothing', extra());
  await s.ask(++id, 'tools/call', { ...extra(), name: 'nope' });
  s.raw('broken');
  await s.until(got => got.some(m => m.error?.code === -32700));
  for (const message of s.got) {
    fits('JSONRPCMessage', message);
    fits(message.error ? 'JSONRPCErrorResponse' : 'JSONRPCResultResponse', message);
  }
  assert.equal(await s.end(), 0);
}

const cases = {
  sdk, odd,
  'client-auto': () => client('auto'),
  'client-legacy': () => client('legacy'),
  'client-pinned': () => client({ pin: modern }),
  'schema-2026-07-28': () => recorded('2026-07-28'),
  'schema-2025-11-25': () => recorded('2025-11-25'),
};
await cases[wanted]();
console.log(`${wanted}: good`);
process.exit(0);
