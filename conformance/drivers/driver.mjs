// A driver for intake-conformance around a client written by hand on Node.js, without packages. The judge shows what such a
// client gets wrong: numbers beyond 2^53 lose digits, and parallel calls refresh a token each for itself.
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

const event = (id, name, data) => { send({ id, event: name, data }); return lines.next(); }; // the next line is the acknowledgement

const exchange = (url, options) => fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(30_000), ...options })
  .catch(error => { throw fault('network', 0, String(error.cause ?? error)); });

async function call(command, method, path, body) {
  const { base_url: base, api_key: key, account } = command;
  for (let attempt = 1; ; attempt++) {
    const headers = { authorization: `Bearer ${key ?? accounts.get(account).access_token}` };
    if (typeof body === 'string') headers['content-type'] = 'application/json';
    const reply = await exchange(base.replace(/\/+$/, '') + path, { method, headers, body });
    if (reply.status === 429 && attempt < 5) {
      await sleep(1000 * Number(reply.headers.get('retry-after') ?? 1));
    } else if (reply.status !== 401 || !account || attempt > 1 || !(await refresh(account))) {
      return read(reply);
    }
  }
}

const postJSON = (command, path, members) => call(command, 'POST', path, JSON.stringify(members));

async function upload(command, path, p) {
  const body = new FormData();
  body.append('file', new Blob([await readFile(p.path)], { type: 'application/pdf' }), p.filename);
  return call(command, 'POST', path, body);
}

async function read(reply) {
  if (reply.ok && reply.headers.get('content-type')?.startsWith('application/pdf')) {
    return { content_base64: Buffer.from(await reply.arrayBuffer()).toString('base64') };
  }
  const text = await reply.text();
  if (reply.ok) return JSON.parse(text);
  let detail = text.slice(0, 200);
  try { detail = JSON.parse(text).detail; } catch { /* not JSON: the text has to do */ }
  throw Array.isArray(detail) ? fault('api', reply.status, 'validation failed', detail) : fault('api', reply.status, String(detail));
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
    if (reply.ok) return keep(command.account, body, meta, p.client_id);
    if (body.error === 'slow_down') interval += 5;
    else if (body.error !== 'authorization_pending') throw fault('sign_in', reply.status, body.error);
  }
  throw fault('sign_in', 0, 'the code has expired');
}

function keep(account, tokens, { token_endpoint }, client_id) {
  accounts.set(account, { ...tokens, client_id, token_endpoint });
  return {};
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
  await new Promise(listening => { server.listen(0, '127.0.0.1', listening); });
  const redirect_uri = `http://127.0.0.1:${server.address().port}/callback`;
  const members = JSON.stringify({ client_name: p.client_name, redirect_uris: [redirect_uri] });
  const client = await (await exchange(meta.registration_endpoint, { method: 'POST', headers: { 'content-type': 'application/json' }, body: members })).json();
  const url = new URL(meta.authorization_endpoint);
  url.search = new URLSearchParams({ response_type: 'code', client_id: client.client_id, redirect_uri, state, code_challenge_method: 'S256',
    code_challenge: createHash('sha256').update(verifier).digest('base64url') });
  await event(command.id, 'open', { url: String(url) });
  const reply = await post(meta.token_endpoint, { grant_type: 'authorization_code', code: await code, redirect_uri, client_id: client.client_id, code_verifier: verifier });
  server.close().closeAllConnections();
  if (!reply.ok) throw fault('sign_in', reply.status, (await reply.json()).error);
  return keep(command.account, await reply.json(), meta, client.client_id);
}

function verify(p) {
  const body = Buffer.from(p.body_base64, 'base64');
  const want = Buffer.from('sha256=' + createHmac('sha256', p.secret).update(body).digest('hex'));
  const given = Buffer.from(p.headers['X-Service-Signature'] ?? '');
  return want.length === given.length && timingSafeEqual(want, given) ? { valid: true, event: JSON.parse(body) } : { valid: false };
}

async function interview(command, p) {
  for (let turns = 1, reply = {}; turns <= p.max_turns && !reply.done && reply.pending_count !== 0; turns++) {
    reply = await commands.answer(command, p);
  }
  return {};
}

const session = p => `/org/sessions/${encodeURIComponent(p.session_id)}`;
const commands = {
  hello: () => ({ driver: 'node-fetch' }),
  me: c => call(c, 'GET', '/org/me'),
  create_session: (c, p) => postJSON(c, '/org/sessions', p),
  list_sessions: (c, p) => call(c, 'GET', '/org/sessions' + (p.limit ? `?limit=${p.limit}` : '')),
  get_session: (c, p) => call(c, 'GET', session(p)),
  answer: (c, p) => postJSON(c, `${session(p)}/answers`, { message: p.message }),
  extract: (c, p) => upload(c, `${session(p)}/extract`, p),
  attach_document: (c, p) => upload(c, `${session(p)}/documents`, p),
  fill: (c, p) => call(c, 'POST', `${session(p)}/fill`),
  submit: (c, p) => call(c, 'POST', `${session(p)}/submit`),
  download_form: (c, p) => call(c, 'GET', `${session(p)}/forms/${encodeURIComponent(p.form_key)}/pdf`),
  risk_summary: (c, p) => call(c, 'GET', `${session(p)}/risk-summary`),
  request_appointment: (c, p) => postJSON(c, '/org/appointment-request', p),
  parallel: (c, p) => Promise.allSettled(Array.from({ length: p.count }, () => commands.me(c))).then(() => ({})),
  sign_in_device: signInDevice, sign_in_browser: signInBrowser, verify_webhook: (c, p) => verify(p), interview,
};

for await (const line of lines) {
  const command = JSON.parse(line);
  try {
    if (!commands[command.command]) throw fault('unsupported');
    send({ id: command.id, result: await commands[command.command](command, command.params) });
  } catch (error) {
    send({ id: command.id, error: error.fault ?? { kind: 'crash', status: 0, detail: String(error) } });
  }
}
process.exit(0);
