import type { Logger } from "pino";
import type { Database, Tx } from "./db/database.ts";
import type { Policy } from "./domain/policy.ts";
import type { UpstreamEnv } from "./env.ts";
import type { Market } from "./orders/quotes/market.ts";
import type { Rails } from "./rails/rail.ts";
import type { RateSource } from "./rates/rate-source.ts";

/** The service's only clock: the machine's, moved by the sandbox's offset where that is allowed. */
export type Clock = {
  now(): Date;
  /** Moves it forward for everybody; remembered in the database. */
  advance(seconds: number): Promise<void>;
  offsetSeconds(): number;
};

/** Chance, handed in so that a test can replay it. */
export type Ids = {
  /** `pay_01J...`: unguessable, prefixed. */
  newId(prefix: string): string;
  /** Ten characters of Crockford's base 32. */
  newRef(): string;
};

/** Immediate, retriable work, sent in the transaction that causes it. */
export type JobName = "letter" | "payout" | "refund";
export type Jobs = {
  send(tx: Tx, name: JobName, payload: Record<string, string>): Promise<void>;
  /** After the commit: wake the workers now instead of at the next poll. */
  nudge(): void;
};

/** Everything a part of the service may need, joined once in app.ts. */
export type Context = {
  db: Database;
  clock: Clock;
  ids: Ids;
  policy: Policy;
  env: UpstreamEnv;
  rates: RateSource;
  market: Market;
  rails: Rails;
  jobs: Jobs;
  log: Logger;
  /** Brings a request to this service as if from outside: how what the sandbox plays reports, like the real ones. */
  callBack(request: Request): Promise<Response>;
};
