import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { EndpointName } from "../../../contract/calls/endpoints.ts";
import type { Database } from "../../db/database.ts";
import { type Refusal, refuse } from "../../domain/refusal.ts";
import { networkOf } from "./client-network.ts";

/**
 * `shared`: counted in the database for all processes, and refused when counting fails. Otherwise counted in memory,
 * where counting cannot fail.
 */
type Limit = {
  points: number;
  seconds: number;
  shared: boolean;
  /** Calls with the same bucket are counted together. */
  bucket?: string;
};
export type LimitTable = Partial<Record<EndpointName, Limit>>;

const codeEmails: Limit = { points: 20, seconds: 3600, shared: true, bucket: "codeLetters" };
const guessLimit: Limit = { points: 50, seconds: 900, shared: true, bucket: "guesses" };

/** Per address. Quotes use no database, so neither does their limit. */
export const defaultLimits: LimitTable = {
  exchangeQuote: { points: 60, seconds: 60, shared: false },
  promoValidate: { points: 30, seconds: 60, shared: true },
  exchangeStepOne: { points: 10, seconds: 60, shared: true },
  // Each of these may call another company's API.
  gatewayConfirm: { points: 60, seconds: 60, shared: false },
  reserveRequest: { points: 10, seconds: 3600, shared: true },
  reserveRequestStop: { points: 30, seconds: 3600, shared: true },
  exchangeTrackMail: { points: 20, seconds: 3600, shared: true },
  // Guessing attempts, and calls that send e-mails to any address: limited per network, whatever e-mail address is used.
  registerRequestCode: codeEmails,
  passwordResetCode: codeEmails,
  emailChangeRequest: codeEmails,
  registerVerifyAccount: guessLimit,
  passwordUpdate: guessLimit,
  signin: guessLimit,
  socialGoogle: guessLimit,
};

export type RateLimits = {
  /**
   * Counts one request. Refuses with `too_many_requests` and the seconds to wait, or `maintenance` when it cannot be
   * counted.
   */
  take(name: EndpointName, address: string | null): Promise<Refusal | undefined>;
};

export const noLimits: RateLimits = { take: async () => undefined };

export function rateLimits(db: Database, table: LimitTable = defaultLimits): RateLimits {
  const counters = new Map(Object.entries(table).map(([name, limit]) => [name, counter(db, name, limit)]));
  return {
    async take(name, address) {
      const limit = table[name];
      const counted = counters.get(name);
      if (!limit || !counted) return undefined;
      try {
        await counted.consume(networkOf(address));
        return undefined;
      } catch (end) {
        if (!(end instanceof RateLimiterRes)) return limit.shared ? refuse("maintenance") : undefined;
        const seconds = Math.max(1, Math.ceil(end.msBeforeNext / 1000));
        return refuse("too_many_requests", { extra: { retry_after_seconds: seconds } });
      }
    },
  };
}

/** Deletes expired rows, which the limiter would only overwrite. */
export async function deleteExpiredLimits(db: Database): Promise<void> {
  await db.query("delete from rate_limit where expire < (extract(epoch from now()) * 1000)::bigint");
}

function counter(db: Database, name: string, { points, seconds, shared, bucket = name }: Limit) {
  const options = { keyPrefix: bucket, points, duration: seconds };
  if (!shared) return new RateLimiterMemory(options);
  return new RateLimiterPostgres({
    ...options,
    storeClient: limiterClient(db),
    storeType: "client",
    tableName: "rate_limit",
    tableCreated: true,
    clearExpiredByTimeout: false,
  });
}

/** The limiter uses milliseconds as numbers; our drivers read 64-bit integers as bigint. */
function limiterClient(db: Database) {
  return {
    async query({ text, values }: { text: string; values: unknown[] }) {
      const { rows } = await db.query(text, values);
      return { rows: rows.map((row) => ({ ...row, expire: Number(row.expire) })) };
    },
  };
}
