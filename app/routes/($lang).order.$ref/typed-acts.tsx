import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { Order } from "../../../contract/order.ts";
import { Field } from "../../forms/field.tsx";
import { FormProblem } from "../../forms/form-problem.tsx";
import type { FormReply } from "../../forms/reply.ts";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { Card } from "../../ui/card.tsx";

type TypedActsProps = { order: Order; network: string; reply: FormReply | undefined };
const typedActions = ["set_payout_account", "set_refund_address", "submit_info"] as const;

/** The acts that need something typed, if the server allows any. */
export function TypedActs(props: TypedActsProps) {
  const allowed = typedActions.filter((action) => props.order.actions.includes(action));
  return allowed.map((action) => <TypedAct key={action} kind={action} {...props} />);
}

/** A form shows only what was wrong with itself. */
function TypedAct({ kind, order, network, reply }: TypedActsProps & { kind: (typeof typedActions)[number] }) {
  const { t } = useTranslation("order");
  const own = reply?.values.intent === kind ? reply : undefined;
  const fields = {
    set_refund_address: {
      name: "refund.account",
      label: t("act.refundAddress", { network }),
      hint: t("act.refundAddressHint"),
      saved: order.refund.account,
      autoComplete: "off",
      autoCapitalize: "none",
      spellCheck: false,
    },
    set_payout_account: {
      name: "payout.account",
      label: t("act.payoutAccount"),
      hint: t("act.payoutAccountHint"),
      saved: order.payout.account,
      type: "email",
      inputMode: "email",
    },
    submit_info: {
      name: "info",
      label: t("act.info"),
      hint: t("act.infoHint"),
      saved: "",
      long: true,
      maxLength: 4000,
    },
  } as const;
  const field = fields[kind];
  return (
    <Card>
      <Form method="post" noValidate className="space-y-4">
        <input type="hidden" name="version" value={order.version} />
        <FormProblem reply={own} labels={{ [field.name]: field.label }} />
        <Field maxLength={500} {...field} reply={own} required />
        <SubmitButton variant="filled" intent={kind}>
          {t(`act.${kind}`)}
        </SubmitButton>
      </Form>
    </Card>
  );
}
