import type { FormReply } from "../../forms/reply.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useLang } from "../../i18n/use-lang.ts";
import { FieldError, fieldIds } from "../../ui/fields/field-frame.tsx";
import { FileInput } from "../../ui/fields/file-input.tsx";
import { fileSize } from "./file-size.ts";
import { type KeptFile, keptValue } from "./kept-file.ts";

/** The files of a message: those that the service has from the last attempt, and a chooser for more. */
export function AttachmentsField({ files, reply }: { files: KeptFile[]; reply: FormReply | undefined }) {
  const { t } = useTranslation("support");
  const lang = useLang();
  const wrong = reply?.fields.files;
  const ids = fieldIds("files", { hint: true, error: wrong !== undefined });
  return (
    <fieldset aria-describedby={ids.describedBy}>
      <legend className="text-body-2 font-semibold">
        {t("form.files")} <span className="font-normal text-ink-3">{t("form.optional")}</span>
      </legend>
      <p id={ids.hint} className="text-small text-ink-3">
        {t("form.filesHint")}
      </p>
      {files.map((file) => (
        <label key={file.id} className="mt-1.5 flex min-h-11 items-center gap-2 text-body-2">
          <input type="checkbox" name="kept" value={keptValue(file)} defaultChecked className="size-5" />
          <span className="min-w-0 [overflow-wrap:anywhere]">{file.name}</span>
          <span className="shrink-0 text-small text-ink-3">{fileSize(file.bytes, lang)}</span>
        </label>
      ))}
      <FileInput
        id="files"
        name="files"
        multiple
        aria-label={t("form.choose")}
        accept="image/png,image/jpeg,image/webp"
        aria-invalid={wrong ? true : undefined}
        className="mt-1.5"
      />
      {wrong && <FieldError id={ids.error}>{wrong.text}</FieldError>}
    </fieldset>
  );
}
