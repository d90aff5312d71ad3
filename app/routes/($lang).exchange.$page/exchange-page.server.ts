import { exchangePages } from "../../../contract/market/exchange-pages.ts";
import type { ExchangePage } from "../../../contract/market/pairs.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { type PageMeta, pageMeta } from "../../i18n/page-meta.server.ts";
import { translator } from "../../i18n/texts/texts.server.ts";

/** The product of an address; 404 for anything else. */
export function exchangePageOf(name: string | undefined): ExchangePage {
  const page = exchangePages.find((candidate) => candidate === name);
  if (!page) throw new Response(null, { status: 404 });
  return page;
}

export function headOf(request: Request, page: ExchangePage): PageMeta {
  const t = translator(langOf(request));
  return pageMeta(t(`exchange:${page}.pageTitle`), t(`exchange:${page}.description`));
}
