import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { EndpointName } from "../../../contract/calls/endpoints.ts";
import { networksOf } from "../../../contract/networks/networks.ts";
import { isPoolTimeout } from "../../db/connection-errors.ts";
import type { Database } from "../../db/database.ts";
import { type Refusal, refuse } from "../../shared/rules/refusal.ts";
import { busyRefusal } from "../busy-refusal.ts";

/**
 * `shared`: counted in the database for all processes, and refused when counting fails. Otherwise counted in memory,
 * where counting cannot fail: for calls that cost less than to count them, which `.env.example` names.
 */
type Limit = {
  points: number;
  seconds: number;
  shared: boolean;
  /** Calls with the same bucket are counted together. */
  bucket?: string;
};
/** Besides the calls, the document of the API, which is none. */
type LimitedName = EndpointName | "openApi";
export type LimitTable = Partial<Record<LimitedName, Limit>>;

const codeEmails: Limit = { points: 20, seconds: 3600, shared: true, bucket: "codeEmails" };
const guessLimit: Limit = { points: 50, seconds: 900, shared: true, bucket: "guesses" };

/**
 * Each carries the key of an email, which nobody can guess, and few addresses of a mail provider press "unsubscribe" for all its
 * users (RFC 8058): 6,000 an hour.
 */
const signedStops: Limit = { points: 6000, seconds: 3600, shared: false };

/**
 * Per address, and eight times as much for the /24 or /48 above it. Quotes use no database, so neither does their limit. Each page with a price asks for one, for the visitor:
 * twenty a second is enough for an office of fifty behind one address, and a hundredth of a processor.
 */
export const defaultLimits: LimitTable = {
  exchangeQuote: { points: 1200, seconds: 60, shared: false },
  promoValidate: { points: 30, seconds: 60, shared: true },
  exchangeStepOne: { points: 10, seconds: 60, shared: true },
  // Each of these may call another company's API.
  gatewayConfirm: { points: 60, seconds: 60, shared: true },
  // Some hundred kilobytes each, from memory.
  openApi: { points: 60, seconds: 60, shared: false },
  // Everything that we have of a member, and files of a year: as much work as a dozen pages each.
  memberExport: { points: 20, seconds: 3600, shared: true, bucket: "files" },
  // Each stands in the history, and one kind is emailed.
  memberSettingsProfile: { points: 60, seconds: 3600, shared: true },
  // Each answer about an address says whether we gave it out.
  exchangeVerify: { points: 20, seconds: 3600, shared: true },
  // One HMAC each; a page asks for one when its box is pressed.
  botCheck: { points: 120, seconds: 60, shared: false },
  botCheckEmailCode: codeEmails,
  reserveRequest: { points: 10, seconds: 3600, shared: true },
  reserveRequestStop: signedStops,
  subscribe: { points: 20, seconds: 3600, shared: true },
  subscribeConfirm: { points: 60, seconds: 3600, shared: true },
  unsubscribe: signedStops,
  // A key cannot be guessed; a call that freezes an account and sends an email is not repeated in a loop.
  withdrawalsReport: { points: 30, seconds: 3600, shared: true },
  memberFreeze: { points: 30, seconds: 3600, shared: true },
  memberFreezeShow: { points: 120, seconds: 60, shared: true },
  memberFreezeCode: codeEmails,
  // Each text is emailed.
  reviewsCreate: { points: 20, seconds: 3600, shared: true },
  reviewsConfirm: { points: 60, seconds: 3600, shared: true },
  reviewsDecline: signedStops,
  orderPushOn: { points: 60, seconds: 3600, shared: true },
  // A visit more or less costs nothing; a loop of them does.
  affiliateClick: { points: 60, seconds: 60, shared: true },
  affiliateLinkAdd: { points: 60, seconds: 3600, shared: true },
  supportMessage: { points: 10, seconds: 3600, shared: true },
  supportAttachment: { points: 40, seconds: 3600, shared: true },
  supportAnswer: { points: 60, seconds: 3600, shared: true },
  // Guesses of a ticket's token are hopeless; this keeps their load off the database, and so does counting in memory.
  supportTicket: { points: 300, seconds: 60, shared: false },
  exchangeTrackMail: { points: 20, seconds: 3600, shared: true },
  // Guessing attempts, and calls that send emails to any address: limited per network, whatever email address is used.
  registerRequestCode: codeEmails,
  passwordResetCode: codeEmails,
  emailChangeRequest: codeEmails,
  registerVerifyAccount: guessLimit,
  passwordUpdate: guessLimit,
  signin: guessLimit,
  socialGoogle: guessLimit,
};

/**
 * What each answer of a limited call says (draft-ietf-httpapi-ratelimit-headers): the limit, which is the same for every
 * caller, and how many calls this caller has left for how many seconds.
 */
export type RateHeaders = { "RateLimit-Policy": string; RateLimit: string };

/** Both are undefined for a call without a limit. */
type Counted = { refusal?: Refusal; headers?: RateHeaders };

export type RateLimits = {
  /**
   * Counts one request. Refuses with `too_many_requests` and the seconds to wait, or `maintenance` or `overloaded`
   * when it cannot be counted.
   */
  take(name: LimitedName, address: string | null): Promise<Counted>;
};

const unlimited: Counted = {};
export const noLimits: RateLimits = { take: async () => unlimited };

export function rateLimits(db: Database, table: LimitTable = defaultLimits): RateLimits {
  const counters = new Map(Object.entries(table).map(([name, limit]) => [name, countersOf(db, name, limit)]));
  return {
    async take(name, address) {
      const limit = table[name];
      const counted = counters.get(name);
      if (!limit || !counted) return unlimited;
      const named = bucketOf(name, limit);
      try {
        const { client, above } = networksOf(address);
        const [ofClient] = await Promise.all([counted.client.consume(client), counted.above.consume(above)]);
        return { headers: rateHeaders(named, limit, ofClient) };
      } catch (end) {
        if (!(end instanceof RateLimiterRes)) return limit.shared ? { refusal: uncounted(end) } : unlimited;
        const extra = { retry_after_seconds: secondsTo(end) };
        return { refusal: refuse("too_many_requests", { extra }), headers: rateHeaders(named, limit, end) };
      }
    },
  };
}

const uncounted = (error: unknown) => (isPoolTimeout(error) ? busyRefusal() : refuse("maintenance"));
const bucketOf = (name: string, { bucket = name }: Limit) => bucket;
const secondsTo = ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1000));

function rateHeaders(bucket: string, { points, seconds }: Limit, bucketState: RateLimiterRes): RateHeaders {
  return {
    "RateLimit-Policy": `"${bucket}";q=${points};w=${seconds}`,
    RateLimit: `"${bucket}";r=${bucketState.remainingPoints};t=${secondsTo(bucketState)}`,
  };
}

/** Deletes expired rows, which the limiter would only overwrite. */
export async function deleteExpiredLimits(db: Database): Promise<void> {
  await db.query("delete from rate_limit where expire < (extract(epoch from now()) * 1000)::bigint");
}

/** A network of many addresses, a /24 or /48, has as much as so many of them. */
const addressesOfNetwork = 8;

function countersOf(db: Database, name: string, limit: Limit) {
  const prefix = bucketOf(name, limit);
  return {
    client: counter(db, prefix, limit),
    above: counter(db, `${prefix}:above`, { ...limit, points: limit.points * addressesOfNetwork }),
  };
}

function counter(db: Database, keyPrefix: string, limit: Limit) {
  const options = { keyPrefix, points: limit.points, duration: limit.seconds };
  if (!limit.shared) return new RateLimiterMemory(options);
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
