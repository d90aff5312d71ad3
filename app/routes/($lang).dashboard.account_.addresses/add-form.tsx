import { Form } from "@remix-run/react";
import type { Asset } from "../../../contract/market/pairs.ts";
import { pageFormId } from "../../components/shell/page/page-handle.ts";
import { placeOf } from "../../components/summary/assets.ts";
import { Field } from "../../forms/field.tsx";
import { FormProblem } from "../../forms/form-problem.tsx";
import type { FormReply } from "../../forms/reply.ts";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { FieldFrame } from "../../ui/fields/field-frame.tsx";
import { SelectInput } from "../../ui/fields/select-input.tsx";

type AddFormProps = { assets: Asset[]; restoredForm: Record<string, string> | null; reply: FormReply | undefined };

export function AddForm({ assets, restoredForm, reply }: AddFormProps) {
  const { t } = useTranslation("account");
  const labels = {
    asset: t("addresses.asset"),
    account: t("addresses.account"),
    memo: t("addresses.memo"),
    label: t("addresses.label"),
  };
  const typed = { autoComplete: "off", autoCapitalize: "none", spellCheck: false } as const;
  return (
    <section aria-labelledby="add" className="space-y-4 border-t border-line pt-6">
      <h2 id="add" className="text-h3">
        {t("addresses.addTitle")}
      </h2>
      <Form id={pageFormId} method="post" noValidate className="max-w-[27.5rem] space-y-5">
        <FormProblem reply={reply} labels={labels} />
        <FieldFrame id="asset" label={labels.asset}>
          <SelectInput id="asset" name="asset" defaultValue={reply?.values.asset ?? restoredForm?.asset}>
            {assets.map((asset) => (
              <option key={asset.id} value={asset.id}>
                {`${asset.symbol} – ${placeOf(asset)}`}
              </option>
            ))}
          </SelectInput>
        </FieldFrame>
        <Field
          name="account"
          label={labels.account}
          hint={t("addresses.accountHint")}
          reply={reply}
          saved={restoredForm?.account}
          required
          maxLength={500}
          address
        />
        <Field
          name="memo"
          label={labels.memo}
          hint={t("addresses.memoHint")}
          reply={reply}
          saved={restoredForm?.memo}
          maxLength={100}
          {...typed}
        />
        <Field
          name="label"
          label={labels.label}
          placeholder={t("addresses.labelExample")}
          reply={reply}
          saved={restoredForm?.label}
          required
          maxLength={60}
          autoComplete="off"
        />
        <SubmitButton variant="filled" size="large" intent="add" pressed={t("addresses.addPressed")}>
          {t("addresses.add")}
        </SubmitButton>
      </Form>
    </section>
  );
}
