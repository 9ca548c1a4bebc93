import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const library = process.env.INTAKE_TEST_NODE_MODULES + "/@octokit/webhooks-methods/dist-node/index.js";
const { sign, verify } = await import(pathToFileURL(library));
const [verb, signature] = process.argv.slice(2);
const secret = process.env.INTAKE_WEBHOOK_SECRET, body = readFileSync(0, "utf8");
if (verb === "sign") {
  process.stdout.write(await sign(secret, body));
} else {
  process.exit((await verify(secret, body, signature)) ? 0 : 3);
}
