import type { MemberProfile } from "../../../contract/member/member.ts";
import { useMemberTimes } from "../../components/dashboard/use-member-times.ts";
import { CodeField } from "../../forms/code-field.tsx";
import { FormProblem } from "../../forms/form-problem.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";
import { Card } from "../../ui/card.tsx";
import type { AddressesOnlyResult } from "./addresses-only-actions.server.ts";

export type AddressesOnlyProps = {
  only: MemberProfile["withdrawal_addresses_only"];
  hasAuthenticator: boolean;
  email: string;
  now: string;
  actionData: AddressesOnlyResult | undefined;
};

/** Whether money may go to saved addresses only: on at once, off after a day and with a code. */
export function AddressesOnly(page: AddressesOnlyProps) {
  const { only, now, actionData } = page;
  const { t } = useTranslation("withdrawals");
  const times = useMemberTimes();
  const ends = only.on && only.ends_at !== null ? times.until(only.ends_at, now) : null;
  return (
    <Card aria-labelledby="only" className="max-w-[35rem] space-y-3">
      <h2 id="only" className="text-h4">
        {t("only.title")}
      </h2>
      <p className="text-body-2 text-ink-2">
        {ends ? t("only.ending", { time: ends }) : t(only.on ? "only.isOn" : "only.isOff")}
      </p>
      <FormProblem reply={actionData?.reply} labels={{ code: t("only.code") }} />
      {(!only.on || ends) && (
        <form method="post">
          <button type="submit" name="intent" value="only_on" className={buttonClass({})}>
            {t(ends ? "only.keep" : "only.turnOn")}
          </button>
        </form>
      )}
      {only.on && !ends && <TurnOff {...page} />}
    </Card>
  );
}

function TurnOff({ hasAuthenticator, email, actionData }: AddressesOnlyProps) {
  const { t } = useTranslation("withdrawals");
  const isAsked = hasAuthenticator || actionData?.isCodeSent === true;
  const hint = t(hasAuthenticator ? "confirm.appHint" : "only.sent", { email });
  return (
    <>
      <p className="text-small text-ink-2">{t("only.offText")}</p>
      <form method="post" noValidate className="space-y-4">
        {isAsked && <CodeField name="code" label={t("only.code")} hint={hint} reply={actionData?.reply} />}
        <button type="submit" name="intent" value={isAsked ? "only_off" : "only_code"} className={buttonClass({})}>
          {t(isAsked ? "only.turnOff" : "only.send")}
        </button>
      </form>
    </>
  );
}
