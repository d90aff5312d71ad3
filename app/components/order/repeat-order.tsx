import { Form } from "@remix-run/react";
import type { Order } from "../../../contract/order/order.ts";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { useHref } from "../../i18n/use-lang.ts";
import type { ButtonStyle } from "../../ui/buttons/button-class.ts";
import { RotateCcw } from "../../ui/icons/icons.tsx";

type RepeatOrderProps = ButtonStyle & { order: Order; label: string };

/** Opens the same exchange again, with the same details, at the current price. */
export function RepeatOrder({ order, label, variant, size }: RepeatOrderProps) {
  const href = useHref();
  return (
    <Form method="post" action={href(`/order/${order.ref}/repeat`)} reloadDocument className="flex">
      <SubmitButton variant={variant} size={size} className="max-sm:w-full">
        <RotateCcw size={20} />
        {label}
      </SubmitButton>
    </Form>
  );
}
