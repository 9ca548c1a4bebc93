// A driver for intake-conformance around a client written by hand on Node.js, without packages. It is an example of the
// protocol in conformance/DRIVERS.md and of what such a client gets wrong: numbers beyond 2^53 lose digits, parallel
// calls refresh a token several times, and a refresh that was lost is sent again.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const DEVICE = 'urn:ietf:params:oauth:grant-type:device_code';
const accounts = new Map();
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const send = message => process.stdout.write(JSON.stringify(message) + '\n');
const fault = (kind, status = 0, detail = '', fields = []) => Object.assign(new Error(detail), { fault: { kind, status, detail, fields } });

async function event(id, name, data) {
  send({ id, event: name, data });
  await lines.next(); // the acknowledgement
}

async function exchange(url, options) {
  try {
    return await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(30_000), ...options });
  } catch (error) {
    throw fault('network', 0, String(error.cause ?? error));
  }
}

async function call(command, method, path, { body, form } = {}) {
  const base = command.base_url.replace(/\/+$/, '');
  const { api_key: key, account } = command.credential;
  for (let attempt = 1; ; attempt++) {
    const headers = { authorization: `Bearer ${key ?? accounts.get(account).access_token}` };
    if (body !== undefined) headers['content-type'] = 'application/json';
    const reply = await exchange(base + path, { method, headers, body: form ? await form() : body && JSON.stringify(body) });
    if (reply.status === 429 && attempt < 5) {
      await sleep(1000 * Number(reply.headers.get('retry-after') ?? 1));
      continue;
    }
    if (reply.status === 401 && account && attempt === 1 && (await refresh(account))) continue;
    return read(reply);
  }
}

async function read(reply) {
  if (reply.ok && reply.headers.get('content-type')?.startsWith('application/pdf')) return Buffer.from(await reply.arrayBuffer());
  const text = await reply.text();
  if (reply.ok) return JSON.parse(text);
  let detail = text.slice(0, 200);
  try { detail = JSON.parse(text).detail; } catch { /* not JSON: the text has to do */ }
  if (Array.isArray(detail)) throw fault('api', reply.status, 'validation failed', detail);
  throw fault('api', reply.status, String(detail));
}

const post = (url, fields) => exchange(url, { method: 'POST', body: new URLSearchParams(fields) });
const metadata = async base => (await exchange(`${base}/.well-known/oauth-authorization-server`)).json();

async function refresh(account) {
  const held = accounts.get(account);
  const reply = await post(held.token_endpoint, { grant_type: 'refresh_token', refresh_token: held.refresh_token, client_id: held.client_id });
  if (reply.ok) accounts.set(account, { ...held, ...(await reply.json()) });
  return reply.ok;
}

async function signInDevice(command, p) {
  const meta = await metadata(command.base_url);
  const device = await (await post(meta.device_authorization_endpoint, { client_id: p.client_id })).json();
  await event(command.id, 'prompt', { user_code: device.user_code, verification_uri: device.verification_uri });
  const end = Date.now() + device.expires_in * 1000;
  for (let interval = device.interval ?? 5; Date.now() < end;) {
    await sleep(interval * 1000);
    const reply = await post(meta.token_endpoint, { grant_type: DEVICE, device_code: device.device_code, client_id: p.client_id });
    const body = await reply.json();
    if (reply.ok) return keep(p.account, body, meta, p.client_id);
    if (body.error === 'slow_down') interval += 5;
    else if (body.error !== 'authorization_pending') throw fault('sign_in', reply.status, body.error);
  }
  throw fault('sign_in', 0, 'the code has expired');
}

function keep(account, tokens, meta, client_id) {
  accounts.set(account, { ...tokens, client_id, token_endpoint: meta.token_endpoint });
  return { signed_in: true };
}

async function signInBrowser(command, p) {
  const meta = await metadata(command.base_url);
  const state = randomBytes(16).toString('base64url'), verifier = randomBytes(32).toString('base64url');
  let arrived;
  const code = new Promise(resolve => { arrived = resolve; });
  const server = createServer((request, response) => {
    const query = new URL(request.url, 'http://127.0.0.1').searchParams;
    response.end('You may close this window.');
    if (query.get('state') === state) arrived(query.get('code'));
  });
  await new Promise(resolve => { server.listen(0, '127.0.0.1', resolve); });
  const redirect_uri = `http://127.0.0.1:${server.address().port}/callback`;
  const client = await (await exchange(meta.registration_endpoint, { method: 'POST', headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: p.client_name, redirect_uris: [redirect_uri] }) })).json();
  const url = new URL(meta.authorization_endpoint);
  url.search = new URLSearchParams({ response_type: 'code', client_id: client.client_id, redirect_uri, state, code_challenge_method: 'S256',
    code_challenge: createHash('sha256').update(verifier).digest('base64url') });
  await event(command.id, 'open', { url: String(url) });
  const reply = await post(meta.token_endpoint, { grant_type: 'authorization_code', code: await code, redirect_uri, client_id: client.client_id, code_verifier: verifier });
  server.close();
  server.closeAllConnections();
  if (!reply.ok) throw fault('sign_in', reply.status, (await reply.json()).error);
  return keep(p.account, await reply.json(), meta, client.client_id);
}

function verify(p) {
  const body = Buffer.from(p.body_base64, 'base64');
  const want = Buffer.from('sha256=' + createHmac('sha256', p.secret).update(body).digest('hex'));
  const given = Buffer.from(p.headers['X-Service-Signature'] ?? '');
  const valid = want.length === given.length && timingSafeEqual(want, given);
  return { valid, event: valid ? JSON.parse(body) : undefined };
}

async function interview(command, p) {
  for (let turns = 1; ; turns++) {
    const reply = await call(command, 'POST', `${session(p)}/answers`, { body: { message: p.message } });
    if (reply.done || reply.pending_count === 0 || turns === p.max_turns) return { turns };
  }
}

const session = p => `/org/sessions/${encodeURIComponent(p.session_id)}`;
const uploaded = p => ({ form: async () => { const f = new FormData(); f.append('file', new Blob([await readFile(p.path)], { type: 'application/pdf' }), p.filename); return f; } });
const commands = {
  hello: () => ({ driver: 'node-fetch', features: [] }),
  me: c => call(c, 'GET', '/org/me'),
  create_session: (c, p) => call(c, 'POST', '/org/sessions', { body: p }),
  list_sessions: (c, p) => call(c, 'GET', '/org/sessions' + (p.limit ? `?limit=${p.limit}` : '')),
  get_session: (c, p) => call(c, 'GET', session(p)),
  answer: (c, p) => call(c, 'POST', `${session(p)}/answers`, { body: { message: p.message } }),
  extract: (c, p) => call(c, 'POST', `${session(p)}/extract`, uploaded(p)),
  attach_document: (c, p) => call(c, 'POST', `${session(p)}/documents`, uploaded(p)),
  fill: (c, p) => call(c, 'POST', `${session(p)}/fill`),
  submit: (c, p) => call(c, 'POST', `${session(p)}/submit`),
  download_form: async (c, p) => ({ sha256: createHash('sha256').update(await call(c, 'GET', `${session(p)}/forms/${encodeURIComponent(p.form_key)}/pdf`)).digest('hex') }),
  risk_summary: async (c, p) => { const r = await call(c, 'GET', `${session(p)}/risk-summary`); return { flags: Array.isArray(r) ? r : r.flags }; },
  request_appointment: (c, p) => call(c, 'POST', '/org/appointment-request', { body: p }),
  parallel: async (c, p) => ({ ok: (await Promise.allSettled(Array.from({ length: p.count }, () => commands[p.command](c, {})))).filter(r => r.status === 'fulfilled').length }),
  sign_in_device: signInDevice, sign_in_browser: signInBrowser, verify_webhook: (c, p) => verify(p), interview,
};

for await (const line of lines) {
  const command = JSON.parse(line);
  try {
    if (!commands[command.command]) throw fault('unsupported', 0, command.command);
    send({ id: command.id, result: await commands[command.command](command, command.params ?? {}) });
  } catch (error) {
    send({ id: command.id, error: error.fault ?? { kind: 'crash', status: 0, detail: String(error) } });
  }
}
process.exit(0);
