import { max } from "drizzle-orm";
import { z } from "zod/v4";
import { parseDecimal } from "../../../contract/values/decimal.ts";
import { asset } from "../../db/schema/index.ts";
import { anywayArgument, reasonArgument } from "../../operator/arguments.ts";
import { recordAudit } from "../../operator/audit.ts";
import { command, done, type Operator, type Outcome, refused } from "../../operator/command.ts";
import { madeByPrice } from "../../operator/made-by-price.ts";
import { secondLook } from "../../operator/second-look.ts";
import type { Context } from "../../ports/context.ts";
import { type AssetDescription, RailUnavailable } from "../../ports/rail.ts";
import { hasAddressRules } from "../../shared/rules/addresses/address.ts";
import { assetEntry } from "../asset-entry.ts";

const whole = (name: string, most: number) =>
  z.coerce
    .number({ error: `Enter ${name} as a whole number.` })
    .int()
    .min(0)
    .max(most);
const amount = (description: string) => z.string().default("0").describe(`${description}, in the asset`);
const label = (name: string) =>
  z
    .string({ error: `Enter ${name}.` })
    .trim()
    .min(1)
    .max(40);

const typedAsset = z.object({
  asset: z
    .string({ error: "Enter the id of the asset." })
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "An id has small letters, digits and single hyphens, like usdt-erc20.")
    .max(40)
    .describe("its id, as its rail names it: usdt-erc20"),
  symbol: label("the symbol").describe("symbol, USDT"),
  name: label("the name").describe("name, Tether"),
  decimals: whole("the decimals", 18).describe("decimals, compared with those of its rail"),
  shown_decimals: whole("the shown decimals", 18).optional().describe("decimals of rates and round figures"),
  network_label: label("the label").optional().describe("what customers call its network, ERC20"),
  monitor_code: label("the code").optional().describe("its code in lists of exchangers, USDTERC20"),
  explorer: z
    .url({ protocol: /^https$/, error: "Enter an address with https and {tx}." })
    .refine((url) => url.includes("{tx}"), { error: "Enter an address with {tx} where the transaction stands." })
    .optional()
    .describe("page of a transaction, https://etherscan.io/tx/{tx}"),
  confirmations: whole("the confirmations", 1_000).describe("confirmations until a payment is final"),
  tolerance_bps: whole("the tolerance", 1_000)
    .default(0)
    .describe("a payment within so many basis points of the quote is exact"),
  refund_fee: amount("fee of a refund"),
  min_deposit: amount("minimum deposit to a wallet"),
  withdraw_fee: amount("fee of a withdrawal, part of its amount"),
  min_withdraw: amount("minimum withdrawal"),
  reason: reasonArgument,
  anyway: anywayArgument,
});
type Typed = z.infer<typeof typedAsset>;
type NewAsset = Omit<typeof asset.$inferSelect, "sort" | "heldTarget" | "heldMost" | "heldWidenBps" | "heldStep">;

export const assetAddingCommands = [
  command({
    name: "assets add",
    summary: "Adds an asset that a running rail knows, closed: assets set opens it.",
    changes: { asks: "it is added in any case: its fees and confirmations can be compared with nothing" },
    positional: ["asset"],
    args: typedAsset,
    run: async (ctx, typed, operator) => {
      const { assets } = await ctx.market.snapshot();
      if (assets.some(({ id }) => id === typed.asset))
        return refused(`There is an asset ${typed.asset} already: change it with assets set.`);
      const description = await describedByRail(ctx, typed.asset);
      if (typeof description === "string") return refused(description);
      const row = rowOf(typed, description);
      return typeof row === "string" ? refused(row) : add(ctx, operator, typed, row);
    },
  }),
];

/** What its rail says of the asset; or why there is no answer. */
async function describedByRail({ rails, env }: Context, id: string): Promise<AssetDescription | string> {
  try {
    return (await rails.describe(id)) ?? `No running rail knows ${id}. RAILS is ${env.RAILS}.`;
  } catch (error) {
    if (error instanceof RailUnavailable) return `The rail of ${id} does not answer now. Try again later.`;
    throw error;
  }
}

/** The new row, closed; or what is wrong with what was typed. */
function rowOf(typed: Typed, { network, decimals }: AssetDescription): NewAsset | string {
  const { asset: id, symbol } = typed;
  if (typed.decimals !== decimals) return `${id} has ${decimals} decimals at its rail, not ${typed.decimals}.`;
  if (network !== null && !hasAddressRules(network)) return `There is no rule for addresses of ${network}.`;
  const amounts = { refundFee: 0n, minDeposit: 0n, withdrawFee: 0n, minWithdraw: 0n };
  const texts = {
    refundFee: typed.refund_fee,
    minDeposit: typed.min_deposit,
    withdrawFee: typed.withdraw_fee,
    minWithdraw: typed.min_withdraw,
  };
  for (const name of ["refundFee", "minDeposit", "withdrawFee", "minWithdraw"] as const) {
    const minor = parseDecimal(texts[name], decimals);
    if (typeof minor !== "bigint") return `${texts[name]} is not an amount of ${id}, which has ${decimals} decimals.`;
    amounts[name] = minor;
  }
  if (amounts.minWithdraw > 0n && amounts.withdrawFee >= amounts.minWithdraw)
    return "Nothing of the minimum withdrawal would arrive: the fee is not below it.";
  const networkLabel = network === null ? null : (typed.network_label ?? typed.name);
  return {
    ...{ id, symbol, name: typed.name, kind: network === null ? "ewallet" : "crypto", network, networkLabel },
    ...{ decimals, shownDecimals: typed.shown_decimals ?? Math.min(decimals, 6), needsMemo: false },
    monitorCode: typed.monitor_code ?? id.replaceAll("-", "").toUpperCase(),
    explorerTx: typed.explorer ?? null,
    ...{ confirmations: typed.confirmations, toleranceBps: typed.tolerance_bps, ...amounts },
    ...{ receiveEnabled: false, sendEnabled: false },
    ...{ costIn: 0n, costInBps: 0, costOut: 0n, costOutBps: 0 },
  };
}

async function add(ctx: Context, operator: Operator, typed: Typed, row: NewAsset): Promise<Outcome> {
  const { id } = row;
  const outcome = await ctx.db.transaction(async (tx) => {
    const [last] = await tx.select({ sort: max(asset.sort) }).from(asset);
    const [added] = await tx
      .insert(asset)
      .values({ ...row, sort: (last?.sort ?? 0) + 1 })
      .onConflictDoNothing()
      .returning();
    if (!added) return refused(`There is an asset ${id} already: change it with assets set.`);
    const override = secondLook(typed.anyway, [
      `Fees and ${row.confirmations} confirmations of ${id} can be compared with nothing, since it is new.`,
    ]);
    const makerFacts = await madeByPrice(tx, "asset", id, override);
    const details = { ...assetEntry(added), ...override };
    await recordAudit(ctx, tx, operator, {
      action: "asset_changed",
      subject: id,
      reason: typed.reason,
      details,
      makerFacts,
    });
    return done(`Asset ${id} is added, closed: open it with assets set ${id} --receive on --send on.`);
  });
  ctx.market.changed();
  return outcome;
}
