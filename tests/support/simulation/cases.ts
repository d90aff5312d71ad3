import type { Books } from "./books.ts";
import { type Chance, chance } from "./chance.ts";
import type { IncomingRail, Paid } from "./incoming-rail.ts";
import type { OutgoingRail } from "./outgoing-rail.ts";
import type { Wire } from "./reports.ts";

type Case = { id: string; ref: string; rail: string; asset: string; amount: bigint; isOpenTold: boolean };

/** What PayPal's people and payers do about money that has come in: disputes, and refunds past us. */
export type Cases = {
  turn(refs: readonly string[]): void;
  /** No case is open, and the service knows how each ended. */
  isQuiet(ref: string): boolean;
  calm(): void;
};

export function openCases(
  seed: number,
  books: Books,
  wire: Wire,
  incoming: IncomingRail,
  outgoing: OutgoingRail,
): Cases {
  const disputes = new Map<string, Case>();
  const fates = new Map<string, Fate>();
  const luck = chance(seed, "cases");
  const toldRefunds = new Map<string, boolean>();
  let isCalm = false;
  const fateOf = (ref: string) => {
    const fate = fates.get(ref) ?? drawFate(chance(seed, "case", ref));
    fates.set(ref, fate);
    return fate;
  };

  const open = (ref: string, payments: Paid[], isAll: boolean) => {
    const [first] = payments;
    if (!first) return;
    const sum = payments.reduce((total, { amount }) => total + amount, 0n);
    const amount = isAll ? sum : sum / 3n || sum;
    const { rail, asset } = first;
    const dispute = { id: `PP-${ref}`, ref, rail, asset, amount, isOpenTold: false };
    disputes.set(ref, dispute);
    books.enter({ rail, asset }, ref, "dispute", -amount);
    books.enter({ rail: `${rail}_disputed`, asset }, ref, "dispute", amount);
    outgoing.stopRefunds(ref);
    const heard = (isTaken: boolean) => {
      dispute.isOpenTold ||= isTaken;
    };
    const event = () => ({ name: "dispute_opened" as const, caseId: dispute.id, rail, amount });
    wire.put({ ref, isFact: true, event, heard, after: () => payments.every(({ isTold }) => isTold) });
  };
  const decide = (dispute: Case, isWon: boolean) => {
    const { id: caseId, ref, rail, asset, amount } = dispute;
    disputes.delete(ref);
    books.enter({ rail: `${rail}_disputed`, asset }, ref, "dispute", -amount);
    if (isWon) books.enter({ rail, asset }, ref, "dispute", amount);
    const name = isWon ? ("dispute_won" as const) : ("dispute_lost" as const);
    toldRefunds.set(`${ref} dispute`, false);
    const heard = (isTaken: boolean) => isTaken && toldRefunds.set(`${ref} dispute`, true);
    wire.put({ ref, isFact: true, event: () => ({ name, caseId }), heard, after: () => dispute.isOpenTold });
  };
  const refundAtRail = (payment: Paid, isAll: boolean) => {
    const { ref, rail, id: railPaymentId, amount: whole } = payment;
    const amount = isAll ? whole : whole / 2n || whole;
    books.enter(payment, ref, "refunded_at_rail", -amount);
    const refundId = `R${railPaymentId}`;
    payment.refunds.push({ id: refundId, amount });
    toldRefunds.set(`${ref} ${refundId}`, false);
    const heard = (isTaken: boolean) => isTaken && toldRefunds.set(`${ref} ${refundId}`, true);
    const event = () => ({ name: "refunded_at_rail" as const, rail, refundId, railPaymentId, amount });
    wire.put({ ref, isFact: true, event, heard, after: () => payment.isTold });
  };
  const review = (ref: string) => {
    const clear = () => {
      let isOver = false;
      wire.put({
        ref,
        isFact: true,
        // Refused once it is of no use any more: somebody else has ended that hold.
        event: () => (isOver ? undefined : { name: "review_clear" }),
        heard: () => {
          isOver = true;
        },
        after: () => isCalm || luck.percent(10),
      });
    };
    wire.put({ ref, isFact: false, event: () => ({ name: "review_hold" }), heard: (isTaken) => isTaken && clear() });
  };
  const turnOf = (ref: string) => {
    const fate = fateOf(ref);
    const dispute = disputes.get(ref);
    if (dispute) {
      if (isCalm || luck.percent(6)) decide(dispute, fate.isWon);
      return;
    }
    if (isCalm || fate.what === "nothing" || !luck.percent(7)) return;
    const payments = incoming.payments(ref);
    const order = incoming.orderOf(ref);
    const final = payments.filter(({ state, asset }) => state === "final" && asset === order?.asset);
    const isReversible = payments.some(({ fate: future }) => future === "reverse");
    if (final.length === 0) return;
    const { what } = fate;
    if (what === "review") {
      if (order?.method === "hosted_gateway") review(ref);
    } else if (!order?.asset.startsWith("paypal-") || isReversible) return;
    else if (what === "dispute") open(ref, final, fate.isAll);
    else for (const payment of final.slice(0, 1)) refundAtRail(payment, fate.isAll);
    fate.what = "nothing";
  };

  return {
    turn: (refs) => {
      for (const ref of refs) turnOf(ref);
    },
    isQuiet: (ref) =>
      !disputes.has(ref) && [...toldRefunds].every(([name, isTold]) => isTold || !name.startsWith(`${ref} `)),
    calm: () => {
      isCalm = true;
    },
  };
}

type Fate = { what: "nothing" | "dispute" | "refund" | "review"; isAll: boolean; isWon: boolean };

function drawFate(own: Chance): Fate {
  const what = own.weighed([
    [70, "nothing"],
    [16, "dispute"],
    [8, "refund"],
    [6, "review"],
  ] as const);
  return { what, isAll: own.percent(60), isWon: own.percent(50) };
}
