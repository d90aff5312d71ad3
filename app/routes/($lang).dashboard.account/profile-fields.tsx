import { Form } from "@remix-run/react";
import type { MemberProfile } from "../../../contract/member/member.ts";
import { memberSettingNames } from "../../../contract/member/member-settings.ts";
import { languages } from "../../../contract/values/languages.ts";
import { pageFormId } from "../../components/shell/page/page-handle.ts";
import { Field } from "../../forms/field.tsx";
import { FormProblem } from "../../forms/form-problem.tsx";
import type { FormReply } from "../../forms/reply.ts";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { Checkbox } from "../../ui/fields/checkbox.tsx";
import { FieldFrame } from "../../ui/fields/field-frame.tsx";
import { SelectInput } from "../../ui/fields/select-input.tsx";

type ProfileFieldsProps = {
  profile: MemberProfile;
  zones: string[];
  browserZone: string | null;
  restoredForm: Record<string, string> | null;
  reply: FormReply | undefined;
};

export function ProfileFields({ profile, zones, browserZone, restoredForm, reply }: ProfileFieldsProps) {
  const { t } = useTranslation("account");
  const typed = reply?.values ?? restoredForm;
  const labels = { name: t("profile.name"), phone: t("profile.phone"), timezone: t("profile.timezone") };
  return (
    <Form id={pageFormId} method="post" noValidate className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
      <div className="empty:hidden sm:col-span-2">
        <FormProblem reply={reply} labels={labels} />
      </div>
      <Field
        name="name"
        label={labels.name}
        hint={t("profile.nameHint")}
        reply={reply}
        saved={restoredForm?.name ?? profile.name}
        maxLength={120}
        autoComplete="name"
      />
      <Field
        name="phone"
        label={labels.phone}
        hint={t("profile.phoneHint")}
        reply={reply}
        saved={restoredForm?.phone ?? profile.phone}
        maxLength={40}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
      />
      <FieldFrame id="locale" label={t("profile.language")}>
        <SelectInput id="locale" name="locale" defaultValue={typed?.locale ?? profile.locale}>
          {languages.map((lang) => (
            <option key={lang} value={lang} lang={lang}>
              {t(`profile.languages.${lang}`)}
            </option>
          ))}
        </SelectInput>
      </FieldFrame>
      <FieldFrame id="timezone" label={labels.timezone}>
        <SelectInput id="timezone" name="timezone" defaultValue={typed?.timezone ?? profile.timezone}>
          {browserZone && <option value={browserZone}>{t("profile.timezoneBrowser", { zone: browserZone })}</option>}
          {[...new Set([profile.timezone, ...zones])]
            .filter((zone) => zone !== browserZone)
            .map((zone) => (
              <option key={zone}>{zone}</option>
            ))}
        </SelectInput>
      </FieldFrame>
      <fieldset>
        <legend className="text-body-2 font-semibold">{t("profile.emails")}</legend>
        {memberSettingNames.map((name) => (
          <Checkbox
            key={name}
            id={name}
            name={name}
            defaultChecked={typed ? typed[name] === "on" : profile.notifications[name]}
            label={t(`profile.setting.${name}`)}
          />
        ))}
        <p className="text-small text-ink-3">{t("profile.always")}</p>
      </fieldset>
      <div className="sm:col-span-2">
        <SubmitButton variant="outlined" pressed={t("profile.pressed")}>
          {t("profile.submit")}
        </SubmitButton>
      </div>
    </Form>
  );
}
