import { Form, Link, useLocation } from "@remix-run/react";
import type { Order } from "../../../contract/order/order.ts";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useSite } from "../../site/site.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";
import { AddressGroups } from "../../ui/figures/address-groups.tsx";
import type { OrderTexts } from "./texts/use-order-texts.ts";

type RefundQuestionProps = { order: Order; texts: OrderTexts /** The confirming button. */; sure: string };

/** Asks once, with the whole address: a refund cannot be called back. */
export function RefundQuestion({ order, texts, sure }: RefundQuestionProps) {
  const { t } = useTranslation("order");
  const { pathname } = useLocation();
  const to = texts.refundAccount;
  const question = texts.refundToWallet ? "refund.wallet" : to ? "refund.to" : "refund.back";
  return (
    <Form id="refund" method="post" action={pathname} className="space-y-4 border-t border-line pt-4">
      <div className="space-y-2">
        <p className="text-body-2 font-semibold">{t(question, { brand: useSite()?.brand })}</p>
        {to &&
          (to.includes("@") ? <p className="break-words font-semibold">{to}</p> : <AddressGroups address={to} small />)}
        <p className="text-small text-ink-2">{t("refund.final")}</p>
      </div>
      <div className="flex flex-col gap-3">
        <SubmitButton variant="filled" intent="request_refund" className="min-h-12">
          {sure}
        </SubmitButton>
        <Link to={pathname} preventScrollReset className={buttonClass({ variant: "quiet" })}>
          {t("refund.keep")}
        </Link>
      </div>
      {/* Last: before the text it would add a gap. */}
      <input type="hidden" name="version" value={order.version} />
    </Form>
  );
}
