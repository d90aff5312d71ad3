import { useTranslation } from "react-i18next";
import { Rules } from "../../ui/rules.tsx";

const rows = ["late", "amount", "network", "check", "cancel", "silence"] as const;

/** "If something goes differently": what happens in each case, said before paying. */
export function ExceptionTable() {
  const { t } = useTranslation("rules");
  return (
    <section aria-labelledby="exceptions">
      <h2 id="exceptions" className="mb-4 text-h3">
        {t("title")}
      </h2>
      <Rules rules={rows.map((row) => ({ term: t(`${row}.term`), text: t(`${row}.text`) }))} />
    </section>
  );
}
