import { useTranslation } from "../../i18n/translation.ts";
import { Card } from "../../ui/card.tsx";

const rules = ["safeAddress", "safeDetails", "safeLetter"] as const;

/** What delays or stops a withdrawal that is not the member's. */
export function Protection() {
  const { t } = useTranslation("withdrawals");
  return (
    <Card aria-labelledby="safety">
      <h2 id="safety" className="text-h4">
        {t("new.safety")}
      </h2>
      <dl className="mt-3 space-y-3 text-body-2">
        {rules.map((rule) => (
          <div key={rule}>
            <dt className="font-semibold">{t(`new.${rule}`)}</dt>
            <dd className="text-ink-2">{t(`new.${rule}Text`)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
