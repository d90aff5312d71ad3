import type { Rails } from "./rail.ts";
import { sandboxInvoices } from "./sandbox/invoice/rail.ts";
import { sandboxPayin, sandboxPayinMethods } from "./sandbox/payin.ts";
import { type SandboxDesk, sandboxPayout } from "./sandbox/payout.ts";

/**
 * The rails this service runs on, by the setting `RAILS` (names separated by commas). Only `sandbox` exists; a real
 * rail joins here, behind the same ports. Throws on a name nobody knows, so that a typing error stops the start.
 */
export function railsFor(setting: string, desk: SandboxDesk): Rails {
  const names = setting.split(",").map((name) => name.trim());
  const unknown = names.filter((name) => name !== "sandbox");
  if (unknown.length > 0) throw new Error(`RAILS names ${unknown.join(", ")}; known: sandbox`);
  const invoices = sandboxInvoices(desk);
  return {
    payinMethods: sandboxPayinMethods,
    payinFor: (asset, method) => sandboxPayin(asset, method, invoices),
    invoices,
    payoutFor: (asset) => sandboxPayout(desk, asset),
    sandbox: true,
  };
}
