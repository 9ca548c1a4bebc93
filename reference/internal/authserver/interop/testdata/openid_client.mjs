// Signs in to an OAuth server with openid-client, by every way the server offers, and says on standard output what came
// of it: one JSON object a line. Told on standard input when the person has decided about a device.
// Usage: node openid_client.mjs ISSUER REDIRECT_URI
import * as client from "openid-client";
import readline from "node:readline";

const [issuer, redirectUri] = process.argv.slice(2);
const say = (step, facts = {}) => console.log(JSON.stringify({ step, ...facts }));
const lines = readline.createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const decided = () => lines.next();
const code = (promise) => promise.then(() => "no error", (e) => e.error ?? e.cause?.error ?? e.code ?? String(e));

const config = await client.dynamicClientRegistration(new URL(issuer), { client_name: "openid-client", redirect_uris: [redirectUri] }, client.None(), {
  algorithm: "oauth2",
  execute: [client.allowInsecureRequests],
});
say("registered", { client_id: config.clientMetadata().client_id, server: config.serverMetadata() });

const device = async (name) => {
  const begun = await client.initiateDeviceAuthorization(config, { scope: "openid offline_access" });
  say(name, begun);
  await decided();
  return begun;
};
const tokens = await client.pollDeviceAuthorizationGrant(config, await device("device"));
say("device tokens", tokens);

const second = await client.refreshTokenGrant(config, tokens.refresh_token);
const repeated = await client.refreshTokenGrant(config, tokens.refresh_token);
say("rotated", { first: tokens.refresh_token, second: second.refresh_token, repeated: repeated.refresh_token, access_token: second.access_token });
const third = await client.refreshTokenGrant(config, second.refresh_token);
say("rotated again", { access_token: third.access_token });
say("reuse", { error: await code(client.refreshTokenGrant(config, tokens.refresh_token)), dead: third.access_token });

say("denied", { error: await code(client.pollDeviceAuthorizationGrant(config, await device("to deny"))) });

const authorize = async (parameters) => {
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: "openid",
    state,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    ...parameters,
  });
  const reply = await fetch(url, { redirect: "manual" });
  return { back: new URL(reply.headers.get("location")), checks: { pkceCodeVerifier: verifier, expectedState: state } };
};
const { back, checks } = await authorize({});
const byCode = await client.authorizationCodeGrant(config, back, checks);
say("code tokens", byCode);
say("code twice", { error: await code(client.authorizationCodeGrant(config, back, checks)), dead: byCode.access_token });
const plain = await authorize({ code_challenge_method: "plain" });
say("plain", { error: await code(client.authorizationCodeGrant(config, plain.back, plain.checks)) });

const last = await authorize({});
const toRevoke = await client.authorizationCodeGrant(config, last.back, last.checks);
await client.tokenRevocation(config, toRevoke.refresh_token);
say("revoked", { dead: toRevoke.access_token });
process.exit(0);
