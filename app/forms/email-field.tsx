import { type ComponentProps, useEffect, useRef, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { useTranslation } from "../i18n/translation.ts";
import { TextInput } from "../ui/fields/text-input.tsx";
import { CircleAlert } from "../ui/icons/icons.tsx";
import { asTypedField, emailMeant } from "./email-typo.ts";

type EmailInputProps = Omit<ComponentProps<"input">, "ref"> & { name: string; defaultValue: string };

/**
 * An email field that asks about a probable slip: with scripts when it is left, without them when the form comes back. It is
 * a question, so the form that is sent as it stands then passes.
 */
export function EmailInput(props: EmailInputProps) {
  const { name, defaultValue } = props;
  const { t } = useTranslation("forms");
  const isHydrated = useHydrated();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(defaultValue);
  // A form that came back without a page load.
  useEffect(() => setTyped(defaultValue), [defaultValue]);
  const email = emailMeant(typed);
  const id = `${name}-meant`;
  const describedBy = [props["aria-describedby"], email !== null && id].filter(Boolean).join(" ") || undefined;
  const take = (address: string) => {
    setTyped("");
    if (!input.current) return;
    input.current.value = address;
    input.current.dispatchEvent(new Event("input", { bubbles: true }));
    input.current.focus();
  };
  return (
    <>
      <TextInput
        {...props}
        ref={input}
        aria-describedby={describedBy}
        onBlur={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <div id={id} aria-live="polite">
        {email !== null && (
          <div className="mt-1.5 flex gap-1.5 text-small text-warning-700">
            <CircleAlert size={16} className="mt-0.5 shrink-0" />
            <p>
              <span>{t("emailMeant", { email })}</span>{" "}
              {isHydrated && (
                <button type="button" onClick={() => take(email)} className="min-h-6 text-link-inline">
                  {t("emailFix", { email })}
                </button>
              )}
            </p>
            <input type="hidden" name={asTypedField} value={typed} />
          </div>
        )}
      </div>
    </>
  );
}
