import { useTranslation } from "../../../i18n/translation.ts";
import { useHref } from "../../../i18n/use-lang.ts";
import { useSite } from "../../../site/site.ts";
import { isCurrent, type NavigationLink } from "./navigation.ts";

type SiteLinkProps = { link: NavigationLink; className?: string };

/** A menu link. A full page load: the target may need no scripts. */
export function SiteLink({ link, className }: SiteLinkProps) {
  const { t } = useTranslation(["shell", "pages"]);
  const href = useHref();
  const path = useSite()?.path ?? "";
  return (
    <a href={href(link.path)} className={className} aria-current={isCurrent(link, path) ? "page" : undefined}>
      {"column" in link ? t(`pages:${link.name}.link`) : t(`link.${link.name}`)}
    </a>
  );
}
