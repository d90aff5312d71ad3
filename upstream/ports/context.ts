import type { Logger } from "pino";
import type { Database } from "../db/database.ts";
import type { Policy } from "../orders/rules/policy.ts";
import type { UpstreamEnv } from "../settings/env.ts";
import type { Clock } from "./clock.ts";
import type { Ids } from "./ids.ts";
import type { Jobs } from "./jobs.ts";
import type { Market } from "./market.ts";
import type { MemberLimit, PayoutOwners } from "./payout-owner.ts";
import type { Rails } from "./rail.ts";
import type { RateSource } from "./rates.ts";
import type { Signer } from "./signer.ts";
import type { WebPush } from "./web-push.ts";

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
