import type { Lang } from "../../../contract/values/languages.ts";
import type { GatewaySession } from "./session.ts";

/** Parameters of a new session. The same `key` returns the same session. `amount` in whole units of `asset`. */
export type SessionRequest = {
  key: string;
  reference: string;
  asset: string;
  amount: string;
  returnUrl: string;
  language: Lang;
};

/** The gateway's API. Every call throws `RailUnavailable` when there is no valid answer. */
export type GatewayClient = {
  open(request: SessionRequest): Promise<GatewaySession>;
  /** `withinMs`: shorter timeout while a person waits. */
  read(id: string, withinMs: number): Promise<GatewaySession | undefined>;
  /** Closes a session to new payments; `too_late` when a payment has begun. */
  close(id: string): Promise<"closed" | "too_late">;
};
