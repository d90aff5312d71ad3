import { useMatches, useRouteError } from "@remix-run/react";
import type { ComponentProps, ReactNode } from "react";
import { languageSettings, languages } from "../../../../contract/values/languages.ts";
import { useTranslation } from "../../../i18n/translation.ts";
import { useLang } from "../../../i18n/use-lang.ts";
import { useSite } from "../../../site/site.ts";
import { classNames } from "../../../ui/class-names.ts";
import { Moon, Sun } from "../../../ui/icons/icons.tsx";
import { hasFiles, hasPageForm, pageFormId } from "../page/page-handle.ts";

/** A preference is posted and returns to the same page: opening an address never changes a setting. */
function PreferencesForm({ label, children }: { label: string; children: ReactNode }) {
  const site = useSite();
  return (
    <form method="post" action="/preferences">
      <input type="hidden" name="returnTo" value={site?.address ?? "/"} />
      <fieldset aria-label={label} className="flex items-center">
        {children}
      </fieldset>
    </form>
  );
}

/**
 * Without scripts a switch sends the page's form along, so that the next page has what was typed. With them the tab keeps it,
 * and typed-fields.ts takes these attributes away.
 */
function useSentForm(): ComponentProps<"button"> {
  const site = useSite();
  const matches = useMatches();
  const error = useRouteError();
  if (!hasPageForm(matches) || (error !== undefined && error !== null)) return {};
  return {
    form: pageFormId,
    formMethod: "post",
    formAction: `/preferences?${new URLSearchParams({ returnTo: site?.address ?? "/" })}`,
    ...(hasFiles(matches) && { formEncType: "application/x-www-form-urlencoded" }),
  };
}

/** Keeps the page, its query and an active order; only the language changes. */
export function LanguageSwitch() {
  const { t } = useTranslation("shell");
  const current = useLang();
  const sent = useSentForm();
  return (
    <PreferencesForm label={t("language.label")}>
      {languages.map((lang) => (
        <button
          key={lang}
          {...sent}
          type="submit"
          name="language"
          value={languageSettings[lang].prefix}
          lang={lang}
          aria-current={lang === current ? "true" : undefined}
          className={classNames(
            "min-h-11 min-w-9 rounded-sm px-1.5 text-small uppercase lg:min-h-8",
            lang === current ? "font-semibold text-ink" : "font-medium text-ink-3 hover:text-ink",
          )}
        >
          {lang}
          <span className="sr-only"> {t(`language.${lang}`)}</span>
        </button>
      ))}
    </PreferencesForm>
  );
}

/** CSS selects the shown one by the current theme, chosen or the device's, so there is no flash. */
const onlyInLight =
  "[[data-theme=dark]_&]:hidden [@media(prefers-color-scheme:dark)]:[:root:not([data-theme])_&]:hidden";
const onlyInDark =
  "hidden [[data-theme=dark]_&]:grid [@media(prefers-color-scheme:dark)]:[:root:not([data-theme])_&]:grid";
const iconButton = "size-11 place-items-center rounded text-ink-2 hover:bg-inset hover:text-ink lg:size-9";

export function ThemeSwitch() {
  const { t } = useTranslation("shell");
  const sent = useSentForm();
  return (
    <PreferencesForm label={t("theme.label")}>
      <button
        {...sent}
        type="submit"
        name="theme"
        value="dark"
        aria-label={t("theme.dark")}
        className={classNames("grid", iconButton, onlyInLight)}
      >
        <Moon size={20} />
      </button>
      <button
        {...sent}
        type="submit"
        name="theme"
        value="light"
        aria-label={t("theme.light")}
        className={classNames(iconButton, onlyInDark)}
      >
        <Sun size={20} />
      </button>
    </PreferencesForm>
  );
}

/** Returns to the device's theme after one was chosen. */
export function FollowDevice() {
  const { t } = useTranslation("shell");
  const sent = useSentForm();
  if (!useSite()?.theme) return null;
  return (
    <PreferencesForm label={t("theme.label")}>
      <button
        {...sent}
        type="submit"
        name="theme"
        value="system"
        className="min-h-8 text-small underline decoration-1 underline-offset-4"
      >
        {t("theme.system")}
      </button>
    </PreferencesForm>
  );
}
