import { Form } from "@remix-run/react";
import { useState } from "react";
import { AccountFrame } from "../../components/account/account-frame.tsx";
import type { Done } from "../../components/account/done.ts";
import { MemberPicture } from "../../components/shell/frame/member-picture.tsx";
import { FormProblem } from "../../forms/form-problem.tsx";
import type { FormReply } from "../../forms/reply.ts";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { ErrorSummary } from "../../ui/fields/error-summary.tsx";
import { FieldFrame, fieldIds } from "../../ui/fields/field-frame.tsx";
import { FileInput } from "../../ui/fields/file-input.tsx";
import type { PictureFault } from "./fault.ts";
import { shrink } from "./shrink.ts";

type PicturePageProps = {
  member: { name: string | null; email: string; picture: string | null };
  done: Done | null;
  actionData: { fault?: PictureFault; reply?: FormReply } | undefined;
};

export function PicturePage({ member, done, actionData }: PicturePageProps) {
  const { t } = useTranslation("account");
  const [preview, setPreview] = useState<string | null>(null);
  return (
    <AccountFrame title={t("picture.title")} lead={t("picture.lead")} done={done}>
      <div className="flex flex-col gap-x-8 gap-y-5 sm:flex-row">
        <MemberPicture member={{ ...member, picture: preview ?? member.picture }} size="large" />
        <div className="min-w-0 flex-1 space-y-4">
          <FileForm actionData={actionData} onPreview={setPreview} />
          {member.picture && (
            <Form method="post">
              <SubmitButton variant="danger" intent="remove" pressed={t("picture.removePressed")}>
                {t("picture.remove")}
              </SubmitButton>
            </Form>
          )}
        </div>
      </div>
    </AccountFrame>
  );
}

type FileFormProps = Pick<PicturePageProps, "actionData"> & { onPreview: (dataUrl: string | null) => void };

function FileForm({ actionData, onPreview }: FileFormProps) {
  const { t } = useTranslation(["account", "forms"]);
  const label = t("picture.file");
  const fault = actionData?.fault && t(`picture.fault.${actionData.fault}`);
  const ids = fieldIds("picture", { hint: true, error: Boolean(fault) });
  return (
    <Form method="post" encType="multipart/form-data" noValidate className="space-y-5">
      {fault ? (
        <ErrorSummary
          key={actionData?.fault}
          title={t("forms:attention", { count: 1 })}
          fields={[{ id: "picture", text: t("forms:attentionOf", { label, text: fault }) }]}
        />
      ) : (
        <FormProblem reply={actionData?.reply} labels={{}} />
      )}
      <FieldFrame id="picture" label={label} hint={t("picture.fileHint")} error={fault}>
        <FileInput
          id="picture"
          name="picture"
          accept="image/png,image/jpeg,image/webp"
          required
          aria-invalid={fault ? true : undefined}
          aria-describedby={ids.describedBy}
          onChange={async ({ currentTarget }) => onPreview(await shrink(currentTarget))}
        />
      </FieldFrame>
      <SubmitButton variant="filled" size="large" intent="save" pressed={t("picture.pressed")}>
        {t("picture.submit")}
      </SubmitButton>
    </Form>
  );
}
