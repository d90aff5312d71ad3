import { createContext, useContext } from "react";
import type { Statistics } from "../../../settings/statistics.ts";
import type { Consent } from "../../../third-parties/consent.ts";

/** What the visitor has answered about the statistics that are configured; null where there are none. */
export type AskedConsent = Consent & {
  statistics: readonly Statistics[];
  /** A chat was opened: the policy of its page allows the provider of the chat alone. */
  hasChat: boolean;
};

const ServerConsent = createContext<AskedConsent | null>(null);
export const ConsentProvider = ServerConsent.Provider;

/** Only on the server: no script needs it. */
export function useConsent(): AskedConsent | null {
  return useContext(ServerConsent);
}
