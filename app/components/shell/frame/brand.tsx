import { useTranslation } from "../../../i18n/translation.ts";
import { useHref } from "../../../i18n/use-lang.ts";
import { useSite } from "../../../site/site.ts";
import { Mark, MarkOnDark } from "../../../ui/icons/mark.tsx";
import { Wordmark } from "../../../ui/icons/wordmark.tsx";

/** The link home. The house brand is a drawing, any other is set in type. */
export function BrandLink({ onDark = false }: { onDark?: boolean }) {
  const { t } = useTranslation("shell");
  const href = useHref();
  const brand = useSite()?.brand ?? "Kursa";
  return (
    <a href={href("/")} className="inline-flex items-center gap-2.5 rounded" aria-label={t("home", { brand })}>
      {onDark ? <MarkOnDark /> : <Mark />}
      {brand === "Kursa" ? <Wordmark /> : <span className="text-h3">{brand}</span>}
    </a>
  );
}
