import type { LoaderFunctionArgs } from "@remix-run/node";
import type { Incident } from "../../../contract/market/service-status.ts";
import { api } from "../../api/client.server.ts";
import { machineFile } from "../../api/market-file.server.ts";
import { publicOrigin } from "../../http/paths/public-origin.server.ts";
import { formatDateTime } from "../../i18n/format.ts";
import { href } from "../../i18n/href.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import { env } from "../../settings/env.server.ts";
import { incidentFeed } from "./incident-feed.ts";

/** The incidents of the status page for feed readers. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const lang = langOf(args.request);
  const t = translator(lang);
  const origin = publicOrigin(args.request);
  const stateOf = ({ kind, started_at: start, ended_at: end, next_word_at: next }: Incident) => {
    const from = formatDateTime(lang, start);
    if (end) return t("status:feed.over", { from, till: formatDateTime(lang, end) });
    const more = next && ` ${t("status:incidents.next", { time: formatDateTime(lang, next) })}`;
    return `${t(kind === "planned" ? "status:feed.from" : "status:feed.since", { from })}${more ?? ""}`;
  };
  const response = await api(args, "exchangeStatus", { query: { days: "7" } });
  return machineFile(args, "application/atom+xml; charset=utf-8", response, ({ data }) => {
    const frame = {
      lang,
      title: t("status:feed.title", { brand: env.BRAND_NAME }),
      author: env.BRAND_NAME,
      self: `${origin}${href(lang, "/status.xml")}`,
      page: `${origin}${href(lang, "/status")}`,
      // A whole day, so that a feed without news keeps its ETag.
      since: `${data.generated_at.slice(0, 10)}T00:00:00Z`,
    };
    return incidentFeed(frame, data.incidents, stateOf);
  });
}
