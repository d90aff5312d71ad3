import { eq } from "drizzle-orm";
import { asset as assetTable } from "../../../db/schema/index.ts";
import { eventReporter } from "../../../orders/report-event.ts";
import type { Context } from "../../../ports/context.ts";
import type { DepositReport } from "../../../ports/deposit-rail.ts";
import { keepDeposit } from "../../../wallets/keep-deposit.ts";
import { reportDeposit } from "../../../wallets/report-deposit.ts";
import { confirmationsOf, requiredConfirmations } from "../confirmations.ts";
import { type EvmNetwork, evmAssetOf } from "../settings.ts";
import { evmRail, readSource } from "../source.ts";
import { type CreditRow, claimNews, markRefused, markTold, nextStateOf, type OwnedCredit } from "./credit-news.ts";
import { tellOrderOfCredit } from "./tell-order.ts";

/** More digits than the ledger takes: no money, whatever a contract says. */
const mostUnits = 10n ** 37n;
/** Batches told in one run, so that the chain is read in between. */
const mostBatches = 20;

/**
 * Tells orders and wallets what became of their credits, once each, the oldest first; repeated until it is taken. Money whose
 * address no order and no wallet has any more is kept as unclaimed; in a token that no asset names it stays in the list of
 * `operator evm credits`.
 */
export async function tellCredits(ctx: Context, network: EvmNetwork): Promise<void> {
  for (let batch = 0; batch < mostBatches; batch += 1) {
    const news = await claimNews(ctx);
    for (const owned of news) await tellOrList(ctx, network, owned);
    if (news.length === 0) return;
  }
}

/** One that cannot be booked does not hold up the others. */
async function tellOrList(ctx: Context, network: EvmNetwork, owned: OwnedCredit): Promise<void> {
  try {
    const refused = await tellCredit(ctx, network, owned);
    if (refused !== null) await markRefused(ctx, owned.credit, refused);
  } catch (error) {
    ctx.log.error({ credit: owned.credit.id, err: error }, "a payment on Ethereum could not be told");
    await markRefused(ctx, owned.credit, "error");
  }
}

/** Null once it was taken; otherwise why not. */
async function tellCredit(ctx: Context, network: EvmNetwork, owned: OwnedCredit): Promise<string | null> {
  const { credit, orderRef: ref } = owned;
  const asset = evmAssetOf(network, credit.token);
  if (asset === undefined || !(await isKnown(ctx, asset))) return takenIfUntold(ctx, credit, "asset_unknown");
  if (credit.amount > mostUnits) return takenIfUntold(ctx, credit, "amount_too_large");
  if (ref !== null) {
    const refusal = await tellOrderOfCredit(ctx, network, { credit, asset, ref }, eventReporter(ctx));
    if (refusal?.refused !== "not_found") return refusal?.refused ?? null;
  }
  await tellWallet(ctx, network, owned, asset);
  return null;
}

/** What is gone before anybody was told of it needs no telling. */
async function takenIfUntold(ctx: Context, credit: CreditRow, why: string): Promise<string | null> {
  if (credit.state !== "gone" || credit.told !== null) return why;
  await markTold(ctx.db.orm, credit, "gone");
  return null;
}

async function isKnown({ db }: Context, asset: string): Promise<boolean> {
  const [row] = await db.orm.select({ id: assetTable.id }).from(assetTable).where(eq(assetTable.id, asset));
  return row !== undefined;
}

async function tellWallet(ctx: Context, network: EvmNetwork, owned: OwnedCredit, asset: string): Promise<void> {
  const { credit, address } = owned;
  const state = nextStateOf(credit);
  const source = await readSource(ctx.db.orm);
  const report: DepositReport = {
    ...{ rail: evmRail, railPaymentId: credit.id, address, memo: null, asset, amount: credit.amount, state },
    confirmations: source ? confirmationsOf(network, source, { height: credit.height, state }) : 0,
    required: requiredConfirmations(network),
    place: "deposits",
    sender: credit.payer ?? credit.sender,
  };
  const result = await reportDeposit(ctx, report);
  // Only money that is there needs somebody to keep it.
  if (result === "unknown" && state === "final") await keepDeposit(ctx, report);
  await markTold(ctx.db.orm, credit, state);
}
