import type { ReactNode } from "react";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { ChevronRight } from "../../ui/icons/icons.tsx";

type Crumb = { name: string; path: string };

type PageHeadProps = {
  title: string;
  /** Pages between the dashboard and this one. */
  above?: readonly Crumb[];
  action?: ReactNode;
};

/** Breadcrumbs and title; the last crumb is the page itself, which a phone names once. */
export function PageHead({ title, above = [], action }: PageHeadProps) {
  const { t } = useTranslation("dashboard");
  const href = useHref();
  const crumbs = [{ name: t("dashboard"), path: "/dashboard" }, ...above];
  return (
    <header className="mb-6">
      <nav aria-label={t("crumbs")} className="print:hidden">
        <ol className="flex flex-wrap items-center gap-x-1.5 text-small text-ink-3">
          {crumbs.map((crumb, index) => (
            <li key={crumb.path} className="flex items-center gap-1.5">
              {index > 0 && <ChevronRight size={16} />}
              <a href={href(crumb.path)} className="inline-block py-1 hover:text-ink hover:underline">
                {crumb.name}
              </a>
            </li>
          ))}
          <li aria-current="page" className="flex items-center gap-1.5 text-ink max-lg:hidden">
            <ChevronRight size={16} />
            {title}
          </li>
        </ol>
      </nav>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-h1">{title}</h1>
        {action}
      </div>
    </header>
  );
}
