import { useTranslation } from "react-i18next";
import type { Order } from "../../../contract/order.ts";
import { isZero } from "../../components/order/decimal.ts";
import type { Assets } from "../../components/summary/assets.ts";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { Amount } from "../../ui/amount.tsx";
import { Card } from "../../ui/card.tsx";
import { Slip, SlipRow } from "../../ui/slip.tsx";
import type { Choice } from "./choices.ts";
import { livePayments, seenAmount } from "./facts.ts";
import type { OrderWords } from "./use-order-words.ts";

type HoldOptionCardProps = { option: Choice; order: Order; assets: Assets; said: OrderWords };

/** One way out of a hold, with its amount in the button. */
export function HoldOptionCard({ option, order, said }: HoldOptionCardProps) {
  const { t } = useTranslation("order");
  const { money, words } = said;
  const { action } = option;
  const gives = givenBy(option, order);
  const amount = money.text(gives.amount, gives.asset);
  const back = action === "request_refund";
  return (
    <Card className="flex flex-col gap-3 !border-line-strong">
      <h2 className="text-body-2 font-medium text-ink-2">{t(`choice.${action}`)}</h2>
      <div>
        <Amount {...money.figure(gives.amount, gives.asset)} size="large" />
        <p className="text-small text-ink-3">{t(back ? "choice.refundHow" : "choice.payoutHow", words)}</p>
      </div>
      <Slip className="flex-1">
        {back ? <RefundRows {...{ option, order, said }} /> : <PayoutRows {...{ option, order, said }} />}
      </Slip>
      {back && isZero(gives.amount) && <p className="text-small text-ink-2">{t("choice.nothingLeft")}</p>}
      <SubmitButton variant="filled" intent={action} className="w-full">
        {t(back ? "choice.refundAmount" : "choice.getAmount", { amount })}
      </SubmitButton>
    </Card>
  );
}

type RowsProps = Omit<HoldOptionCardProps, "assets">;

function PayoutRows({ option, order, said: { money, times } }: RowsProps) {
  const { t } = useTranslation("order");
  return (
    <>
      <SlipRow label={t("choice.youPay")}>
        <Amount {...money.figure(option.from_amount ?? seenAmount(order), order.from.asset)} />
      </SlipRow>
      {option.rate && <SlipRow label={t("choice.rate")}>{money.rate(option.rate)}</SlipRow>}
      {option.refund_amount && (
        <SlipRow label={t("choice.surplus")}>
          <Amount {...money.figure(option.refund_amount, order.from.asset)} />
        </SlipRow>
      )}
      {option.valid_until && <SlipRow label={t("choice.validUntil")}>{times.moment(option.valid_until)}</SlipRow>}
    </>
  );
}

function RefundRows({ option, order, said: { money } }: RowsProps) {
  const { t } = useTranslation("order");
  const { asset } = givenBy(option, order);
  return (
    <>
      <SlipRow label={t("choice.arrivedRow")}>
        <Amount {...money.figure(arrivedIn(order, asset), asset)} />
      </SlipRow>
      {option.fee && (
        <SlipRow label={t("choice.networkFee")}>
          {isZero(option.fee) ? "" : "−"}
          <Amount {...money.figure(option.fee, asset)} />
        </SlipRow>
      )}
    </>
  );
}

/** What the press gives: the payout, or the money back in the currency it came in. */
function givenBy(option: Choice, order: Order): { amount: string; asset: string } {
  if (option.action !== "request_refund") return { amount: option.to_amount ?? "0", asset: order.to.asset };
  const other = livePayments(order).find((tx) => tx.asset !== order.from.asset)?.asset;
  const asset = order.hold?.reason === "wrong_asset" && other ? other : order.from.asset;
  return { amount: option.refund_amount ?? "0", asset };
}

function arrivedIn(order: Order, asset: string): string {
  if (asset === order.from.asset) return seenAmount(order);
  return livePayments(order).find((tx) => tx.asset === asset)?.amount ?? "0";
}
