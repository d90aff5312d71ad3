import type { HostedGateway, Rails } from "../ports/rail.ts";
import { sandboxInvoices } from "./sandbox/invoice/rail.ts";
import { sandboxPayin, sandboxPayinMethods } from "./sandbox/payin.ts";
import { type SandboxDesk, sandboxPayout } from "./sandbox/payout.ts";

/**
 * The rails this service runs on, by the setting `RAILS` (names separated by commas): the sandbox's, and beside them
 * the hosted gateways that are handed in. Throws on a name nobody knows, so that a typing error stops the start.
 */
export function railsFor(setting: string, desk: SandboxDesk, gateways: readonly HostedGateway[] = []): Rails {
  const names = setting.split(",").map((name) => name.trim());
  const unknown = names.filter((name) => name !== "sandbox" && name !== "nebulox");
  if (unknown.length > 0) throw new Error(`RAILS names ${unknown.join(", ")}; known: sandbox, nebulox`);
  const invoices = sandboxInvoices(desk);
  const gatewayOf = (asset: string) => gateways.find((gateway) => gateway.takes(asset));
  return {
    payinMethods: (asset) => [
      ...sandboxPayinMethods(asset),
      ...(gatewayOf(asset) ? (["hosted_gateway"] as const) : []),
    ],
    payinFor: (asset, method) =>
      (method === "hosted_gateway" && gatewayOf(asset)?.payin) || sandboxPayin(asset, method, invoices),
    invoices,
    payoutFor: (asset) => sandboxPayout(desk, asset),
    gateway: (wanted) => gateways.find(({ name }) => name === wanted),
    sandbox: true,
  };
}
