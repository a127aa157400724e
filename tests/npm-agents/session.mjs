// Talks to `git handoff mcp` with the official clients and with hand-made messages, and holds every message against the
// schemas of the protocol. usage: session.mjs FOLDER SCHEMA-FOLDER CASE [OTHER-FOLDER]
// OTHER-FOLDER: a second repository, for the cases about reach.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import assert from 'node:assert/strict';

const require = createRequire(import.meta.url);
const Ajv = require('ajv/dist/2020').default;
const addFormats = require('ajv-formats').default;

const [folder, schemas, wanted, other] = process.argv.slice(2);
const program = ['git-handoff', ['mcp', '--all-tools']];
const modern = '2026-07-28';

const allTools = ['handoff_status', 'handoff_brief', 'handoff_check', 'handoff_list', 'handoff_show', 'handoff_note',
  'handoff_checkpoint', 'handoff_pause', 'handoff_resume', 'handoff_discard', 'handoff_undo', 'handoff_reconstruct', 'handoff_lint', 'handoff_push',
  'handoff_fetch', 'handoff_take', 'handoff_release', 'workflow_state_save', 'workflow_state_load', 'workflow_state_update', 'skill_instructions_get'];

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

// The server with a recorder on both sides: what the client sent, and what it got, line by line.
const record = { sent: `${folder}/../sent`, got: `${folder}/../got` };
const recorded_server = { command: 'sh', args: ['-c', `tee "$0" | git-handoff mcp --all-tools | tee "$1"`, record.sent, record.got], cwd: folder, env: process.env };

async function sdk() {
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
  const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js');
  await withClient(new Client({ name: 'test', version: '1' }), new StdioClientTransport(recorded_server));
  await checkRecord('2025-11-25');
}

async function client(mode, version) {
  const { Client } = await import('@modelcontextprotocol/client');
  const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
  await withClient(new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } }),
    new StdioClientTransport(recorded_server));
  await checkRecord(version);
}

const requestOf = { 'tools/list': 'ListToolsRequest', 'tools/call': 'CallToolRequest', 'server/discover': 'DiscoverRequest',
  initialize: 'InitializeRequest', ping: 'PingRequest', 'notifications/initialized': 'InitializedNotification',
  'notifications/cancelled': 'CancelledNotification' };
const resultOf = { 'tools/list': 'ListToolsResult', 'tools/call': 'CallToolResult', 'server/discover': 'DiscoverResult',
  initialize: 'InitializeResult', ping: 'EmptyResult' };

/// Every message of the client's session, in both directions, against the schema of the version that was agreed upon.
async function checkRecord(version) {
  const lines = file => readFileSync(file, 'utf8').split('\n').filter(line => line !== '').map(line => JSON.parse(line));
  const sent = lines(record.sent), got = lines(record.got);
  checkMessages(validators(version), sent, got, version);
  const answered = new Set(got.map(message => message.id));
  const open = sent.filter(message => 'id' in message && 'method' in message && !answered.has(message.id));
  assert.deepEqual(open, [], 'requests without an answer');
  assert.ok(sent.length >= calls.length + 2 && got.length >= calls.length + 2, `${sent.length} sent, ${got.length} got`);
  console.log(`${sent.length} messages sent and ${got.length} received fit the schema of ${version}`);
}

function checkMessages(fits, sent, got, version) {
  const methods = new Map();
  for (const message of sent) {
    fits('JSONRPCMessage', message);
    if (!('method' in message)) continue;
    if ('id' in message) methods.set(message.id, message.method);
    // A question of the other era, asked to find out which one this server speaks.
    const era = message.method === 'initialize' || message.method === 'notifications/initialized' ? '2025-11-25'
      : message.method === 'server/discover' ? modern : version;
    if (era === version && requestOf[message.method]) fits(requestOf[message.method], message);
  }
  for (const message of got) {
    fits('JSONRPCMessage', message);
    fits(message.error ? 'JSONRPCErrorResponse' : 'JSONRPCResultResponse', message);
    const kind = resultOf[methods.get(message.id)];
    if (kind && message.result) fits(kind, message.result);
  }
}

/// A session by hand: what is sent and what comes back, line by line.
class Session {
  constructor(more = []) {
    this.child = spawn(program[0], [...program[1], ...more], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
    this.got = [];
    this.sent = [];
    this.waiting = [];
    createInterface({ input: this.child.stdout, crlfDelay: Infinity }).on('line', line => {
      const message = JSON.parse(line);
      this.got.push(message);
      this.waiting.splice(0).forEach(wake => wake());
    });
  }
  raw(text) { this.child.stdin.write(text + '\n'); }
  send(message) {
    this.sent.push({ jsonrpc: '2.0', ...message });
    this.raw(JSON.stringify({ jsonrpc: '2.0', ...message }));
  }
  async until(holds) {
    while (!holds(this.got)) await new Promise(wake => this.waiting.push(wake));
  }
  async ask(id, method, params) {
    this.send({ id, method, params });
    await this.until(got => got.some(m => m.id === id));
    return this.got.find(m => m.id === id);
  }
  /// The result of a tool, in the stateless era.
  async tool(name, args) {
    const answer = await this.ask(`${name} ${this.got.length}`, 'tools/call', { ...meta(), name, arguments: args });
    assert.ok(answer.result, JSON.stringify(answer.error));
    return answer.result;
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
  // What was answered cannot be cancelled any more: the next request of that id is another one.
  s.send({ method: 'notifications/cancelled', params: { requestId: 53 } });
  s.send({ id: 53, method: 'tools/list', params: meta() });
  await s.ask(54, 'tools/list', meta());
  assert.equal(s.got.filter(m => m.id === 53).length, 2);
  assert.equal(await s.end(), 0);
}

/// Bytes that are no message at all, in pieces: the server goes on.
async function mischief() {
  const s = new Session();
  let seed = 7;
  const random = n => (seed = (seed * 1103515245 + 12345) % 2147483648) % n;
  const good = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { ...meta(), name: 'handoff_status', arguments: {} } });
  for (let round = 0; round < 400; ++round) {
    const bytes = Buffer.from(good);
    for (let n = 1 + random(6); n > 0; --n) bytes[random(bytes.length)] = random(256);
    const text = round % 3 === 0 ? bytes.subarray(0, random(bytes.length)) : bytes;
    s.child.stdin.write(Buffer.from(text.filter(byte => byte !== 10)));
    s.raw('');
  }
  s.raw('\uFEFF' + good);
  s.raw('\0'.repeat(1000));
  s.raw('{"jsonrpc":"2.0","id":1e400,"method":"tools/list"}');
  s.raw('{"jsonrpc":"2.0","id":1,"id":2,"method":"tools/list"}');
  s.raw('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{"a":[1]}}}');
  s.raw('{"jsonrpc":"2.0","method":"notifications/cancelled"}');
  s.raw('{"jsonrpc":"2.0","id":7,"result":{}}');
  s.raw('{"jsonrpc":"2.0","id":8,"method":"tools/call","params":[1,2]}');
  s.raw('{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":{"a":1}}}');
  const answer = await s.ask('after all', 'tools/list', meta());
  assert.equal(answer.result.tools.length, allTools.length);
  const fits = validators(modern);
  for (const message of s.got) fits('JSONRPCMessage', message);
  // The last message has no line end.
  s.child.stdin.write(JSON.stringify({ jsonrpc: '2.0', id: 'cut', method: 'tools/list', params: meta() }));
  assert.equal(await s.end(), 0);
  assert.ok(s.got.some(message => message.id === 'cut' && message.result));
}

/// A request that was taken back while it waited is not begun.
async function cancelled() {
  const s = new Session();
  const call = (id, name, args) => JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { ...meta(), name, arguments: args } });
  const cancel = requestId => JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId, reason: 'changed my mind' } });
  s.raw([call(1, 'handoff_checkpoint', {}), call(2, 'handoff_note', { text: 'taken back' }), call('2', 'handoff_note', { text: 'kept' }), cancel(2)].join('\n'));
  await s.until(got => got.some(m => m.id === '2'));
  assert.deepEqual(s.got.map(m => m.id), [1, '2']);
  assert.equal(s.got[0].result.isError, false);
  // The same id may be used again; a cancellation that comes too late changes nothing.
  s.raw(call(2, 'handoff_status', {}));
  await s.until(got => got.some(m => m.id === 2));
  s.raw(cancel(2));
  const status = (await s.tool('handoff_status', {})).structuredContent;
  assert.equal(status.notes, 1, JSON.stringify(status));
  assert.equal(await s.end(), 0);
}

/// Blocking human actions: what the command asks a person, the caller has to say.
async function waiting() {
  const s = new Session();
  await s.tool('handoff_pause', { next: 'go', record: { human_actions_pending: [{ action: 'rotate the key', blocking: true }, { action: 'tell Bob' }] } });
  const refused = await s.tool('handoff_resume', { choice: 'continue' });
  assert.equal(refused.isError, true);
  assert.match(refused.content[0].text, /rotate the key/);
  assert.doesNotMatch(refused.content[0].text, /tell Bob/);
  assert.equal((await s.tool('handoff_resume', { choice: 'continue', blocking_done: false })).isError, true);
  assert.equal((await s.tool('handoff_resume', { choice: 'review' })).isError, false);
  assert.equal((await s.tool('handoff_status', {})).structuredContent.active.length, 1);
  const done = await s.tool('handoff_resume', { choice: 'continue', blocking_done: true });
  assert.equal(done.isError, false, JSON.stringify(done.content));
  assert.equal((await s.tool('handoff_status', {})).structuredContent.active.length, 0);
  assert.equal(await s.end(), 0);
}

/// Only the repository that the server was started in.
async function reach() {
  const s = new Session();
  const listed = await s.ask('list', 'tools/list', meta());
  for (const tool of listed.result.tools) assert.ok(!('repository' in tool.inputSchema.properties), tool.name);
  assert.equal((await s.tool('handoff_status', { repository: other })).isError, true);
  for (const path of [other, '/', '/nonexistent', '..', `${folder}/../other`, `${folder}/out`, '']) {
    for (const [name, more] of [['workflow_state_save', { state: { a: 1 } }], ['workflow_state_load', {}], ['workflow_state_update', { updates: {} }]]) {
      const result = await s.tool(name, { project_path: path, ...more });
      assert.equal(result.structuredContent.success, false, `${name} ${path}`);
      assert.equal(typeof result.structuredContent.error, 'string');
    }
  }
  for (const path of [folder, `${folder}/src`, 'src', `${folder}/../repo`])
    assert.deepEqual((await s.tool('workflow_state_save', { project_path: path, state: { a: 1 } })).structuredContent,
      { success: true, project_path: path, trigger: 'manual' });
  // A linked worktree is the same repository.
  assert.equal((await s.tool('workflow_state_load', { project_path: `${folder}/../linked` })).structuredContent.success, true);
  // A skill of the tree that is a link to somewhere else is not read.
  assert.equal((await s.tool('skill_instructions_get', { skill_name: 'link' })).structuredContent.success, false);
  assert.equal((await s.tool('skill_instructions_get', { skill_name: 'real' })).structuredContent.success, true);
  assert.equal((await s.tool('handoff_pause', { paths: ['../other'] })).isError, true);
  assert.equal(await s.end(), 0);
}

async function reachAllowed() {
  const s = new Session(['--allow', other]);
  const listed = await s.ask('list', 'tools/list', meta());
  const named = listed.result.tools.filter(tool => 'repository' in tool.inputSchema.properties).map(tool => tool.name);
  assert.deepEqual(named, allTools.filter(name => !name.startsWith('workflow_state')));
  assert.equal((await s.tool('handoff_note', { text: 'over there', repository: other })).isError, false);
  assert.equal((await s.tool('handoff_status', { repository: other })).structuredContent.notes, 1);
  assert.equal((await s.tool('handoff_status', {})).structuredContent.notes, 0);
  assert.equal((await s.tool('workflow_state_save', { project_path: other, state: { a: 1 } })).structuredContent.success, true);
  assert.equal((await s.tool('workflow_state_load', { project_path: folder })).structuredContent.found, false);
  for (const path of ['/', '', `${other}/..`, `${other}/out`, `${other}/led`, `${other}/theirs`])
    assert.equal((await s.tool('handoff_status', { repository: path })).isError, true, path);
  assert.equal(await s.end(), 0);
}

/// Nothing that a record says is run, followed or opened by any tool.
async function neverRuns() {
  const trap = 'touch RAN; touch ' + folder + '/RAN';
  const s = new Session();
  const record = {
    next_action: '$(' + trap + ')', context_notes: '`' + trap + '`', verification_command: trap,
    remaining_tasks: [{ id: 1, name: '; ' + trap, status: 'in_progress', verification: trap, files: ['--upload-pack=' + trap, '../../etc/passwd', '|' + trap] }],
    completed_tasks: [{ id: 0, name: 'x', status: 'done', commit: '--output=RAN', verification: trap }],
    blockers: [{ description: 'b', check: trap, workaround: trap }],
    human_actions_pending: [{ action: trap, blocking: true }],
    documents: [{ path: '../other/secret' }, { path: '/etc/passwd' }, { path: '$(' + trap + ')' }],
    decisions: [{ decision: trap, binding: 'absolute' }], debug: { command: trap }, recovery: { command: trap },
    quality_gates: [{ name: 'g', command: trap, status: 'passed' }], artifacts: [{ path: 'x', check: trap }],
    git: { base: '--upload-pack=' + trap, wip_commit: trap, branch: '--exec=' + trap },
  };
  assert.equal((await s.tool('handoff_pause', { record, message: trap, agent: trap })).isError, false);
  for (const [name, args] of [['handoff_status', {}], ['handoff_brief', {}], ['handoff_brief', { style: 'spellbook', about: trap }],
    ['handoff_check', {}], ['handoff_list', {}], ['handoff_show', {}], ['handoff_resume', { choice: 'review' }], ['handoff_lint', { record }], ['handoff_reconstruct', {}],
    ['handoff_checkpoint', { name: trap }], ['handoff_resume', { choice: 'continue', blocking_done: true }], ['handoff_undo', {}],
    ['handoff_discard', {}], ['handoff_undo', {}], ['handoff_note', { kind: 'task', text: trap, verify: trap }],
    ['workflow_state_save', { project_path: folder, state: { command: trap } }], ['workflow_state_load', { project_path: folder }],
    ['workflow_state_update', { project_path: folder, updates: { command: trap } }], ['skill_instructions_get', { skill_name: trap }],
    ['handoff_show', { id: '--output=RAN' }], ['handoff_list', { branch: '--exec=' + trap }], ['handoff_pause', { paths: [':(top)*', '--output=RAN'] }]]) {
    const result = await s.tool(name, args);
    assert.ok(result.content[0].text.length > 0, name);
    assert.ok(!existsSync(folder + '/RAN'), `${name} ran it`);
    assert.doesNotMatch(JSON.stringify(result), /root:x:0|not yours to read/, name);
  }
  assert.equal(await s.end(), 0);
}

/// The arguments that few need, each by what it changes.
async function options() {
  const s = new Session();
  const given = async (name, args) => {
    const result = await s.tool(name, args);
    assert.equal(result.isError, false, `${name} ${JSON.stringify(args)}: ${result.content[0].text}`);
    return result.structuredContent;
  };
  const refused = async (name, args, why) => {
    const result = await s.tool(name, args);
    assert.ok(result.isError && result.content[0].text.includes(why), `${name}: ${result.content[0].text}`);
  };
  await given('handoff_note', { text: 'first' });
  await given('handoff_note', { kind: 'action', text: 'rotate the key' });
  assert.deepEqual((await given('handoff_note', { list: true })).notes.map(note => note.text), ['first', 'rotate the key']);
  assert.equal((await given('handoff_note', { undo: true })).notes[0].text, 'rotate the key');
  assert.equal((await given('handoff_note', { list: true })).notes.length, 1);
  await refused('handoff_note', { list: true, text: 'x' }, 'go alone');
  await refused('handoff_note', { list: true, undo: true }, 'go alone');
  // What a kind has no place for would be lost: it is refused, and nothing of the batch is written.
  await refused('handoff_note', { kind: 'task', text: 'x', because: 'y' }, "'because' does not go with a note of kind 'task'");
  await refused('handoff_note', { notes: ['good', { kind: 'question', text: 'x', blocking: true }] }, 'blocking is for: human');
  assert.equal((await given('handoff_note', { list: true })).notes.length, 1);
  // A snapshot without what git does not know.
  writeFileSync(`${folder}/untracked.txt`, 'x');
  const tree = async id => execFileSync('git', ['ls-tree', '-r', '--name-only', (await given('handoff_show', { id })).record.git.wip_commit], { cwd: folder }).toString();
  assert.doesNotMatch(await tree((await given('handoff_checkpoint', { untracked: false })).id), /untracked/);
  assert.match(await tree((await given('handoff_checkpoint', {})).id), /untracked/);
  const { id } = await given('handoff_pause', { next: 'edit src/main.c', record: { tdd: { phase: 'RED' } } });
  const shown = await given('handoff_show', { format: 'md' });
  assert.ok(shown.text.includes('edit src/main.c') && !('record' in shown) && shown.format === 'md');
  assert.equal(shown.oid, execFileSync('git', ['handoff', 'show', '--oid'], { cwd: folder }).toString().trim());
  await refused('handoff_show', { format: 'no-such' }, 'no-such');
  await refused('handoff_resume', { choice: 'review', consume: true }, 'consume');
  await given('handoff_resume', { choice: 'continue' });
  const ids = async args => (await given('handoff_list', args)).handoffs.map(handoff => handoff.id);
  assert.deepEqual(await ids({ live: false }), []);
  assert.ok((await ids({ live: false, archived: true })).includes(id));
  // A file that a pause was made of goes with the record that holds it.
  writeFileSync(`${folder}/HANDOFF.json`, JSON.stringify({ version: 1, next_action: 'from the file' }));
  execFileSync('git', ['handoff', 'pause', '--from', 'HANDOFF.json'], { cwd: folder });
  assert.deepEqual((await given('handoff_resume', { choice: 'continue', consume: true })).consumed, ['HANDOFF.json']);
  assert.ok(!existsSync(`${folder}/HANDOFF.json`));
  assert.equal(await s.end(), 0);
}

function validators(version) {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats(ajv);
  for (const format of ['byte', 'uri-template']) if (!ajv.formats[format]) ajv.addFormat(format, true);
  ajv.addSchema(JSON.parse(readFileSync(`${schemas}/schema-${version}.json`, 'utf8')), 'mcp');
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
  s.send({ method: 'notifications/cancelled', params: { requestId: id } });
  checkMessages(fits, s.sent, s.got, version);
  assert.equal(await s.end(), 0);
}

const cases = {
  sdk, odd,
  'client-auto': () => client('auto', modern),
  'client-legacy': () => client('legacy', '2025-11-25'),
  'client-pinned': () => client({ pin: modern }, modern),
  mischief, options, waiting, reach, 'reach-allowed': reachAllowed, 'never-runs': neverRuns, cancelled,
  'schema-2026-07-28': () => recorded('2026-07-28'),
  'schema-2025-11-25': () => recorded('2025-11-25'),
};
await cases[wanted]();
console.log(`${wanted}: good`);
process.exit(0);
