import { useSite } from "../../../site/site.ts";
import { legalLinks, mainLinks } from "./navigation.ts";
import { FollowDevice } from "./preferences.tsx";
import { SiteLink } from "./site-link.tsx";

const links = [...legalLinks.filter(({ name }) => name === "terms" || name === "privacy"), mainLinks[1]];

/** One line under an order, where the page is about one thing. */
export function BriefFooter() {
  const site = useSite();
  return (
    <footer className="mt-auto border-t border-line text-small text-ink-3 print:hidden">
      <div className="page-width flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-4">
        <span>{site && `© ${site.year} ${site.brand}`}</span>
        <FollowDevice />
        <ul className="flex flex-wrap gap-x-6">
          {links.map((link) => (
            <li key={link.name}>
              <SiteLink link={link} className="inline-flex min-h-11 items-center hover:underline lg:min-h-8" />
            </li>
          ))}
        </ul>
      </div>
    </footer>
  );
}
