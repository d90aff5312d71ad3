import { z } from "zod/v4";
import { nebuloxRail } from "../nebulox/gateway.ts";
import type { OpenRail, RailRegistration } from "../registration.ts";
import { sandboxDeposits } from "./deposits/rail.ts";
import { sandboxInvoices } from "./invoice/rail.ts";
import { sandboxGateway } from "./nebulox/client.ts";
import { sandboxWebhookSecrets } from "./nebulox/webhook-secrets.ts";
import { describedBySandbox, isSandboxRail, sandboxAssets } from "./network.ts";
import { sandboxPayin, sandboxPayinMethods } from "./payin.ts";
import { sandboxPayout } from "./payout.ts";
import { sandboxProgress } from "./progress.ts";
import { runDue } from "./run-due.ts";

/** Simulates all networks, PayPal and the hosted gateway. Its settings belong to the service (upstream/settings/env.ts). */
export const sandboxRegistration: RailRegistration = {
  name: "sandbox",
  settings: { schema: z.object({}), required: [], about: "moves no real money" },
  simulates: isSandboxRail,
  open(desk): OpenRail {
    const { db, clock, ids, env } = desk;
    const invoices = sandboxInvoices({ db, clock, ids });
    const chains = sandboxProgress({ db });
    // Made once: each derives the address that it pays from, and every order asks for all of them.
    const payoutDesk = { db, clock, ids, paceMs: env.SANDBOX_PACE_MS };
    const payouts = new Map(sandboxAssets.map((asset) => [asset, sandboxPayout(payoutDesk, asset)]));
    const ours = [...payouts.values()].flatMap(({ hotAddress }) => hotAddress?.toLowerCase() ?? []);
    const gateway = nebuloxRail(desk, sandboxGateway({ db, clock, ids }), sandboxWebhookSecrets(env));
    return {
      payinMethods: (asset) => [...sandboxPayinMethods(asset), ...gateway.payinMethods(asset)],
      payinFor: (asset, method) =>
        method === "hosted_gateway" ? gateway.payinFor(asset, method) : sandboxPayin(asset, method, invoices),
      depositFor: sandboxDeposits,
      payoutFor: (asset) => payouts.get(asset),
      accounts: () => ({ ours, contracts: [] }),
      describe: async (asset) => describedBySandbox(asset),
      progress: async (payments) => new Map([...(await chains(payments)), ...(await gateway.progress(payments))]),
      webhooks: gateway.webhooks,
    };
  },
  tasks: (ctx) => [
    { name: "sandbox rails", everySeconds: sandboxTurnSeconds(ctx.env.SANDBOX_PACE_MS), run: () => runDue(ctx) },
  ],
};

/** Often enough for the pace, seldom enough to leave the embedded database idle. */
function sandboxTurnSeconds(paceMs: number): number {
  return Math.min(2, Math.max(0.25, paceMs / 2000));
}
