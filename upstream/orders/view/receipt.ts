import type { Order } from "../../../contract/order/order.ts";
import type { Receipt, ReceiptAccount, ReceiptMove } from "../../../contract/order/receipt.ts";
import { receiptType } from "../../../contract/order/signed-statements.ts";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import type { Lang } from "../../../contract/values/languages.ts";
import { type TransferCode, walletRail } from "../../ledger/rules/booking.ts";
import { reversedOf, type Statement, statements } from "../../ledger/rules/statement.ts";
import type { Context } from "../../ports/context.ts";
import { type Refusal, refuse } from "../../shared/rules/refusal.ts";
import { type OrderRow, readOrder } from "../order-facts-query.ts";
import { orderView } from "./order-view.ts";
import { receiptCode } from "./receipt-code.ts";
import { txView } from "./tx-view.ts";

type ReceiptContext = Parameters<typeof orderView>[0] & Pick<Context, "env">;

/** All transfers of an order, with its ledger statement. A draft has none: `not_found`. */
export async function orderReceipt(
  ctx: ReceiptContext,
  row: OrderRow,
  language: Lang,
  now: Date,
): Promise<Receipt | Refusal> {
  if (row.payinMethod === null) return refuse("not_found");
  const market = await ctx.market.snapshot();
  const { facts } = await readOrder(ctx, ctx.db.orm, row, market);
  const tx = txView(market.assets);
  const scale = (asset: string) => market.assets.find(({ id }) => id === asset)?.decimals ?? 0;
  const incoming = facts.payments.map((payment): ReceiptMove => {
    const { id, asset, amount, status, url } = tx.incoming(payment);
    const at = (payment.finalAt ?? payment.seenAt).toISOString();
    return { direction: "in", id, asset, amount, fee: formatDecimal(0n, scale(asset)), account: null, status, at, url };
  });
  const outgoing = facts.outgoing.map((movement): ReceiptMove => {
    const { id, asset, amount, status, url } = tx.outgoing(movement);
    const direction = movement.kind === "payout" ? "out" : "back";
    const at = (movement.settledAt ?? movement.createdAt).toISOString();
    const fee = formatDecimal(movement.fee, scale(asset));
    // A movement into a wallet names its member.
    const account = movement.rail === walletRail ? null : movement.account;
    return { direction, id, asset, amount, fee, account, status, at, url };
  });
  const view = await orderView(ctx, row, language);
  const moves = [...incoming, ...outgoing].sort((a, b) => (a.at < b.at ? -1 : 1));
  return {
    order: view,
    moves,
    accounts: statements(facts.entries, row.ref).map((statement) => shownAccount(statement, scale(statement.asset))),
    reversed: formatDecimal(reversedOf(facts.entries, row.fromAsset), scale(row.fromAsset)),
    issuer: issuerOf(ctx.env, language),
    made_at: now.toISOString(),
    check_code: receiptCode(ctx.env.ORDER_LINK_SECRETS, { ...view, order: view.ref }),
    signed: await ctx.signer.sign(ctx.db.orm, receiptStatement(view, moves), now),
  };
}

/** What others may need to know: no names, no email address. Accounts are in it, since they say who was paid. */
function receiptStatement({ ref, status, created_at, rate, from, to }: Order, moves: readonly ReceiptMove[]) {
  return {
    type: receiptType,
    order: ref,
    ...{ status, created_at, rate },
    from: { asset: from.asset, amount: from.amount, received: from.received },
    to: { asset: to.asset, amount: to.amount, sent: to.sent },
    transfers: moves.map(({ direction, id, asset, amount, account, status: state, at }) => {
      return { direction, id, asset, amount, account, status: state, at };
    }),
  } as const;
}

function issuerOf(env: Context["env"], language: Lang): Receipt["issuer"] {
  const { legalName, register, address, isExample } = env.COMPANY;
  return {
    name: env.BRAND_NAME,
    email: env.SUPPORT_EMAIL,
    site: env.PUBLIC_ORIGIN,
    company: legalName[language],
    registration: `${register.name[language]}: ${register.number}`,
    address: address[language],
    is_example: isExample,
  };
}

function shownAccount({ asset, lines, balance }: Statement, decimals: number): ReceiptAccount {
  return {
    asset,
    lines: lines.map(({ code, direction, amount }) => {
      const kind = kinds[code];
      if (!kind) throw new Error(`Unexpected posting kind in a customer's account: ${code}`);
      return { kind, direction, amount: formatDecimal(amount, decimals) };
    }),
    balance: formatDecimal(balance, decimals),
  };
}

/** Names of ledger codes on a receipt. */
const kinds: Partial<Record<TransferCode, ReceiptAccount["lines"][number]["kind"]>> = {
  payin: "received",
  conversion: "exchanged",
  payout_hold: "credited",
  payout: "paid_out",
  payout_returned: "payout_returned",
  refund: "sent_back",
  refund_fee: "refund_fee",
  dispute: "taken_back",
  adjustment: "kept_aside",
};
