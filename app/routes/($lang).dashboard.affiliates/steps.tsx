import type { AffiliateTerms } from "../../../contract/affiliate/affiliate-terms.ts";
import { formatDuration } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useLang } from "../../i18n/use-lang.ts";

const daySeconds = 86_400;
const names = ["share", "exchange", "earn"] as const;

/** How it works, in three steps with the service's own numbers. */
export function Steps({ terms }: { terms: AffiliateTerms }) {
  const { t } = useTranslation("affiliates");
  const lang = useLang();
  const days = formatDuration(lang, terms.click_days * daySeconds);
  const waits = terms.waiting_days.map((entry) => entry.days);
  const wait = formatDuration(lang, Math.max(...waits, 0) * daySeconds);
  return (
    <ol className="mt-5 grid gap-4 border-t border-line pt-4 sm:grid-cols-3">
      {names.map((name, index) => (
        <li key={name} className="flex gap-3 sm:block">
          <span
            aria-hidden="true"
            className="figures mb-1.5 flex size-7 shrink-0 items-center justify-center rounded-full bg-primary-100 text-caption font-semibold text-primary-800"
          >
            {index + 1}
          </span>
          <span>
            <strong className="block text-body-2 font-semibold">{t(`steps.${name}.title`)}</strong>
            <span className="block text-small text-ink-2">{t(`steps.${name}.text`, { days, wait })}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}
