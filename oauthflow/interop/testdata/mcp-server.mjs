// The authorization server of the MCP SDK on a free port of 127.0.0.1, over a store in memory whose person consents at once.
// The SDK does registration, PKCE, revocation and the metadata; refresh tokens are good once. It prints its issuer and, one
// JSON object a line, the events that a test wants to count.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { InvalidGrantError } from '@modelcontextprotocol/sdk/server/auth/errors.js';
import { mcpAuthRouter } from '@modelcontextprotocol/sdk/server/auth/router.js';
import express from 'express';

const app = express();
const server = createServer(app);
await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
const issuer = `http://127.0.0.1:${server.address().port}/`;
const say = (event) => process.stdout.write(`${JSON.stringify(event)}\n`);

const clients = new Map();
const codes = new Map();
const refreshTokens = new Map();
const issue = (clientID) => {
  const tokens = { access_token: randomUUID(), token_type: 'bearer', expires_in: 3600, refresh_token: randomUUID() };
  refreshTokens.set(tokens.refresh_token, clientID);
  return tokens;
};
const provider = {
  clientsStore: {
    getClient: (id) => clients.get(id),
    registerClient: (client) => {
      clients.set(client.client_id, client);
      say({ event: 'registered' });
      return client;
    },
  },
  authorize: async (client, params, res) => {
    const code = randomUUID();
    codes.set(code, { client: client.client_id, challenge: params.codeChallenge });
    const back = new URL(params.redirectUri);
    back.searchParams.set('code', code);
    back.searchParams.set('state', params.state);
    res.redirect(back.href);
  },
  challengeForAuthorizationCode: async (_, code) => codes.get(code).challenge,
  exchangeAuthorizationCode: async (client, code) => {
    if (codes.get(code)?.client !== client.client_id) throw new InvalidGrantError('unknown code');
    codes.delete(code);
    return issue(client.client_id);
  },
  exchangeRefreshToken: async (client, token) => {
    if (refreshTokens.get(token) !== client.client_id) throw new InvalidGrantError('unknown or spent');
    refreshTokens.delete(token);
    say({ event: 'rotated' });
    return issue(client.client_id);
  },
  revokeToken: async (_, { token }) => {
    if (refreshTokens.delete(token)) say({ event: 'revoked' });
  },
  verifyAccessToken: async (token) => ({ token }),
};
app.use(mcpAuthRouter({ provider, issuerUrl: new URL(issuer) }));
say({ event: 'listening', issuer });
