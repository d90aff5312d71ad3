import { expect, test } from "vitest";
import { order } from "../../../upstream/db/schema/index.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import type { TestLine } from "../../support/paypal-by-hand/activity-report.ts";
import { screenshots, txOf } from "../../support/paypal-by-hand/hand-exchange.ts";
import { ReportDay } from "../../support/paypal-by-hand/report-day.ts";

const reason = "on PayPal's page";
const refusal = (sentence: string) => ({ ok: false, sentence: expect.stringContaining(sentence) });

test("holds, releases and reversals in PayPal's report are proposed as disputes; nothing differs before, meanwhile and afterwards", async () => {
  const today = await ReportDay.of({ PAYPAL_WITHIN_HOURS: "14" });
  const { service, must, as } = today.hand;
  const won = await today.received("won");
  const lost = await today.received("lost");
  const refunded = await today.received("refunded");
  const hold = (tx: string, reference: string) =>
    today.add({ tx: txOf(tx), gross: -10_000n, type: "Hold on Balance for Dispute Investigation", reference });
  const about = (
    tx: string,
    gross: bigint,
    type: string,
    reference: string,
  ): Pick<TestLine, "tx" | "gross"> & Partial<TestLine> => ({ tx: txOf(tx), gross, type, reference });
  for (const { tx } of [won, lost, refunded]) hold(`hold ${tx}`, tx);
  await service.pass(13 * 3600);
  const imported = await today.import();
  expect(imported).toMatchObject({ ok: true });
  const proposals = async () =>
    (await must("anna", "tasks proposals")).data as { line: number; as: string; next: string; case?: string }[];
  expect((await proposals()).map(({ as: kind }) => kind)).toEqual(["disputed", "disputed", "disputed"]);
  expect(await today.differences()).toEqual([]);

  for (const [at, { line, next }] of (await proposals()).entries()) {
    expect(next).toBe(`tasks accept ${line} --case CASE --answer-by DAY`);
    const typed = { line: String(line), reason };
    expect(await as("anna", "tasks accept", typed)).toMatchObject(refusal("Resolution Centre"));
    await must("anna", "tasks accept", { ...typed, case: `PP-D-${at}`, answer_by: "2026-12-01" });
    expect(await as("anna", "tasks accept", { ...typed, case: "PP-D-9", answer_by: "2026-12-01" })).toMatchObject({
      ok: false,
    });
    // What waits for its second person is under way.
    expect(await today.differences()).toEqual([]);
    await today.confirmCase({ case: `PP-D-${at}`, answer_by: "2026-12-01" });
  }
  expect([await proposals(), await today.differences()]).toEqual([[], []]);

  today.add({ ...about("release", 10_000n, "Cancellation of Hold for Dispute Resolution", won.tx), at: early });
  today.add({ ...about("release 2", 10_000n, "Cancellation of Hold for Dispute Resolution", lost.tx), at: early });
  today.add({ ...about("reversal", -10_000n, "Payment Reversal", lost.tx), at: early });
  today.add({ ...about("release 3", 10_000n, "Cancellation of Hold for Dispute Resolution", refunded.tx), at: early });
  today.add({ ...about("refund", -10_000n, "Payment Refund", refunded.tx), at: early });
  await today.import();
  const ends = await proposals();
  expect(ends.map(({ as: kind, case: id }) => [kind, id]).sort()).toEqual([
    ["dispute_lost", "PP-D-1"],
    ["dispute_lost", "PP-D-2"],
    ["dispute_won", "PP-D-0"],
  ]);
  for (const { line, as: kind, case: id = "" } of ends) {
    await must("anna", "tasks accept", { line: String(line), reason });
    expect(await today.differences()).toEqual([]);
    await today.confirmCase({ case: id, result: kind.replace("dispute_", "") });
  }
  expect([await proposals(), await today.differences()]).toEqual([[], []]);
  const orders = await service.ctx.db.orm.select({ ref: order.ref, status: order.status }).from(order);
  const statusOf = (ref: string) => orders.find((row) => row.ref === ref)?.status;
  expect([won, lost, refunded].map(({ ref }) => statusOf(ref))).toEqual(["completed", "charged_back", "charged_back"]);
  expect(await verify(service.ctx.db)).toEqual([]);
});

/** Within the last hours that the company promises to act in. */
const early = new Date("2026-11-21T23:00:00Z");

test("a line opens one case, also where two people accept it at once", async () => {
  const today = await ReportDay.of({ PAYPAL_WITHIN_HOURS: "14" });
  const { service, must, as } = today.hand;
  const { tx } = await today.received("one");
  today.add({ tx: txOf("hold"), gross: -4_000n, type: "Payment Hold", reference: tx });
  await service.pass(13 * 3600);
  await today.import();
  const [proposal] = (await must("anna", "tasks proposals")).data as { line: number }[];
  const typed = { line: String(proposal?.line), answer_by: "2026-12-01", reason };
  const outcomes = await Promise.all(
    ["PP-D-1", "PP-D-2"].map((id) => as("anna", "tasks accept", { ...typed, case: id })),
  );
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
});

test("a dispute that was typed is matched with the lines of PayPal's report, and a hold that nobody enters becomes a difference", async () => {
  const today = await ReportDay.of({ PAYPAL_WITHIN_HOURS: "1" });
  const { service, must } = today.hand;
  const typed = await today.received("typed");
  const other = await today.received("other");
  const hold = { gross: -10_000n, type: "Payment Hold" };
  today.add({ ...hold, tx: txOf("hold"), reference: typed.tx });
  today.add({ ...hold, tx: txOf("hold of other"), reference: other.tx });
  const about = { number: await today.taskOf(typed.ref), case: "PP-D-1", answer_by: "2026-12-01" };
  await must("anna", "tasks disputed", { ...about, screenshot: screenshots.picture, reason });
  await service.pass(13 * 3600);
  await today.import();
  expect(await today.differences()).toEqual([`rail_without_sent ${txOf("hold of other")}`]);
  await today.confirmCase({ case: "PP-D-1", answer_by: "2026-12-01" });
  expect(await today.differences()).toEqual([`rail_without_sent ${txOf("hold of other")}`]);
});
