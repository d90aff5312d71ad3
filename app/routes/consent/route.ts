import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { api } from "../../api/client.server.ts";
import { safeReturnPath } from "../../http/paths/return-path.ts";
import { notFound } from "../../http/response/fail.server.ts";
import { splitPath } from "../../i18n/languages.ts";
import { partnerAnswerCookie, partnerQuestionText } from "../../partners/partner-answer.ts";
import { firstPartner, forgetPartner } from "../../partners/partner-cookie.server.ts";
import { env } from "../../settings/env.server.ts";
import { consentCookie } from "../../third-parties/consent.ts";
import { consentText, statistics } from "../../third-parties/settings.server.ts";

/** Only a POST answers; a GET has no page here. */
export function loader({ request }: ActionFunctionArgs): never {
  throw notFound(request);
}

/**
 * An answer about the partner, from the line under the header; about statistics, from the banner; or about both, from the
 * settings. What is not a clear Yes is a No.
 */
export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const form = await request.formData();
  const back = safeReturnPath(form.get("returnTo"));
  const { aboutPartner, aboutStatistics } = answersIn(form);
  const by = form.get("by") === "banner" ? "banner" : "settings";
  const language = splitPath(back).lang ?? "en";
  const headers = new Headers();
  // The records are for us; the visitor's answers hold without them.
  if (aboutStatistics) {
    await api(args, "consentRecord", { body: { answer: aboutStatistics, text: consentText, by, language } });
    headers.append("Set-Cookie", consentCookie(aboutStatistics, consentText, context.receivedAt));
  }
  if (aboutPartner) {
    await api(args, "consentRecord", { body: { answer: aboutPartner, text: partnerQuestionText, by, language } });
    headers.append("Set-Cookie", partnerAnswerCookie(aboutPartner));
    const partner =
      aboutPartner === "yes"
        ? await firstPartner(request, new URL(back, request.url).search, context.receivedAt)
        : forgetPartner();
    if (partner) headers.append("Set-Cookie", partner);
  }
  return redirect(back, { status: 303, headers });
}

type ConsentChoice = "yes" | "no" | null;

/** Null where the form does not ask: each question of the public pages stands alone, the settings have both. */
function answersIn(form: FormData): { aboutPartner: ConsentChoice; aboutStatistics: ConsentChoice } {
  const chosen = form.get("answer");
  const yesIf = (isYes: boolean) => (isYes ? "yes" : "no");
  const answerTo = (name: string) => yesIf(chosen === "yes" || (chosen === "chosen" && form.get(name) === "on"));
  const isAsked = { statistics: statistics.length > 0, partner: env.AFFILIATES === "on" };
  if (chosen === null && form.has("partner")) {
    return { aboutStatistics: null, aboutPartner: isAsked.partner ? yesIf(form.get("partner") === "yes") : null };
  }
  return {
    aboutStatistics: isAsked.statistics ? answerTo("statistics") : null,
    aboutPartner: isAsked.partner && form.get("by") !== "banner" ? answerTo("partner") : null,
  };
}
