import type { Lang } from "../../../contract/values/languages.ts";
import type { Session } from "./session.ts";

/** What a session is opened with. The same `key` again is the same session. `amount` in whole units of `asset`. */
export type SessionRequest = {
  key: string;
  reference: string;
  asset: string;
  amount: string;
  returnUrl: string;
  language: Lang;
};

/** The gateway, as far as it is asked anything. Every call throws `RailUnavailable` when there is no sane answer. */
export type GatewayClient = {
  open(request: SessionRequest): Promise<Session>;
  /** `withinMs`: a person waits for the answer. */
  read(id: string, withinMs: number): Promise<Session | undefined>;
  /** From now on nobody can begin to pay; `too_late` when somebody has. */
  close(id: string): Promise<"closed" | "too_late">;
};
