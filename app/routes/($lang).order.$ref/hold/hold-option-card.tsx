import { Form } from "@remix-run/react";
import type { Order } from "../../../../contract/order/order.ts";
import { isMore, isZero } from "../../../../contract/values/decimal.ts";
import { pageFormId } from "../../../components/shell/page/page-handle.ts";
import { SubmitButton } from "../../../forms/submit-button.tsx";
import { useTranslation } from "../../../i18n/translation.ts";
import { Amount } from "../../../ui/figures/amount.tsx";
import { Slip, SlipRow } from "../../../ui/figures/slip.tsx";
import { type Choice, isPageForm, refundAsk } from "../choices.ts";
import { livePayments } from "../order-facts.ts";
import { AskLink, useAsked } from "../question.tsx";
import { RefundQuestion } from "../refund-question.tsx";
import type { HoldProps } from "./hold-props.ts";
import { ActionField } from "./input-actions.tsx";
import { ChoiceCard } from "./way-card.tsx";

type HoldOptionCardProps = HoldProps & { option: Choice };

/** One choice of a hold, with its amount on the button. */
export function HoldOptionCard(props: HoldOptionCardProps) {
  const { t } = useTranslation("order");
  const { option, order, texts } = props;
  const { action } = option;
  const gives = givenBy(option, order);
  const amount = texts.money.text(gives.amount, gives.asset);
  const back = action === "request_refund";
  const replyToAction = props.reply?.values.intent === action ? props.reply : undefined;
  const asksWhere = back && refundAsk(order)?.missing === true;
  const isNothing = back && isZero(gives.amount);
  const label = isNothing
    ? t("choice.closeWithNothing")
    : t(back ? "choice.refundAmount" : "choice.getAmount", { amount });
  return (
    <ChoiceCard title={t(`choice.${action}`)}>
      <div>
        <Amount {...texts.money.figure(gives.amount, gives.asset)} size="large" />
        <p className="text-small text-ink-3">
          {t(back ? (asksWhere ? "choice.refundWhere" : "choice.refundHow") : "choice.payoutHow", texts.words)}
        </p>
      </div>
      <div className="flex-1 space-y-3">
        <Slip>{back ? <RefundRows {...props} /> : <PayoutRows {...props} />}</Slip>
        {action === "accept_requote" && <RateMove {...props} />}
        {isNothing && <p className="text-small text-ink-2">{t("choice.nothingLeft")}</p>}
      </div>
      {back && !asksWhere ? (
        <AskedRefund order={order} texts={texts} label={label} />
      ) : (
        <Form
          id={asksWhere && isPageForm(order, "request_refund") ? pageFormId : undefined}
          method="post"
          noValidate
          className="space-y-4"
        >
          <input type="hidden" name="version" value={order.version} />
          {asksWhere && <ActionField kind="set_refund_address" {...props} reply={replyToAction} />}
          <SubmitButton variant="filled" intent={action} className="min-h-12 w-full">
            {label}
          </SubmitButton>
        </Form>
      )}
    </ChoiceCard>
  );
}

/** A refund cannot be undone, so the first press only asks. */
function AskedRefund({ order, texts, label }: Pick<HoldOptionCardProps, "order" | "texts"> & { label: string }) {
  if (useAsked() === "refund") return <RefundQuestion order={order} texts={texts} sure={label} />;
  return (
    <AskLink question="refund" className="mt-4 min-h-12 w-full">
      {label}
    </AskLink>
  );
}

/** Whether the new quote is better or worse than the agreed one. */
function RateMove({ option, order, texts: { money } }: HoldOptionCardProps) {
  const { t } = useTranslation("order");
  const { effective_rate: now } = option;
  if (!now) return null;
  const isBetter = isMore(now, order.effective_rate);
  if (!isBetter && !isMore(order.effective_rate, now)) return null;
  return (
    <p className="text-small text-ink-2">
      {t(isBetter ? "choice.rateBetter" : "choice.rateWorse", { rate: money.rate(order.effective_rate) })}
    </p>
  );
}

function PayoutRows({ option, order, texts: { money, times } }: HoldOptionCardProps) {
  const { t } = useTranslation("order");
  return (
    <>
      <SlipRow label={t("choice.youPay")}>
        <Amount {...money.figure(option.from?.amount ?? order.from.seen, order.from.asset)} />
      </SlipRow>
      {option.effective_rate && <SlipRow label={t("summary.rate")}>{money.rate(option.effective_rate)}</SlipRow>}
      {option.refund_amount && (
        <SlipRow label={t("choice.surplus")}>
          <Amount {...money.figure(option.refund_amount, order.from.asset)} />
        </SlipRow>
      )}
      {option.valid_until && <SlipRow label={t("choice.validUntil")}>{times.moment(option.valid_until)}</SlipRow>}
    </>
  );
}

function RefundRows({ option, order, texts: { money } }: HoldOptionCardProps) {
  const { t } = useTranslation("order");
  const { asset } = givenBy(option, order);
  return (
    <>
      <SlipRow label={t("choice.arrivedRow")}>
        <Amount {...money.figure(arrivedIn(order, asset), asset)} />
      </SlipRow>
      {option.fee && !isZero(option.fee) && (
        <SlipRow label={t("choice.networkFee")}>
          −
          <Amount {...money.figure(option.fee, asset)} />
        </SlipRow>
      )}
    </>
  );
}

/** What the choice gives: the payout, or the refund in the currency that was sent. */
export function givenBy(option: Choice, order: Order): { amount: string; asset: string } {
  if (option.action !== "request_refund") return { amount: option.to?.amount ?? "0", asset: order.to.asset };
  return { amount: option.refund_amount ?? "0", asset: option.asset ?? order.from.asset };
}

export function arrivedIn(order: Order, asset: string): string {
  if (asset === order.from.asset) return order.from.seen;
  return livePayments(order).find((tx) => tx.asset === asset)?.amount ?? "0";
}
