// An HTTP server in front of a server that speaks on standard input, one process a session: messages go through as they
// are, but that what MAP (JSON) has by a name or an address is asked for in its place. Prints its address.
// usage: bridge.mjs MAP PROGRAM [ARG...]
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';

const [map, command, ...args] = process.argv.slice(2);
const instead = JSON.parse(map);
const sessions = new Map();

async function begin() {
  const program = new StdioClientTransport({ command, args });
  const web = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: id => sessions.set(id, web),
    onsessionclosed: () => program.close(),
    enableDnsRebindingProtection: true,
    allowedHosts: [`127.0.0.1:${server.address().port}`],
  });
  web.onmessage = message => {
    Object.assign(message.params ?? {}, instead[message.params?.name ?? message.params?.uri]);
    return program.send(message);
  };
  program.onmessage = message => web.send(message).catch(() => {}); // nobody listens to it any more
  await Promise.all([program.start(), web.start()]);
  return web;
}

const server = createServer(async (request, response) => {
  const web = sessions.get(request.headers['mcp-session-id']) ?? await begin();
  await web.handleRequest(request, response);
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/mcp`));
