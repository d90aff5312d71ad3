import { isPrivatePath } from "../http/paths/page-rules.ts";
import { botCheckSources } from "../settings/bot-check-sources.ts";
import { env } from "../settings/env.server.ts";
import type { Sources } from "../settings/statistics.ts";
import { consentOf } from "../third-parties/consent.ts";
import { consentText, statistics } from "../third-parties/settings.server.ts";
import { type FrontRequest, headerOf } from "./front-request.ts";

const more = env.STATISTICS_HOSTS;
export const statisticsSources: readonly Sources[] =
  statistics.length === 0
    ? []
    : [...statistics.map(({ sources }) => sources), { script: more, connect: more, image: more, frame: [], style: [] }];

const ofBotCheck = botCheckSources(env.BOT_CHECK);

/**
 * What the third parties of a page need: a bot check that is not ours, a chat that was just opened, and statistics if the
 * visitor agreed.
 */
export function sourcesOf(request: FrontRequest, path: string): readonly Sources[] {
  return [...ofBotCheck, ...chosenSources(request, path)];
}

function chosenSources(request: FrontRequest, path: string): readonly Sources[] {
  const chat = { live: env.LIVE_CHAT, support: env.SUPPORT_WIDGET }[request.facts.openedChat ?? "live"];
  if (request.facts.openedChat && chat) return [chat.sources];
  if (statistics.length === 0 || isPrivatePath(path)) return [];
  const { answer } = consentOf(request.incoming.headers.cookie, headerOf(request, "sec-gpc"), consentText);
  return answer === "yes" ? statisticsSources : [];
}
