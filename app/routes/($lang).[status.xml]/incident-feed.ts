import type { Incident } from "../../../contract/market/service-status.ts";
import type { Lang } from "../../../contract/values/languages.ts";
import { xmlText } from "../../http/response/xml-text.ts";

export type FeedFrame = {
  lang: Lang;
  title: string;
  author: string;
  /** The whole addresses of the feed and of the page. */
  self: string;
  page: string;
  /** The time of a feed without incidents. */
  since: string;
};

/**
 * Incidents as an Atom feed (RFC 4287), the last changed first. An incident keeps its id, so that a reader shows a
 * changed one again instead of a second one.
 */
export function incidentFeed(
  { lang, title, author, self, page, since }: FeedFrame,
  incidents: readonly Incident[],
  stateOf: (incident: Incident) => string,
): string {
  const latest = [...incidents].sort((a, b) => b.updated_at.localeCompare(a.updated_at));
  const entries = latest.map((incident) =>
    [
      "<entry>",
      `<id>${xmlText(`${page}#${incident.id}`)}</id>`,
      `<title>${xmlText(incident.title[lang])}</title>`,
      `<link rel="alternate" href="${xmlText(`${page}#${incident.id}`)}"/>`,
      `<published>${publishedAt(incident)}</published>`,
      `<updated>${incident.updated_at}</updated>`,
      `<summary>${xmlText(`${stateOf(incident)} ${incident.text[lang]}`)}</summary>`,
      "</entry>",
    ].join(""),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${lang}">`,
    `<id>${xmlText(self)}</id>`,
    `<title>${xmlText(title)}</title>`,
    `<link rel="self" type="application/atom+xml" href="${xmlText(self)}"/>`,
    `<link rel="alternate" type="text/html" href="${xmlText(page)}"/>`,
    `<author><name>${xmlText(author)}</name></author>`,
    `<updated>${latest[0]?.updated_at ?? since}</updated>`,
    ...entries,
    "</feed>",
    "",
  ].join("\n");
}

/** Planned work is told before it starts: readers hide an entry with a time to come. */
const publishedAt = ({ started_at: start, updated_at: updated }: Incident) => (start < updated ? start : updated);
