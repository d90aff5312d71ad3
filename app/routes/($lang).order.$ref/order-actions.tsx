import { Form, Link, useLocation, useSearchParams } from "@remix-run/react";
import type { Order } from "../../../contract/order/order.ts";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";
import { choicesOf } from "./choices.ts";
import { AskLink, useAsked } from "./question.tsx";
import { RefundQuestion } from "./refund-question.tsx";
import type { OrderTexts } from "./texts/use-order-texts.ts";

type OrderActionsProps = { order: Order; texts: OrderTexts };

/** Actions the server allows besides the hold's choices and forms; nothing else is shown. */
export function OrderActions({ order, texts }: OrderActionsProps) {
  const { t } = useTranslation("order");
  const isRefundAsked = useAsked() === "refund";
  const can = (action: string) => order.actions.includes(action);
  const chosen = choicesOf(order).map(({ action }) => action);
  const oneByOne = (["accept_requote", "exchange_as_quoted"] as const).filter(
    (action) => can(action) && !chosen.includes(action),
  );
  const refunds = can("request_refund") && !chosen.includes("request_refund");
  const isCancelAsked = useCancelAsked();
  const hasOthers = can("report_payment") || oneByOne.length > 0 || refunds;
  if (!hasOthers && !can("cancel")) return null;
  const hasButtons = hasOthers || !isCancelAsked;
  return (
    <div className="space-y-5">
      {hasButtons && !isRefundAsked && (
        <Form method="post" className="flex flex-wrap gap-3 max-sm:flex-col">
          <input type="hidden" name="version" value={order.version} />
          {can("report_payment") && (
            <SubmitButton intent="report_payment">{t("act.report_payment", texts.words)}</SubmitButton>
          )}
          {oneByOne.map((action) => (
            <SubmitButton key={action} intent={action}>
              {t(`act.${action}`)}
            </SubmitButton>
          ))}
          {refunds && (
            <AskLink question="refund" variant="outlined">
              {t("act.request_refund")}
            </AskLink>
          )}
          {can("cancel") && !isCancelAsked && <CancelLink />}
        </Form>
      )}
      {refunds && isRefundAsked && <RefundQuestion order={order} texts={texts} sure={t("refund.sure")} />}
      {can("cancel") && isCancelAsked && <CancelQuestion order={order} />}
    </div>
  );
}

/** The confirmation is part of the address, so that it works without scripts. */
const asksToCancel = "cancel";

function useCancelAsked(): boolean {
  const [query] = useSearchParams();
  return query.get("ask") === asksToCancel;
}

function CancelLink() {
  const { t } = useTranslation("order");
  const { pathname } = useLocation();
  return (
    <Link
      to={`${pathname}?ask=${asksToCancel}#cancel`}
      preventScrollReset
      className={buttonClass({ variant: "quiet" })}
    >
      {t("act.cancel")}
    </Link>
  );
}

function CancelQuestion({ order }: { order: Order }) {
  const { t } = useTranslation("order");
  const { pathname } = useLocation();
  return (
    <Form
      id="cancel"
      method="post"
      action={pathname}
      className="space-y-3 rounded-card border border-line-strong bg-surface p-4 lg:p-6"
    >
      <p className="text-body-2">{t("act.cancelHow")}</p>
      <div className="flex flex-wrap gap-3 max-sm:flex-col">
        <SubmitButton variant="danger" intent="cancel">
          {t("act.cancelSure")}
        </SubmitButton>
        <Link to={pathname} preventScrollReset className={buttonClass({ variant: "quiet" })}>
          {t("act.keep")}
        </Link>
      </div>
      {/* Last: before the text it would add a gap. */}
      <input type="hidden" name="version" value={order.version} />
    </Form>
  );
}
