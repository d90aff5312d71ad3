import type { Lang } from "../../../contract/values/languages.ts";
import { publicPages } from "./public-pages.ts";

type PublicPage = (typeof publicPages)[number];

/** The picture that messengers show for a link; `scripts/build-pictures.ts` makes one for each public page. */
export function pictureOf(lang: Lang, path: PublicPage): string {
  return `/pictures/${lang}/${path === "/" ? "home" : path.slice(1).replaceAll("/", "-")}.png`;
}

/** The picture of any page: of one without its own, the home page's. `path` has no language. */
export function pictureFor(lang: Lang, path: string): string {
  return pictureOf(lang, publicPages.find((page) => page === path) ?? "/");
}
