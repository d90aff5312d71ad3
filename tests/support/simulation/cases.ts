import type { Books } from "./books.ts";
import { type Chance, chance } from "./chance.ts";
import type { IncomingRail, Paid } from "./incoming-rail.ts";
import type { OutgoingRail } from "./outgoing-rail.ts";
import type { Wire } from "./reports.ts";

type Case = { id: string; ref: string; rail: string; asset: string; amount: bigint; isOpenReported: boolean };

/** Disputes and refunds at PayPal, by payers and staff. */
export type Cases = {
  turn(refs: readonly string[]): void;
  /** No case is open, and the service knows all results. */
  isQuiet(ref: string): boolean;
  calm(): void;
};

export class SimulatedCases implements Cases {
  private readonly disputes = new Map<string, Case>();
  private readonly fates = new Map<string, Fate>();
  private readonly luck: Chance;
  private readonly reportedRefunds = new Map<string, boolean>();
  private isCalm = false;

  constructor(
    private readonly seed: number,
    private readonly books: Books,
    private readonly wire: Wire,
    private readonly incoming: IncomingRail,
    private readonly outgoing: OutgoingRail,
  ) {
    this.luck = chance(seed, "cases");
  }

  private fateOf(ref: string) {
    const fate = this.fates.get(ref) ?? drawFate(chance(this.seed, "case", ref));
    this.fates.set(ref, fate);
    return fate;
  }

  private open(ref: string, payments: Paid[], isAll: boolean) {
    const [first] = payments;
    if (!first) return;
    const sum = payments.reduce((total, { amount }) => total + amount, 0n);
    const amount = isAll ? sum : sum / 3n || sum;
    const { rail, asset } = first;
    const dispute = { id: `PP-${ref}`, ref, rail, asset, amount, isOpenReported: false };
    this.disputes.set(ref, dispute);
    this.books.enter({ rail, asset }, ref, "dispute", -amount);
    this.books.enter({ rail: `${rail}_disputed`, asset }, ref, "dispute", amount);
    this.outgoing.stopRefunds(ref);
    const onDelivered = (isAccepted: boolean) => {
      dispute.isOpenReported ||= isAccepted;
    };
    const event = () => ({ name: "dispute_opened" as const, caseId: dispute.id, rail, amount });
    this.wire.put({
      ref,
      isFact: true,
      event,
      onDelivered,
      after: () => payments.every(({ isReported }) => isReported),
    });
  }

  private decide(dispute: Case, isWon: boolean) {
    const { id: caseId, ref, rail, asset, amount } = dispute;
    this.disputes.delete(ref);
    this.books.enter({ rail: `${rail}_disputed`, asset }, ref, "dispute", -amount);
    if (isWon) this.books.enter({ rail, asset }, ref, "dispute", amount);
    const name = isWon ? ("dispute_won" as const) : ("dispute_lost" as const);
    this.reportedRefunds.set(`${ref} dispute`, false);
    const onDelivered = (isAccepted: boolean) => isAccepted && this.reportedRefunds.set(`${ref} dispute`, true);
    this.wire.put({
      ref,
      isFact: true,
      event: () => ({ name, caseId }),
      onDelivered,
      after: () => dispute.isOpenReported,
    });
  }

  private refundAtRail(payment: Paid, isAll: boolean) {
    const { ref, rail, id: railPaymentId, amount: whole } = payment;
    const amount = isAll ? whole : whole / 2n || whole;
    this.books.enter(payment, ref, "refunded_at_rail", -amount);
    const refundId = `R${railPaymentId}`;
    payment.refunds.push({ id: refundId, amount });
    this.reportedRefunds.set(`${ref} ${refundId}`, false);
    const onDelivered = (isAccepted: boolean) => isAccepted && this.reportedRefunds.set(`${ref} ${refundId}`, true);
    const event = () => ({ name: "refunded_at_rail" as const, rail, refundId, railPaymentId, amount });
    this.wire.put({ ref, isFact: true, event, onDelivered, after: () => payment.isReported });
  }

  private review(ref: string) {
    const clear = () => {
      let isOver = false;
      this.wire.put({
        ref,
        isFact: true,
        // Refused when no longer applicable: the hold has ended in another way.
        event: () => (isOver ? undefined : { name: "review_clear" }),
        onDelivered: () => {
          isOver = true;
        },
        after: () => this.isCalm || this.luck.percent(10),
      });
    };
    this.wire.put({
      ref,
      isFact: false,
      event: () => ({ name: "review_hold" }),
      onDelivered: (isAccepted) => isAccepted && clear(),
    });
  }

  private turnOf(ref: string) {
    const fate = this.fateOf(ref);
    const dispute = this.disputes.get(ref);
    if (dispute) {
      if (this.isCalm || this.luck.percent(6)) this.decide(dispute, fate.isWon);
      return;
    }
    if (this.isCalm || fate.what === "nothing" || !this.luck.percent(7)) return;
    const payments = this.incoming.payments(ref);
    const order = this.incoming.orderOf(ref);
    const final = payments.filter(({ state, asset }) => state === "final" && asset === order?.asset);
    const isReversible = payments.some(({ fate: future }) => future === "reverse");
    if (final.length === 0) return;
    const { what } = fate;
    if (what === "review") {
      if (order?.method === "hosted_gateway") this.review(ref);
    } else if (!order?.asset.startsWith("paypal-") || isReversible) return;
    else if (what === "dispute") this.open(ref, final, fate.isAll);
    else for (const payment of final.slice(0, 1)) this.refundAtRail(payment, fate.isAll);
    fate.what = "nothing";
  }

  turn(refs: readonly string[]) {
    for (const ref of refs) this.turnOf(ref);
  }

  isQuiet(ref: string) {
    return (
      !this.disputes.has(ref) &&
      [...this.reportedRefunds].every(([name, isReported]) => isReported || !name.startsWith(`${ref} `))
    );
  }

  calm() {
    this.isCalm = true;
  }
}

type Fate = { what: "nothing" | "dispute" | "refund" | "review"; isAll: boolean; isWon: boolean };

function drawFate(luck: Chance): Fate {
  const what = luck.weighed([
    [70, "nothing"],
    [16, "dispute"],
    [8, "refund"],
    [6, "review"],
  ] as const);
  return { what, isAll: luck.percent(60), isWon: luck.percent(50) };
}
