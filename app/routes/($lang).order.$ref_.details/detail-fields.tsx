import type { AskedField } from "../../../contract/order/asked-field.ts";
import type { Order } from "../../../contract/order/order.ts";
import type { Assets } from "../../components/summary/assets.ts";
import { emailInput } from "../../forms/email-input.ts";
import { Field } from "../../forms/field.tsx";
import type { FormReply } from "../../forms/reply.ts";
import { savedDetails } from "./saved-details.ts";
import { useFieldTexts } from "./use-field-texts.ts";
import { WalletChoice } from "./wallet-choice.tsx";
import type { WalletsOffered } from "./wallets-offered.server.ts";

type DetailFieldsProps = {
  order: Order;
  assets: Assets;
  /** A member's saved details, by field. */
  suggested: Record<string, string | null>;
  wallets: WalletsOffered;
  reply: FormReply | undefined;
};

/** The fields the service asks for, in its order; those of an address below the choice of a wallet where there is one. */
export function DetailFields({ order, assets, suggested, wallets, reply }: DetailFieldsProps) {
  const words = useFieldTexts(assets[order.from.asset], assets[order.to.asset]);
  const saved = savedDetails(order);
  const of = (part: string) => order.fields.filter(({ name }) => name.startsWith(`${part}.`)).map(fieldGroup);
  const others = order.fields.filter(({ name }) => !/^(payin|payout|refund)\./.test(name));
  return (
    <>
      {of("payin")}
      {place("payout")}
      {place("refund")}
      {others.map(fieldGroup)}
    </>
  );

  /** A refused choice is shown with its error, even if it is no longer offered. */
  function place(part: "payout" | "refund") {
    const fields = of(part);
    const isOffered = wallets[part] || reply?.fields[`${part}.wallet`] !== undefined;
    if (!isOffered || fields.length === 0) return fields;
    return (
      <WalletChoice part={part} order={order} assets={assets} reply={reply}>
        {fields}
      </WalletChoice>
    );
  }

  function fieldGroup(field: AskedField) {
    return (
      <Field
        key={field.name}
        name={field.name}
        required={field.required}
        reply={reply}
        saved={saved[field.name] ?? suggested[field.name]}
        {...inputOf[field.type]}
        maxLength={field.max_length}
        {...words(field)}
      />
    );
  }
}

/** Autocomplete hints for keyboards and password managers. */
const inputOf = {
  email: emailInput,
  paypal_email: emailInput,
  address: { address: true },
  text: { autoComplete: "name", spellCheck: false },
} as const satisfies Record<AskedField["type"], object>;
