import type { Asset } from "../../../contract/market/pairs.ts";
import type { AskedField } from "../../../contract/order/order-steps.ts";

/** The fields step-two asks for, as the service lists them when the draft is opened: known from the two assets alone. */
export function askedFields(from: Asset | undefined, to: Asset | undefined): AskedField[] {
  return [
    ...(from?.kind === "ewallet" ? [asked("payin.account", "paypal_email")] : []),
    ...(to?.kind === "ewallet"
      ? [asked("payout.account", "paypal_email"), asked("payout.extra.full_name", "text")]
      : address("payout", to)),
    ...(from?.kind === "crypto" ? address("refund", from) : []),
    asked("email", "email"),
  ];
}

function address(part: "payout" | "refund", asset: Asset | undefined): AskedField[] {
  const account = { ...asked(`${part}.account`, "address"), network: asset?.network ?? null };
  return asset?.needs_memo ? [account, asked(`${part}.memo`, "text")] : [account];
}

function asked(name: string, type: AskedField["type"]): AskedField {
  return { name, type, network: null, required: true };
}
