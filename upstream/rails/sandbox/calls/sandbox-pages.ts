import { Hono, type Context as HonoContext } from "hono";
import { isLang, type Lang } from "../../../../contract/values/languages.ts";
import { isStorable, isStorableText } from "../../../db/storable.ts";
import type { ApiBindings } from "../../../http/api.ts";
import { callContext } from "../../../http/request/call-context.ts";
import { preferredLanguage } from "../../../http/request/caller.ts";
import { readBytes } from "../../../http/request/read-bytes.ts";
import type { ServiceRequest } from "../../../http/request/service-request.ts";
import type { Context } from "../../../ports/context.ts";
import { texts } from "../../../shared/texts/texts.ts";
import { framed, framePolicy } from "../pages/frame.ts";
import type { PageRequest, PageResult } from "../pages/page.ts";
import { sandboxPages } from "../pages/pages.ts";

/** A submitted form, optionally with an amount. */
const maxFormBytes = 8 * 1024;

type Wire = HonoContext<ApiBindings>;

/**
 * The sandbox's HTML pages: not part of the contract, so no client id and no problem+json. Without the sandbox these
 * paths do not exist.
 */
export function sandboxSite(ctx: Context): Hono<ApiBindings> {
  const site = new Hono<ApiBindings>();
  for (const page of ctx.rails.hasSimulated ? sandboxPages : []) {
    site.get(`/${page.path}`, async (c) => {
      const request = visitOf(ctx, c);
      if (!isStorableText(request.id)) return failure(request, "nothing", 404);
      return respond(request, await page.show(request));
    });
    site.post(`/${page.path}`, async (c) => {
      const request = visitOf(ctx, c);
      if (!isStorableText(request.id)) return failure(request, "nothing", 404);
      const form = await readForm(c.req.raw);
      return form ? respond(request, await page.submit(request, form)) : failure(request, "unreadable", 400);
    });
  }
  return site;
}

/** The language of the address, if it was made for a customer; otherwise the browser's. */
function visitOf(ctx: Context, c: Wire): PageRequest {
  const form = c.req.query("lang");
  const language: Lang = isLang(form) ? form : preferredLanguage(c.req.header("Accept-Language") ?? null);
  return { ctx: callContext(ctx, c.get("requestId")), id: c.req.param("id") ?? "", language };
}

/** Undefined for input that no form of ours sends. */
async function readForm(request: ServiceRequest): Promise<URLSearchParams | undefined> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) return undefined;
  const bytes = await readBytes(request, maxFormBytes).catch(() => undefined);
  const form = bytes && new URLSearchParams(new TextDecoder().decode(bytes));
  return form && isStorable([...form]) ? form : undefined;
}

function respond(request: PageRequest, result: PageResult | undefined): Response {
  if (!result) return failure(request, "nothing", 404);
  if (!("goTo" in result))
    return document(framed(request.language, result.title, result.content), result.status ?? 200);
  return new Response(null, { status: 303, headers: { Location: result.goTo, "Cache-Control": "no-store" } });
}

function failure({ language }: PageRequest, reason: "nothing" | "unreadable", status: 400 | 404): Response {
  return document(framed(language, texts[language].sandbox.frame[reason], []), status);
}

function document(text: string, status: number): Response {
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "Content-Security-Policy": framePolicy,
  };
  return new Response(text, { status, headers });
}
