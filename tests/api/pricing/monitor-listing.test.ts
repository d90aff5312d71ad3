import { beforeAll, expect, test } from "vitest";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { openEmailedLink } from "../../support/orders/emailed-link.ts";
import { customerEmail, paypalAccount } from "../../support/orders/example-customer.ts";
import { acceptTerms, detailedDraft, executedOrder, giveDetails, openDraft } from "../../support/orders/order-steps.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";

/** What monitors of exchanges ask before they list one, rule by rule. Rates and fees: rates-export.test.ts. */
let service: Exchange;

beforeAll(async () => {
  service = await exchange();
});

test("a direction that cannot be ordered is not exported, and none in maintenance", async () => {
  const sandbox = await exchange({ jobs: "by hand" });
  const operator = { name: "anna" };
  const paused = { pair: "btc_paypal-usd", reason: "a new wallet" };
  await runCommand(sandbox.ctx, { command: "pairs pause", args: paused, operator });
  expect(await directions(sandbox)).not.toContain("BTC PPUSD");
  expect(await directions(sandbox)).toContain("LTC PPUSD");
  await runCommand(sandbox.ctx, { command: "maintenance on", args: { reason: "a new disk" }, operator });
  expect(await directions(sandbox)).toEqual([]);
});

test("no direction is exported outside the hours in which orders are processed", async () => {
  const sandbox = await exchange({ jobs: "by hand" });
  // Noon UTC on a Saturday is 14:00 in Tallinn.
  const support = { ...sandbox.ctx.env.COMPANY.support, from: "08:00", to: "16:00" };
  sandbox.ctx.env.COMPANY = { ...sandbox.ctx.env.COMPANY, support, ordersProcessed: "support_hours" };
  expect(await directions(sandbox)).toHaveLength(20);
  await sandbox.pass(2 * 3600);
  expect(await directions(sandbox)).toEqual([]);
  expect((await sandbox.call("exchangeRatesExport")).reply().data.reserves).not.toEqual([]);
});

test("there is no order without the customer's email", async () => {
  const draft = await openDraft(service);
  expect((await giveDetails(service, draft, { email: "" })).problem().code).toBe("validation_failed");
  expect((await acceptTerms(service, draft)).status).toBe(409);
});

test("payment details are on the site only, and only after the terms are accepted", async () => {
  const draft = await detailedDraft(service);
  expect(draft.order.payin).toMatchObject({ address: null, invoice_url: null });
  const pairs = JSON.stringify((await service.call("exchangePairs")).reply());
  expect(pairs).not.toMatch(/"address"|"payin"/);
});

test("each change of an order is written to its customer, with the details of both sides", async () => {
  const { order, token } = await executedOrder(service);
  const created = (await service.emails(customerEmail)).find(({ text }) => text.includes(order.ref));
  expect(created?.text).toContain(order.payin.address ?? "an address");
  // An account is text that anybody can have typed: it is quoted once the mailbox has opened its link.
  expect(created?.text).not.toContain(paypalAccount);
  await openEmailedLink(service, order.ref);
  await service.call("sandboxEvents", { token, body: { ref: order.ref, event: "pay_exact" } });
  await service.runJobs();
  const later = (await service.emails(customerEmail)).filter(({ text }) => text.includes(paypalAccount));
  expect(later.length).toBeGreaterThan(0);
});

test("a monitor may ask once a second from one address", async () => {
  const sandbox = await exchange({ jobs: "by hand", settings: { RATE_LIMITS: "on" } });
  const peer = { address: "203.0.113.9", isTrusted: false };
  const answers = await Promise.all(Array.from({ length: 60 }, () => sandbox.call("exchangeRatesExport", { peer })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});

async function directions(at: Exchange): Promise<string[]> {
  const { rates } = (await at.call("exchangeRatesExport")).reply().data;
  return rates.map(({ from, to }) => `${from} ${to}`);
}
