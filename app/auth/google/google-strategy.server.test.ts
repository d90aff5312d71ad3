import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { createSession, type SessionStorage } from "@remix-run/node";
import { Authenticator } from "remix-auth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBreaker } from "../../api/breaker.ts";
import { GoogleCodeFlow } from "./google-strategy.server.ts";

const site = "https://kursa.test";
const callbackURL = `${site}/auth/google/callback`;
const binding = { nonce: "the nonce of this sign-in", verifier: "the verifier of this sign-in" };
let server: Server;
let nonce: string;
let posted: URLSearchParams;
let tokenURL: string;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const body: Buffer[] = [];
    for await (const chunk of request) body.push(chunk);
    posted = new URLSearchParams(Buffer.concat(body).toString());
    response.end(JSON.stringify({ access_token: "a", id_token: idToken() }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  tokenURL = typeof address === "object" && address ? `http://127.0.0.1:${address.port}/token` : "";
});
afterAll(() => void server.close());

function idToken(): string {
  const parts = [{ alg: "RS256" }, { sub: "1", exp: 2_000_000_000, nonce }];
  return [...parts.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")), "s"].join(".");
}

/** The cookies a browser keeps between the two pages. */
function sessionStorageOf(values: Record<string, string>): SessionStorage {
  return {
    getSession: async () => createSession(values),
    commitSession: async ({ data }) => JSON.stringify(data),
    destroySession: async () => "",
  };
}

function walk(path: string, values: Record<string, string>) {
  // No test here is about the limits: a busy machine may need longer, and the site's breaker is shared with other tests.
  const limits = { timeoutMs: 60_000, breaker: createBreaker({ failures: 5, pauseMs: 2000 }) };
  const client = { clientID: "id", clientSecret: "secret", callbackURL, tokenURL, limits };
  const flow = new GoogleCodeFlow({ ...client, authorizationURL: "https://google.test/auth" }, binding);
  const authenticator = new Authenticator<string>(sessionStorageOf(values)).use(flow, "google");
  return authenticator.authenticate("google", new Request(`${site}${path}`), { throwOnError: true });
}

const back = (query: string) => walk(`/auth/google/callback?${query}`, { "oauth2:state": "s" });

test("redirects to Google with state, nonce and PKCE challenge, without the secret", async () => {
  const way = await walk("/En/auth/google", {}).catch((thrown: unknown) => thrown);
  if (!(way instanceof Response)) throw way;
  const { origin, searchParams } = new URL(way.headers.get("Location") ?? "");
  expect(origin).toBe("https://google.test");
  expect(Object.fromEntries(searchParams)).toMatchObject({
    client_id: "id",
    redirect_uri: callbackURL,
    response_type: "code",
    scope: "openid email profile",
    nonce: binding.nonce,
    code_challenge: createHash("sha256").update(binding.verifier).digest("base64url"),
    code_challenge_method: "S256",
    state: expect.any(String),
  });
  expect(way.headers.get("Location")).not.toContain("secret");
});

test("exchanges the code for the ID token of this sign-in", async () => {
  nonce = binding.nonce;
  expect(await back("state=s&code=c")).toBe(idToken());
  expect(Object.fromEntries(posted)).toEqual({
    grant_type: "authorization_code",
    redirect_uri: callbackURL,
    client_id: "id",
    client_secret: "secret",
    code: "c",
    code_verifier: binding.verifier,
  });
});

test("rejects an ID token of another sign-in", async () => {
  nonce = "the nonce of another sign-in";
  await expect(back("state=s&code=c")).rejects.toMatchObject({ cause: { reason: "cut" } });
});

test("sends nothing to Google when the state is missing or different", async () => {
  posted = new URLSearchParams();
  for (const query of ["state=x&code=c", "code=c", "state=s"]) await expect(back(query)).rejects.toThrow();
  expect([...posted]).toEqual([]);
});
