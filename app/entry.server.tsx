import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { CompanyProvider, companyAt } from "./components/company/company.ts";
import { browserStartOf, withOwnRoutes } from "./components/shell/browser/browser-start.server.ts";
import { BrowserStartProvider } from "./components/shell/browser/browser-start.tsx";
import { loadedDataScript } from "./components/shell/browser/loaded-data.server.ts";
import { NonceProvider } from "./components/shell/browser/nonce.ts";
import { ConsentProvider } from "./components/shell/consent/consent.ts";
import { wantsScripts } from "./components/shell/page/page-handle.ts";
import { reportError } from "./http/report-error.server.ts";
import { wholePage } from "./http/response/whole-page.server.ts";
import { asLang, splitPath } from "./i18n/languages.ts";
import { remixI18n, textsFor } from "./i18n/texts/texts.server.ts";
import { TextsProvider } from "./i18n/translation.ts";
import { rememberedPartner } from "./partners/partner-cookie.server.ts";
import { env } from "./settings/env.server.ts";
import { siteOf } from "./site/site.server.ts";
import { SiteProvider } from "./site/site.ts";
import { consentOfRequest } from "./third-parties/settings.server.ts";

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  whole: EntryContext,
  loadContext: AppLoadContext,
) {
  const { serverHandoffStream, ...context } = withOwnRoutes(whole);
  const { nonce } = loadContext;
  const lang = asLang(await remixI18n.getLocale(request));
  const handles = matchedHandles(context);
  const hydrated = wantsScripts(handles);
  const consent = consentOfRequest(request);
  const tree = (
    <NonceProvider value={nonce}>
      <TextsProvider value={textsFor(lang)}>
        <SiteProvider value={siteOf({ request, context: loadContext })}>
          <ConsentProvider value={consent && { ...consent, hasChat: loadContext.openedChat !== null }}>
            <CompanyProvider value={companyAt(env.COMPANY, loadContext.receivedAt)}>
              <BrowserStartProvider value={hydrated ? browserStartOf(context, lang, handles) : null}>
                <RemixServer context={context} url={request.url} {...(nonce !== undefined && { nonce })} />
              </BrowserStartProvider>
            </CompanyProvider>
          </ConsentProvider>
        </SiteProvider>
      </TextsProvider>
    </NonceProvider>
  );
  const partner = await rememberedPartner(request, loadContext.receivedAt);
  if (partner) headers.append("Set-Cookie", partner);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Language", lang);
  // The theme and the chosen language are cookies; only unprefixed addresses depend on Accept-Language.
  headers.set("Vary", isUnprefixed(request) ? "Accept-Language, Cookie" : "Cookie");
  await loadContext.turn?.();
  const html = renderToString(tree);
  // Rendering may fail and turn into the error page, which has no scripts.
  const reads = context.renderMeta?.didRenderScripts && serverHandoffStream;
  const loaded = reads ? await loadedDataScript(reads, nonce) : "";
  const page = withLateScripts(html).replace(/<\/body><\/html>$/, (end) => loaded + end);
  return wholePage(Buffer.from(`<!DOCTYPE html>${page}`), { status, headers });
}

/**
 * Every page works before its scripts, so the stylesheet and the fonts get the bandwidth first: a slow phone paints the
 * page after 1.1 s instead of 1.9. Remix renders these links and has no option for their priority.
 */
function withLateScripts(html: string): string {
  return html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');
}

function isUnprefixed(request: Request): boolean {
  return splitPath(new URL(request.url).pathname).lang === null;
}

function matchedHandles(context: EntryContext): unknown[] {
  return context.staticHandlerContext.matches.map(({ route }) => context.routeModules[route.id]?.handle);
}

export function handleError(error: unknown, args: LoaderFunctionArgs | ActionFunctionArgs): void {
  reportError(error, args);
}
