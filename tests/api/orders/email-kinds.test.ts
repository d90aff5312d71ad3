import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { order } from "../../../upstream/db/schema/index.ts";
import { applyEvent } from "../../../upstream/orders/apply-event.ts";
import { type OrderEmailKind, operatorEmailKinds, orderEmailKinds } from "../../../upstream/orders/rules/decision.ts";
import type { OrderEvent } from "../../../upstream/orders/rules/order-event.ts";
import type { Context } from "../../../upstream/ports/context.ts";
import { simulateEvent } from "../../../upstream/rails/sandbox/simulate-event.ts";
import { customerEmail } from "../../support/orders/example-customer.ts";
import { executedRow, granted } from "../../support/orders/order-rows.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";

type Scene = { at: Exchange; ctx: Context; ref: string };
type Step = (scene: Scene) => Promise<unknown>;

const paypal = { from: "paypal-usd", to: "usdt-trc20", amount: "100" };
const crypto = { from: "usdt-trc20", to: "paypal-usd", amount: "500" };
const inCrypto = { rail: "sandbox-tron", asset: "usdt-trc20", amount: 500_000000n, railFee: 0n, required: 20 };
const byPaypal = { rail: "sandbox-paypal", asset: "paypal-usd", amount: 100_00n, railFee: 0n, required: 1 };

const railEvent =
  (event: OrderEvent): Step =>
  async ({ ctx, ref }) =>
    granted(await applyEvent(ctx, ref, event, event.name.startsWith("operator") ? "operator" : "rail"));
/** A transaction belongs to one order: each pays with its own. */
const paying =
  (name: "payment_seen" | "payment_final", payment: typeof inCrypto): Step =>
  (scene) => {
    const confirmations = name === "payment_final" ? payment.required : 0;
    return railEvent({ name, payment: { ...payment, railPaymentId: `tx-${scene.ref}`, confirmations } })(scene);
  };
const seen = paying("payment_seen", inCrypto);
const final = paying("payment_final", inCrypto);
const vanished: Step = (scene) =>
  railEvent({ name: "payment_vanished", rail: inCrypto.rail, railPaymentId: `tx-${scene.ref}` })(scene);
const clientEvent =
  (event: OrderEvent): Step =>
  async ({ ctx, ref }) =>
    granted(await applyEvent(ctx, ref, event, "client"));
const done: Step = ({ at }) => at.runJobs();
const partly =
  (amount: string): Step =>
  async ({ ctx, ref }) => {
    const [row] = await ctx.db.orm.select().from(order).where(eq(order.ref, ref));
    if (row) await simulateEvent(ctx, row, "pay_partial", amount);
  };
const withoutRefundAddress: Step = ({ ctx, ref }) =>
  ctx.db.orm.update(order).set({ refundAccount: null }).where(eq(order.ref, ref));
/** No sandbox rail has undetected transfers: the order's method is set directly. */
const unseen: Step = ({ ctx, ref }) =>
  ctx.db.orm.update(order).set({ payinMethod: "paypal_transfer" }).where(eq(order.ref, ref));
const refund = clientEvent({ name: "request_refund", refund: null });
const paidByPaypal = paying("payment_final", byPaypal);
const disputed = (amount: bigint | null) =>
  railEvent({ name: "dispute_opened", caseId: "D1", rail: "sandbox-paypal", amount });
const won = railEvent({ name: "dispute_won", caseId: "D1" });
const lost = railEvent({ name: "dispute_lost", caseId: "D1" });
const hold = railEvent({ name: "operator_hold", reason: "manual_review", note: "a look" });

/** How an order comes to send each email. */
const stories: Record<OrderEmailKind, { input: typeof crypto; steps: Step[] }> = {
  created: { input: crypto, steps: [] },
  created_invoice: { input: paypal, steps: [] },
  payment_seen: { input: crypto, steps: [seen] },
  paid: { input: crypto, steps: [final] },
  completed: { input: crypto, steps: [final] },
  expired: { input: crypto, steps: [({ at }) => at.pass(31 * 60)] },
  cancelled: { input: crypto, steps: [clientEvent({ name: "cancel" })] },
  on_hold: { input: crypto, steps: [partly("100")] },
  resumed: {
    input: crypto,
    steps: [seen, hold, done, railEvent({ name: "operator_release", note: "fine" })],
  },
  refund_address: { input: crypto, steps: [withoutRefundAddress, partly("100"), refund] },
  refunded: { input: crypto, steps: [partly("100"), refund] },
  payment_gone: {
    input: crypto,
    steps: [seen, vanished],
  },
  dispute_opened: { input: paypal, steps: [paidByPaypal, done, disputed(null)] },
  dispute_won: { input: paypal, steps: [paidByPaypal, done, disputed(null), won] },
  dispute_lost: { input: paypal, steps: [paidByPaypal, disputed(40_00n), lost] },
  charged_back: { input: paypal, steps: [paidByPaypal, done, disputed(null), lost] },
  dust: { input: crypto, steps: [partly("0.5"), refund] },
  unclaimed: {
    input: crypto,
    steps: [withoutRefundAddress, partly("100"), refund, done, railEvent({ name: "operator_close", note: "60 days" })],
  },
  operator_hold: { input: crypto, steps: [partly("100")] },
  operator_reminder: { input: crypto, steps: [hold, ({ at }) => at.pass(25 * 3600)] },
  operator_dispute: { input: paypal, steps: [paidByPaypal, done, disputed(null)] },
  operator_reported: {
    input: paypal,
    steps: [unseen, clientEvent({ name: "report_payment", transactionId: "PP-77", payerAccount: null })],
  },
};

describe.each([...orderEmailKinds, ...operatorEmailKinds])("the email %s", (kind) => {
  const story = stories[kind];
  test("is sent once in the order's language, with a link that opens the order", async () => {
    const at = await exchange({ settings: { OPERATOR_EMAIL: "desk@kursa.test" } });
    const ctx = at.upstream.context;
    for (const language of ["en", "ru"] as const) {
      const { ref } = await executedRow(ctx, { ...story.input, language });
      const scene = { at, ctx, ref };
      await at.runJobs();
      for (const step of story.steps) await step(scene);
      await at.runJobs();
      const mine = (await at.emails()).filter((email) => email.id.startsWith(`${ref}:${kind}:`));
      expect(mine.map((email) => email.kind)).toEqual([kind]);
      const [email] = mine;
      if (kind.startsWith("operator_")) {
        expect(email).toMatchObject({ to: "desk@kursa.test" });
        expect(email?.text).not.toContain("?t=");
        expect(email?.text).toMatch(/operator orders|operator reserve/);
        continue;
      }
      expect(email).toMatchObject({ to: customerEmail, language });
      expect(/[а-я]/.test(email?.text ?? "")).toBe(language === "ru");
      const link = new URL(/http\S+\?t=\S+/.exec(email?.text ?? "")?.[0] ?? "");
      const page = kind === "completed" || kind === "refunded" ? "/receipt" : "";
      expect(link.pathname).toBe(`/${language === "en" ? "En" : "Ru"}/order/${ref}${page}`);
      const token = link.searchParams.get("t") ?? "";
      expect((await at.call("exchangeTrack", { query: { ref }, token })).reply().data.ref).toBe(ref);
    }
  });
});
