import { useTranslation } from "../../../i18n/translation.ts";
import { CopyButton } from "../../../ui/buttons/copy-button.tsx";

export function MemoBox({ memo }: { memo: string }) {
  const { t } = useTranslation("order");
  return (
    <div className="rounded-note border-2 border-secondary-500 bg-secondary-50 p-4">
      <p className="text-small font-medium">{t("pay.memo")}</p>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-3">
        <strong className="select-all text-h3 [overflow-wrap:anywhere]">{memo}</strong>
        <CopyButton value={memo} label={t("pay.copyMemo")} copiedLabel={t("pay.copied")} />
      </div>
      <p className="mt-1 text-small text-ink-2">{t("pay.memoWhy")}</p>
    </div>
  );
}
