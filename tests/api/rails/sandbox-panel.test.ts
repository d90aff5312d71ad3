import { describe, expect, test } from "vitest";
import { sandboxChoices } from "../../../app/routes/($lang).order.$ref/sandbox/sandbox-choices.ts";
import type { Order } from "../../../contract/order/order.ts";
import type { SandboxEvent } from "../../../contract/order/order-states.ts";
import { executedOrder, type OpenedOrder, track } from "../../support/orders/order-steps.ts";
import { invoicedOrder } from "../../support/orders/paypal-events.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { hostedOrder } from "../../support/service/gateway.ts";
import { chance } from "../../support/simulation/chance.ts";

type Way = { open: (service: Exchange) => Promise<OpenedOrder>; byAccount: boolean };
const ways: Record<string, Way> = {
  "an address": { open: (service) => executedOrder(service), byAccount: false },
  "an invoice": { open: (service) => invoicedOrder(service), byAccount: true },
  "the gateway": { open: (service) => hostedOrder(service), byAccount: false },
};
/** Random walks per payment method and pace; `npm run proof` takes more. */
const walks = Number(process.env.WALKS ?? 3);
const steps = 6;
const payWindowSeconds = 31 * 60;

describe.each(Object.entries(ways))("the sandbox panel of an order paid by %s", (way, { open, byAccount }) => {
  test.each(["0", "3000"])("offers only possible events, at a pace of %s ms", async (pace) => {
    const service = await exchange({ settings: { SANDBOX_PACE_MS: pace } });
    for (let walk = 0; walk < walks; walk += 1) {
      const dice = chance(way, pace, walk);
      const held = await open(service);
      // Sometimes it has ended before a payment.
      if (dice.percent(15)) await service.pass(payWindowSeconds);
      if (dice.percent(15)) await service.call("exchangeCancel", { token: held.token, body: { ref: held.ref } });
      const pressed: SandboxEvent[] = [];
      for (let step = 0; step < steps; step += 1) {
        const order = await track(service, held);
        const offered = sandboxChoices(order, byAccount);
        if (offered.length === 0) break;
        const event = dice.pick(offered);
        pressed.push(event);
        await leadsSomewhere(service, held, order, pressed);
        if (dice.percent(40)) await service.pass(2);
      }
    }
  });
});

/** Accepted, and a payment is visible where one was made; a rate change shows only in the next quote. */
async function leadsSomewhere(service: Exchange, { ref, token }: OpenedOrder, before: Order, pressed: SandboxEvent[]) {
  const event = pressed.at(-1) ?? "pay_exact";
  const response = await service.call("sandboxEvents", { token, body: { ref, event, amount: null } });
  expect(response.status, pressed.join(", ")).toBe(202);
  if (event === "rate_move") return;
  const after = await track(service, { ref, token });
  expect(after.version, `nothing came of ${pressed.join(", ")}`).toBeGreaterThan(before.version);
}
