import type { Lang } from "../../../contract/values/languages.ts";
import { publicPages } from "./public-pages.ts";

type PublicPage = (typeof publicPages)[number];

const coins = ["usdt-trc20", "usdt-erc20", "btc", "eth", "ltc"] as const;
const accounts = ["paypal-usd", "paypal-eur"] as const;

/** The pairs of a new exchange; one that its operator adds shows the picture of the home page. */
export const picturedPairs: readonly string[] = coins.flatMap((coin) =>
  accounts.flatMap((account) => [`${coin}-to-${account}`, `${account}-to-${coin}`]),
);

/** The picture that messengers show for a link; `scripts/build-pictures.ts` makes one for each public page. */
export function pictureOf(lang: Lang, path: PublicPage | `/pairs/${string}`): string {
  return `/pictures/${lang}/${path === "/" ? "home" : path.slice(1).replaceAll("/", "-")}.png`;
}

/** The picture of any page: of one without its own, the home page's. `path` has no language. */
export function pictureFor(lang: Lang, path: string): string {
  const slug = picturedPairs.find((pair) => path === `/pairs/${pair}`);
  if (slug !== undefined) return pictureOf(lang, `/pairs/${slug}`);
  return pictureOf(lang, publicPages.find((page) => page === path) ?? "/");
}
