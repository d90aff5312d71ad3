import type { NetworkFee } from "../../../upstream/ledger/rules/network-fee.ts";
import type { PayoutRail, Preparation, RailMovement, Reading } from "../../../upstream/ports/payout-rail.ts";
import { RailUnavailable } from "../../../upstream/ports/rail.ts";
import { depositAddress } from "../../../upstream/rails/sandbox/address.ts";
import {
  failureFee,
  needsSweep,
  networkFee,
  networkOf,
  railId,
  transactionId,
} from "../../../upstream/rails/sandbox/network.ts";
import type { Books } from "./books.ts";
import { type Chance, chance } from "./chance.ts";
import { away, type Wire } from "./reports.ts";
import { isOver, kindOf, ownerOf, refOf, type Sending } from "./sending.ts";

/** Outgoing transfers of the outside world's rails: at once, later or never; some are returned. */
export type OutgoingRail = {
  forAsset(asset: string): PayoutRail;
  /** Continues transfers in progress. */
  turn(): void;
  /** PayPal stops refunds in progress while their payment is disputed. */
  stopRefunds(ref: string): void;
  /** Nothing is in progress there, and the service knows all results. */
  isQuiet(ref: string): boolean;
  isRefunding(ref: string): boolean;
  /** What has come back of a withdrawal that was sent, minor units. */
  returned(withdrawalId: string): bigint;
  calm(): void;
};

export class SimulatedOutgoingRail implements OutgoingRail {
  private readonly sendings = new Map<string, Sending>();
  private readonly luck: Chance;
  private isCalm = false;

  constructor(
    private readonly seed: number,
    private readonly books: Books,
    private readonly wire: Wire,
    /** Called before anything is prepared. */
    private readonly onPrepare: (ref: string) => void,
    /** Called before anything is sent, with the address that the rail pays out from. */
    private readonly onSend: (movement: RailMovement, hotAddress: string | null) => void,
  ) {
    this.luck = chance(seed, "outgoing");
  }

  private network(asset: string) {
    const assetNetwork = networkOf(asset);
    if (!assetNetwork) throw new RailUnavailable(`Nobody sends ${asset}`);
    return assetNetwork;
  }

  private fee({ asset, feePercent }: Sending) {
    const fee = networkFee(this.network(asset));
    return fee && { ...fee, amount: (fee.amount * feePercent) / 100n };
  }

  private txId({ asset, id }: Sending) {
    return transactionId(this.network(asset), id);
  }

  /** A reverted transaction costs gas too. */
  private failureFee(sending: Sending) {
    return failureFee(this.network(sending.asset));
  }

  private refuse(sending: Sending) {
    sending.state = "refused";
    this.charge(sending, this.failureFee(sending));
  }

  private charge(sending: Sending, fee: NetworkFee | null) {
    if (fee) this.books.enter({ rail: sending.rail, asset: fee.asset }, ownerOf(sending), "network_fee", -fee.amount);
  }

  /** The rail sends what it had reported as failed. */
  private sendAfterAll(sending: Sending) {
    this.leave(sending);
    sending.willContradict = false;
    this.notify(sending, "settled");
  }

  private leave(sending: Sending) {
    const { ref, kind, amount } = sending;
    sending.state = "sent";
    // A sweep goes from one place of the rail to another: only its fee leaves.
    if (kind !== "sweep") this.books.enter(sending, ref, kind, -amount);
    this.charge(sending, this.fee(sending));
  }

  /** Tells the service that something has changed; it reads what. */
  private notify(sending: Sending, wanted: "reverted" | "settled" | "returned") {
    sending.isReported = false;
    this.wire.put({
      ref: sending.ref,
      isFact: true,
      event: () => ({ name: "movement_changed", id: sending.id, wanted }),
      onDelivered: (isAccepted) => {
        if (isAccepted) sending.isReported = true;
      },
    });
  }

  private giveBack(sending: Sending) {
    const { ref, kind, amount } = sending;
    sending.returned = sending.luck.percent(20) && amount > 10n ? amount - amount / 10n : null;
    sending.state = "returned";
    if (kind !== "sweep") this.books.enter(sending, ref, "returned", sending.returned ?? amount);
    this.notify(sending, "returned");
  }

  private reading(sending: Sending | undefined): Reading {
    switch (sending?.state) {
      case undefined:
        return { state: "unknown" };
      case "under_way":
        return { state: "pending" };
      case "refused":
        return { state: "reverted", reason: "simulated", networkFee: this.failureFee(sending) };
      case "sent":
        return { state: "settled", txId: this.txId(sending), networkFee: this.fee(sending) };
      case "returned": {
        const ended = { txId: this.txId(sending), networkFee: this.fee(sending), amount: sending.returned };
        return { state: "returned", ...ended };
      }
    }
  }

  private begin(id: string, asset: string, amount: bigint): Sending {
    const [, kind] = id.split("-");
    const ref = refOf(id);
    const luck = chance(this.seed, "sending", id);
    const rail = railId(this.network(asset));
    const base = { id, ref, kind: kindOf(kind), rail, asset, amount, luck };
    const fate = {
      willFail: luck.percent(this.isCalm ? 0 : 18),
      willReturn: base.kind !== "refund" && luck.percent(9),
      // A sweep after all would move coins that the next one has moved: nothing here counts what lies at deposit addresses.
      willContradict: luck.percent(15) && base.kind !== "sweep",
      feePercent: luck.pick([75n, 100n, 120n]),
    };
    const sending: Sending = { ...base, ...fate, state: "under_way", returned: null, isReported: false };
    this.sendings.set(id, sending);
    // Most take time; some are complete when the rail responds.
    if (luck.percent(40)) this.end(sending);
    return sending;
  }

  private end(sending: Sending) {
    if (sending.willFail) this.refuse(sending);
    else this.leave(sending);
    this.notify(sending, sending.willFail ? "reverted" : "settled");
  }

  forAsset(asset: string): PayoutRail {
    const network = this.network(asset);
    const hotAddress = needsSweep(network) ? depositAddress(network, "hot") : null;
    const gas = networkFee(network);
    return {
      id: railId(network),
      gas,
      sweepGas: gas && { ...gas, from: "hot" },
      async gasNow() {
        const usual = gas?.amount ?? 0n;
        return { charged: usual, transfer: usual, sweep: usual };
      },
      hotAddress,
      withinMinutes: null,
      prepare: async ({ id }): Promise<Preparation> => {
        this.mayBeAway();
        const luck = chance(this.seed, "preparing", id);
        this.onPrepare(refOf(id));
        if (!this.isCalm && this.luck.percent(8)) return { state: "wait", reason: "no_coins" };
        return luck.percent(4)
          ? { state: "refused", reason: "simulated" }
          : { state: "prepared", plan: `plan of ${id}` };
      },
      broadcast: async (movement, plan) => {
        this.mayBeAway();
        const { id, amount } = movement;
        this.onSend(movement, hotAddress);
        if (plan !== `plan of ${id}`) throw new Error(`${id} was sent with another plan`);
        const before = this.sendings.get(id);
        if (before && (before.asset !== asset || before.amount !== amount)) throw new Error(`${id} has changed`);
        if (!before) this.begin(id, asset, amount);
        // It was done, but the response was lost.
        this.mayBeAway();
      },
      read: async ({ id }) => {
        this.mayBeAway();
        return this.reading(this.sendings.get(id));
      },
    };
  }

  private mayBeAway() {
    if (!this.isCalm && this.luck.percent(8)) throw new RailUnavailable(away);
  }

  turn() {
    for (const sending of this.sendings.values()) {
      const { state, willReturn, luck } = sending;
      if (state === "under_way" && (this.isCalm || luck.percent(35))) this.end(sending);
      else if (state === "refused" && sending.willContradict && sending.isReported && !this.isCalm && luck.percent(30))
        this.sendAfterAll(sending);
      else if (state === "sent" && willReturn && !this.isCalm && luck.percent(20)) this.giveBack(sending);
    }
  }

  stopRefunds(ref: string) {
    for (const sending of this.sendings.values()) {
      if (sending.ref !== ref || sending.kind !== "refund" || sending.state !== "under_way") continue;
      sending.willFail = true;
      this.end(sending);
    }
  }

  isQuiet(ref: string) {
    return [...this.sendings.values()].every((sending) => sending.ref !== ref || isOver(sending));
  }

  isRefunding(ref: string) {
    return [...this.sendings.values()].some(
      (sending) => sending.ref === ref && sending.kind === "refund" && !isOver(sending),
    );
  }

  returned(withdrawalId: string) {
    const back = [...this.sendings.values()].filter(({ ref, state }) => ref === withdrawalId && state === "returned");
    return back.reduce((total, { returned, amount }) => total + (returned ?? amount), 0n);
  }

  calm() {
    this.isCalm = true;
  }
}
