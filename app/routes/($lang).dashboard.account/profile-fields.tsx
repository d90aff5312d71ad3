import { Form } from "@remix-run/react";
import type { MemberProfile } from "../../../contract/member/member.ts";
import { languages } from "../../../contract/values/languages.ts";
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
  kept: Record<string, string> | null;
  reply: FormReply | undefined;
};

const emails = [
  ["order_email", "orderEmail"],
  ["login_email", "loginEmail"],
  ["news", "news"],
] as const;

export function ProfileFields({ profile, zones, kept, reply }: ProfileFieldsProps) {
  const { t } = useTranslation("account");
  const typed = reply?.values ?? kept;
  const labels = { name: t("profile.name"), phone: t("profile.phone"), timezone: t("profile.timezone") };
  return (
    <Form method="post" noValidate className="space-y-5">
      <FormProblem reply={reply} labels={labels} />
      <Field
        name="name"
        label={labels.name}
        hint={t("profile.nameHint")}
        reply={reply}
        saved={kept?.name ?? profile.name}
        maxLength={120}
        autoComplete="name"
      />
      <Field
        name="phone"
        label={labels.phone}
        hint={t("profile.phoneHint")}
        reply={reply}
        saved={kept?.phone ?? profile.phone}
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
      <Field
        name="timezone"
        label={labels.timezone}
        hint={t("profile.timezoneHint")}
        reply={reply}
        saved={kept?.timezone ?? profile.timezone}
        required
        maxLength={60}
        list="zones"
        autoComplete="off"
        spellCheck={false}
      />
      <datalist id="zones">
        {zones.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <fieldset>
        <legend className="text-body-2 font-semibold">{t("profile.emails")}</legend>
        {emails.map(([name, word]) => (
          <Checkbox
            key={name}
            id={name}
            name={name}
            defaultChecked={typed ? typed[name] === "on" : profile.notifications[name]}
            label={t(`profile.${word}`)}
          />
        ))}
      </fieldset>
      <SubmitButton variant="filled" size="large" pressed={t("profile.pressed")}>
        {t("profile.submit")}
      </SubmitButton>
    </Form>
  );
}
