import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { order, payment } from "../../../upstream/db/schema/index.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import type { OrderRow } from "../../../upstream/orders/order-facts-query.ts";
import { RailUnavailable } from "../../../upstream/ports/rail.ts";
import { withPayment } from "../../../upstream/rails/sandbox/invoice/invoice.ts";
import { changeInvoice } from "../../../upstream/rails/sandbox/invoice/invoice-store.ts";
import { executedRow } from "../../support/orders/order-rows.ts";
import { type TestContext, testContext } from "../../support/service/context.ts";
import { freshDatabase } from "../../support/service/database.ts";
import { asStaff, enrol, type TestStaff } from "../../support/service/staff.ts";

let ctx: TestContext;
let anna: TestStaff;
let row: OrderRow;

beforeEach(async () => {
  ctx = await testContext(await freshDatabase());
  ({ anna } = await enrol(ctx));
  row = await executedRow(ctx, { from: "paypal-usd", to: "usdt-trc20", amount: "100" });
});

const confirmed = (args: Record<string, string> = {}) =>
  asStaff(ctx, anna, "orders confirm-payin", {
    ...{ ref: row.ref, tx: "PP-1", amount: "100.00", asset: "paypal-usd", reason: "seen on its page", ...args },
  });
const payments = () => ctx.db.orm.select().from(payment).where(eq(payment.orderRef, row.ref));
const status = async () => (await ctx.db.orm.select().from(order).where(eq(order.ref, row.ref)))[0]?.status;
const refused = (sentence: string) => ({ ok: false, sentence: expect.stringContaining(sentence) });

/** The rail that issued the order's instructions does not answer, or does not run. */
function takeRailAway(how: "does not answer" | "does not run"): void {
  const { rails } = ctx;
  const away = () => Promise.reject(new RailUnavailable("away"));
  const payinOf: typeof rails.payinOf = (instructions) => {
    if (how === "does not run") throw new RailUnavailable("It does not run");
    return { ...rails.payinOf(instructions), reconcile: away };
  };
  ctx.rails = { ...rails, payinOf };
}

describe("orders confirm-payin with staff queries the rail first", () => {
  test("a payment that the rail does not know is refused, also with --anyway", async () => {
    expect(await confirmed()).toMatchObject(refused("the rail sandbox-paypal was asked, and knows no payment PP-1"));
    expect(await confirmed({ anyway: "yes" })).toMatchObject(refused("knows no payment"));
    expect(await confirmed({ rail: "sandbox-paypal" })).toMatchObject(refused("knows no payment"));
    expect(await payments()).toEqual([]);
    expect(await status()).toBe("awaiting_payment");
  });

  test.each(["does not answer", "does not run"] as const)(
    "a typed payment is refused while the rail %s",
    async (how) => {
      takeRailAway(how);
      expect(await confirmed()).toMatchObject(refused("the rail sandbox-paypal does not answer"));
      expect(await payments()).toEqual([]);
    },
  );

  test("a payment that the rail knows is booked once, with the amount of the rail", async () => {
    const now = ctx.clock.now();
    const paid = { id: "PP-1", amount: 10_000n, state: "completed", isExternal: false, at: now } as const;
    await ctx.db.transaction((tx) =>
      changeInvoice(tx, { orderRef: row.ref }, now, (invoice) => withPayment(invoice, paid)),
    );
    expect(await confirmed({ amount: "90.00" })).toMatchObject(refused("already final with another amount"));
    expect(await confirmed()).toMatchObject({ ok: true, data: expect.stringContaining("already has this") });
    expect(await payments()).toMatchObject([{ rail: "sandbox-paypal", railPaymentId: "PP-1", amount: 10_000n }]);
    expect(await verify(ctx.db)).toEqual([]);
  });

  test("a rail that cannot be queried does not refuse a typed payment", async () => {
    row = await executedRow(ctx);
    const asked = vi.spyOn(ctx.rails, "payinOf");
    expect(await confirmed({ tx: "t1", amount: "500", asset: "usdt-trc20" })).toMatchObject({ ok: true });
    expect(asked).toHaveBeenCalledWith({ rail: "sandbox-tron", asset: "usdt-trc20", method: "crypto_address" });
    expect(await payments()).toMatchObject([{ rail: "sandbox-tron", status: "final" }]);
  });
});

test.each([
  [{ asset: "gold" }, "Unknown asset: gold."],
  [{ amount: "ten" }, "ten is not an amount of paypal-usd."],
  [{ amount: "100.001" }, "100.001 is not an amount of paypal-usd."],
  [{ fee: "100.01" }, "100.01 is not a fee of 100.00."],
  [{ fee: "little" }, "little is not a fee of 100.00."],
  [{ rail: "sandbox-tron" }, "paypal-usd comes in by sandbox-paypal."],
  [{ ref: "7Q2MK9XW3T" }, "There is no order"],
])("a payment that does not fit is refused before the rail is asked: %o", async (slip, sentence) => {
  const asked = vi.spyOn(ctx.rails, "payinOf");
  expect(await confirmed(slip)).toMatchObject(refused(sentence));
  expect(asked).not.toHaveBeenCalled();
  expect(await payments()).toEqual([]);
});
