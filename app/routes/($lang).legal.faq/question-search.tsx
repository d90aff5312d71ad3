import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";
import { FieldFrame } from "../../ui/fields/field-frame.tsx";
import { TextInput } from "../../ui/fields/text-input.tsx";
import { Search } from "../../ui/icons/icons.tsx";
import { longestSearch } from "./matching-groups.ts";

/** A GET form, with how many questions the search has found. The page has no scripts, so it is the same for everybody. */
export function QuestionSearch({ search, count }: { search: string; count: number }) {
  const { t } = useTranslation("content");
  const href = useHref();
  return (
    <>
      <form method="get" action={href("/legal/faq")} className="mt-6 flex max-w-text flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1">
          <FieldFrame id="q" label={t("faq.search.label")}>
            <TextInput
              id="q"
              name="q"
              type="search"
              maxLength={longestSearch}
              defaultValue={search}
              autoComplete="off"
            />
          </FieldFrame>
        </div>
        <button type="submit" className={`${buttonClass({})} min-h-12`}>
          <Search size={18} />
          {t("faq.search.submit")}
        </button>
      </form>
      {search !== "" && (
        <p className="mt-4 text-body-2">
          <span>{count === 0 ? t("faq.search.none") : t("faq.search.count", { count })}</span>{" "}
          <a href={href("/legal/faq")} className="text-link underline">
            {t("faq.search.all")}
          </a>
          {count === 0 && (
            <>
              {" · "}
              <a href={href("/company/contact-us")} className="text-link underline">
                {t("faq.search.write")}
              </a>
            </>
          )}
        </p>
      )}
    </>
  );
}
