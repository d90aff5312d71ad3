import type { HoldReason, OrderCondition, OrderStatus } from "../../../contract/order/order-states.ts";
import type { OrderKey } from "../../support/orders/order-steps.ts";
import { type BackOffice, withReason } from "../people/back-office.ts";
import type { Held, Look } from "./state-page.ts";
import {
  completed,
  disputed,
  expired,
  heldAs,
  invoiced,
  lateAtBetterRate,
  plays,
  refunding,
  refundPending,
  refused,
  reserveGone,
  sending,
  unclaimed,
  wrongAsset,
} from "./state-steps.ts";

/** A state of an order: its codes in the contract, the steps to reach it, and what the page must offer. */
export type StateCase<Office = BackOffice> = {
  is: readonly [OrderStatus, OrderCondition, HoldReason?];
  reach: (office: Office) => Promise<OrderKey>;
  look: Look;
};

const refund = "request_refund";
const yours = (otherwise: string): Held => ({ who: "client", otherwise });
const ours = (otherwise: string): Held => ({ who: "operator", otherwise });

/** States the sandbox's rails can produce. */
export const stateCases: Record<string, StateCase> = {
  awaiting_payment: {
    is: ["awaiting_payment", "none"],
    reach: (office) => office.order(),
    look: { title: "state.awaiting_payment.title", acts: ["cancel"], payable: true },
  },
  confirming: {
    is: ["confirming", "exact"],
    reach: async (office) => plays(office, await office.order(), "pay_exact"),
    look: { title: "state.confirming.title", says: ["progress.confirmations"] },
  },
  "confirming, in several parts": {
    is: ["confirming", "multiple"],
    reach: async (office) => {
      const orderKey = await plays(office, await office.order(), "pay_partial");
      return plays(office, orderKey, "pay_exact");
    },
    look: { title: "state.confirming.title" },
  },
  "awaiting payment again, after it vanished": {
    is: ["awaiting_payment", "none"],
    reach: async (office) => {
      const orderKey = await plays(office, await office.order(), "pay_exact");
      await office.plays(orderKey, "pay_vanish");
      await office.passes(601);
      return orderKey;
    },
    look: {
      title: "state.awaiting_payment.title",
      says: ["state.awaiting_payment.vanished"],
      acts: ["cancel"],
      payable: true,
    },
  },
  sending: {
    is: ["sending", "exact"],
    reach: (office) => sending(office),
    look: { title: "state.sending.title", says: ["progress.status.sending"] },
  },
  completed: {
    is: ["completed", "exact"],
    reach: (office) => completed(office),
    look: {
      title: "state.completed.title",
      acts: ["receipt", "repeat"],
      says: ["state.completed.next", "outcome.got"],
    },
  },
  "on hold: less than agreed": {
    is: ["on_hold", "partial", "amount_mismatch"],
    reach: async (office) => plays(office, await office.order(), "pay_partial"),
    look: {
      title: "holds:amount_mismatch.order.restTitle",
      held: yours(refund),
      acts: ["accept_requote", refund],
      says: ["holds:amount_mismatch.order.rest", "pay.restTitle", "choice.otherWays", "pay.restUntil"],
      payable: true,
    },
  },
  "on hold: more than agreed": {
    is: ["on_hold", "over", "amount_mismatch"],
    reach: async (office) => plays(office, await office.order(), "pay_over"),
    look: {
      title: "holds:amount_mismatch.order.title",
      held: yours(refund),
      acts: ["accept_requote", "exchange_as_quoted", refund],
      says: ["holds:amount_mismatch.order.next", "choice.surplus"],
    },
  },
  "on hold: below the minimum": {
    is: ["on_hold", "partial", "below_minimum"],
    reach: async (office) => plays(office, await office.order(), "pay_partial", "12"),
    look: { title: "holds:below_minimum.order.title", held: yours(refund), acts: [refund], payable: true },
  },
  "on hold: late": {
    is: ["on_hold", "late", "late_payment"],
    reach: async (office) => plays(office, await office.order(), "pay_late"),
    look: {
      title: "holds:late_payment.order.title",
      held: yours(refund),
      acts: ["accept_requote", refund],
      says: ["choice.validUntil"],
    },
  },
  "on hold: the rate has moved, and is better": {
    is: ["on_hold", "late", "rate_moved"],
    reach: (office) => lateAtBetterRate(office),
    look: {
      title: "holds:rate_moved.order.title",
      held: yours(refund),
      acts: ["accept_requote", refund],
      says: ["choice.rateBetter"],
    },
  },
  "on hold: another currency": {
    is: ["on_hold", "wrong_asset", "wrong_asset"],
    reach: async (office) => wrongAsset(office),
    look: {
      title: "holds:wrong_asset.order.title",
      held: ours("request_refund_nowhere"),
      acts: ["set_refund_address"],
    },
  },
  "on hold: the payout came back": {
    is: ["on_hold", "exact", "payout_error"],
    reach: async (office) => refused(office, await sending(office), "payout_returned"),
    look: { title: "holds:payout_error.order.title", held: yours(refund), acts: ["set_payout_account", refund] },
  },
  "on hold: the refund failed": {
    is: ["on_hold", "partial", "payout_error"],
    reach: async (office) => refused(office, await refunding(office), "refund_failed"),
    look: { title: "holds:payout_error.order.refundTitle", held: yours(refund), acts: [refund] },
  },
  "on hold: the reserve is too low": {
    is: ["on_hold", "late", "reserve_low"],
    reach: (office) => reserveGone(office),
    look: { title: "holds:reserve_low.order.title", held: ours(refund), acts: [refund] },
  },
  "on hold: papers are asked": {
    is: ["on_hold", "exact", "kyc_required"],
    reach: (office) => heldAs(office, "kyc_required"),
    look: { title: "holds:kyc_required.order.title", held: yours(refund), acts: ["submit_info", refund] },
  },
  "on hold: another sender": {
    is: ["on_hold", "exact", "sender_mismatch"],
    reach: (office) => heldAs(office, "sender_mismatch"),
    look: { title: "holds:sender_mismatch.order.title", held: yours(refund), acts: ["submit_info", refund] },
  },
  "on hold: checked": {
    is: ["on_hold", "exact", "aml_check"],
    reach: (office) => heldAs(office, "aml_check"),
    look: { title: "holds:aml_check.order.title", held: ours("wait") },
  },
  "on hold: looked at by a person": {
    is: ["on_hold", "exact", "manual_review"],
    reach: (office) => heldAs(office, "manual_review"),
    look: { title: "holds:manual_review.order.title", held: ours("wait") },
  },
  "on hold: a first payout": {
    is: ["on_hold", "exact", "new_user_delay"],
    reach: (office) => heldAs(office, "new_user_delay"),
    look: { title: "holds:new_user_delay.order.title", held: { who: "system", otherwise: "resume" } },
  },
  "on hold: checked by the payment service": {
    is: ["on_hold", "exact", "gateway_review"],
    reach: async (office) => plays(office, await plays(office, await office.order(), "pay_exact"), "review_hold"),
    look: { title: "holds:gateway_review.order.title", held: { who: "system", otherwise: "wait" } },
  },
  "refund requested, the payment not final yet": {
    is: ["refund_pending", "partial"],
    reach: (office) => refundPending(office),
    look: { title: "state.refund_pending.title", says: ["state.refund_pending.waits"] },
  },
  "refund requested, nobody knows where to": {
    is: ["refund_pending", "wrong_asset", "refund_address_missing"],
    reach: async (office) => {
      const orderKey = await wrongAsset(office);
      await office.operator("orders refund", { ref: orderKey.ref, ...withReason });
      await office.becomes(orderKey, "refund_pending");
      return orderKey;
    },
    look: { title: "holds:refund_address_missing.order.title", held: yours("wait"), acts: ["set_refund_address"] },
  },
  refunding: {
    is: ["refunding", "partial"],
    reach: (office) => refunding(office),
    look: { title: "state.refunding.title" },
  },
  refunded: {
    is: ["refunded", "partial"],
    reach: async (office) => plays(office, await refunding(office), "refund_ok"),
    look: {
      title: "state.refunded.title",
      acts: ["receipt", "again"],
      says: ["progress.status.sent", "progress.back", "outcome.arrived", "outcome.refundFee"],
    },
  },
  expired: {
    is: ["expired", "none"],
    reach: (office) => expired(office),
    look: { title: "state.expired.title", acts: ["restart"], says: ["act.sent", "summary.notReceived"] },
  },
  cancelled: {
    is: ["cancelled", "none"],
    reach: async (office) => {
      const orderKey = await office.order();
      await office.cancels(orderKey);
      return orderKey;
    },
    look: { title: "state.cancelled.title", acts: ["again"], says: ["act.sent", "summary.notReceived"] },
  },
  "failed: not more than the fee came": {
    is: ["failed", "partial"],
    reach: async (office) => {
      const orderKey = await plays(office, await office.order(), "pay_partial", "0.5");
      await office.plays(orderKey, "confirm");
      await office.process(orderKey, "request_refund");
      await office.becomes(orderKey, "failed");
      return orderKey;
    },
    look: { title: "state.failed.title", acts: ["write", "again"], says: ["state.failed.next"] },
  },
  "failed: nobody said where another coin should go": {
    is: ["failed", "wrong_asset"],
    reach: async (office) => unclaimed(office, await office.order()),
    look: { title: "state.failed.title", acts: ["write", "again"], says: ["state.keptAside"] },
  },
  "completed, and more that nobody claimed": {
    is: ["completed", "wrong_asset"],
    reach: async (office) => unclaimed(office, await completed(office)),
    look: {
      title: "state.completed.title",
      acts: ["receipt", "repeat"],
      says: ["state.completed.next", "state.keptAside"],
    },
  },
  "on hold: disputed before anything was sent": {
    is: ["on_hold", "partial", "dispute"],
    reach: async (office) => {
      const orderKey = await plays(office, await invoiced(office), "pay_partial");
      return plays(office, orderKey, "dispute_opened");
    },
    look: { title: "holds:dispute.order.title", held: ours("wait") },
  },
  "disputed after it was completed": {
    is: ["disputed", "exact"],
    reach: (office) => disputed(office),
    look: { title: "state.disputed.title", says: ["progress.status.sent"] },
  },
  "charged back": {
    is: ["charged_back", "exact"],
    reach: async (office) => plays(office, await disputed(office), "dispute_lost"),
    look: { title: "state.charged_back.title", acts: ["write"], says: ["outcome.reversed"] },
  },
};
