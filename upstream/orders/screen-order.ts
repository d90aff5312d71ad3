import type { Tx } from "../db/database.ts";
import { selectOrderSenders } from "../db/sql/sender-statements.ts";
import { partyOfOrder } from "../screening/blocks/blocks.ts";
import type { PartyBlocks } from "../screening/blocks/rules/block-keys.ts";
import { providerOf } from "../screening/provider/questions.ts";
import type { ScreeningOccasion } from "../screening/rules/hit.ts";
import { type ScreenContext, type ScreeningState, screen, unscreened } from "../screening/screen.ts";
import type { Screened } from "../screening/screened.ts";
import { operatorHoldOf } from "./operator-hold.ts";
import type { OrderRow } from "./order-facts-query.ts";
import type { OrderEvent } from "./rules/order-event.ts";

/** What a customer or a payer does that brings somebody into an order. */
const occasions: Partial<Record<OrderEvent["name"], ScreeningOccasion>> = {
  execute: "execute",
  payment_seen: "payment",
  payment_final: "payment",
  set_payout_account: "account",
  set_refund_address: "account",
  request_refund: "account",
};

/** When an event asks for a check; undefined where it brings nobody. */
export const occasionOf = ({ name }: OrderEvent): ScreeningOccasion | undefined => occasions[name];

/** Statuses in which nothing is on its way out, so that the order can be held; elsewhere the payout guard holds. */
const holdable: ReadonlySet<OrderRow["status"]> = new Set<OrderRow["status"]>([
  ...(["awaiting_payment", "payment_reported", "confirming", "processing", "on_hold", "refund_pending"] as const),
]);

/** Whether a hit would hold it now: not what a hold for a check or a dispute holds already. */
export const mayBeHeld = ({ status, holdReason }: OrderRow): boolean =>
  holdable.has(status) && holdReason !== "aml_check" && holdReason !== "dispute";

/** The same, and no operator holds it: their hold is not replaced, because the end of the check must not end it. */
export const mayBeHeldNow = async (tx: Tx, row: OrderRow): Promise<boolean> =>
  mayBeHeld(row) && (await operatorHoldOf(tx, row)) === null;

/** The event that holds it. */
export const screeningHold = { name: "operator_hold", reason: "aml_check", note: "" } as const;
/** The same where the customer has to say who they are. */
export const identityHold = { name: "operator_hold", reason: "kyc_required", note: "" } as const;

/**
 * Compares everybody whom an order names, and who has paid it, with the lists and the blocklist. `sender`: of the payment that asks
 * for it; those of earlier ones were compared when they came, and are again when a list changes and before money leaves.
 * `partyBlocks`: where it has been read in this transaction.
 */
export async function screenOrder(
  ctx: ScreenContext,
  tx: Tx,
  row: OrderRow,
  occasion: ScreeningOccasion,
  { sender = null, partyBlocks }: { sender?: string | null; partyBlocks?: PartyBlocks | undefined } = {},
): Promise<ScreeningState> {
  const isNobodyListed = partyBlocks !== undefined && partyBlocks.lists.length + partyBlocks.blocks.length === 0;
  if (isNobodyListed && !partyBlocks.hasNames && providerOf(ctx.env) === null) return unscreened;
  const party = await partyOfOrder(tx, row);
  const isRead = occasion === "list" || row.walletPaidAt !== null;
  const { senders, walletSenders } = isRead
    ? await selectOrderSenders(tx, row.ref)
    : { senders: [sender], walletSenders: [] };
  const { ref: id, ownerId: memberId, email } = row;
  const screened: Screened = {
    ...({ kind: "order", id, occasion, customer: { memberId, email } } as const),
    party: { ...party, accounts: [...(party.accounts ?? []), ...senders], walletSenders },
    answersOf: { orderRef: id, memberId },
  };
  return screen(ctx, tx, screened, partyBlocks);
}
