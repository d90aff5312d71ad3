import { AccountFrame } from "../../components/account/account-frame.tsx";
import type { Done } from "../../components/account/done.ts";
import { PasswordFirst } from "../../components/account/proof/password-first.tsx";
import type { Qr } from "../../components/qr/qr.server.ts";
import type { FormReply } from "../../forms/reply.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { BeginForm } from "./begin-form.tsx";
import { DisableForm } from "./disable-form.tsx";
import { EnrolForm } from "./enrol-form.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

type TwoFactorSettingsProps = {
  isOn: boolean;
  left: number;
  hasPassword: boolean;
  enrolment: { secret: string; qr: Qr } | null;
  done: Done | null;
  actionData: { reply: FormReply | undefined; recoveryCodes: string[] | undefined } | undefined;
};

/** One section at a time: new recovery codes, setup, enabling or disabling. */
export function TwoFactorSettings({ isOn, left, hasPassword, enrolment, done, actionData }: TwoFactorSettingsProps) {
  const { t } = useTranslation("account");
  const reply = actionData?.reply;
  if (actionData?.recoveryCodes) {
    return (
      <AccountFrame title={t("twoFactor.title")} done="on">
        <RecoveryCodes codes={actionData.recoveryCodes} />
      </AccountFrame>
    );
  }
  if (isOn) {
    return (
      <AccountFrame title={t("twoFactor.title")} lead={t("twoFactor.onLead")} done={done}>
        <p className="text-body-2">
          {t("twoFactor.left", { count: left })} {left < 4 && t("twoFactor.few")}
        </p>
        <DisableForm reply={reply} />
      </AccountFrame>
    );
  }
  return (
    <AccountFrame title={t("twoFactor.title")} lead={t("twoFactor.offLead")} done={done}>
      {enrolment && <EnrolForm {...enrolment} reply={reply} />}
      {!enrolment && (hasPassword ? <BeginForm reply={reply} /> : <PasswordFirst />)}
    </AccountFrame>
  );
}
