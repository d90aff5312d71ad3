import { formatDecimal } from "../../../contract/values/decimal.ts";
import type { NamedAddress } from "../../../upstream/accounts/effects/account-changes.ts";
import { addressSubject } from "../../../upstream/accounts/effects/bound-subjects.ts";
import { codeOf, newestCode } from "../../../upstream/accounts/sign-in/email-codes.ts";
import type { asset } from "../../../upstream/db/schema/market.ts";
import type { Context } from "../../../upstream/ports/context.ts";
import type { Shop } from "./customer.ts";
import type { DepositsRail } from "./deposit-rail.ts";
import { bearerOf, type Member } from "./members.ts";
import { takeRewards } from "./partner-acts.ts";
import type { Partner, Programme } from "./partner-programme.ts";
import type { Code } from "./promo-codes.ts";
import { takeOver } from "./take-over.ts";
import { addressOf } from "./wallet-addresses.ts";
import { type Figures, nothing } from "./wallet-model.ts";
import { cancel, confirm, reportTheft, request } from "./withdraw.ts";

/** What members act with. `expected`: the figures of the wallets by the rules; `faults` takes what the service must not do. */
export type Bank = {
  ctx: Context;
  call: Shop["call"];
  deposits: DepositsRail;
  expected(who: Member): Promise<ReadonlyMap<string, Figures>>;
  /** Whether anything was kept aside of what came to these addresses. */
  isAnyKept(addresses: ReadonlySet<string>): boolean;
  programme: Programme;
  codes: readonly Code[];
  /** When an order of the partner was last marked as fraud. */
  lastFlagOf(partner: Partner): Date | null;
  faults: string[];
};

type AssetRow = typeof asset.$inferSelect;

/** One act of a member, in most turns none. */
export async function act(bank: Bank, who: Member): Promise<void> {
  await reportDue(bank, who);
  const assets = await walletAssets(bank);
  if (who.wallets.size === 0) return settleIn(bank, who, assets);
  if (who.luck.percent(50)) return;
  await who.luck.weighed<() => Promise<void>>([
    [6, () => openWallet(bank, who, assets, false)],
    [4, () => openWallet(bank, who, assets, true)],
    [24, async () => deposit(bank, who, assets)],
    [6, () => saveAddress(bank, who)],
    [42, () => request(bank, who, assets)],
    [10, () => confirm(bank, who)],
    [6, () => cancel(bank, who)],
    [5, () => takeOver(bank, who, assets)],
    [25, () => takeRewards(bank, who)],
  ])();
}

/** The first turn of a member: wallets with an address to withdraw to, and some money on its way. */
async function settleIn(bank: Bank, who: Member, assets: readonly AssetRow[]): Promise<void> {
  for (let wallets = 0; wallets < 3; wallets += 1) {
    await openWallet(bank, who, assets, false);
    if (who.wallets.size === 0) continue;
    await saveAddress(bank, who);
    deposit(bank, who, assets);
  }
}

export async function walletAssets({ ctx }: Bank): Promise<AssetRow[]> {
  const { assets } = await ctx.market.terms();
  return assets.filter(({ kind, receiveEnabled }) => kind === "crypto" && receiveEnabled);
}

export async function openWallet(
  bank: Bank,
  who: Member,
  assets: readonly AssetRow[],
  isAnother: boolean,
): Promise<void> {
  const id = isAnother ? who.luck.pick([...who.wallets.keys()]) : who.luck.pick(assets).id;
  const body = { asset: id, new_address: isAnother };
  const response = await bank.call("balanceCreate", { body, ...(await bearerOf(bank.ctx, who)) });
  if (response.status >= 300) {
    if (response.status !== 503 && response.status !== 422)
      bank.faults.push(`${who.email} got no wallet: ${response.text}`);
    return;
  }
  const address = response.reply().data.deposit?.address;
  const addresses = who.wallets.get(id) ?? new Set();
  who.wallets.set(id, address === undefined ? addresses : addresses.add(address));
}

/** Assets that the same address can receive, besides its own. */
const mistaken: Record<string, string> = { "usdt-erc20": "eth", eth: "usdt-erc20", "usdt-trc20": "trx" };

/** Mostly to the newest address; sometimes too little, or in another asset. */
export function deposit({ deposits }: Bank, who: Member, assets: readonly AssetRow[]): void {
  const { luck } = who;
  const [walletAsset, addresses] = luck.pick([...who.wallets]);
  const places = [...addresses];
  const address = luck.percent(85) ? places.at(-1) : places[0];
  const row = assets.find(({ id }) => id === walletAsset);
  if (!row || address === undefined) return;
  const wrong = luck.percent(5) ? mistaken[walletAsset] : undefined;
  const percents = luck.percent(20) ? luck.between(20, 90) : luck.between(400, 9000);
  deposits.pay({ address, walletAsset }, wrong ?? walletAsset, (row.minDeposit * BigInt(percents)) / 100n);
}

async function saveAddress(bank: Bank, who: Member): Promise<void> {
  const id = who.luck.pick([...who.wallets.keys()]);
  const body = { asset: id, label: `mine ${who.saved.size}`, account: addressOf(id, `saved ${who.number}`) };
  const headers = await bearerOf(bank.ctx, who);
  const asked = await bank.call("memberAddressCode", { body, ...headers });
  const code = asked.status === 202 ? await addressCode(bank.ctx, who.id, asked.reply().data) : "";
  const response = await bank.call("memberAddressAdd", { body: { ...body, code }, ...headers });
  if (response.status < 300) who.saved.add(id);
}

/** As its email has it. */
async function addressCode(ctx: Context, memberId: string, place: NamedAddress): Promise<string> {
  const subject = addressSubject(memberId, place);
  const sent = await newestCode(ctx.db.orm, { purpose: "withdrawal", subject, now: ctx.clock.now() });
  return sent ? codeOf(ctx.env.ACCOUNT_SECRETS, sent) : "";
}

async function reportDue(bank: Bank, who: Member): Promise<void> {
  for (const report of who.reports) report.afterTurns -= 1;
  const due = who.reports.filter(({ afterTurns }) => afterTurns < 0);
  who.reports = who.reports.filter(({ afterTurns }) => afterTurns >= 0);
  for (const { id } of due) await reportTheft(bank, who, id);
}

/** The last acts, with nothing new that takes long: pays debts, and takes rewards out that have become ready. */
export async function finish(bank: Bank, who: Member): Promise<void> {
  await payDebts(bank, who);
  if (who.luck.percent(20)) await takeRewards(bank, who);
}

/** Pays what the member owes, so that what waits for it can go on. */
export async function payDebts({ ctx, deposits, expected }: Bank, who: Member): Promise<void> {
  const { assets } = await ctx.market.terms();
  const figures = await expected(who);
  for (const [walletAsset, addresses] of who.wallets) {
    const { debt } = figures.get(walletAsset) ?? nothing;
    const [address] = addresses;
    const row = assets.find(({ id }) => id === walletAsset);
    if (debt > 0n && row && address !== undefined && deposits.isQuiet())
      deposits.pay({ address, walletAsset }, walletAsset, debt + row.minDeposit);
  }
}

export const decimal = (amount: bigint, { decimals }: Pick<AssetRow, "decimals">) => formatDecimal(amount, decimals);
