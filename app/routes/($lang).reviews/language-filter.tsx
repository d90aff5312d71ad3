import { languages } from "../../../contract/values/languages.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { SelectInput } from "../../ui/fields/select-input.tsx";
import type { ReviewQuery } from "./review-query.server.ts";

/** A GET form, so that it works without scripts; the other filters stay. */
export function LanguageFilter({ query: { stars, show, language } }: { query: ReviewQuery }) {
  const { t } = useTranslation("reviews");
  const href = useHref();
  return (
    <form method="get" action={href("/reviews")} className="mt-4 flex flex-wrap items-center gap-2">
      {stars !== undefined && <input type="hidden" name="stars" value={stars} />}
      {show !== undefined && <input type="hidden" name="show" value={show} />}
      <label htmlFor="language" className="sr-only">
        {t("language.label")}
      </label>
      <span className="w-52">
        <SelectInput id="language" name="language" defaultValue={language ?? ""}>
          <option value="">{t("language.all")}</option>
          {languages.map((lang) => (
            <option key={lang} value={lang}>
              {t(`language.${lang}`)}
            </option>
          ))}
        </SelectInput>
      </span>
      <Button type="submit">{t("language.show")}</Button>
      {stars !== undefined && <span className="text-small text-ink-2">{t("only", { stars })}</span>}
    </form>
  );
}
