import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { Order } from "../../../contract/order.ts";
import { type Assets, placeOf } from "../../components/summary/assets.ts";
import { Field } from "../../forms/field.tsx";
import { FormProblem } from "../../forms/form-problem.tsx";
import type { FormReply } from "../../forms/reply.ts";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { Card } from "../../ui/card.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { refundAsk } from "./choices.ts";

type TypedAction = "set_payout_account" | "set_refund_address" | "submit_info";
type TypedActsProps = { order: Order; assets: Assets; reply: FormReply | undefined };

/** What the order waits for: an answer, or an account without which nothing can be sent. */
export function NeededActs(props: TypedActsProps) {
  const { actions } = props.order;
  return (
    <>
      {actions.includes("set_payout_account") && <TypedAct kind="set_payout_account" {...props} />}
      {refundAsk(props.order)?.missing && <TypedAct kind="set_refund_address" {...props} />}
      {actions.includes("submit_info") && <TypedAct kind="submit_info" {...props} />}
    </>
  );
}

/** A refund address that is known may still be changed; few need it, so it is folded away. */
export function OtherRefundAddress(props: TypedActsProps) {
  const { t } = useTranslation("order");
  if (refundAsk(props.order)?.missing !== false) return null;
  return (
    <Disclosure title={t("act.otherRefundAddress")} open={props.reply?.values.intent === "set_refund_address"}>
      <TypedAct kind="set_refund_address" {...props} />
    </Disclosure>
  );
}

/** A form shows only what was wrong with itself. */
function TypedAct({ kind, order, assets, reply }: TypedActsProps & { kind: TypedAction }) {
  const { t } = useTranslation("order");
  const own = reply?.values.intent === kind ? reply : undefined;
  const ask = refundAsk(order);
  const asset = ask ? assets[ask.asset] : undefined;
  const fields = {
    set_refund_address: {
      name: "refund.account",
      label: t("act.refundAddress", { network: asset ? placeOf(asset) : "" }),
      hint: t("act.refundAddressHint"),
      saved: ask?.missing ? null : order.refund.account,
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
        <FormProblem reply={own} labels={{ [field.name]: field.label }} />
        <Field maxLength={500} {...field} reply={own} required />
        <SubmitButton variant="filled" intent={kind}>
          {t(`act.${kind}`)}
        </SubmitButton>
        <input type="hidden" name="version" value={order.version} />
      </Form>
    </Card>
  );
}
