import { expect, test } from "vitest";
import { paypalEntry, paypalImport, paypalLine, paypalTask } from "../../../upstream/db/schema/index.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { eraseGuestOrders } from "../../../upstream/orders/change-owner.ts";
import { acceptedDraft, paypalToUsdt } from "../../support/orders/order-steps.ts";
import { addFile, txOf } from "../../support/paypal-by-hand/hand-exchange.ts";
import { day, ReportDay } from "../../support/paypal-by-hand/report-day.ts";

const reason = "on PayPal's page";

test("a day whose report agrees matches until the report's end; importing it again changes nothing", async () => {
  const today = await ReportDay.of();
  const { service, must, as } = today.hand;
  expect(await as("anna", "reconcile", { rail: "paypal-by-hand" })).toMatchObject({
    ok: false,
    sentence: expect.stringContaining("No report was imported"),
  });
  const sent = await today.paid("sent");
  await today.received("received");
  const back = await today.paid("back");
  await today.returned(back, "returned", "20.00");
  today.add({ tx: txOf("bank"), gross: 100_000n, account: "", type: "Bank Deposit to PP Account" });
  await must("treasurer", "reserve fund", {
    asset: "paypal-usd",
    amount: "1000",
    tx: txOf("bank"),
    anyway: "yes",
    reason,
  });
  today.add({ tx: txOf("out"), gross: -20_000n, fee: -300n, account: "", type: "General Withdrawal" });
  await must("treasurer", "reserve take", {
    asset: "paypal-usd",
    amount: "200",
    tx: txOf("out"),
    anyway: "yes",
    reason,
  });
  const outFee = { asset: "paypal-usd", amount: "3", kind: "rail", tx: txOf("out"), anyway: "yes", reason };
  await must("treasurer", "reserve fee", outFee);
  today.add({ tx: txOf("case fee"), gross: -2_000n, account: "", type: "Chargeback Fee" });
  const fee = { asset: "paypal-usd", amount: "20", kind: "rail", tx: txOf("case fee"), anyway: "yes", reason };
  await must("treasurer", "reserve fee", fee);
  await service.pass(13 * 3600);
  expect(await today.import()).toMatchObject({ ok: true, data: { lines: 7, new: 7, changed: 0, proposals: [] } });
  // What comes after the report is in it some other day.
  await today.paid("tomorrow");
  await today.received("tomorrow too");
  expect(await today.differences()).toEqual([]);
  const matched = await must("anna", "reconcile", { rail: "paypal-by-hand" });
  expect(matched.data).toContain("matched until 2026-11-22T00:00:00.000Z, compared at");
  const before = today.lines.filter(({ at }) => at < new Date(day.until));
  expect((await today.import(before)).ok && (await today.import(before))).toMatchObject({
    data: expect.stringContaining("imported before"),
  });
  const longer = { from: "2026-11-20T18:00Z", until: "2026-11-22T00:00Z" };
  expect(await today.import(before, longer)).toMatchObject({ data: { new: 0, changed: 0 } });
  expect(await service.ctx.db.orm.select().from(paypalImport)).toHaveLength(2);
  expect(await service.ctx.db.orm.select().from(paypalLine)).toHaveLength(7);
  expect(sent.tx).toBe(txOf("sent"));
  expect(await today.differences()).toEqual([]);
  const { db, clock } = service.ctx;
  expect(await db.transaction((tx) => eraseGuestOrders(tx, clock.now(), 100))).toContain(sent.ref);
  expect(await today.differences()).toEqual([]);
  expect(await verify(service.ctx.db)).toEqual([]);
});

test("a line that was pending and is completed is replaced, and the old one stays", async () => {
  const today = await ReportDay.of();
  await today.received("slow");
  const line = today.line(txOf("slow"));
  const pending = { ...line, status: "Pending" };
  await today.hand.service.pass(13 * 3600);
  const filler = { ...line, tx: txOf("other"), gross: 1n, fee: 0n, account: "", type: "General Credit" };
  await today.import([pending, filler]);
  expect(await today.differences()).toEqual([`booked_without_credit ${line.tx.toLowerCase()}`, expect.any(String)]);
  expect(await today.import([line, filler])).toMatchObject({ ok: true, data: { new: 0, changed: 2 } });
  const rows = await today.hand.service.ctx.db.orm.select().from(paypalLine);
  expect(rows.filter(({ tx }) => tx === line.tx).map((row) => [row.status, row.replacedBy])).toEqual([
    ["Pending", expect.any(Number)],
    ["Completed", null],
  ]);
  const account = "eve@example.com";
  const named = { ...filler, account };
  expect(await today.import([line, named])).toMatchObject({ data: { new: 0, changed: 0 } });
  const from = "2026-11-20T12:00Z";
  expect(await today.import([{ ...line, account }, named], { from })).toMatchObject({ data: { new: 0, changed: 1 } });
  expect(await today.import([line, named])).toMatchObject({ data: expect.stringContaining("imported before") });
  expect(await today.import([line, filler], { from })).toMatchObject({ data: { new: 0, changed: 1 } });
  // The report from before, by mistake once more.
  const older = await today.import([pending, filler], { from: "2026-11-20T00:00Z" });
  expect(older).toMatchObject({ ok: false, sentence: expect.stringContaining("Is it older?") });
  const cut = await today.import([line], { from: "2026-11-20T00:00Z" });
  expect(cut).toMatchObject({ ok: false, sentence: expect.stringContaining("Is it all activity?") });
});

test("what nobody has entered is proposed for its task, and accepted with the rules of an entry", async () => {
  const today = await ReportDay.of();
  const { service, must, as } = today.hand;
  const sent = await today.paid("sent", { isEntered: false });
  const received = await today.received("received", { isEntered: false });
  await service.pass(13 * 3600);
  const imported = await today.import();
  expect(imported).toMatchObject({ ok: true, data: { proposals: [{ as: "paid" }, { as: "received" }] } });
  expect(await today.differences()).toEqual([]);
  const rows = (await must("anna", "tasks proposals")).data as { line: number; task: number }[];
  const [pay, invoice] = rows;
  const accepting = { line: String(pay?.line), reason };
  // As any entry: by the person on the task.
  expect(await as("anna", "tasks accept", accepting)).toMatchObject({ ok: false });
  await must("anna", "tasks claim", { number: String(pay?.task) });
  expect(await as("boris", "tasks accept", accepting)).toMatchObject({ ok: false });
  await must("anna", "tasks accept", accepting);
  expect(await as("anna", "tasks accept", accepting)).toMatchObject({ ok: false });
  const waiting = await must("anna", "tasks accept", { line: String(invoice?.line), reason });
  const id = /tasks confirm ([\w-]+)/.exec(String(waiting.data))?.[1] ?? "";
  const read = { id, tx: received.tx, amount: "100.00", reason };
  expect(await as("anna", "tasks confirm", read)).toMatchObject({ ok: false });
  // What waits for its second person is under way.
  expect(await today.differences()).toEqual([]);
  await must("boris", "tasks confirm", read);
  expect((await must("anna", "tasks proposals")).data).toEqual([]);
  expect(await today.movementOf(sent.tx)).toBe(sent.movement);
  expect(await today.differences()).toEqual([]);
  expect(await verify(service.ctx.db)).toEqual([]);
});

test("nothing is proposed for a task whose payment waits, nor for the invoice of a draft", async () => {
  const today = await ReportDay.of({ PAYPAL_CONFIRM_ABOVE: "0.01" });
  const { service, must } = today.hand;
  const { tx } = await today.paid("waits");
  const { gross } = today.line(tx);
  const draft = await acceptedDraft(service, paypalToUsdt);
  const invoices = service.ctx.rails.payinFor("paypal-usd", "paypal_invoice");
  await invoices.issue({ ref: draft.ref, asset: "paypal-usd", amount: 10_000n, payer: null, language: "en" });
  today.add({ tx: txOf("again"), gross });
  today.add({ tx: txOf("draft"), gross: 10_000n });
  await service.pass(13 * 3600);
  expect(await today.import()).toMatchObject({ ok: true, data: { proposals: [] } });
  const [entry] = await service.ctx.db.orm.select().from(paypalEntry);
  await must("boris", "tasks reject", { id: entry?.id ?? "", reason });
  // Now nobody has entered it.
  expect(await must("anna", "tasks proposals")).toMatchObject({ data: [{ tx, as: "paid" }] });
});

test("a report that is none, is cut or speaks of the future is refused", async () => {
  const today = await ReportDay.of();
  const { as, service } = today.hand;
  today.add({ tx: txOf("one"), gross: -100n });
  const sentence = async (promise: ReturnType<typeof as>) => {
    const outcome = await promise;
    return outcome.ok ? "" : outcome.sentence;
  };
  expect(await sentence(today.import())).toContain("has not come yet");
  await service.pass(24 * 3600);
  const late = { from: "2026-11-22T00:00Z", until: "2026-11-22T06:00Z" };
  expect(await sentence(today.import(today.lines, late))).toContain("between --from and --until");
  const [line] = today.lines;
  if (!line) throw new Error("no line");
  expect(await sentence(today.import([line, { ...line, gross: -200n }]))).toContain("is in it twice");
  await today.import();
  await service.pass(24 * 3600);
  await today.import([], { from: "2026-11-22T06:00Z", until: "2026-11-23T00:00Z" });
  expect(await sentence(as("anna", "reconcile", { rail: "paypal-by-hand" }))).toContain(
    "No report covers 2026-11-22T00:00:00.000Z to 2026-11-22T06:00:00.000Z",
  );
});

test("reports that begin after an entry are compared with nothing, until an earlier one is imported", async () => {
  const today = await ReportDay.of();
  const { service, must, as } = today.hand;
  const minutesAgo = (minutes: number) => new Date(service.ctx.clock.now().getTime() - minutes * 60_000).toISOString();
  const sentence = async () => {
    const outcome = await as("anna", "reconcile", { rail: "paypal-by-hand" });
    return outcome.ok ? outcome.data : outcome.sentence;
  };
  await today.hand.paidOrder();
  const [task] = await service.ctx.db.orm.select().from(paypalTask);
  await must("anna", "tasks claim", { number: String(task?.number) });
  // Nothing was paid, so no report has to have it.
  await must("anna", "tasks give-back", { number: String(task?.number), reason });
  const at = service.ctx.clock.now();
  const rejected = { state: "refused", decidedBy: "boris", decidedAt: at, isTold: true, needsSecond: true } as const;
  const entered = { task: task?.number ?? 0, kind: "paid", at, enteredBy: "anna", enteredAt: at } as const;
  const money = { tx: txOf("rejected"), amount: 1n, fee: 0n };
  await service.ctx.db.orm.insert(paypalEntry).values({ id: "pe_rejected", ...entered, ...money, ...rejected });
  await service.pass(3600);
  await today.paid("first");
  await service.pass(3600);
  await today.paid("second");
  await service.pass(13 * 3600);
  const all = today.lines;
  const until = minutesAgo(60);
  await today.import(all.slice(1), { from: minutesAgo(13 * 60 + 30), until });
  expect(await sentence()).toContain("The reports begin at");
  await today.import(all, { from: minutesAgo(14 * 60 + 50), until, anyway: "yes" });
  expect(await sentence()).toContain("matched until");
});

test("a comparison does not mix two imports, and counts no balance of a line that is gone", async () => {
  const today = await ReportDay.of();
  const { service } = today.hand;
  today.add({ tx: txOf("one"), gross: 100n, account: "" });
  await service.pass(60);
  today.add({ tx: txOf("two"), gross: 200n, account: "" });
  await service.pass(13 * 3600);
  await today.import();
  const paypal = service.ctx.rails.statements().find(({ rail }) => rail === "paypal-by-hand");
  const balancesNow = async () => {
    const statement = await paypal?.take?.();
    for await (const page of statement?.balances() ?? [])
      return { statement, amounts: page.map(({ amount }) => amount) };
    return { statement, amounts: [] };
  };
  const { statement, amounts } = await balancesNow();
  expect(amounts).toEqual([500_300n]);
  await today.import(today.lines.slice(0, 1), { anyway: "yes" });
  const { db } = service.ctx;
  await expect(db.transaction(async (tx) => statement?.confirm(tx))).rejects.toThrow("imported meanwhile");
  expect((await balancesNow()).amounts).toEqual([500_100n]);
});

test("a report without the balance after each transaction is refused", async () => {
  const today = await ReportDay.of();
  const columns = "Date,Time,TimeZone,Type,Status,Currency,Gross,Fee,Transaction ID,Balance,Balance Impact";
  const row = (cells: string) => `21/11/2026,12:05:00,GMT,Payment,${cells}`;
  await today.hand.service.pass(13 * 3600);
  const imported = (cells: string) =>
    today.hand.as("anna", "tasks import", { report: addFile(`${columns}\n${row(cells)}`), ...day });
  const refused = await imported("Completed,USD,1.00,0.00,1AB23456CD789012E,,Credit");
  expect(refused).toMatchObject({ ok: false, sentence: expect.stringContaining("has no Balance") });
  expect(await imported("Pending,USD,1.00,0.00,1AB23456CD789012E,,Credit")).toMatchObject({ ok: true });
  expect(await imported("Completed,USD,1.00,0.00,2AB23456CD789012E,,Memo")).toMatchObject({ ok: false });
});
