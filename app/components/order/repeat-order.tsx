import { Form } from "@remix-run/react";
import type { Order } from "../../../contract/order/order.ts";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";

/** Opens the same exchange again, with the same details, at the current price. */
export function RepeatOrder({ order }: { order: Order }) {
  const { t } = useTranslation("order");
  const href = useHref();
  return (
    <Form method="post" action={href(`/order/${order.ref}/repeat`)} reloadDocument>
      <SubmitButton variant={order.status === "completed" ? "outlined" : "filled"}>{t("act.repeat")}</SubmitButton>
    </Form>
  );
}
