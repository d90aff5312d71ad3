import type { WalletTotalCurrency } from "../../contract/balance/balance-lists.ts";
import type { Wallet, WalletCurrency } from "../../contract/balance/wallets.ts";
import { formatDecimal } from "../../contract/values/decimal.ts";
import type { Lang } from "../../contract/values/languages.ts";
import type { Context } from "../ports/context.ts";
import { coinUri } from "../shared/rules/addresses/wallet-uri.ts";
import { texts } from "../shared/texts/texts.ts";
import { type DepositAsset, depositAssets } from "./deposit-assets.ts";
import { readWallets, type WalletState } from "./read-wallets.ts";
import { worthIn } from "./worth.ts";

type Services = Pick<Context, "db" | "market" | "rails" | "rates">;
type WalletsQuery = { memberId: string; currency: WalletTotalCurrency; language: Lang; only?: string };
type Shown = {
  wallets: Wallet[];
  meta: { currency: WalletTotalCurrency; total: string; is_complete: boolean; rates_at: string };
};

/** A member's wallets as the contract has them, with what they are worth. */
export async function showWallets(ctx: Services, query: WalletsQuery, now: Date): Promise<Shown> {
  const { worthOf, decimals } = await worthIn(ctx, query.currency, now);
  const states = await readWallets(ctx.db.orm, query.memberId, now, query.only);
  const assetsForDeposits = await depositAssets(ctx);
  const { assets } = await ctx.market.terms();
  const worths = states.map((state) => worthOf(state.posted, state.asset));
  const wallets = states.map((state, at) => {
    const worth = worths[at] ?? null;
    const of = assetsForDeposits.find(({ id }) => id === state.asset);
    const scale = assets.find(({ id }) => id === state.asset)?.decimals ?? 0;
    return {
      ...figures(state, scale),
      worth: worth === null ? null : formatDecimal(worth, decimals),
      deposit: of ? place(state, of, query.language) : null,
      created_at: state.createdAt.toISOString(),
    };
  });
  const total = worths.reduce<bigint>((sum, worth) => sum + (worth ?? 0n), 0n);
  const isComplete = worths.every((worth) => worth !== null);
  const meta = { currency: query.currency, total: formatDecimal(total, decimals), is_complete: isComplete };
  return { wallets, meta: { ...meta, rates_at: now.toISOString() } };
}

function figures(state: WalletState, decimals: number) {
  const textOf = (minor: bigint) => formatDecimal(minor, decimals);
  return {
    asset: state.asset,
    posted: textOf(state.posted),
    available: textOf(state.available),
    settling: textOf(state.settling),
    settles_at: state.settling > 0n && state.settlesAt ? state.settlesAt.toISOString() : null,
    held: textOf(state.held),
    pending: textOf(state.pending),
    debt: textOf(state.debt),
  };
}

function place({ address }: WalletState, of: DepositAsset, language: Lang): Wallet["deposit"] {
  if (!address) return null;
  const name =
    of.networkLabel === null || of.networkLabel === of.name ? of.symbol : `${of.symbol} (${of.networkLabel})`;
  return {
    address: address.address,
    memo: address.memo,
    uri: coinUri(address.uri),
    min: formatDecimal(of.minDeposit, of.decimals),
    confirmations: of.confirmations,
    warning: texts[language].wallets.depositWarning.replace("{{asset}}", name),
  };
}

/** What wallets can hold, and what taking it out costs. */
export async function walletCurrencies(ctx: Pick<Context, "market" | "rails">): Promise<WalletCurrency[]> {
  return (await depositAssets(ctx)).map((row) => ({
    asset: row.id,
    deposit_enabled: true,
    withdraw_enabled: row.sendEnabled && ctx.rails.payoutRail(row.id) !== undefined,
    min_deposit: formatDecimal(row.minDeposit, row.decimals),
    min_withdraw: formatDecimal(row.minWithdraw, row.decimals),
    withdraw_fee: formatDecimal(row.withdrawFee, row.decimals),
    confirmations: row.confirmations,
    simulated: ctx.rails.isSimulated(row.id),
  }));
}
