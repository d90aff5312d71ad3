import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { defaultLimits, type LimitTable, rateLimits } from "../../../upstream/http/request/limits.ts";
import { freshDatabase } from "../../support/service/database.ts";

const names = Object.keys(defaultLimits) as (keyof LimitTable)[];

/** Calls that are counted in the memory of each process, and the words of `.env.example` for them. */
const inMemory: Partial<Record<keyof LimitTable, string>> = {
  exchangeQuote: "prices",
  botCheck: "bot checks",
  openApi: "the API document",
  supportTicket: "the page of a support ticket",
  unsubscribe: "what stops an email",
  reserveRequestStop: "what stops an email",
  reviewsDecline: "what stops an email",
};

describe("two processes on one database", () => {
  test("share the limits of all calls except those listed in .env.example", async () => {
    const db = await freshDatabase();
    const small = Object.fromEntries(names.map((name) => [name, { ...defaultLimits[name], points: 2 }])) as LimitTable;
    const [firstProcess, secondProcess] = [rateLimits(db, small), rateLimits(db, small)];
    for (const [at, name] of names.entries()) {
      // An address of its own, since some calls are counted together.
      const address = `198.51.100.${at + 1}`;
      for (const process of [firstProcess, secondProcess])
        expect((await process.take(name, address)).refusal, name).toBeUndefined();
      const third = await secondProcess.take(name, address);
      expect([name, third.refusal?.refused]).toEqual([name, inMemory[name] ? undefined : "too_many_requests"]);
    }
  });

  test(".env.example lists the limits counted in memory", () => {
    const [, text = ""] = /((?:# .*\n)+)RATE_LIMITS=/.exec(readFileSync(".env.example", "utf8")) ?? [];
    for (const words of Object.values(inMemory)) expect(text.replaceAll("\n# ", " ")).toContain(words);
  });
});
