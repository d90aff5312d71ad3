import { useTranslation } from "../../i18n/translation.ts";

/** The three words that name money in a wallet, explained once. */
export function FigureWords() {
  const { t } = useTranslation("wallets");
  return (
    <dl aria-label={t("explain.title")} className="grid gap-x-8 gap-y-3 px-1 text-small sm:grid-cols-3">
      {(["available", "settling", "held"] as const).map((name) => (
        <div key={name}>
          <dt className="font-semibold">{t(`figure.${name}`)}</dt>
          <dd className="text-ink-2">{t(`explain.${name}`)}</dd>
        </div>
      ))}
    </dl>
  );
}
