import { Form } from "@remix-run/react";
import { AuthFrame } from "../../components/account/steps/auth-frame.tsx";
import { withNext } from "../../components/account/steps/with-next.ts";
import { FormProblem } from "../../forms/form-problem.tsx";
import { PasswordField } from "../../forms/password-field.tsx";
import type { FormReply } from "../../forms/reply.ts";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { TextWithParts } from "../../i18n/text-with-parts.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";

type LinkPageProps = { email: string; next: string | null; reply: FormReply | undefined };

/** Requires the account's password once: a matching email alone links nothing. */
export function LinkPage({ email, next, reply }: LinkPageProps) {
  const { t } = useTranslation("auth");
  const href = useHref();
  return (
    <AuthFrame
      title={t("linkGoogle.title")}
      lead={
        <TextWithParts
          text={t("linkGoogle.lead", { email })}
          parts={{ b: (email) => <strong className="font-semibold text-ink [overflow-wrap:anywhere]">{email}</strong> }}
        />
      }
      foot={
        <a
          href={href(withNext("/sign-in", next))}
          className="inline-block py-1 font-semibold text-link hover:underline"
        >
          {t("linkGoogle.without")}
        </a>
      }
    >
      <Form method="post" noValidate className="space-y-5">
        <FormProblem reply={reply} labels={{ password: t("password") }} />
        {/* For password managers: the account of this password. */}
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <PasswordField
          name="password"
          label={t("password")}
          reply={reply}
          kind="current-password"
          aside={
            <a href={href(withNext("/reset", next))} className="inline-block py-0.5 text-link hover:underline">
              {t("signIn.forgot")}
            </a>
          }
        />
        <SubmitButton variant="filled" size="large" pressed={t("linkGoogle.pressed")} className="sm:w-full">
          {t("linkGoogle.submit")}
        </SubmitButton>
      </Form>
    </AuthFrame>
  );
}
