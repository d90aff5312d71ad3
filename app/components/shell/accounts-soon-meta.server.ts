import { langOf } from "../../i18n/lang.server.ts";
import { type PageMeta, pageMeta } from "../../i18n/page-meta.server.ts";
import { translator } from "../../i18n/words.server.ts";
import type { AccountPageName } from "./accounts-soon.tsx";

export function accountsSoonMeta(request: Request, name: AccountPageName): PageMeta {
  const t = translator(langOf(request));
  return pageMeta(t(`content:accounts.title.${name}`), t(`content:accounts.description.${name}`));
}
