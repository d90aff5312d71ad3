import type { NewDestination } from "../db/sql/destination-statements.ts";
import type { ConfirmationProof, DestinationKind } from "../payouts/rules/destination.ts";
import type { OrderRow } from "./order-facts-query.ts";
import type { EventSource, OrderEvent } from "./rules/order-event.ts";

type Cause = { event: OrderEvent; by: EventSource; now: Date };

/**
 * Where the order's money may go, as this event has confirmed it: all of it when the order is executed, afterwards what has
 * changed. A draft confirms nothing. Of a payment from the owner's wallet the amount is confirmed with it.
 */
export function destinationsOf(before: OrderRow, after: OrderRow, cause: Cause): NewDestination[] {
  if (after.status === "draft") return [];
  const { event } = cause;
  const isExecuted = before.status === "draft" && event.name === "execute";
  const was = isExecuted ? [] : accountsOf(before);
  const isOfWallet = isExecuted && event.fromWallet != null;
  const isSame = (named: Named) =>
    was.some(({ kind, account, memo }) => kind === named.kind && account === named.account && memo === named.memo);
  return accountsOf(after)
    .filter((named) => !isSame(named))
    .map((named) => {
      const amount = isOfWallet && named.kind === "payout" ? after.toAmount : null;
      return { ...named, amount, orderRef: after.ref, at: cause.now, ...confirmationOf(cause) };
    });
}

type Named = { kind: DestinationKind; asset: string; account: string; memo: string | null };

function accountsOf(row: OrderRow): Named[] {
  const { payoutAccount, payoutMemo, refundAccount, refundMemo, wrongRefundAccount } = row;
  const named = (kind: DestinationKind, asset: string, account: string | null, memo: string | null) =>
    account === null || account === "" ? [] : [{ kind, asset, account, memo }];
  return [
    ...(row.payoutToWallet ? [] : named("payout", row.toAsset, payoutAccount, payoutMemo)),
    ...named("refund", row.fromAsset, refundAccount, refundMemo),
    ...named("wrong_refund", row.fromAsset, wrongRefundAccount, null),
  ];
}

function confirmationOf({ event, by }: Cause): Pick<NewDestination, "confirmedBy" | "proof" | "actor"> {
  if (typeof by !== "string") return { confirmedBy: "operator", proof: "operator", actor: by.operator };
  if (event.name === "execute" && event.fromWallet) return { confirmedBy: "member", proof: event.fromWallet.proof };
  return { confirmedBy: "customer", proof: "order_link" satisfies ConfirmationProof };
}
