import { createServer } from "node:http";
import { exportJWK, generateKeyPair } from "jose";
import Provider from "oidc-provider";

export const clientId = "kursa.apps.google.test";
export const clientSecret = "a secret between the site and Google";

export type GoogleAccount = { sub: string; email: string; email_verified?: boolean; name?: string };
export type OpenIdProvider = {
  /** Where it runs. */
  url: string;
  /** What a program that asks Google has to ask here (diverted-requests.mjs). */
  diverted: Record<string, string>;
  /** Accounts of the provider; an account's name is its `sub`. */
  knows(account: GoogleAccount): void;
  /** Follows the provider's pages (sign-in, consent) like a browser and returns the final redirect. */
  wayBack(asked: string, account: GoogleAccount): Promise<URL>;
  /** The same, up to the ID token. */
  idToken(account: GoogleAccount, nonce: string): Promise<string>;
  stop(): void;
};

/** Google's. */
export const issuer = "https://accounts.google.com";
export const tokenOrigin = "https://oauth2.googleapis.com";
const keysOrigin = "https://www.googleapis.com";
/** Google's, on its origins. */
const routes = { authorization: "/o/oauth2/v2/auth", token: "/token", jwks: "/oauth2/v3/certs" };

/** A real OpenID provider on this machine, by Google's name. It signs with its own keys and publishes them. */
export async function startProvider(redirectUri: string, name = issuer): Promise<OpenIdProvider> {
  const accounts = new Map<string, GoogleAccount>();
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The provider has no port");
  const url = `http://127.0.0.1:${address.port}`;
  const provider = new Provider(name, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri], ...secretInForm }],
    routes,
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    // Like Google: the ID token contains the email.
    conformIdTokenClaims: false,
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: "RS256", use: "sig", kid: "one" }] },
    cookies: { keys: ["a key for cookies"] },
    pkce: { required: () => false },
    // In seconds. It prints a notice for each that is not given.
    ttl: { AccessToken: 3600, Grant: 3600, IdToken: 3600, Interaction: 3600, Session: 3600 },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ email_verified: true, ...accounts.get(id), sub: id }) }),
  });
  server.on("request", provider.callback());
  const knows = (account: GoogleAccount) => void accounts.set(account.sub, account);
  const wayBack = (asked: string, account: GoogleAccount) => {
    knows(account);
    return walk(asked.replace(issuer, url), redirectUri, account.sub);
  };
  return {
    url,
    diverted: { [issuer]: url, [tokenOrigin]: url, [keysOrigin]: url },
    knows,
    wayBack,
    async idToken(account, nonce) {
      const query = { client_id: clientId, response_type: "code", scope: "openid email profile", nonce };
      const params = new URLSearchParams({ ...query, redirect_uri: redirectUri });
      const code = (await wayBack(`${url}${routes.authorization}?${params}`, account)).searchParams.get("code") ?? "";
      const grant = { grant_type: "authorization_code", code, redirect_uri: redirectUri };
      const client = { client_id: clientId, client_secret: clientSecret };
      const response = await fetch(`${url}${routes.token}`, {
        method: "POST",
        body: new URLSearchParams({ ...grant, ...client }),
      });
      const tokens: unknown = await response.json();
      if (typeof tokens !== "object" || tokens === null || !("id_token" in tokens)) throw new Error("No ID token");
      return String(tokens.id_token);
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** As Google accepts it and the strategy sends it. */
const secretInForm = { token_endpoint_auth_method: "client_secret_post" };

/** Follows the provider's pages like a browser until the redirect back. */
async function walk(asked: string, redirectUri: string, login: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let request = new Request(asked);
  for (let step = 0; step < 12; step += 1) {
    request.headers.set("Cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const response = await fetch(request, { redirect: "manual" });
    for (const line of response.headers.getSetCookie()) {
      const [name = "", value = ""] = line.split(";")[0]?.split("=") ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get("Location");
    if (location?.startsWith(redirectUri)) return new URL(location);
    request = location ? new Request(new URL(location, asked)) : filledForm(await response.text(), asked, login);
  }
  throw new Error("The provider does not come to an end");
}

function filledForm(page: string, address: string, login: string): Request {
  const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
  const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
  if (!action || !prompt) throw new Error(`No form: ${page.slice(0, 500)}`);
  const body = new URLSearchParams({ prompt, login, password: "any" });
  return new Request(new URL(action, address), { method: "POST", body });
}
