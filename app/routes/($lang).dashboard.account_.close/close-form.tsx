import { Form } from "@remix-run/react";
import { OwnProof, useProofLabels } from "../../components/account/proof/own-proof.tsx";
import { FormProblem } from "../../forms/form-problem.tsx";
import type { FormReply } from "../../forms/reply.ts";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { useSentences } from "../../forms/use-sentences.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { Checkbox } from "../../ui/fields/checkbox.tsx";

export function CloseForm({ hasTwoFactor, reply }: { hasTwoFactor: boolean; reply: FormReply | undefined }) {
  const { t } = useTranslation("account");
  const sentences = useSentences();
  const unsure = reply?.fields.sure;
  const labels = { ...useProofLabels(), sure: t("close.sureLabel") };
  return (
    <section aria-labelledby="close" className="space-y-4 border-t border-line pt-6">
      <h2 id="close" className="text-h3">
        {t("close.formTitle")}
      </h2>
      <Form method="post" noValidate className="max-w-[27.5rem] space-y-5">
        <FormProblem reply={reply} labels={labels} />
        <OwnProof hasTwoFactor={hasTwoFactor} reply={reply} />
        <Checkbox
          id="sure"
          name="sure"
          label={t("close.sure")}
          defaultChecked={reply?.values.sure !== undefined}
          error={unsure && sentences.field(unsure)}
        />
        <SubmitButton variant="danger" size="large" pressed={t("close.pressed")}>
          {t("close.submit")}
        </SubmitButton>
      </Form>
    </section>
  );
}
