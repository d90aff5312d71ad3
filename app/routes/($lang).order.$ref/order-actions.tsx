import { Form, Link, useLocation, useSearchParams } from "@remix-run/react";
import type { Order } from "../../../contract/order/order.ts";
import { amountStep } from "../../components/order/order-steps.tsx";
import { RepeatOrder } from "../../components/order/repeat-order.tsx";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";
import { LinkButton } from "../../ui/buttons/link-button.tsx";
import { choicesOf } from "./choices.ts";
import { isResting } from "./order-facts.ts";
import type { OrderTexts } from "./texts/use-order-texts.ts";

type OrderActionsProps = { order: Order; texts: OrderTexts };

/** Actions the server allows besides the hold's choices and forms; nothing else is shown. */
export function OrderActions({ order, texts }: OrderActionsProps) {
  const { t } = useTranslation("order");
  const href = useHref();
  const can = (action: string) => order.actions.includes(action);
  const chosen = choicesOf(order).map(({ action }) => action);
  const oneByOne = (["accept_requote", "exchange_as_quoted", "request_refund"] as const).filter(
    (action) => can(action) && !chosen.includes(action),
  );
  const buttons = can("report_payment") || can("cancel") || oneByOne.length > 0;
  if (!buttons && !isResting(order)) return null;
  return (
    <div className="space-y-5">
      {buttons && (
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
          {can("cancel") && <CancelLink />}
        </Form>
      )}
      {can("cancel") && <CancelQuestion order={order} />}
      {isResting(order) && (
        <div className="no-print flex flex-wrap gap-3 max-sm:flex-col">
          {order.email && <RepeatOrder order={order} />}
          <LinkButton href={href(amountStep(order))} variant={order.email ? "quiet" : "filled"}>
            {t("act.new")}
          </LinkButton>
        </div>
      )}
    </div>
  );
}

/** The confirmation is part of the address, so that it works without scripts. */
const asksToCancel = "cancel";

function CancelLink() {
  const { t } = useTranslation("order");
  const [query] = useSearchParams();
  const { pathname } = useLocation();
  if (query.get("ask") === asksToCancel) return null;
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
  const [query] = useSearchParams();
  const { pathname } = useLocation();
  if (query.get("ask") !== asksToCancel) return null;
  return (
    <Form
      id="cancel"
      method="post"
      action={pathname}
      className="space-y-3 rounded-card border border-line-strong bg-surface p-4"
    >
      <input type="hidden" name="version" value={order.version} />
      <p className="text-body-2">{t("act.cancelHow")}</p>
      <div className="flex flex-wrap gap-3 max-sm:flex-col">
        <SubmitButton variant="danger" intent="cancel">
          {t("act.cancelSure")}
        </SubmitButton>
        <Link to={pathname} preventScrollReset className={buttonClass({ variant: "quiet" })}>
          {t("act.keep")}
        </Link>
      </div>
    </Form>
  );
}
