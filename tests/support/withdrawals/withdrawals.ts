import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Withdrawal } from "../../../contract/balance/withdrawals.ts";
import { outgoing } from "../../../upstream/db/schema/index.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { type Movement, selectMovements } from "../../../upstream/payouts/movement.ts";
import type { Context } from "../../../upstream/ports/context.ts";
import type { MovementEnd } from "../../../upstream/ports/payout-owner.ts";
import type { Exchange } from "../service/exchange.ts";
import { by, codeFor, type Member, password, signedIn, totpCode, withTwoFactor } from "../service/members.ts";
import { saveAddress } from "../service/saved-addresses.ts";
import { report, walletOf } from "../wallets/deposits.ts";

export const tronAddress = "TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE";
export const otherAddress = "TWd4WrZ9wn84f5x1hZhL4DHvk738ns5jwb";
const daySeconds = 86_400;

/** A member with 1,000 USDT in the wallet. */
export async function fundedMember(service: Exchange, email = "anna@example.com", amount = 1_000_000000n) {
  const { member, address } = await walletOf(service, email);
  await report(service, address, { railPaymentId: `first of ${email}`, state: "final", amount });
  return member;
}

/** Saves the address; it may be used at once a day later. */
export async function savedAddress(service: Exchange, member: Member, account = tronAddress) {
  const place = { asset: "usdt-trc20", label: account.slice(-4), account };
  return (await saveAddress(service, member, place)).reply().data.id;
}

/** As long later the member signs in again; a day unless told. */
export async function later(service: Exchange, member: Member, seconds = daySeconds) {
  await service.pass(seconds);
  member.token = await signedIn(service, member.email);
}

/** A member with 1,000 USDT and an address that may be used at once. */
export async function readyMember(service: Exchange, email?: string) {
  const member = await fundedMember(service, email);
  await savedAddress(service, member);
  await later(service, member);
  return member;
}

/** The same with an authenticator app, whose code was not used since the sign-in. */
export async function readyMemberWithApp(service: Exchange, email?: string) {
  const member = await fundedMember(service, email);
  await savedAddress(service, member);
  const { secret } = await withTwoFactor(service, member);
  await service.pass(daySeconds);
  const body = { email: member.email, password, two_factor_code: totpCode(service, secret) };
  const { data } = (await service.call("signin", { body })).reply();
  if (data["2fa"]) throw new Error("The code was not taken");
  member.token = data.access_token;
  await service.pass(30);
  return { member, secret };
}

type WithdrawalInput = Partial<{
  asset: string;
  amount: string;
  account: string;
  memo: string;
  address_id: string;
  two_factor_code: string;
}>;
/** A request of 100 USDT with a key of its own, unless one is given. */
export function ask(service: Exchange, member: Member, input: WithdrawalInput = {}, key: string = randomUUID()) {
  const destination = input.address_id ? {} : { account: tronAddress };
  return service.ask("withdrawalsCreate", {
    body: { asset: "usdt-trc20", amount: "100", ...destination, ...input },
    ...by(member.token),
    key,
  });
}

export async function requested(service: Exchange, member: Member, input: WithdrawalInput = {}): Promise<Withdrawal> {
  return (await ask(service, member, input)).reply().data;
}

/** Confirms with the code from its email, or another one; says what the member has read on the page. */
export async function confirm(
  service: Exchange,
  member: Member,
  { id, amount, account }: Pick<Withdrawal, "id" | "amount" | "account">,
  code?: string,
) {
  const typed = code ?? (await codeFor(service, member.email, "withdrawal"));
  return service.ask("withdrawalsConfirm", { body: { id, amount, account, code: typed }, ...by(member.token) });
}

export async function withdrawalOf(service: Exchange, member: Member, id: string): Promise<Withdrawal> {
  return (await service.call("withdrawalsShow", { query: { id }, ...by(member.token) })).reply().data;
}

/** Requested, and confirmed with the code of its email. */
export async function confirmed(service: Exchange, member: Member, input: WithdrawalInput = {}): Promise<Withdrawal> {
  const withdrawal = await requested(service, member, input);
  return (await confirm(service, member, withdrawal)).reply().data;
}

export async function movementOf(service: Exchange, id: string) {
  const [row] = await selectMovements(service.ctx.db.orm).where(eq(outgoing.withdrawalId, id));
  return row;
}

/** Its rail says that this has become of the movement, whatever the payout guard knows of it. */
export async function endAs(ctx: Context, movement: Movement, end: MovementEnd): Promise<void> {
  await ctx.payoutOwners(movement.kind).ended(ctx, { movement, end, by: "rail" }, async () => true);
}

/** The key of the link in the member's newest email about a withdrawal, by which they say that it was not theirs. */
export async function reportKey(service: Exchange, email: string): Promise<string> {
  const sentEmail = (await service.emails(email)).find(({ kind }) => kind.startsWith("withdrawal_"));
  return decodeURIComponent(/withdrawals\/report\?t=(\S+)/.exec(sentEmail?.text ?? "")?.[1] ?? "");
}

/** What the audit of the books finds wrong. */
export const violations = async (service: Exchange) => (await verify(service.ctx.db)).map(({ sentence }) => sentence);
