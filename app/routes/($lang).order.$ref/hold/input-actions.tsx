import { Form } from "@remix-run/react";
import { pageFormId } from "../../../components/shell/page/page-handle.ts";
import { isAccount, placeOf } from "../../../components/summary/assets.ts";
import { emailInput } from "../../../forms/email-input.ts";
import { Field } from "../../../forms/field.tsx";
import { SubmitButton } from "../../../forms/submit-button.tsx";
import { useTranslation } from "../../../i18n/translation.ts";
import { useSite } from "../../../site/site.ts";
import { Disclosure } from "../../../ui/disclosure.tsx";
import { Amount } from "../../../ui/figures/amount.tsx";
import { isPageForm, refundAsk, type TypedAction } from "../choices.ts";
import type { HoldProps } from "./hold-props.ts";
import { ChoiceCard } from "./way-card.tsx";

type InputActionProps = HoldProps & { kind: TypedAction };

/** A choice that needs input. */
export function InputAction(props: InputActionProps) {
  const { t } = useTranslation("order");
  const { kind, order, texts } = props;
  return (
    <ChoiceCard title={t(`choice.${kind}`)}>
      {kind === "set_payout_account" && (
        <div>
          <Amount {...texts.money.figure(order.to.amount, order.to.asset)} size="large" />
          <p className="text-small text-ink-3">{t("choice.payoutAgain", texts.words)}</p>
        </div>
      )}
      <ActionForm {...props} />
    </ChoiceCard>
  );
}

/** Optional actions, collapsed: few customers need them. */
export function OtherActions(props: HoldProps) {
  const { t } = useTranslation("order");
  const { order, reply } = props;
  const keptFields = useSite()?.restoredForm;
  const isOpen = (kind: TypedAction) =>
    reply?.values.intent === kind || (keptFields !== undefined && isPageForm(order, kind));
  return (
    <>
      {refundAsk(order)?.missing === false && (
        <Disclosure title={t("act.otherRefundAddress")} open={isOpen("set_refund_address")}>
          <ActionForm kind="set_refund_address" {...props} />
        </Disclosure>
      )}
      {order.actions.includes("submit_info") && order.hold?.action_by !== "client" && (
        <Disclosure title={t("act.tell")} open={isOpen("submit_info")}>
          <ActionForm kind="submit_info" {...props} />
        </Disclosure>
      )}
    </>
  );
}

function ActionForm(props: InputActionProps) {
  const { t } = useTranslation("order");
  const { kind, order, reply } = props;
  return (
    <Form
      id={isPageForm(order, kind) ? pageFormId : undefined}
      method="post"
      noValidate
      className="flex flex-1 flex-col gap-4"
    >
      <input type="hidden" name="version" value={order.version} />
      <div className="flex-1">
        <ActionField {...props} reply={reply?.values.intent === kind ? reply : undefined} />
      </div>
      <SubmitButton variant="filled" intent={kind} className="min-h-12 w-full">
        {t(`act.${kind}`)}
      </SubmitButton>
    </Form>
  );
}

/** The field of an action. Pass the form's own reply, so that it shows only its own errors. */
export function ActionField({ kind, order, assets, reply }: InputActionProps) {
  const { t } = useTranslation(["order", "forms"]);
  const ask = refundAsk(order);
  const asset = ask ? assets[ask.asset] : undefined;
  const isRequested = order.hold?.action_by === "client";
  const payoutAsset = assets[order.to.asset];
  const fields = {
    set_refund_address: {
      name: "refund.account",
      label: t("act.refundAddress", { network: asset ? placeOf(asset) : "" }),
      hint: t(ask?.missing ? "act.refundAddressNow" : "act.refundAddressHint"),
      saved: ask?.missing ? null : order.refund.account,
      address: true,
    },
    set_payout_account: {
      name: "payout.account",
      saved: order.payout.account,
      ...(payoutAsset && !isAccount(payoutAsset)
        ? {
            label: t("act.payoutAddress", { symbol: payoutAsset.symbol, network: placeOf(payoutAsset) }),
            hint: t("act.payoutAddressHint"),
            missing: t("forms:missing.payoutAddress"),
            address: true,
          }
        : {
            label: t("act.payoutAccount"),
            hint: t("act.payoutAccountHint"),
            missing: t("forms:missing.paypal"),
            ...emailInput,
          }),
    },
    submit_info: {
      name: "info",
      label: t(isRequested ? "act.info" : "act.tellLabel"),
      hint: t(isRequested ? "act.infoHint" : "act.tellHint"),
      saved: "",
      long: true,
      maxLength: 4000,
    },
  } as const;
  return <Field maxLength={500} {...fields[kind]} reply={reply} required />;
}
