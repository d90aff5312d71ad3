import { and, eq } from "drizzle-orm";
import { outgoing, paypalTask } from "../../../upstream/db/schema/index.ts";
import { paypalAccount } from "../orders/example-customer.ts";
import { executedOrder, paypalToUsdt } from "../orders/order-steps.ts";
import { activityCsv, type TestLine } from "./activity-report.ts";
import { addFile, type HandExchange, handExchange, minor, screenshots, txOf } from "./hand-exchange.ts";

/** What a payout or a payment of the day is called: its order, its transaction, and the movement where it has one. */
export type DayItem = { ref: string; tx: string; movement: string };

const opening = 500_000n;
const reason = "seen at PayPal";
export const day = { from: "2026-11-21T00:00Z", until: "2026-11-22T00:00Z" };

/** A day at PayPal by hand: what people enter, and what PayPal's report says of it. */
export class ReportDay {
  readonly lines: TestLine[] = [];

  private constructor(readonly hand: HandExchange) {}

  static async of(settings: Record<string, string> = {}): Promise<ReportDay> {
    return new ReportDay(await handExchange({ settings, policy: {} }));
  }

  /** A line of now, as PayPal has it, with what the test changes. */
  add(line: Pick<TestLine, "tx" | "gross"> & Partial<TestLine>): TestLine {
    const now = this.hand.service.ctx.clock.now();
    const usual = { at: now, fee: 0n, account: paypalAccount, type: "Payment", status: "Completed" };
    const added = { ...usual, currency: "USD", reference: "", ...line };
    this.lines.push(added);
    return added;
  }

  line(tx: string): TestLine {
    const line = this.lines.find((candidate) => candidate.tx === tx);
    if (!line) throw new Error(`The report has no ${tx}`);
    return line;
  }

  /** An order whose payout anna has paid; not entered where the test says so. */
  async paid(name: string, { fee = "0.35", isEntered = true } = {}): Promise<DayItem> {
    const { ref, order } = await this.hand.paidOrder();
    const item = { ref, tx: txOf(name), movement: `${ref}-payout-1` };
    const { amount } = order.to;
    if (isEntered) await this.enter("paid", await this.#task({ movementId: item.movement }), item.tx, amount, fee);
    this.add({ tx: item.tx, gross: -minor(amount), fee: -minor(fee) });
    return item;
  }

  /** An order by invoice that was paid, entered by anna and confirmed by boris. */
  async received(name: string, { isEntered = true } = {}): Promise<DayItem> {
    const { ref } = await executedOrder(this.hand.service, paypalToUsdt);
    const number = await this.#task({ orderRef: ref });
    await this.hand.must("anna", "tasks claim", { number });
    await this.hand.must("anna", "tasks invoiced", { number, invoice: `INV2-${number}` });
    const tx = txOf(name);
    if (isEntered) await this.#enterAndConfirm("received", number, tx, "100.00", "3.98");
    this.add({ tx, gross: 10_000n, fee: -398n });
    return { ref, tx, movement: "" };
  }

  /** A payout that came back, in full or in part, entered and confirmed. */
  async returned(item: DayItem, name: string, amount: string): Promise<string> {
    const number = await this.#task({ movementId: item.movement });
    const tx = txOf(name);
    await this.#enterAndConfirm("returned", number, tx, amount, "0");
    this.add({ tx, gross: minor(amount), type: "Payment Reversal", reference: item.tx });
    return tx;
  }

  /** A case about the whole payment of an invoice, entered by anna and confirmed by boris. */
  async disputed(item: DayItem, caseId: string, answerBy = "2026-12-01"): Promise<void> {
    const about = { number: await this.#task({ orderRef: item.ref }), case: caseId };
    const evidence = { answer_by: answerBy, screenshot: screenshots.picture, reason };
    await this.hand.must("anna", "tasks disputed", { ...about, ...evidence });
    await this.confirmCase({ case: caseId, answer_by: answerBy });
  }

  /** PayPal's decision of it. */
  async ended(item: DayItem, caseId: string, result: "won" | "lost"): Promise<void> {
    const about = { number: await this.#task({ orderRef: item.ref }), case: caseId, result };
    await this.hand.must("anna", "tasks dispute-ended", { ...about, screenshot: screenshots.picture, reason });
    await this.confirmCase({ case: caseId, result });
  }

  /** Boris confirms what waits, about 100.00. */
  async confirmCase(read: Record<string, string>): Promise<void> {
    await this.hand.must("boris", "tasks confirm", {
      id: await this.hand.waitingEntry(),
      amount: "100.00",
      ...read,
      reason,
    });
  }

  async enter(verb: string, number: string, tx: string, amount: string, fee: string): Promise<void> {
    if (verb === "paid") await this.hand.must("anna", "tasks claim", { number });
    const at = this.hand.service.ctx.clock.now().toISOString();
    const facts = { number, tx, amount, fee, at, account: paypalAccount, screenshot: screenshots.picture };
    await this.hand.must("anna", `tasks ${verb}`, verb === "paid" ? facts : { ...facts, reason });
  }

  async #enterAndConfirm(verb: string, number: string, tx: string, amount: string, fee: string): Promise<void> {
    await this.enter(verb, number, tx, amount, fee);
    await this.hand.must("boris", "tasks confirm", { id: await this.hand.waitingEntry(), tx, amount, reason });
  }

  async #task(which: { movementId: string } | { orderRef: string }): Promise<string> {
    const isOf =
      "movementId" in which
        ? eq(paypalTask.movementId, which.movementId)
        : and(eq(paypalTask.orderRef, which.orderRef), eq(paypalTask.kind, "invoice"));
    const [task] = await this.hand.service.ctx.db.orm.select().from(paypalTask).where(isOf);
    return String(task?.number);
  }

  /** The number of an order's invoice task. */
  taskOf(orderRef: string): Promise<string> {
    return this.#task({ orderRef });
  }

  /** The number of a movement's task. */
  payTaskOf(movementId: string): Promise<string> {
    return this.#task({ movementId });
  }

  /** The report of these lines as an argument. */
  report(lines: readonly TestLine[] = this.lines): string {
    return addFile(activityCsv(lines, opening));
  }

  import(lines: readonly TestLine[] = this.lines, other: Record<string, string> = {}) {
    return this.hand.as("anna", "tasks import", { report: this.report(lines), ...day, ...other });
  }

  /** What the comparison says, as `what subject`. */
  async differences(): Promise<string[]> {
    const outcome = await this.hand.as("anna", "reconcile", { rail: "paypal-by-hand" });
    if (outcome.ok) return [];
    const [head = "", ...lines] = outcome.sentence.split("\n");
    if (!head.includes("differences at")) throw new Error(head);
    return lines.map((line) => line.split(":the rail")[0]?.split(": the rail")[0] ?? "").sort();
  }

  async movementOf(tx: string): Promise<string> {
    const [row] = await this.hand.service.ctx.db.orm.select().from(outgoing).where(eq(outgoing.railTxId, tx));
    return row?.id ?? "";
  }
}
