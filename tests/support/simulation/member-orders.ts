import { formatDecimal, parseAmount } from "../../../contract/values/decimal.ts";
import type { ApiResponse } from "../service/api-client.ts";
import { issuedConfirmation } from "../wallets/wallet-payment.ts";
import type { Customer, ExchangePlan } from "./customer.ts";
import type { Bank } from "./member-acts.ts";
import { bearerOf } from "./members.ts";
import { walletStatusOf, wrongAnswer } from "./withdraw.ts";

const isCrypto = (asset: string) => !asset.startsWith("paypal-");

/** A member who has money in a wallet often exchanges some of that. */
export async function wishFromWallet(bank: Bank, who: Customer, pairs: readonly ExchangePlan[]): Promise<void> {
  const { owner, luck } = who;
  if (owner === null || !luck.percent(50)) return;
  const { assets } = await bank.ctx.market.terms();
  const wallets = await bank.expected(owner);
  for (const [asset, { available }] of luck.shuffled([...wallets])) {
    const decimals = assets.find(({ id }) => id === asset)?.decimals ?? 0;
    const least = (input: ExchangePlan) => parseAmount(input.least, decimals);
    const possible = pairs.filter((input) => input.from === asset && minorOf(least(input)) <= available);
    if (possible.length === 0) continue;
    const input = luck.pick(possible);
    const most = available + available / 10n;
    const part = (most * BigInt(luck.between(20, 100))) / 100n;
    const amount = part < minorOf(least(input)) ? minorOf(least(input)) : part;
    who.input = { from: asset, to: input.to, amount: formatDecimal(amount, decimals) };
    return;
  }
}

const minorOf = (amount: ReturnType<typeof parseAmount>) => {
  if (typeof amount !== "bigint") throw new Error("The minimum of a pair cannot be read");
  return amount;
};

/** The bearer of a member's calls; nothing for a guest. */
export async function headersOf(bank: Bank, { owner }: Customer) {
  return owner === null ? {} : bearerOf(bank.ctx, owner);
}

/** Into the owner's wallet instead of the account, as often as the member's own random numbers say. */
export function placeOf(who: Customer, asset: string, account: string, percent: number) {
  const isIntoWallet = who.owner !== null && isCrypto(asset) && who.luck.percent(percent);
  return isIntoWallet ? { account: "", wallet: true } : { account };
}

/** Whether the owner pays this draft from a wallet. */
export function paysFromWallet({ owner, input, luck }: Customer): boolean {
  return owner?.wallets.has(input.from) === true && luck.percent(75);
}

/** Pays a draft from the wallet, and compares the answer with what the rules say. */
export async function payFromWallet(
  bank: Bank,
  who: Customer,
  sent: { ref: string; key: string; token: string },
): Promise<ApiResponse<"exchangeExecute">> {
  const { owner, input } = who;
  if (owner === null) throw new Error("Guests have no wallets");
  const { assets } = await bank.ctx.market.terms();
  const amount = minorOf(parseAmount(input.amount, assets.find(({ id }) => id === input.from)?.decimals ?? 0));
  const walletStatus = await walletStatusOf(bank, owner, input.from);
  const { available } = walletStatus;
  const { ref, key, token } = sent;
  const confirmation = await issuedConfirmation(bank.ctx, owner, ref);
  const body = { ref, pay_with: "balance", ...confirmation } as const;
  const response = await bank.call("exchangeExecute", { token, key, body, ...(await bearerOf(bank.ctx, owner)) });
  const wrong = wrongAnswer(response, { ...walletStatus, isCovered: amount <= available });
  if (wrong) bank.faults.push(`${ref}: paying ${amount} of ${available} ${input.from} from the wallet was ${wrong}`);
  return response;
}
