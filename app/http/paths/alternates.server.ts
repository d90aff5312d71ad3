import { languages } from "../../../contract/values/languages.ts";
import { href } from "../../i18n/href.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { splitPath } from "../../i18n/languages.ts";
import { isUnlistedPath } from "./page-rules.ts";
import { publicOrigin } from "./public-origin.server.ts";
import { pictureFor } from "./social-pictures.ts";

export type Alternates = {
  canonical: string;
  /** The home page in the page's language. */
  home: string;
  /** The picture that messengers show for a link to the page. */
  picture: string;
  versions: { hrefLang: string; href: string }[];
};

/**
 * Language versions of a public page for search engines: itself as canonical, both languages, and the unprefixed
 * address as default. Without queries, which are steps and campaigns.
 */
export function alternatesOf(request: Request): Alternates | null {
  const origin = publicOrigin(request);
  const { path } = splitPath(new URL(request.url).pathname);
  if (isUnlistedPath(path)) return null;
  const lang = langOf(request);
  return {
    canonical: origin + href(lang, path),
    home: origin + href(lang, "/"),
    picture: origin + pictureFor(lang, path),
    versions: [
      ...languages.map((hrefLang) => ({ hrefLang, href: origin + href(hrefLang, path) })),
      { hrefLang: "x-default", href: origin + path },
    ],
  };
}
