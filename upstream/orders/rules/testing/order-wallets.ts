import { accounts, walletRail } from "../../../ledger/rules/booking.ts";
import type { OrderEvent } from "../order-event.ts";
import { cashbackTerms } from "./cashback-truths.ts";
import { execute, type OrderWorld, paying } from "./order-world.ts";
import { bookInto, posted } from "./reference-ledger.ts";

export const owner = "us_anna";

/** The order is a member's, who has a wallet for both of its assets. */
export function owned(world: OrderWorld, choice: Partial<OrderWorld["order"]> = {}): OrderWorld {
  Object.assign(world.order, { ownerId: owner, ...choice });
  return world;
}

/** Money from outside, in the owner's wallet. */
export function deposit(world: OrderWorld, asset: string, amount: bigint): void {
  const id = `deposit:${world.ledger.transfers.length}:1`;
  const rail = accounts.rail(world.assets[asset]?.payoutRail ?? "", asset);
  const movement = { id, debit: rail, credit: accounts.member(owner, asset), asset, amount, code: "deposit" } as const;
  bookInto(world.ledger, [{ do: "post", ...movement }]);
}

export const inWallet = ({ ledger }: OrderWorld, asset: string) => posted(ledger, accounts.member(owner, asset));

/** The order has a code of two percent cashback. */
export function withCashback({ order }: OrderWorld): void {
  const { serviceBps, payoutFee } = order;
  order.promoCode = "BACK2";
  order.promoTerms = { ...cashbackTerms, serviceBps, payoutFee: payoutFee.toString() };
}

/** The order of a member who has chosen wallets, and by every other number the events that pay it from one. */
export function beginWithWallet(world: OrderWorld, number: number): OrderEvent[] {
  const { fromAsset, toAsset, fromAmount, ref } = world.order;
  const isCrypto = (asset: string) => world.assets[asset]?.kind === "crypto";
  owned(world, { payoutToWallet: isCrypto(toAsset), refundToWallet: isCrypto(fromAsset) });
  if (number % 3 !== 0) withCashback(world);
  if (!isCrypto(fromAsset) || number % 2 === 0 || execute.name !== "execute") return [];
  deposit(world, fromAsset, fromAmount + BigInt(number));
  const payment = { ...paying(world, ref, fromAmount), rail: walletRail };
  const payin = { ...execute.payin, method: "balance", address: null } as const;
  return [
    { ...execute, payin },
    { name: "payment_final", payment },
  ];
}
