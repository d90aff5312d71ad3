import { beforeEach, describe, expect, test } from "vitest";
import { verify } from "../../../upstream/ledger/verify.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { checkNetworks } from "../../../upstream/rails/check-networks.ts";
import { usdtToPaypal } from "../../support/orders/order-steps.ts";
import { completedOrder } from "../../support/orders/reviews.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";

/** A hosted gateway takes payments; nothing pays out. */
const gatewayOnly = {
  RAILS: "nebulox",
  NEBULOX_URL: "http://127.0.0.1:1/v1",
  NEBULOX_KEY: "a key of ours",
  NEBULOX_WEBHOOK_SECRETS: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
};
const onTestNetworks = { ...gatewayOnly, RAILS: "sandbox,nebulox", REAL_RAILS_ON: "test-networks" };

/** The same database under other settings. */
const restarted = (service: Exchange, settings: Record<string, string>) =>
  exchange({ db: service.ctx.db, settings: { ...settings } });

describe("an exchange whose rails pay out no asset any more", () => {
  let ended: Awaited<ReturnType<typeof completedOrder>>;
  let service: Exchange;
  beforeEach(async () => {
    const before = await exchange();
    ended = await completedOrder(before);
    service = await restarted(before, gatewayOnly);
  });

  test("shows its old orders, their receipts and their progress", async () => {
    const { ref, token } = ended;
    const order = (await service.call("exchangeTrack", { token, query: { ref } })).reply().data;
    expect(order).toMatchObject({ status: "completed", sandbox: false });
    expect((await service.call("ordersStatus", { token, query: { ref: [ref] } })).reply().data).toHaveLength(1);
    const receipt = (await service.call("receipt", { token, query: { ref } })).reply().data;
    expect(receipt.moves).toHaveLength(2);
  });

  test("has all pairs closed, and refuses an order without an error of its own", async () => {
    const { data, meta } = (await service.call("exchangePairs")).reply();
    expect(new Set(data.pairs.map(({ status }) => status))).toEqual(new Set(["paused"]));
    expect(data.assets.filter((asset) => asset.send_enabled)).toEqual([]);
    expect(meta.sandbox).toBe(false);
    const draft = await service.call("exchangeStepOne", { body: usdtToPaypal });
    expect(draft.problem()).toMatchObject({ code: "pair_paused" });
  });

  test("answers no call of the sandbox", async () => {
    const { ref, token } = ended;
    const event = { token, body: { ref, event: "payout_returned" } } as const;
    expect((await service.call("sandboxEvents", event)).problem().status).toBe(404);
    expect((await service.call("sandboxLetters", { query: { to: "anna@example.com" } })).problem().status).toBe(404);
    expect((await service.fetch(new Request("http://exchange.test/api/v1/sandbox/accounts/test"))).status).toBe(404);
  });

  test.each(["today", "assets list", "pairs list", "reserve list", "payouts list"])(
    "lets operators read %s",
    async (command) => {
      const outcome = await runCommand(service.ctx, { command, args: {}, operator: { name: "anna" } });
      expect(outcome).toMatchObject({ ok: true });
      expect(await verify(service.ctx.db)).toEqual([]);
    },
  );
});

describe("simulated and real rails", () => {
  test("are both in test mode, and the simulated ones keep their prices", async () => {
    const service = await exchange({ settings: onTestNetworks });
    const { data, meta } = (await service.call("exchangePairs")).reply();
    expect(meta).toMatchObject({ sandbox: true, reference_source: "sandbox" });
    expect(data.pairs.find(({ id }) => id === "usdt-trc20_paypal-usd")?.status).toBe("active");
  });

  test("must be where the settings say that they are", async () => {
    const railsOf = async (settings: Record<string, string>) => (await exchange({ settings })).ctx.rails;
    const live = await railsOf(gatewayOnly);
    const trial = await railsOf({ ...gatewayOnly, NEBULOX_ACCOUNT: "test", REAL_RAILS_ON: "test-networks" });
    expect(() => checkNetworks(live)).not.toThrow();
    expect(() => checkNetworks(trial)).not.toThrow();
    expect(() => checkNetworks({ ...live, isTest: true })).toThrow("nebulox is on a live account, where money is real");
    expect(() => checkNetworks({ ...trial, isTest: false })).toThrow("Set REAL_RAILS_ON=test-networks");
  });
});
