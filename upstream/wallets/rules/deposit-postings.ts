import type { AddressMoney } from "../../ledger/rules/address-money.ts";
import { accounts, type Booking, placeAccount, type RailLocation } from "../../ledger/rules/booking.ts";
import { sweptBack, sweptBefore } from "../../ledger/rules/sweep-postings.ts";
import { takenBackNames } from "../../ledger/rules/taken-back-names.ts";

/**
 * A final deposit; `times`: how often it has become final, since a network may include it again; `place`: where it
 * arrived. Minor units.
 */
export type FinalDeposit = {
  id: string;
  times: number;
  rail: string;
  place: RailLocation;
  asset: string;
  amount: bigint;
};

/** Transfer ids are made from the deposit's own, so that it is booked once each time it becomes final. */
export const depositArrivalOf = ({ id, times }: Pick<FinalDeposit, "id" | "times">) => `deposit:${id}:${times}`;

/** Where a deposit goes: a member's wallet, `unclaimed` while it waits for more or for our team, `checking` while it is checked. */
export type DepositHolder = { memberId: string } | "unclaimed" | "checking";

const holderAccount = (holder: DepositHolder, asset: string) =>
  typeof holder === "string" ? accounts[holder](asset) : accounts.member(holder.memberId, asset);

/** What arrived at the rail, to its holder. `address`: its deposit address; null where the rail has no sweeps. */
export function depositArrives(
  deposit: FinalDeposit,
  { to, address }: { to: DepositHolder; address: AddressMoney | null },
): Booking[] {
  const { rail, place, asset, amount } = deposit;
  const arrival = depositArrivalOf(deposit);
  const debit = placeAccount(place, rail, asset);
  const credit = holderAccount(to, asset);
  const swept = address === null ? null : sweptBefore(deposit, { arrival, amount, address });
  const moved: Booking[] = swept === null ? [] : [{ do: "forced", ...swept }];
  return [{ do: "post", id: arrival, debit, credit, asset, amount, code: "deposit" }, ...moved];
}

/** A deposit that waited goes to its wallet: enough others have come, or our team has decided so. */
export function depositReleased(deposit: FinalDeposit, memberId: string): Booking {
  const { asset, amount } = deposit;
  const debit = accounts.unclaimed(asset);
  const credit = accounts.member(memberId, asset);
  return { do: "post", id: `${depositArrivalOf(deposit)}:released`, debit, credit, asset, amount, code: "deposit" };
}

/** The check of a deposit has ended: it goes to where it would have gone at once. */
export function depositChecked(deposit: FinalDeposit, to: Exclude<DepositHolder, "checking">): Booking {
  const { asset, amount } = deposit;
  const [debit, credit] = [accounts.checking(asset), holderAccount(to, asset)];
  return { do: "post", id: `${depositArrivalOf(deposit)}:checked`, debit, credit, asset, amount, code: "deposit" };
}

/**
 * What a network took back after it was final: a fact. It comes from the member's money as far as that reaches
 * (`covered`), and the rest from our reserve, which the member then owes. `address`: its deposit address; null where the
 * rail has no sweeps.
 */
export function depositTakenBack(
  deposit: FinalDeposit,
  { holder, covered, address }: { holder: string; covered: bigint; address: AddressMoney | null },
): Booking[] {
  const { rail, place, asset, amount } = deposit;
  const arrival = depositArrivalOf(deposit);
  const names = takenBackNames(arrival);
  const back = { do: "forced", credit: placeAccount(place, rail, asset), asset, code: "deposit" } as const;
  const parts = [
    { ...back, id: names.ofHolder, debit: holder, amount: covered },
    { ...back, id: names.ours, debit: accounts.reserve(asset), amount: amount - covered },
  ];
  const swept = address === null ? null : sweptBack(deposit, { arrival, amount, address });
  const first: Booking[] = swept === null ? [] : [{ do: "forced", ...swept }];
  return [...first, ...parts.filter((part) => part.amount > 0n)];
}

/** Repays what a member owes from what has come in; `cause` names the transfer that brought it. */
export function debtRepaid(memberId: string, asset: string, amount: bigint, cause: string): Booking {
  const debit = accounts.member(memberId, asset);
  return {
    do: "post",
    id: `${cause}:debt`,
    debit,
    credit: accounts.reserve(asset),
    asset,
    amount,
    code: "debt",
  };
}
