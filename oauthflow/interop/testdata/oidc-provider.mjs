// oidc-provider on a free port of 127.0.0.1, with rotation, device flow, registration and revocation. It prints its issuer
// and, one JSON object a line, the events that a test wants to count.
import { createServer } from 'node:http';
import Provider from 'oidc-provider';

const server = createServer();
await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
const issuer = `http://127.0.0.1:${server.address().port}`;
const say = (event) => process.stdout.write(`${JSON.stringify(event)}\n`);

const provider = new Provider(issuer, {
  features: {
    deviceFlow: { enabled: true },
    registration: { enabled: true },
    revocation: { enabled: true },
  },
  scopes: ['offline_access', 'intake'],
  pkce: { required: () => true },
  rotateRefreshToken: () => true,
  issueRefreshToken: async () => true,
  ttl: { AccessToken: Number(process.argv[2] || 3600), DeviceCode: 600, RefreshToken: 86400, Grant: 86400, Session: 3600, Interaction: 3600 },
});
provider.on('refresh_token.consumed', () => say({ event: 'rotated' }));
provider.on('grant.revoked', () => say({ event: 'revoked' }));
provider.on('registration_create.success', () => say({ event: 'registered' }));
provider.on('server_error', (_, err) => say({ event: 'server_error', detail: String(err) }));
server.on('request', provider.callback());
say({ event: 'listening', issuer });
