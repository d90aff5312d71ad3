import type { PayinMethod } from "../../../contract/order/order-states.ts";
import type { Database } from "../../../upstream/db/database.ts";
import type { Clock } from "../../../upstream/ports/clock.ts";
import { type PayinRail, RailUnavailable } from "../../../upstream/ports/rail.ts";
import { followInvoice } from "../../../upstream/rails/paypal/follow-invoice.ts";
import type { InvoiceReading } from "../../../upstream/rails/paypal/invoice-reading.ts";
import { depositAddress } from "../../../upstream/rails/sandbox/address.ts";
import { networkOf, railId, transactionId } from "../../../upstream/rails/sandbox/network.ts";
import type { Books } from "./books.ts";
import { type Chance, chance } from "./chance.ts";
import { away, type Wire } from "./reports.ts";

/** A payment sent to an order. */
export type Paid = {
  id: string;
  ref: string;
  rail: string;
  asset: string;
  amount: bigint;
  /** The rail's fee. */
  cut: bigint;
  required: number;
  confirmations: number;
  state: "under_way" | "final" | "vanished" | "reversed";
  /** Its fate: some vanish, some of those return, some are reversed much later. */
  fate: "final" | "vanish" | "vanish_and_return" | "reverse";
  /** The service has booked it. */
  isReported: boolean;
  /** Refunds made there by others. */
  refunds: { id: string; amount: bigint }[];
  luck: Chance;
};
type Order = { asset: string; method: PayinMethod; isOpen: boolean };

/** Incoming payments of the outside world: seen, confirmed, vanished, reversed; invoices that end. */
export type IncomingRail = {
  methods(asset: string): readonly PayinMethod[];
  forAsset(asset: string, method: PayinMethod): PayinRail;
  /** Pays; nothing happens for a closed invoice. */
  pay(ref: string, asset: string, amount: bigint): void;
  turn(): void;
  payments(ref: string): Paid[];
  orderOf(ref: string): { asset: string; method: PayinMethod } | undefined;
  /** The payer or PayPal closes an unpaid invoice. */
  cancelInvoice(ref: string): void;
  isQuiet(ref: string): boolean;
  calm(): void;
};

export class SimulatedIncomingRail implements IncomingRail {
  private readonly orders = new Map<string, Order>();
  private readonly paid = new Map<string, Paid[]>();
  private readonly luck: Chance;
  private isCalm = false;

  constructor(
    private readonly seed: number,
    private readonly books: Books,
    private readonly wire: Wire,
    private readonly desk: { db: Database; clock: Clock },
  ) {
    this.luck = chance(seed, "incoming");
  }

  private report(payment: Paid) {
    const { rail, id: railPaymentId, asset, amount, cut: railFee, confirmations, required } = payment;
    return { rail, railPaymentId, asset, amount, railFee, confirmations, required };
  }

  private tellSeen(payment: Paid) {
    const event = { name: "payment_seen" as const, payment: this.report(payment) };
    // Delivered late it may be about a vanished payment: it is then reported again.
    const onDelivered = () => payment.state === "vanished" && this.reportVanished(payment);
    const now = () => (payment.state === "reversed" ? undefined : event);
    this.wire.put({ ref: payment.ref, isFact: false, event: now, onDelivered });
  }

  private reportVanished(payment: Paid) {
    const { ref, rail, id: railPaymentId } = payment;
    const event = () =>
      payment.state === "vanished" ? { name: "payment_vanished" as const, rail, railPaymentId } : undefined;
    this.wire.put({ ref, isFact: true, event });
  }

  private becomeFinal(payment: Paid) {
    const { ref } = payment;
    Object.assign(payment, { state: "final", confirmations: payment.required });
    this.books.enter(payment, ref, "payin", payment.amount);
    this.books.enter(payment, ref, "rail_fee", -payment.cut);
    // Read at delivery: a payment reversed since is reported as reversed, after it was reported as final.
    const event = () =>
      payment.state === "reversed" && payment.isReported
        ? undefined
        : { name: "payment_final" as const, payment: this.report(payment) };
    const onDelivered = (isAccepted: boolean) => {
      payment.isReported ||= isAccepted;
    };
    this.wire.put({ ref, isFact: true, event, onDelivered });
  }

  private reverse(payment: Paid) {
    const { ref, rail, id: railPaymentId } = payment;
    payment.state = "reversed";
    this.books.enter(payment, ref, "reversal", -payment.amount);
    const event = () => ({ name: "payment_reversed" as const, rail, railPaymentId });
    this.wire.put({ ref, isFact: true, event, after: () => payment.isReported });
  }

  private advance(payment: Paid) {
    const { fate, state, luck } = payment;
    if (state === "under_way") {
      const isGone = fate.startsWith("vanish") && payment.confirmations > 0;
      if (isGone) {
        payment.state = "vanished";
        this.reportVanished(payment);
      } else if (payment.confirmations < payment.required && !this.isCalm && luck.percent(60)) {
        payment.confirmations += Math.ceil(payment.required / 2);
        this.tellSeen(payment);
      } else this.becomeFinal(payment);
    } else if (state === "vanished" && fate === "vanish_and_return" && (this.isCalm || luck.percent(20))) {
      Object.assign(payment, { state: "under_way", fate: "final" });
      this.tellSeen(payment);
    } else if (state === "final" && fate === "reverse" && !this.isCalm && luck.percent(8)) this.reverse(payment);
  }

  private async invoice(ref: string): Promise<InvoiceReading | null> {
    const order = this.orders.get(ref);
    if (!this.isCalm && this.luck.percent(5)) throw new RailUnavailable(away);
    return order?.method === "paypal_invoice" ? invoiceOf(order, this.payments(ref)) : null;
  }

  methods(asset: string): readonly PayinMethod[] {
    return asset.startsWith("paypal-") ? ["paypal_invoice", "paypal_transfer"] : ["crypto_address", "hosted_gateway"];
  }

  forAsset(asset: string, method: PayinMethod): PayinRail {
    return {
      id: railId(network(asset)),
      issue: async ({ ref }) => {
        if (this.luck.percent(4)) throw new RailUnavailable(away);
        this.orders.set(ref, this.orders.get(ref) ?? { asset, method, isOpen: true });
        return instruction(asset, method, ref);
      },
      withdraw: async ({ ref }) => {
        if (!this.isCalm && this.luck.percent(5)) throw new RailUnavailable(away);
        const order = this.orders.get(ref);
        if (method !== "paypal_invoice" || !order) return "withdrawn";
        if (this.payments(ref).some(({ state }) => state === "under_way" || state === "final")) return "too_late";
        order.isOpen = false;
        return "withdrawn";
      },
      reconcile: async ({ ref }, report) => {
        if (method !== "paypal_invoice") return false;
        await followInvoice(this.desk, { id: railId("paypal"), read: (order) => this.invoice(order.ref) }, ref, report);
        return true;
      },
    };
  }

  pay(ref: string, asset: string, amount: bigint) {
    const order = this.orders.get(ref);
    if (!order || amount <= 0n || (order.method === "paypal_invoice" && !order.isOpen)) return;
    const place = network(asset);
    const luck = chance(this.seed, "paid", ref, this.payments(ref).length);
    const payment: Paid = {
      ...{ id: transactionId(place, `${ref}-${this.payments(ref).length}`), ref, rail: railId(place), asset, amount },
      cut: order.method === "crypto_address" ? 0n : amount / 100n,
      required: place === "paypal" ? luck.between(0, 1) : 4,
      ...{ confirmations: 0, state: "under_way", isReported: false, refunds: [], luck },
      fate: luck.weighed([
        [84, "final"],
        [7, "vanish"],
        [4, "vanish_and_return"],
        [5, "reverse"],
      ] as const),
    };
    this.paid.set(ref, [...this.payments(ref), payment]);
    if (payment.required > 0) this.tellSeen(payment);
  }

  turn() {
    for (const payment of [...this.paid.values()].flat()) this.advance(payment);
  }

  payments(ref: string) {
    return this.paid.get(ref) ?? [];
  }

  orderOf(ref: string) {
    return this.orders.get(ref);
  }

  cancelInvoice(ref: string) {
    const order = this.orders.get(ref);
    if (order?.method !== "paypal_invoice" || !order.isOpen || this.payments(ref).length > 0) return;
    order.isOpen = false;
    this.wire.put({ ref, isFact: false, event: () => ({ name: "invoice_cancelled" }) });
  }

  isQuiet(ref: string) {
    return this.payments(ref).every(
      ({ state, isReported }) => state === "vanished" || (state !== "under_way" && isReported),
    );
  }

  calm() {
    this.isCalm = true;
  }
}

/** The invoice at PayPal; without reversed payments and those in another currency. */
function invoiceOf({ asset, isOpen }: Order, payments: Paid[]): InvoiceReading {
  const listed = payments.filter((payment) => payment.asset === asset && payment.state !== "reversed");
  const states = { under_way: "pending", final: "completed", vanished: "failed", reversed: "failed" } as const;
  return {
    status: isOpen ? (listed.length > 0 ? "PARTIALLY_PAID" : "UNPAID") : "CANCELLED",
    payments: listed.map(({ id, amount, cut, state }) => ({
      ...{ id, amount, fee: state === "final" ? cut : 0n },
      state: states[state],
    })),
    refunds: listed.flatMap((payment) =>
      payment.refunds.map(({ id, amount }) => ({ id, paymentId: payment.id, amount, outgoingId: null })),
    ),
  };
}

function network(asset: string) {
  const assetNetwork = networkOf(asset);
  if (!assetNetwork) throw new RailUnavailable(`Nobody pays with ${asset}`);
  return assetNetwork;
}

function instruction(asset: string, method: PayinMethod, ref: string) {
  const nowhere = { method, address: null, memo: null, uri: null, invoiceUrl: null, redirectUrl: null };
  const place = network(asset);
  if (method === "paypal_invoice") return { ...nowhere, invoiceUrl: `https://paypal.example/${ref}` };
  if (method === "hosted_gateway") return { ...nowhere, redirectUrl: `https://gateway.example/${ref}` };
  return place === "paypal" ? nowhere : { ...nowhere, address: depositAddress(place, ref) };
}
