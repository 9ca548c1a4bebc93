// Signs in with the OAuth clients that Node.js programs use, each with its own defaults, and prints for each one JSON object:
// its name, a token that must open the API and one that must have stopped doing so.
// Usage: node clients.mjs ISSUER
import { auth } from "@modelcontextprotocol/sdk/client/auth.js";
import crypto from "node:crypto";
import { createRequire } from "node:module";
import { AuthorizationCode } from "simple-oauth2";

const require = createRequire(import.meta.url);
const { Issuer, generators } = require("openid-client5");
const OAuth2Strategy = require("passport-oauth2");

const issuer = process.argv[2];
const redirect = "http://127.0.0.1:4711/callback";
const say = (client, live, dead) => console.log(JSON.stringify({ client, live, dead }));

// The person of this server consents at once, so that the page is the redirect back.
const consent = async (url) => new URL((await fetch(url, { redirect: "manual" })).headers.get("location"));
const approve = (userCode) => fetch(`${issuer}/approve?user_code=${userCode}`, { method: "POST" });
const register = async (name) => {
  const reply = await fetch(`${issuer}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_name: name, redirect_uris: [redirect] }),
  });
  return (await reply.json()).client_id;
};

{
  const { Client } = await Issuer.discover(issuer);
  const client = await Client.register({ client_name: "openid-client 5", redirect_uris: [redirect] });
  const device = await client.deviceAuthorization();
  await approve(device.user_code);
  const rotated = await client.refresh((await device.poll()).refresh_token);
  await client.revoke(rotated.refresh_token);
  const verifier = generators.codeVerifier();
  const url = client.authorizationUrl({ scope: "openid email", state: "s", code_challenge: generators.codeChallenge(verifier), code_challenge_method: "S256" });
  const back = client.callbackParams((await consent(url)).href);
  const tokens = await client.oauthCallback(redirect, back, { code_verifier: verifier, state: "s" });
  say("openid-client 5", tokens.access_token, rotated.access_token);
}

{
  const client = new AuthorizationCode({
    client: { id: await register("simple-oauth2"), secret: "" },
    auth: { tokenHost: issuer, authorizePath: "/oauth/authorize", tokenPath: "/oauth/token", revokePath: "/oauth/revoke" },
  });
  const signIn = async () => {
    const verifier = crypto.randomBytes(32).toString("base64url");
    const challenge = crypto.createHash("sha256").update(verifier).digest("base64url");
    const url = client.authorizeURL({ redirect_uri: redirect, scope: ["a", "b"], state: "s", code_challenge: challenge, code_challenge_method: "S256" });
    const code = (await consent(url)).searchParams.get("code");
    return client.getToken({ code, redirect_uri: redirect, code_verifier: verifier });
  };
  const ended = await (await signIn()).refresh();
  await ended.revokeAll();
  const kept = await (await signIn()).refresh();
  say("simple-oauth2", kept.token.access_token, ended.token.access_token);
}

{
  let got;
  const strategy = new OAuth2Strategy(
    { authorizationURL: `${issuer}/oauth/authorize`, tokenURL: `${issuer}/oauth/token`, clientID: await register("passport"), clientSecret: "", callbackURL: redirect, state: true, pkce: true },
    (access, refresh, profile, done) => { got = access; done(null, { id: 1 }); },
  );
  const session = {};
  const visit = (request) => new Promise((resolve, reject) => {
    const run = Object.create(strategy);
    Object.assign(run, { redirect: resolve, success: resolve, error: reject, fail: (why) => reject(new Error(JSON.stringify(why))) });
    run.authenticate({ session, query: {}, headers: {}, connection: {}, ...request }, {});
  });
  const back = await consent(await visit({}));
  await visit({ query: Object.fromEntries(back.searchParams), url: back.pathname });
  say("passport-oauth2", got, "");
}

{
  let client, tokens, verifier, page;
  const provider = {
    redirectUrl: redirect,
    clientMetadata: { client_name: "mcp", redirect_uris: [redirect], grant_types: ["authorization_code", "refresh_token"], response_types: ["code"], token_endpoint_auth_method: "none" },
    clientInformation: () => client,
    saveClientInformation: (c) => { client = c; },
    tokens: () => tokens,
    saveTokens: (t) => { tokens = t; },
    redirectToAuthorization: (url) => { page = url; },
    saveCodeVerifier: (v) => { verifier = v; },
    codeVerifier: () => verifier,
    state: () => "s",
  };
  const serverUrl = `${issuer}/mcp`;
  if ((await auth(provider, { serverUrl })) !== "REDIRECT") throw new Error("no redirect");
  const back = await consent(page);
  if ((await auth(provider, { serverUrl, authorizationCode: back.searchParams.get("code") })) !== "AUTHORIZED") throw new Error("not authorized");
  const spent = tokens.refresh_token;
  if ((await auth(provider, { serverUrl })) !== "AUTHORIZED" || tokens.refresh_token === spent) throw new Error("not rotated");
  say("MCP SDK", tokens.access_token, "");
}
