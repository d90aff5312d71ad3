import { Form } from "@remix-run/react";
import { AccountFrame } from "../../components/account/account-frame.tsx";
import type { Done } from "../../components/account/done.ts";
import { OwnProof, useProofLabels } from "../../components/account/proof/own-proof.tsx";
import { pageFormId } from "../../components/shell/page/page-handle.ts";
import { Field } from "../../forms/field.tsx";
import { FormProblem } from "../../forms/form-problem.tsx";
import type { FormReply } from "../../forms/reply.ts";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";

type PhrasePageProps = {
  phrase: string | null;
  /** The input of a form sent after the session had ended. */
  restoredForm: Record<string, string> | null;
  hasPassword: boolean;
  hasTwoFactor: boolean;
  done: Done | null;
  reply: FormReply | undefined;
};

/** The member's own words in our emails. */
export function PhrasePage({ hasPassword, done, ...form }: PhrasePageProps) {
  const { t } = useTranslation("account");
  const href = useHref();
  return (
    <AccountFrame title={t("phrase.title")} lead={t(hasPassword ? "phrase.lead" : "phrase.none")} done={done}>
      {hasPassword ? (
        <PhraseForm {...form} />
      ) : (
        <a href={href("/reset")} className={buttonClass({ variant: "filled" })}>
          {t("password.set")}
        </a>
      )}
    </AccountFrame>
  );
}

function PhraseForm({ phrase, restoredForm, hasTwoFactor, reply }: Omit<PhrasePageProps, "hasPassword" | "done">) {
  const { t } = useTranslation("account");
  const labels = { phrase: t("phrase.label"), ...useProofLabels() };
  return (
    <Form id={pageFormId} method="post" noValidate className="max-w-[27.5rem] space-y-5">
      <FormProblem reply={reply} labels={labels} />
      <Field
        name="phrase"
        label={labels.phrase}
        hint={t("phrase.hint")}
        reply={reply}
        saved={restoredForm?.phrase ?? phrase}
        maxLength={60}
        autoComplete="off"
      />
      <OwnProof hasTwoFactor={hasTwoFactor} reply={reply} />
      <SubmitButton variant="filled" size="large" pressed={t("phrase.pressed")}>
        {t("phrase.submit")}
      </SubmitButton>
    </Form>
  );
}
