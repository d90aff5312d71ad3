import { beforeEach, describe, expect, test } from "vitest";
import { paypalAccount } from "../../support/orders/example-customer.ts";
import { type OpenedOrder, track } from "../../support/orders/order-steps.ts";
import { invoicedOrder, paypalEvent, statusWithHold } from "../../support/orders/paypal-events.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";

let service: Exchange;

beforeEach(async () => {
  service = await exchange();
});

const address = ({ order }: OpenedOrder, language = "en") =>
  `http://exchange.test${order.payin.invoice_url?.replace("lang=en", `lang=${language}`)}`;
const open = async (held: OpenedOrder, language?: string) =>
  (await service.fetch(new Request(address(held, language)))).text();
const versionIn = (page: string) => /name="version" value="(\d+)"/.exec(page)?.[1] ?? "";

async function press(held: OpenedOrder, choice: string, version?: string): Promise<Response> {
  const form = new URLSearchParams({ choice, version: version ?? versionIn(await open(held)) });
  const response = await service.fetch(new Request(address(held), { method: "POST", body: form }));
  await service.runJobs();
  return response;
}

describe("the page of an invoice", () => {
  test("shows what is due in both languages, with a strict CSP", async () => {
    const held = await invoicedOrder(service);
    const response = await service.fetch(new Request(address(held)));
    expect(response.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
    const page = await response.text();
    expect(page).toContain("Invoice from Kursa");
    expect(page).toContain("Pay 100.00\u00a0USD");
    expect(page).toContain(paypalAccount);
    expect(await open(held, "ru")).toContain("Счёт от Kursa");
  });

  test("pays in full once, however often the same page is submitted", async () => {
    const held = await invoicedOrder(service);
    const version = versionIn(await open(held));
    const response = await press(held, "pay", version);
    expect([response.status, response.headers.get("Location")]).toEqual([303, held.order.payin.invoice_url]);
    await press(held, "pay", version);
    expect(await track(service, held)).toMatchObject({ status: "completed", from: { received: "100.00" } });
    expect(await open(held)).not.toContain('value="pay"');
  });

  test("can be paid in parts", async () => {
    const held = await invoicedOrder(service);
    await press(held, "part");
    expect(statusWithHold(await track(service, held))).toBe("on_hold amount_mismatch");
    expect(await open(held)).toContain("Pay 40.00\u00a0USD");
    await press(held, "pay");
    expect((await track(service, held)).status).toBe("completed");
  });

  test("marks it as paid by the seller, fully or for the rest, which counts as paid", async () => {
    const whole = await invoicedOrder(service);
    await press(whole, "mark");
    expect(await track(service, whole)).toMatchObject({ status: "completed", from: { received: "100.00" } });
    expect(await open(whole)).toContain("Marked as paid");
    expect(await open(whole)).not.toContain('value="mark"');
    const rest = await invoicedOrder(service);
    await press(rest, "part");
    await press(rest, "mark");
    expect(await track(service, rest)).toMatchObject({ status: "completed", from: { received: "100.00" } });
  });

  test("can be paid from a bank account, which succeeds or fails", async () => {
    const held = await invoicedOrder(service);
    await press(held, "bank");
    expect((await track(service, held)).status).toBe("confirming");
    await press(held, "fails");
    expect((await track(service, held)).status).toBe("awaiting_payment");
    await press(held, "bank");
    await press(held, "clears");
    expect((await track(service, held)).status).toBe("completed");
  });

  test("can be declined, and then accepts no payment", async () => {
    const held = await invoicedOrder(service);
    await press(held, "decline");
    expect((await track(service, held)).status).toBe("cancelled");
    const page = await open(held);
    expect(page).toContain("This invoice can no longer be paid");
    await press(held, "pay", "2");
    expect((await track(service, held)).status).toBe("cancelled");
  });

  test("can be disputed by the payer and decided by PayPal, or refunded by the seller", async () => {
    const [lost, refunded] = [await invoicedOrder(service), await invoicedOrder(service)];
    await press(lost, "pay");
    await press(lost, "dispute");
    expect((await track(service, lost)).status).toBe("disputed");
    await press(lost, "seller_yields");
    expect((await track(service, lost)).status).toBe("charged_back");
    await press(refunded, "pay");
    await press(refunded, "refund_all");
    expect((await track(service, refunded)).status).toBe("refunded");
    expect(await open(refunded)).toContain("The full amount was refunded to the payer");
  });

  test("returns 404 for an unknown invoice and ignores an unknown action", async () => {
    const held = await invoicedOrder(service);
    const nothing = await service.fetch(new Request("http://exchange.test/api/v1/sandbox/invoice/INV2-0"));
    expect(nothing.status).toBe(404);
    expect((await press(held, "steal")).status).toBe(303);
    expect((await track(service, held)).status).toBe("awaiting_payment");
    expect(await paypalEvent(service, held, "pay_exact")).toMatchObject({ status: "completed" });
  });
});
