import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { api } from "../../api/client.server.ts";
import { safeReturnPath } from "../../http/paths/return-path.ts";
import { notFound } from "../../http/response/fail.server.ts";
import { splitPath } from "../../i18n/languages.ts";
import { firstPartner, forgetPartner } from "../../partners/partner-cookie.server.ts";
import { consentCookie } from "../../third-parties/consent.ts";
import { consentText, statistics } from "../../third-parties/settings.server.ts";

/** Only a POST answers; a GET has no page here. */
export function loader({ request }: ActionFunctionArgs): never {
  throw notFound(request);
}

/** An answer about statistics, from the banner or the settings. What is not a clear Yes is a No. */
export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const form = await request.formData();
  const back = safeReturnPath(form.get("returnTo"));
  if (statistics.length === 0) return redirect(back, 303);
  const given = form.get("answer");
  const isYes = given === "yes" || (given === "chosen" && form.get("statistics") === "on");
  const answer = isYes ? "yes" : "no";
  const by = form.get("by") === "banner" ? "banner" : "settings";
  const language = splitPath(back).lang ?? "en";
  // The record is for us; the visitor's answer holds without it.
  await api(args, "consentRecord", { body: { answer, text: consentText, by, language } });
  const headers = new Headers({ "Set-Cookie": consentCookie(answer, consentText, context.receivedAt) });
  const partner = isYes
    ? await firstPartner(request, new URL(back, request.url).search, context.receivedAt)
    : forgetPartner();
  if (partner) headers.append("Set-Cookie", partner);
  return redirect(back, { status: 303, headers });
}
