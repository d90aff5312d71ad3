import { useEffect, useRef } from "react";
import type { Order } from "../../../contract/order/order.ts";
import type { PayerLimit } from "../../../contract/order/payer-limit.ts";
import { amountStep } from "../../components/order/order-steps.tsx";
import { useMoney } from "../../components/order/use-money.ts";
import { useTimes } from "../../components/order/use-times.ts";
import type { Assets } from "../../components/summary/assets.ts";
import { FormProblem } from "../../forms/form-problem.tsx";
import type { FormReply } from "../../forms/reply.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { LinkButton } from "../../ui/buttons/link-button.tsx";
import { RefreshCw, TimerOff } from "../../ui/icons/icons.tsx";
import { Note } from "../../ui/messages/note.tsx";
import { consentLabels } from "./consents.tsx";

type ConfirmNoticeProps = {
  order: Order;
  assets: Assets;
  reply: FormReply | undefined;
  /** When a refused order may be tried again; null where no time is known. */
  retryAt: string | null;
  /** With `payer_limit`: the limit and what is left of it. */
  payerLimit: PayerLimit | null;
};

/** Refusals that another amount or pair may avoid. */
const anotherAmount: readonly string[] = ["reserve_insufficient", "unpaid_limit", "payer_limit", "pair_paused"];

/** Notices before confirmation: a new price, a refusal, or an expired rate. */
export function ConfirmNotice({ order, assets, reply, retryAt, payerLimit }: ConfirmNoticeProps) {
  const { t } = useTranslation("confirm");
  const href = useHref();
  const money = useMoney(assets);
  const times = useTimes(order.server_time);
  if (reply?.problem === "quote_expired" || reply?.problem === "rate_changed") {
    const now = money.text(order.to.amount, order.to.asset);
    const last = money.text(reply.values.get ?? order.to.amount, order.to.asset);
    return (
      <Focused key={now}>
        <Note tone="warning" icon={RefreshCw}>
          {now === last ? t("newQuoteSame") : t("newQuote", { now, before: last })}
        </Note>
      </Focused>
    );
  }
  if (reply) {
    return (
      <div className="space-y-3">
        <FormProblem reply={reply} labels={consentLabels(order, t)} />
        {reply.problem === "unpaid_limit" && retryAt && <p>{t("unpaidUntil", { time: times.moment(retryAt) })}</p>}
        {payerLimit && <p>{t("payerLimitLeft", { left: payerLimit.left_usd, limit: payerLimit.limit_usd })}</p>}
        {anotherAmount.includes(reply.problem) && (
          <p className="flex flex-wrap gap-3">
            <LinkButton href={href(amountStep(order))}>{t("changeAmount")}</LinkButton>
            {reply.problem === "unpaid_limit" && <LinkButton href={href("/track")}>{t("findOrder")}</LinkButton>}
          </p>
        )}
      </div>
    );
  }
  if (order.quote_expires_at > order.server_time) return null;
  return (
    <Note tone="warning" icon={TimerOff}>
      {t("ranOut")}
    </Note>
  );
}

/** Focused after a submit, so that it is read. */
function Focused({ children }: { children: React.ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} role="alert" tabIndex={-1}>
      {children}
    </div>
  );
}
