import type { TFunction } from "i18next";
import type { Order } from "../../../../contract/order/order.ts";
import { maskAccount } from "../../../components/order/mask-account.ts";
import { settlesOn } from "../../../components/order/settles-on.ts";
import type { Times } from "../../../components/order/use-times.ts";
import { type Assets, isAccount } from "../../../components/summary/assets.ts";
import { isRefundedToWallet, wrongPayments } from "../order-facts.ts";

type Words = { t: TFunction<"order">; times: Times; brand: string };

export type Destinations = ReturnType<typeof destinations>;

/** Where the payout and a refund go, as words. */
export function destinations(order: Order, assets: Assets, { t, times, brand }: Words) {
  const { payout, refund, payin } = order;
  const [other] = wrongPayments(order);
  const ownWallet = t("summary.wallet", { brand });
  const refundToWallet = isRefundedToWallet(order);
  const refundAccount = refundToWallet ? null : refundTarget();
  const settles = payout.to_wallet ? settlesOn(order) : null;
  return {
    payoutTo: payout.to_wallet ? ownWallet : payout.account && unbroken(maskAccount(payout.account)),
    /** The day from which a payout into the wallet can leave it; empty where that is at once. */
    settles: settles ? times.date(settles) : "",
    refundTo: refundToWallet ? ownWallet : refundAccount ? unbroken(maskAccount(refundAccount)) : payer(),
    refundAccount,
    refundToWallet,
  };

  /** PayPal refunds go to the paying account, coins to the address the customer gave for their network. */
  function refundTarget(): string | null {
    const isElsewhere = other && assets[other.asset]?.network !== assets[order.from.asset]?.network;
    return isElsewhere ? refund.other_account : (refund.account ?? payin.account);
  }

  /** An account without a known address is the one that paid. */
  function payer(): string | null {
    return isAccount(assets[other?.asset ?? order.from.asset]) ? t("summary.payer") : null;
  }
}

/** Lines could otherwise break after a dash or dots. */
export function unbroken(text: string): string {
  return text.replace(/[–…]/g, "\u2060$&\u2060");
}
