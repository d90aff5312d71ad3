import { pino } from "pino";
import { exampleCompany } from "../../../contract/company/read-company.ts";
import type { Database } from "../../../upstream/db/database.ts";
import { sandboxRates } from "../../../upstream/market/rates/sandbox.ts";
import { webPush } from "../../../upstream/orders/push/web-push.ts";
import { openMarket } from "../../../upstream/orders/quotes/market.ts";
import { defaultPolicy } from "../../../upstream/orders/rules/policy.ts";
import type { Context } from "../../../upstream/ports/context.ts";
import { payoutOwners } from "../../../upstream/program/payout-owners.ts";
import { railsFor } from "../../../upstream/rails/rails.ts";
import { envSchema } from "../../../upstream/settings/env.ts";
import { signer } from "../../../upstream/verify/signing/signer.ts";
import { dayLimit } from "../../../upstream/withdrawals/day-limit.ts";
import { beginDemoMarket } from "../market/demo-market-rows.ts";
import { type InlineJobs, inlineJobs } from "./inline-jobs.ts";

export type TestContext = Context & { jobs: InlineJobs };

/** A service context without HTTP and queues: the demo market, a clock set by the test, sequential ids. */
export async function testContext(db: Database, settings: Record<string, string> = {}): Promise<TestContext> {
  const start = new Date("2026-11-21T09:00:00.000Z");
  await beginDemoMarket(db, start);
  let offset = 0;
  const clock = {
    now: () => new Date(start.getTime() + offset * 1000),
    advance: async (seconds: number) => {
      offset += seconds;
    },
    offsetSeconds: () => offset,
  };
  let count = 0;
  const next = () => {
    count += 1;
    return String(count).padStart(6, "0");
  };
  const ids = { newId: (prefix: string) => `${prefix}_${next()}`, newRef: () => `TEST${next()}` };
  const env = {
    ...envSchema.parse({
      SANDBOX_PACE_MS: "0",
      SANDBOX_CLOCK: "1",
      UNPAID_LIMITS: "off",
      PAYER_LIMITS: "off",
      PAYOUT_CAPS: "off",
      FEES_FOLLOW_NETWORK: "off",
      PRICE_FLOOR: "off",
      ...settings,
    }),
    ORDER_LINK_SECRETS: ["s".repeat(32)],
    ACCOUNT_SECRETS: ["a".repeat(32)],
    COMPANY: exampleCompany,
    railSettings: settings,
  };
  const log = pino({ level: "silent" });
  const rates = sandboxRates(db.orm);
  await rates.refresh();
  const rails = railsFor({ db, clock, ids, env });
  return {
    db,
    clock,
    ids,
    env,
    policy: { ...defaultPolicy, unpaid: env.UNPAID_LIMITS, payers: env.PAYER_LIMITS },
    rates,
    market: openMarket(
      {
        ...{ orm: db.orm, rates, rails, clock, payoutCaps: env.PAYOUT_CAPS },
        feesFollow: env.FEES_FOLLOW_NETWORK === "on",
        hasFloor: env.PRICE_FLOOR === "on",
      },
      () => offset * 1000,
    ),
    rails,
    payoutOwners,
    memberLimit: dayLimit,
    jobs: inlineJobs(),
    signer: signer(env.ORDER_LINK_SECRETS, env.PUBLIC_ORIGIN),
    push: webPush(env, log),
    log,
    callBack: async () => {
      throw new Error("Nobody listens here");
    },
  };
}
