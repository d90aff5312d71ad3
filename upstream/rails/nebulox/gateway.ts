import type { OpenRail, RailDesk } from "../registration.ts";
import type { GatewayClient } from "./client.ts";
import { gatewayProgress } from "./progress.ts";
import { reconcileSessions } from "./reconcile-session.ts";
import { nebulox, nebuloxPayin } from "./sessions.ts";
import { receiveWebhook } from "./webhook.ts";

const assets = ["usdt-trc20", "trx", "usdt-erc20", "eth", "btc", "ltc"];

/** The hosted gateway over any client: the real one or the simulated one. */
export function nebuloxRail(desk: RailDesk, client: GatewayClient, webhookSecrets: readonly string[]): OpenRail {
  const payin = {
    ...nebuloxPayin(desk, client),
    reconcile: ({ ref }: { ref: string }, report: Parameters<typeof reconcileSessions>[3]) =>
      reconcileSessions(desk, client, ref, report),
  };
  return {
    payinMethods: (asset) => (assets.includes(asset) ? ["hosted_gateway"] : []),
    payinFor: () => payin,
    payoutFor: () => undefined,
    // It names no decimals: amounts are agreed as text.
    describe: async () => undefined,
    progress: gatewayProgress(desk),
    webhooks: {
      [nebulox]: (message, report) => receiveWebhook(desk, webhookSecrets, message, report),
    },
  };
}
