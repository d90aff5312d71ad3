import { onTestFinished } from "vitest";
import { divertRequests } from "../diverted-requests.mjs";
import { clientId, type GoogleAccount, startProvider } from "./openid-provider.ts";

export type Google = {
  /** The settings of a service that trusts Google: its requests to Google come to this provider. */
  settings: Record<string, string>;
  idToken(account: GoogleAccount): Promise<string>;
};

/** A provider for one test of the service, where requests to Google come to; `name`: as its tokens say. */
export async function startGoogle(name?: string): Promise<Google> {
  const provider = await startProvider("https://kursa.test/auth/google/callback", name);
  onTestFinished(provider.stop);
  divertRequests(provider.diverted);
  let visits = 0;
  return {
    settings: { GOOGLE_CLIENT_ID: clientId },
    idToken(account) {
      visits += 1;
      return provider.idToken(account, `nonce-${visits}`);
    },
  };
}
