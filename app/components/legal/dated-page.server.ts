import { termsVersion } from "../../../contract/order/terms.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { env } from "../../settings/env.server.ts";
import { offeredChats } from "../../third-parties/offered-chats.server.ts";
import { statistics } from "../../third-parties/settings.server.ts";
import { rulesOf } from "../rules/rules.server.ts";
import { filledDocument } from "./legal-document.ts";
import { legalText, rulesOfVersion } from "./legal-documents.server.ts";
import { legalValues } from "./legal-values.ts";

/** A legal text without versions: it shows the date of its last change. */
export async function datedPage(args: RouteArgs, name: "privacy" | "aml" | "accessibility") {
  const lang = langOf(args.request);
  const current = await rulesOf(args);
  const rules = current ?? rulesOfVersion(termsVersion);
  const chats = [...new Set(offeredChats().map((chat) => chat.name))];
  const parties = { statistics, chats, botCheck: env.BOT_CHECK };
  const operator = {
    company: env.COMPANY,
    brand: env.BRAND_NAME,
    email: env.SUPPORT_EMAIL,
    parties,
    checks: current?.checks,
  };
  const document = filledDocument(legalText(lang, name), legalValues(lang, operator, rules));
  return { meta: pageMeta(document.title, document.description), document };
}
