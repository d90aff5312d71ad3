import type { Logger } from "pino";
import type { Database } from "./db/database.ts";
import type { Policy } from "./domain/policy.ts";
import type { UpstreamEnv } from "./env.ts";
import type { Clock } from "./ports/clock.ts";
import type { Ids } from "./ports/ids.ts";
import type { Jobs } from "./ports/jobs.ts";
import type { Market } from "./ports/market.ts";
import type { MemberLimit, PayoutOwners } from "./ports/payout-owner.ts";
import type { Rails } from "./ports/rail.ts";
import type { RateSource } from "./ports/rates.ts";
import type { Signer } from "./ports/signer.ts";
import type { WebPush } from "./ports/web-push.ts";

/** All shared dependencies, built once in app.ts. */
export type Context = {
  db: Database;
  clock: Clock;
  ids: Ids;
  policy: Policy;
  env: UpstreamEnv;
  rates: RateSource;
  market: Market;
  rails: Rails;
  payoutOwners: PayoutOwners<Context>;
  memberLimit: MemberLimit;
  jobs: Jobs;
  signer: Signer;
  push: WebPush;
  log: Logger;
  /** Sends a request to this service as an outside client, so that the sandbox reports like a real rail. */
  callBack(request: Request): Promise<Response>;
};
