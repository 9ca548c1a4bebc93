// An example webhook receiver on Node.js without packages, judged by intake-conformance receiver.
//
// usage: node receiver.mjs WHSEC_SECRET. It prints its URLs as one line of JSON and serves until its input ends.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const LIMIT = 1 << 20;
const secret = process.argv[2];
const handled = new Map();

function genuine(body, signature) {
  if (!/^sha256=[0-9a-f]{64}$/.test(signature ?? '')) return false;
  const want = 'sha256=' + createHmac('sha256', secret).update(body).digest('hex');
  return timingSafeEqual(Buffer.from(want), Buffer.from(signature));
}

async function read(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    if ((size += chunk.length) > LIMIT) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function take(request) {
  const body = await read(request);
  if (!body) return 413;
  const { 'x-service-signature': signature, 'x-service-event': name, 'x-service-delivery': id } = request.headers;
  if (!genuine(body, signature)) return 401; // two headers arrive joined by a comma and are refused
  const event = JSON.parse(body);
  if (event.id !== id || event.event !== name) return 401;
  if (!handled.has(id)) handled.set(id, 1); // the work would be put on a queue here
  return 204;
}

const server = createServer(async (request, response) => {
  if (request.method === 'POST') {
    response.writeHead(await take(request).catch(() => 500)).end();
    return;
  }
  const id = new URL(request.url, 'http://127.0.0.1').searchParams.get('delivery');
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ count: handled.get(id) ?? 0 }));
});
server.listen(0, '127.0.0.1', () => {
  const base = `http://127.0.0.1:${server.address().port}`;
  console.log(JSON.stringify({ target: `${base}/hook`, effects: `${base}/effects` }));
});
process.stdin.resume().on('end', () => process.exit(0));
