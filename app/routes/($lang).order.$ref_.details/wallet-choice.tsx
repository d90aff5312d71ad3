import type { ReactNode } from "react";
import type { Order } from "../../../contract/order/order.ts";
import { settlesOn } from "../../components/order/settles-on.ts";
import { useMoney } from "../../components/order/use-money.ts";
import { useTimes } from "../../components/order/use-times.ts";
import { type Assets, placeOf } from "../../components/summary/assets.ts";
import type { FormReply } from "../../forms/reply.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useSite } from "../../site/site.ts";
import { FieldError } from "../../ui/fields/field-frame.tsx";
import { RadioCard } from "../../ui/fields/radio-card.tsx";

type WalletChoiceProps = {
  part: "payout" | "refund";
  order: Order;
  assets: Assets;
  reply: FormReply | undefined;
  /** The fields of an address. Hidden by a style while the wallet is chosen, so without scripts too. */
  children: ReactNode;
};

/** Where the payout or a refund goes: to an address, or into the member's wallet. */
export function WalletChoice({ part, order, assets, reply, children }: WalletChoiceProps) {
  const { t } = useTranslation("details");
  const name = `${part}.wallet`;
  const asset = assets[order[part === "payout" ? "to" : "from"].asset];
  const saved = order[part].to_wallet ? "wallet" : "address";
  const chosen = reply?.values[name] ?? saved;
  const places = { symbol: asset?.symbol, network: asset && placeOf(asset), brand: useSite()?.brand };
  const isRefused = reply?.fields[name] !== undefined;
  const option = (destination: "address" | "wallet") => ({
    name,
    value: destination,
    defaultChecked: chosen === destination,
  });
  return (
    <div className="group/place space-y-4">
      <fieldset id={name} aria-describedby={isRefused ? `${name}-error` : undefined}>
        <legend className="mb-1.5 text-body-2 font-semibold">{t(`wallet.${part}.legend`, places)}</legend>
        <div className="grid gap-3">
          <RadioCard {...option("address")} title={t("wallet.address.title")}>
            {t("wallet.address.how", places)}
          </RadioCard>
          <RadioCard {...option("wallet")} title={t("wallet.own.title", places)}>
            {part === "payout" ? <PayoutTerms order={order} assets={assets} /> : t("wallet.refund.how")}
          </RadioCard>
        </div>
        {isRefused && <FieldError id={`${name}-error`}>{t("wallet.refused")}</FieldError>}
      </fieldset>
      <div className="space-y-6 group-has-[input[value=wallet]:checked]/place:hidden">{children}</div>
    </div>
  );
}

/** What speaks for the wallet, and from when its money can leave it: told before it is chosen. */
function PayoutTerms({ order, assets }: Pick<WalletChoiceProps, "order" | "assets">) {
  const { t } = useTranslation("details");
  const money = useMoney(assets);
  const times = useTimes(order.server_time);
  const fee = order.fees.find(({ kind }) => kind === "payout_network");
  const settles = settlesOn(order);
  return (
    <>
      {fee ? t("wallet.payout.saves", { fee: money.text(fee.amount, fee.asset) }) : t("wallet.payout.how")}
      {settles && (
        <strong className="mt-1 block font-medium text-ink-2">
          {t("wallet.payout.settles", { date: times.date(settles) })}
        </strong>
      )}
    </>
  );
}
