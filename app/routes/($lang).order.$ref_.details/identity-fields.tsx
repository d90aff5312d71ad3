import type { ReactNode } from "react";
import type { IdentityField, IdentityQuestions } from "../../../contract/order/identity.ts";
import { Field } from "../../forms/field.tsx";
import { type FormReply, fieldError } from "../../forms/reply.ts";
import { TextWithParts } from "../../i18n/text-with-parts.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { FieldError, FieldFrame, fieldIds } from "../../ui/fields/field-frame.tsx";
import { RadioCard } from "../../ui/fields/radio-card.tsx";
import { SelectInput } from "../../ui/fields/select-input.tsx";
import { useIdentityTexts } from "./use-identity-texts.ts";

/** Codes of countries with their names in the page's language, by name. */
export type Countries = readonly (readonly [code: string, name: string])[];

type IdentityFieldsProps = {
  questions: IdentityQuestions;
  countries: Countries;
  reply: FormReply | undefined;
};

/** Who the customer is. Answers that we have are not shown again, so their fields are folded and empty. */
export function IdentityFields({ questions, countries, reply }: IdentityFieldsProps) {
  const { t } = useTranslation("details");
  const href = useHref();
  const isRefused = Object.keys(reply?.fields ?? {}).some((name) => name.startsWith("identity."));
  const fields = <Questions fields={questions.fields} countries={countries} reply={reply} />;
  const aml = (text: string) => (
    <a href={href("/legal/aml-kyc")} target="_blank" rel="noreferrer" className="text-link-inline">
      {text}
    </a>
  );
  return (
    <section aria-labelledby="identity" className="space-y-6 border-t border-line pt-6">
      <div className="space-y-2">
        <h2 id="identity" className="text-h3">
          {t("identity.title")}
        </h2>
        <p className="text-body-2 text-ink-2">
          {questions.state === "answered" ? (
            t("identity.answered")
          ) : (
            <TextWithParts text={t("identity.why")} parts={{ aml }} />
          )}
        </p>
      </div>
      {questions.state === "answered" && !isRefused ? (
        <details className="space-y-6">
          <summary className="text-link-inline min-h-11 cursor-pointer py-2">{t("identity.change")}</summary>
          {fields}
        </details>
      ) : (
        fields
      )}
    </section>
  );
}

/** As a literal, since Tailwind finds its classes in the source. */
const onlyWithOther =
  "supports-[selector(:has(*))]:hidden group-has-[input[value=other]:checked]/question:!block group-has-[option[value=other]:checked]/question:!block";

type QuestionsProps = Omit<IdentityFieldsProps, "questions"> & { fields: readonly IdentityField[] };

function Questions({ fields, countries, reply }: QuestionsProps) {
  return (
    <div className="space-y-6">
      {fields
        .filter(({ required_with }) => required_with === null)
        .map((field) => (
          <div key={field.name} className="group/question space-y-6">
            <Question field={field} countries={countries} reply={reply} />
            {fields
              .filter(({ required_with }) => required_with?.name === field.name)
              .map((more) => (
                // Shown by a style once the choice needs it, so without scripts too; always in browsers that cannot tell.
                <div key={more.name} className={onlyWithOther}>
                  <Question field={more} countries={countries} reply={reply} />
                </div>
              ))}
          </div>
        ))}
    </div>
  );
}

type QuestionProps = { field: IdentityField; countries: Countries; reply: FormReply | undefined };

function Question({ field, countries, reply }: QuestionProps) {
  const texts = useIdentityTexts();
  const { name, type, options, max_length: maxLength } = field;
  if (type === "choice" && name !== "identity.source")
    return <HolderChoice field={field} texts={texts(name)} reply={reply} />;
  if (type === "country" || type === "choice") {
    const { choices, ...words } = texts(name);
    const list = type === "country" ? countries : (options ?? []).map((value) => [value, choices?.[value] ?? value]);
    return (
      <Select name={name} {...words} reply={reply} autoComplete={type === "country" ? "country" : "off"}>
        {list.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    );
  }
  const { label, hint } = texts(name);
  const how =
    type === "date"
      ? { type: "date", autoComplete: "bday" }
      : { autoComplete: name === "identity.full_name" ? "name" : "off" };
  return (
    <Field
      {...{ name, label, maxLength, reply, ...how, ...(hint && { hint }) }}
      long={type === "text"}
      required={field.required_with === null}
    />
  );
}

type SelectProps = {
  name: string;
  label: string;
  choose?: string;
  missing?: string;
  reply: FormReply | undefined;
  autoComplete: string;
  children: ReactNode;
};

function Select({ name, label, choose, missing, reply, autoComplete, children }: SelectProps) {
  const error = fieldError(reply?.fields[name], missing);
  const ids = fieldIds(name, { hint: false, error: Boolean(error) });
  return (
    <FieldFrame id={name} label={label} error={error}>
      <SelectInput
        id={name}
        name={name}
        required
        defaultValue={reply?.values[name] ?? ""}
        autoComplete={autoComplete}
        aria-invalid={error ? true : undefined}
        aria-describedby={ids.describedBy}
      >
        <option value="">{choose}</option>
        {children}
      </SelectInput>
    </FieldFrame>
  );
}

type HolderChoiceProps = {
  field: IdentityField;
  texts: { label: string; choices?: Record<string, string>; missing?: string };
  reply: FormReply | undefined;
};

/** Whose wallet it is. */
function HolderChoice({ field: { name, options }, texts: { label, choices, missing }, reply }: HolderChoiceProps) {
  const error = fieldError(reply?.fields[name], missing);
  return (
    <fieldset id={name} aria-describedby={error ? `${name}-error` : undefined}>
      <legend className="mb-1.5 text-body-2 font-semibold">{label}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {options?.map((value) => (
          <RadioCard
            key={value}
            name={name}
            value={value}
            defaultChecked={reply?.values[name] === value}
            title={choices?.[value] ?? value}
          />
        ))}
      </div>
      {error && <FieldError id={`${name}-error`}>{error}</FieldError>}
    </fieldset>
  );
}
