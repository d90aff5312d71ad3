import { eq } from "drizzle-orm";
import { walletAddress } from "../../../upstream/db/schema/wallets.ts";
import type { DepositReport } from "../../../upstream/ports/deposit-rail.ts";
import { reportDeposit } from "../../../upstream/wallets/report-deposit.ts";
import type { Exchange } from "../service/exchange.ts";
import { by, type Member, signedUp } from "../service/members.ts";

/** A member with a wallet for the asset; the newest address of the wallet. */
export async function walletOf(service: Exchange, email = "anna@example.com", asset = "usdt-trc20") {
  const member = await signedUp(service, email);
  return { member, address: await opened(service, member, asset) };
}

/** Opens a wallet, or gives it another address; returns the address in force. */
export async function opened(service: Exchange, member: Member, asset: string, newAddress = false): Promise<string> {
  const body = { asset, new_address: newAddress };
  const { data } = (await service.call("balanceCreate", { body, ...by(member.token) })).reply();
  return data.deposit?.address ?? "";
}

/** What the rail of this address reports of one deposit there; the asset's own unless another is named. */
export async function report(
  service: Exchange,
  address: string,
  deposit: Partial<DepositReport> & Pick<DepositReport, "railPaymentId" | "state">,
) {
  const [place] = await service.ctx.db.orm.select().from(walletAddress).where(eq(walletAddress.address, address));
  if (!place) throw new Error(`No wallet has the address ${address}`);
  const usual = {
    rail: place.rail,
    address,
    memo: null,
    asset: place.asset,
    amount: 100_000000n,
    place: "hot",
  } as const;
  return reportDeposit(service.ctx, { ...usual, confirmations: 20, required: 20, ...deposit });
}

/** The figures of one wallet. */
export async function figures(service: Exchange, member: Member, asset = "usdt-trc20") {
  const { data } = (await service.call("balanceCoin", { query: { asset }, ...by(member.token) })).reply();
  const { posted, available, settling, held, pending, debt } = data;
  return { posted, available, settling, held, pending, debt };
}

export async function depositStatuses(service: Exchange, member: Member, asset = "usdt-trc20") {
  const { data } = (await service.call("balanceCoin", { query: { asset }, ...by(member.token) })).reply();
  return data.deposits.map(({ status }) => status);
}
