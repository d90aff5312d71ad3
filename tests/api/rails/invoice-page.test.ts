import { beforeEach, describe, expect, test } from "vitest";
import { type Held, track } from "../../support/orders/customer.ts";
import { atPaypal, invoicedOrder, standing } from "../../support/orders/invoice-order.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";

let service: Exchange;

beforeEach(async () => {
  service = await exchange();
});

const address = ({ order }: Held, language = "en") =>
  `http://exchange.test${order.payin.invoice_url?.replace("lang=en", `lang=${language}`)}`;
const open = async (held: Held, language?: string) =>
  (await service.fetch(new Request(address(held, language)))).text();
const versionIn = (page: string) => /name="version" value="(\d+)"/.exec(page)?.[1] ?? "";

async function press(held: Held, choice: string, version?: string): Promise<Response> {
  const form = new URLSearchParams({ choice, version: version ?? versionIn(await open(held)) });
  const answer = await service.fetch(new Request(address(held), { method: "POST", body: form }));
  await service.runJobs();
  return answer;
}

describe("the page of an invoice", () => {
  test("says what it is about and asks to be paid, in both languages, with a policy that allows nothing else", async () => {
    const held = await invoicedOrder(service);
    const answer = await service.fetch(new Request(address(held)));
    expect(answer.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
    const page = await answer.text();
    expect(page).toContain("Invoice from Kursa");
    expect(page).toContain("Pay 100.00\u00a0USD");
    expect(page).toContain("anna.pays@example.com");
    expect(await open(held, "ru")).toContain("Счёт от Kursa");
  });

  test("is paid in full by one press, and a second press of the same page pays nothing", async () => {
    const held = await invoicedOrder(service);
    const version = versionIn(await open(held));
    const answer = await press(held, "pay", version);
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, held.order.payin.invoice_url]);
    await press(held, "pay", version);
    expect(await track(service, held)).toMatchObject({ status: "completed", from: { received: "100.00" } });
    expect(await open(held)).not.toContain('value="pay"');
  });

  test("is paid in parts", async () => {
    const held = await invoicedOrder(service);
    await press(held, "part");
    expect(standing(await track(service, held))).toBe("on_hold amount_mismatch");
    expect(await open(held)).toContain("Pay 40.00\u00a0USD");
    await press(held, "pay");
    expect((await track(service, held)).status).toBe("completed");
  });

  test("is marked as paid by the seller, whole or what is left of it, and counts as paid", async () => {
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

  test("is paid from a bank account, which sends the money or does not", async () => {
    const held = await invoicedOrder(service);
    await press(held, "bank");
    expect((await track(service, held)).status).toBe("confirming");
    await press(held, "fails");
    expect((await track(service, held)).status).toBe("awaiting_payment");
    await press(held, "bank");
    await press(held, "clears");
    expect((await track(service, held)).status).toBe("completed");
  });

  test("can be declined, and takes no money then", async () => {
    const held = await invoicedOrder(service);
    await press(held, "decline");
    expect((await track(service, held)).status).toBe("cancelled");
    const page = await open(held);
    expect(page).toContain("This invoice can no longer be paid");
    await press(held, "pay", "2");
    expect((await track(service, held)).status).toBe("cancelled");
  });

  test("is disputed by its payer and decided by PayPal, or refunded by the seller", async () => {
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

  test("does not know what is not there, and does nothing on a word that no button says", async () => {
    const held = await invoicedOrder(service);
    const nothing = await service.fetch(new Request("http://exchange.test/api/v1/sandbox/invoice/INV2-0"));
    expect(nothing.status).toBe(404);
    expect((await press(held, "steal")).status).toBe(303);
    expect((await track(service, held)).status).toBe("awaiting_payment");
    expect(await atPaypal(service, held, "pay_exact")).toMatchObject({ status: "completed" });
  });
});
