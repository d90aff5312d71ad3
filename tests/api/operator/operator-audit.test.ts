import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { describe, expect, test } from "vitest";
import * as schema from "../../../upstream/db/schema/index.ts";
import { audit, makerEntry } from "../../../upstream/db/schema/index.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { formatResult } from "../../../upstream/operator/format-result.ts";
import { moneyEffectOf } from "../../../upstream/operator/money-effects.ts";
import { commands } from "../../../upstream/program/commands.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { needsSecondPerson } from "../../../upstream/staff/rules/roles.ts";
import { files } from "../../support/paypal-by-hand/hand-exchange.ts";
import { type TestContext, testContext } from "../../support/service/context.ts";
import { freshDatabase } from "../../support/service/database.ts";
import { boris, operatorSamples } from "../../support/service/operator-samples.ts";
import { signedBy, staffOf } from "../../support/service/staff.ts";

const tables = Object.values(schema)
  .filter((value) => value instanceof PgTable)
  .map((table) => getTableConfig(table).name)
  .filter((name) => name !== "audit" && name !== "signed_command");

/**
 * Run on the operator's machine or as the owner of the database: staff.test.ts has them. About a payout or an account on a real
 * chain: evm-payout-orders.test.ts and evm-sweeps.test.ts have them.
 */
const apart = /^(key (create|show)|staff recover|evm (sign|approve|book-fill))$/;

/**
 * Commands whose sample creates, redirects and prices nothing: a hold that says nothing of a rate, a refund to the customer's
 * own address, prices within their bands. one-operator.test.ts has the others.
 */
const harmlessSamples = /^(orders (release|refund)|(rates|assets|pairs) set|rates limit|pairs open)$/;

/**
 * The same again counts from now: a claim is longer, a rate fresh. `members unlock` lifts what is counted outside the database, and an
 * answer to a ticket is sent twice.
 */
const renewals = /^(orders take|tasks claim|rates (set|fee)|members unlock|tickets answer)$/;

/** As boris; signed, where the sample has added staff. */
const give = (ctx: TestContext, command: string, args: Record<string, string>) => {
  const staff = staffOf(ctx, boris.name);
  const request = staff ? signedBy(ctx, staff, command, args) : { command, args, operator: boris };
  return runCommand(ctx, { ...request, files });
};

/** The whole database except the logs of changes and the time of the last `ledger verify`, and the queued work. */
async function everything(ctx: TestContext): Promise<string> {
  const { rows } = await ctx.db.query(contents);
  return `${JSON.stringify(ctx.jobs.waiting)}\n${rows.map(({ shown: contentsText }) => contentsText).join("\n")}`;
}

/** One statement for all tables: there are two hundred commands and states to compare. */
const contents = tables
  .map((name) => {
    const row = name === "setting" ? "where t.name <> 'last_audit'" : "";
    return `select '${name}: ' || coalesce(string_agg(t::text, ',' order by t::text), '') as shown from "${name}" t ${row}`;
  })
  .join(" union all ");

/** Lines that the terminal shows twice, and empty ones with nothing above or below them. */
function repeatedLines(text: string): string[] {
  const lines = text.split("\n");
  return lines.filter((line, at) =>
    line === "" ? (lines[at + 1] ?? "") === "" || at === 0 : lines.indexOf(line) < at,
  );
}

const inService = commands.filter(({ name }) => !apart.test(name));

const described = inService.map(({ name, changes, discloses }) => ({ name, changes, discloses }));

describe.each(described)("operator $name", ({ name, changes, discloses }) => {
  test("changes nothing without a reason or in a dry run, and writes an audit entry for each change", async () => {
    const asksForReason = "reason" in (commands.find((command) => command.name === name)?.args.shape ?? {});
    const sample = operatorSamples[name];
    if (!sample) throw new Error(`${name} needs an example in tests/support/service/operator-samples.ts`);
    const ctx = await testContext(await freshDatabase());
    const args = await sample(ctx);
    const [before, earlierIds] = [await everything(ctx), (await ctx.db.orm.select().from(audit)).map(({ id }) => id)];

    if (changes && asksForReason) {
      const { reason: _, ...unexplained } = args;
      // A reason is needed only to take over another's claim.
      if (name === "orders take") unexplained.anyway = "yes";
      const refused = await give(ctx, name, unexplained);
      expect(refused).toMatchObject({ ok: false, sentence: expect.stringContaining("Enter a reason") });
      expect(await everything(ctx)).toBe(before);
    }
    if (discloses) {
      // It writes down that somebody reads: a rehearsal would show the same without that.
      const dry = await give(ctx, name, { ...args, dry_run: "yes" });
      expect(dry).toMatchObject({ ok: false, sentence: "What this command shows is not rehearsed." });
      expect(await everything(ctx)).toBe(before);
    } else if (changes) {
      const dry = await give(ctx, name, { ...args, dry_run: "yes" });
      const dryRunReply = { dry_run: "Nothing was changed.", changes: expect.arrayContaining([expect.anything()]) };
      expect(dry).toMatchObject({ ok: true, data: dryRunReply });
      expect(dry.ok && dry.data).not.toHaveProperty("asks_for_anyway");
      expect(await everything(ctx)).toBe(before);
      expect((await ctx.db.orm.select().from(audit)).map(({ id }) => id)).toEqual(earlierIds);
    }
    const wordsBefore = (await ctx.db.orm.select().from(makerEntry)).length;
    const outcome = await give(ctx, name, args);
    expect(outcome).toMatchObject({ ok: true });
    expect(outcome.ok && repeatedLines(formatResult(outcome.data))).toEqual([]);

    // What a command creates, redirects or prices is written down for the second person, who is asked before it leaves.
    const words = (await ctx.db.orm.select().from(makerEntry)).length - wordsBefore;
    const effect = moneyEffectOf[name];
    if (needsSecondPerson(effect)) expect(words > 0).toBe(!harmlessSamples.test(name));
    else expect(words).toBe(/^staff (add|remove)$/.test(name) ? 1 : 0);

    const isChanged = (await everything(ctx)) !== before;
    const entries = (await ctx.db.orm.select().from(audit)).filter(({ id }) => !earlierIds.includes(id));
    // What only shows something is audited because of who reads it.
    expect(entries.length > 0).toBe(isChanged || discloses === true);
    expect(changes !== undefined).toBe(isChanged || discloses === true);
    for (const entry of entries) {
      expect(entry).toMatchObject({ actor: "boris", subject: expect.stringMatching(/./) });
      if (args.reason) expect(entry.reason).toBe(args.reason);
      const detailsText = JSON.stringify(entry.details);
      expect(detailsText).toMatch(/"(after|again|kind)":/);
    }
    if (changes && !discloses && !renewals.test(name)) await expectNoEmptyEntry(ctx, name, args);
    expect(await verify(ctx.db)).toEqual([]);
  });
});

/** The same command again: what it does not change has no audit entry, and no answer as if it had. */
async function expectNoEmptyEntry(ctx: TestContext, name: string, args: Record<string, string>): Promise<void> {
  const [before, count] = [await everything(ctx), (await ctx.db.orm.select().from(audit)).length];
  await give(ctx, name, args);
  const entries = (await ctx.db.orm.select().from(audit)).slice(count);
  const isEmpty = ({ details: { before: was, after: is, event } }: (typeof entries)[number]) =>
    event === undefined && was !== undefined && JSON.stringify(was) === JSON.stringify(is);
  expect(entries.filter(isEmpty)).toEqual([]);
  if ((await everything(ctx)) === before) expect(entries).toEqual([]);
}

test("every command runs or refuses any input with one sentence", async () => {
  const ctx = await testContext(await freshDatabase());
  for (const { name, args: argsSchema } of commands) {
    for (const typed of ["", "'; drop table audit; --", "-1", "\u0000", "9".repeat(400), "__proto__"]) {
      const args = Object.fromEntries(Object.keys(argsSchema.shape).map((key) => [key, typed]));
      const outcome = await runCommand(ctx, { command: name, args, operator: boris });
      if (!outcome.ok)
        expect(outcome.sentence, `${name} of ${typed}`).not.toMatch(/The command failed|undefined|\[object/);
    }
  }
});
