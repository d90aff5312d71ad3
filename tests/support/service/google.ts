import { onTestFinished } from "vitest";
import { clientId, type GoogleAccount, startProvider } from "./openid-provider.ts";

export type Google = {
  /** The settings of a service that trusts this provider. */
  settings: Record<string, string>;
  idToken(account: GoogleAccount): Promise<string>;
};

/** A fake Google provider for one test of the service. */
export async function startGoogle(): Promise<Google> {
  const provider = await startProvider("https://kursa.test/auth/google/callback");
  onTestFinished(provider.stop);
  const { issuer } = provider;
  let visits = 0;
  return {
    settings: { GOOGLE_CLIENT_ID: clientId, GOOGLE_ISSUERS: issuer, GOOGLE_JWKS_URL: `${issuer}/jwks` },
    idToken(account) {
      visits += 1;
      return provider.idToken(account, `nonce-${visits}`);
    },
  };
}
