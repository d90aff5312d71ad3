import { currencyDecimals } from "../../market/rules/currency-assets.ts";
import type { RailRegistration } from "../registration.ts";
import { noticesRound } from "./notices/take-notices.ts";
import { handInvoices } from "./payin.ts";
import { handPayout } from "./payout.ts";
import { activityStatement } from "./report/activity-statement.ts";
import { paypalByHandSettings, taskSettings } from "./settings.ts";
import { tellEntries } from "./tell-entries.ts";
import { stepsByHand, workByHand } from "./work-by-hand.ts";

/** PayPal without API keys: people pay, send invoices and see what was paid, by tasks (docs/paypal-by-hand.md). */
export const paypalByHandRegistration: RailRegistration = {
  name: "paypal-by-hand",
  settings: {
    schema: paypalByHandSettings,
    required: ["PAYPAL_ACCOUNTS"],
    about: "PayPal without API keys, done by people; docs/paypal-by-hand.md",
  },
  enteredWith: {
    payment_final: "`tasks received`",
    payment_vanished: "`tasks reject` of its entry",
    payment_reversed: "`tasks disputed`, then `tasks dispute-ended`",
    refunded_at_rail: "`tasks refunded`",
    refund_done: "`tasks paid` of its task",
    operator_complete_payout: "`orders release`, then `tasks paid` of its task",
    dispute_opened: "`tasks disputed`",
    dispute_won: "`tasks dispute-ended`",
    dispute_lost: "`tasks dispute-ended`",
  },
  open(desk) {
    const { accounts, assets, isTest } = taskSettings(desk.env.railSettings);
    const [invoices, payout] = [handInvoices(desk), handPayout(desk)];
    return {
      payinMethods: (asset) => (assets.includes(asset) ? ["paypal_invoice"] : []),
      payinFor: () => invoices,
      payoutFor: (asset) => (assets.includes(asset) ? payout : undefined),
      describe: async (asset) => (assets.includes(asset) ? { network: null, decimals: currencyDecimals } : undefined),
      accounts: () => ({ ours: accounts, contracts: [] }),
      network: () => ({ name: isTest ? "PayPal's sandbox" : "PayPal", isTest }),
      statement: () => activityStatement(desk),
      byHand: (ref) => workByHand(desk, ref),
      handSteps: (refs) => stepsByHand(desk, refs),
      progress: async () => new Map(),
      webhooks: {},
    };
  },
  tasks: (ctx) => [
    { name: "paypal by hand", everySeconds: 5, run: () => tellEntries(ctx) },
    ...(taskSettings(ctx.env.railSettings).mailbox === null
      ? []
      : [{ name: "notices of PayPal", everySeconds: 60, firstAfterSeconds: 10, run: noticesRound(ctx) }]),
  ],
};
