import { langOf } from "../../../i18n/lang.server.ts";
import { type PageMeta, pageMeta } from "../../../i18n/page-meta.server.ts";
import { translator } from "../../../i18n/texts/texts.server.ts";

/** Title and description of a page with its texts in `content.json`. */
export function contentMeta(request: Request, name: "faq" | "developers"): PageMeta {
  const t = translator(langOf(request));
  return pageMeta(t(`content:${name}.title`), t(`content:${name}.description`));
}
