import { Form } from "@remix-run/react";
import type { Leftover } from "../../../contract/member/closing.ts";
import { OwnProof, useProofLabels } from "../../components/account/proof/own-proof.tsx";
import type { Assets } from "../../components/summary/assets.ts";
import { FormProblem } from "../../forms/form-problem.tsx";
import type { FormReply } from "../../forms/reply.ts";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { Checkbox } from "../../ui/fields/checkbox.tsx";
import { GiveUp } from "./give-up.tsx";

export type CloseFormProps = {
  hasTwoFactor: boolean;
  leftovers: Leftover[];
  assets: Assets;
  reply: FormReply | undefined;
};

export function CloseForm({ hasTwoFactor, leftovers, assets, reply }: CloseFormProps) {
  const { t } = useTranslation("account");
  const unsure = reply?.fields.sure;
  const labels = { give_up_leftovers: t("close.leftTitle"), ...useProofLabels(), sure: t("close.sureLabel") };
  return (
    <section aria-labelledby="close" className="space-y-4 border-t border-line pt-6">
      <h2 id="close" className="text-h3">
        {t("close.formTitle")}
      </h2>
      <Form method="post" noValidate className="max-w-[27.5rem] space-y-5">
        <FormProblem reply={reply} labels={labels} />
        {leftovers.length > 0 && <GiveUp leftovers={leftovers} assets={assets} reply={reply} />}
        <OwnProof hasTwoFactor={hasTwoFactor} reply={reply} />
        <Checkbox
          id="sure"
          name="sure"
          label={t("close.sure")}
          defaultChecked={reply?.values.sure !== undefined}
          error={unsure?.text}
        />
        <SubmitButton variant="danger" size="large" pressed={t("close.pressed")}>
          {t("close.submit")}
        </SubmitButton>
      </Form>
    </section>
  );
}
