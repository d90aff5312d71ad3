import { Form } from "@remix-run/react";
import { Resend } from "../../components/account/steps/resend.tsx";
import { useMemberTimes } from "../../components/dashboard/use-member-times.ts";
import { useWalletMoney } from "../../components/wallets/use-wallet-money.ts";
import { CodeField } from "../../forms/code-field.tsx";
import { factorInput } from "../../forms/factor-input.ts";
import { Field } from "../../forms/field.tsx";
import { FormProblem } from "../../forms/form-problem.tsx";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { ArrowLeft } from "../../ui/icons/icons.tsx";
import type { ConfirmPageProps } from "./confirm-props.ts";

/** Amount and address of the page go along with the code, so that nothing else can be confirmed by it. */
export function CodeForm(page: ConfirmPageProps) {
  const { withdrawal, assets, now, actionData } = page;
  const { t } = useTranslation("withdrawals");
  const money = useWalletMoney(assets);
  const times = useMemberTimes();
  const { amount, account, asset, challenge, confirm_with: proof, confirm_by: by } = withdrawal;
  const reply = actionData?.reply;
  const isChanged = reply?.fields.amount ?? reply?.fields.account;
  const currentReply = reply && isChanged ? { ...reply, fields: { code: isChanged } } : reply;
  return (
    <div className="space-y-4">
      <Form method="post" noValidate className="flex flex-col gap-5">
        <FormProblem reply={currentReply} labels={{ code: labelOf(page, t) }} />
        <input type="hidden" name="amount" value={amount} />
        <input type="hidden" name="account" value={account} />
        <Code {...page} />
        <SubmitButton
          variant="filled"
          size="large"
          intent="confirm"
          pressed={t("confirm.pressed")}
          className="sm:w-full"
        >
          {t("confirm.submit", { amount: money.short(amount, asset) })}
        </SubmitButton>
        {by && <p className="text-small text-ink-3">{t("confirm.by", { time: times.until(by, now) })}</p>}
      </Form>
      {proof === "email" && <Resend resendAt={challenge?.resend_at ?? now} now={now} />}
      <Form method="post" className="text-center">
        <SubmitButton variant="quiet" intent="edit">
          <ArrowLeft size={18} />
          {t("confirm.back")}
        </SubmitButton>
      </Form>
    </div>
  );
}

function Code(page: ConfirmPageProps) {
  const { withdrawal, email, wantsRecovery, actionData } = page;
  const { t } = useTranslation("withdrawals");
  const href = useHref();
  const label = labelOf(page, t);
  const tries = actionData?.triesLeft;
  const left = tries === undefined ? null : t("confirm.tries", { count: tries });
  if (withdrawal.confirm_with === "email") {
    const sent = withdrawal.challenge ? t("confirm.emailHint", { email }) : t("confirm.expired");
    const length = withdrawal.challenge?.code_length ?? 6;
    return <CodeField name="code" label={label} length={length} hint={left ?? sent} reply={actionData?.reply} />;
  }
  const other = (
    <a
      href={href(`/dashboard/withdrawals/${withdrawal.id}${wantsRecovery ? "" : "?with=recovery"}`)}
      className="text-link-inline"
    >
      {t(wantsRecovery ? "confirm.useApp" : "confirm.useRecovery")}
    </a>
  );
  if (wantsRecovery)
    return <Field name="code" label={label} hint={other} reply={actionData?.reply} required {...factorInput} />;
  const hint = (
    <>
      {left ?? t("confirm.appHint")} {other}
    </>
  );
  return <CodeField name="code" label={label} hint={hint} reply={actionData?.reply} />;
}

function labelOf(
  { withdrawal, wantsRecovery }: ConfirmPageProps,
  t: ReturnType<typeof useTranslation<"withdrawals">>["t"],
) {
  if (withdrawal.confirm_with === "email") return t("confirm.email");
  return t(wantsRecovery ? "confirm.recovery" : "confirm.app");
}
