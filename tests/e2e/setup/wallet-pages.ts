import { tronAddress as newAddress, otherAddress } from "../../support/withdrawals/withdrawals.ts";
import type { Member } from "../people/member.ts";
import { type Lang, prefix } from "../people/visitor.ts";
import { expect } from "./expect.ts";

const asset = "usdt-trc20";

/**
 * The addresses of the pages of wallets and withdrawals in states that `allPages` does not have, for a member who signs in
 * here: deposits below the minimum and of another currency, withdrawals that wait for a code, wait a day, are cancelled and
 * sent, and an order that pays into the wallet.
 */
export async function walletPages(member: Member, lang: Lang): Promise<string[]> {
  const { office } = member;
  let code = "";
  let credentials = await member.beginsWithMoney("300");
  await member.savesAddress({ asset, label: "Ledger", account: otherAddress }, credentials);
  await office.passes(25 * 3600);
  credentials = await member.beginsAgain();
  const sent = await withdraws({ account: otherAddress });
  await confirms(sent);
  const cooling = await withdraws({ account: newAddress });
  await confirms(cooling);
  const cancelled = await withdraws({ account: newAddress });
  await office.call("withdrawalsCancel", { body: { id: cancelled.id }, ...credentials });
  const waiting = await withdraws({ account: newAddress });
  await office.call("sandboxDeposits", { body: { asset, amount: "2.5" }, ...credentials });
  await office.call("sandboxDeposits", { body: { asset, event: "pay_wrong_asset" }, ...credentials });
  const undetailed = await draft();
  const detailed = await draft();
  const payer = { payin: { account: "payer@example.com" }, email: member.email };
  const details = { ref: detailed, ...payer, payout: { account: "", wallet: true } };
  await office.call("exchangeStepTwo", { body: details, ...credentials });
  const withdrawalStatus = async () =>
    (await office.call("withdrawalsShow", { query: { id: sent.id }, ...credentials })).data.status;
  await expect.poll(withdrawalStatus, { intervals: [50, 100, 200] }).toBe("completed");
  const dashboard = [
    ...["", "/wallets", `/wallets/${asset}`, `/wallets/deposit?asset=${asset}`, "/wallets/deposit?asset=btc"],
    ...["/transactions", "/transactions?until=2020-01-01", "/statement", "/withdrawals"],
    ...[`/withdrawals/new?asset=${asset}`, `/withdrawals/new?again=${cancelled.id}`],
    ...[waiting, cooling, cancelled, sent].map(({ id }) => `/withdrawals/${id}`),
  ].map((path) => `/dashboard${path}`);
  const orders = [`/order/${undetailed}/details`, `/order/${detailed}/confirm`];
  return [...dashboard, ...orders].map((path) => `${prefix(lang)}${path}`);

  async function withdraws({ account }: { account: string }) {
    const body = { asset, amount: "20", account };
    return (await office.call("withdrawalsCreate", { body, ...credentials, key: crypto.randomUUID() })).data;
  }
  async function confirms({ id, amount, account }: { id: string; amount: string; account: string }) {
    const earlier = code;
    await expect
      .poll(
        async () => {
          code = await member.code("withdrawal_code");
          return code;
        },
        { intervals: [50, 100, 200] },
      )
      .not.toBe(earlier);
    await office.call("withdrawalsConfirm", { body: { id, amount, account, code }, ...credentials });
  }
  async function draft(): Promise<string> {
    const body = { from: "paypal-usd", to: asset, amount: "100" };
    return (await office.call("exchangeStepOne", { body, ...credentials })).data.order.ref;
  }
}
