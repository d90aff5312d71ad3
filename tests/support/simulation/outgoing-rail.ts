import { type PayoutRail, RailUnavailable, type SendResult } from "../../../upstream/ports/rail.ts";
import { networkFee, networkOf, railId, transactionId } from "../../../upstream/rails/sandbox/network.ts";
import type { Books } from "./books.ts";
import { type Chance, chance } from "./chance.ts";
import { away, type Wire } from "./reports.ts";

/** Money that a rail was asked to send. */
type Sending = {
  id: string;
  ref: string;
  kind: "payout" | "refund";
  rail: string;
  asset: string;
  amount: bigint;
  state: "under_way" | "sent" | "refused" | "returned";
  willFail: boolean;
  willReturn: boolean;
  luck: Chance;
  /** The service knows how it ended. */
  isTold: boolean;
};

/** How money leaves the outside world's rails: at once, later, never; sometimes it comes back. */
export type OutgoingRail = {
  forAsset(asset: string): PayoutRail;
  /** What is under way goes on. */
  turn(): void;
  /** PayPal stops refunds that are under way while their payment is disputed. */
  stopRefunds(ref: string): void;
  /** Nothing is under way there, and what has ended is known to the service. */
  isQuiet(ref: string): boolean;
  isRefunding(ref: string): boolean;
  calm(): void;
};

export function outgoingRail(seed: number, books: Books, wire: Wire): OutgoingRail {
  const known = new Map<string, Sending>();
  const luck = chance(seed, "outgoing");
  let isCalm = false;

  const network = (asset: string) => {
    const found = networkOf(asset);
    if (!found) throw new RailUnavailable(`Nobody sends ${asset}`);
    return found;
  };
  const fee = ({ asset }: Sending) => {
    const place = network(asset);
    return place === "tron" ? { asset: "trx", amount: 13_000_000n } : networkFee(place);
  };
  const txId = ({ asset, id }: Sending) => transactionId(network(asset), id);

  const leave = (sending: Sending) => {
    const { rail, ref, kind, amount } = sending;
    sending.state = "sent";
    books.enter(sending, ref, kind, -amount);
    const charged = fee(sending);
    if (charged) books.enter({ rail, asset: charged.asset }, ref, "network_fee", -charged.amount);
  };
  const told = (sending: Sending) => () => {
    sending.isTold = true;
  };
  const tell = (sending: Sending, name: "done" | "failed") => {
    const { id, ref, kind } = sending;
    const heard = told(sending);
    if (name === "failed") {
      const event = { name: `${kind}_failed` as const, outgoingId: id, reason: "simulated" };
      return wire.put({ ref, isFact: true, event: () => event, heard: (isTaken) => isTaken && heard() });
    }
    const event = { name: `${kind}_done` as const, outgoingId: id, txId: txId(sending), networkFee: fee(sending) };
    wire.put({ ref, isFact: true, event: () => event, heard: (isTaken) => isTaken && heard() });
  };
  const giveBack = (sending: Sending) => {
    const { id, ref, amount } = sending;
    const part = sending.luck.percent(20) && amount > 10n ? amount - amount / 10n : null;
    sending.state = "returned";
    books.enter(sending, ref, "payout_returned", part ?? amount);
    sending.isTold = false;
    const event = { name: "payout_returned" as const, outgoingId: id, amount: part };
    wire.put({ ref, isFact: true, event: () => event, heard: (isTaken) => isTaken && told(sending)() });
  };
  const answer = (sending: Sending): SendResult => {
    switch (sending.state) {
      case "under_way":
        return { state: "pending" };
      case "refused":
        return { state: "refused", reason: "simulated" };
      case "sent":
      case "returned":
        return { state: "sent", txId: txId(sending), networkFee: fee(sending) };
    }
  };
  const begin = (id: string, asset: string, amount: bigint): Sending => {
    const [ref = "", kind] = id.split("-");
    const own = chance(seed, "sending", id);
    const rail = railId(network(asset));
    const base = { id, ref, kind: kind === "refund" ? kind : "payout", rail, asset, amount, luck: own } as const;
    const fate = { willFail: own.percent(isCalm ? 0 : 18), willReturn: base.kind === "payout" && own.percent(9) };
    const sending: Sending = { ...base, ...fate, state: "under_way", isTold: false };
    known.set(id, sending);
    // Most need their time; some have ended when the rail answers.
    if (own.percent(40)) end(sending);
    return sending;
  };
  const end = (sending: Sending) => {
    if (sending.willFail) sending.state = "refused";
    else leave(sending);
    tell(sending, sending.willFail ? "failed" : "done");
  };

  return {
    forAsset: (asset) => ({
      id: railId(network(asset)),
      async send({ id, amount }) {
        if (!isCalm && luck.percent(8)) throw new RailUnavailable(away);
        const before = known.get(id);
        if (before && (before.asset !== asset || before.amount !== amount)) throw new Error(`${id} has changed`);
        const sending = before ?? begin(id, asset, amount);
        // It was done, and the answer got lost.
        if (!isCalm && luck.percent(8)) throw new RailUnavailable(away);
        if (sending.state === "sent" || sending.state === "refused") sending.isTold = true;
        return answer(sending);
      },
    }),
    turn() {
      for (const sending of known.values()) {
        const { state, willReturn, luck: own } = sending;
        if (state === "under_way" && (isCalm || own.percent(35))) end(sending);
        else if (state === "sent" && willReturn && !isCalm && own.percent(20)) giveBack(sending);
      }
    },
    stopRefunds(ref) {
      for (const sending of known.values()) {
        if (sending.ref !== ref || sending.kind !== "refund" || sending.state !== "under_way") continue;
        sending.willFail = true;
        end(sending);
      }
    },
    isQuiet: (ref) => [...known.values()].every((sending) => sending.ref !== ref || isOver(sending)),
    isRefunding: (ref) =>
      [...known.values()].some((sending) => sending.ref === ref && sending.kind === "refund" && !isOver(sending)),
    calm: () => {
      isCalm = true;
    },
  };
}

const isOver = ({ state, isTold }: Sending) => state !== "under_way" && isTold;
