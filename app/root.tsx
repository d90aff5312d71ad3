import { data, type HeadersFunction, type LinksFunction, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches, useRouteError } from "@remix-run/react";
import type { ReactNode } from "react";
import { forgetForm, keptForm } from "./auth/cookies/kept-form.server.ts";
import { useAuthDialog } from "./components/auth-dialog/use-auth-dialog.tsx";
import { maintenanceNow } from "./components/shell/banners/maintenance.server.ts";
import { BrowserStartData } from "./components/shell/browser/browser-start.tsx";
import { ConnectionNotice } from "./components/shell/browser/connection-notice.tsx";
import { useNonce } from "./components/shell/browser/nonce.ts";
import { useBrowserTimeZone } from "./components/shell/browser/use-browser-time-zone.ts";
import { useCurrentReturnPath } from "./components/shell/browser/use-current-return-path.ts";
import { useFullPageLoad } from "./components/shell/browser/use-full-page-load.ts";
import { useHydrationEvent } from "./components/shell/browser/use-hydration-event.ts";
import { useNewerBuild } from "./components/shell/browser/use-newer-build.ts";
import { useOldToken } from "./components/shell/browser/use-old-token.ts";
import { Shell } from "./components/shell/frame/shell.tsx";
import { ErrorPage, ErrorTitle } from "./components/shell/page/error-page.tsx";
import { AlternateLinks, FontPreloads } from "./components/shell/page/head.tsx";
import { PageEnd } from "./components/shell/page/page-end.tsx";
import { handlesOf, wantsScripts } from "./components/shell/page/page-handle.ts";
import { visitorOf } from "./components/shell/visitor.server.ts";
import { canonicalPath, movedTo } from "./http/paths/redirects.ts";
import { withOrderToken } from "./http/paths/request-url.ts";
import { CarriedPartnerProvider } from "./i18n/carried-partner.ts";
import { useLang } from "./i18n/use-lang.ts";
import { siteOf } from "./site/site.server.ts";
import { useSite } from "./site/site.ts";
import stylesheet from "./styles/app.css?url";
import printStylesheet from "./styles/print.css?url";

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: stylesheet },
  // Its own file, for which no page on a screen waits.
  { rel: "stylesheet", href: printStylesheet, media: "print" },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
];

export async function loader(args: LoaderFunctionArgs) {
  const url = new URL(args.request.url);
  const canonical = canonicalPath(url.pathname);
  // One redirect, also for an old address: it takes precedence over the page's own.
  if (canonical)
    throw redirect(withOrderToken((movedTo(canonical) ?? canonical) + url.search, args.context.orderToken), 301);
  const [maintenance, visitor, restoredForm] = await Promise.all([
    maintenanceNow(args),
    visitorOf(args),
    keptForm(args),
  ]);
  const headers = new Headers(visitor.headers);
  if (restoredForm) headers.append("Set-Cookie", forgetForm());
  // Undefined is not sent.
  return data(
    { ...siteOf(args), restoredForm: restoredForm ?? undefined, maintenance, member: visitor.member },
    { headers },
  );
}

/** Keeps `Retry-After` of an unavailable page and `Allow` of a refused method. */
export const headers: HeadersFunction = ({ errorHeaders }) => {
  const errorPageHeaders = ["Retry-After", "Allow"].map((name): [string, string] => [
    name,
    errorHeaders?.get(name) ?? "",
  ]);
  return new Headers(errorPageHeaders.filter(([, value]) => value !== ""));
};

export function Layout({ children }: { children: ReactNode }) {
  const site = useSite();
  const error = useRouteError();
  const failed = error !== undefined && error !== null;
  const matches = useMatches();
  // A page that replaces itself (TryAgain) has no loader data with a title.
  const untitled = matches.at(-1)?.data === undefined;
  // Neither is hydrated: the page's scripts may be what failed, and they would lack texts.
  const hydrated = wantsScripts(handlesOf(matches)) && !failed && !untitled;
  const nonce = useNonce();
  return (
    <CarriedPartnerProvider value={site?.partner ?? null}>
      <html lang={useLang()} data-theme={site?.theme ?? undefined}>
        <head>
          <meta charSet="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          {failed || untitled ? <ErrorTitle /> : <Meta />}
          {!failed && <AlternateLinks />}
          <FontPreloads />
          <Links />
        </head>
        <body>
          <Shell>{children}</Shell>
          {!failed && <PageEnd />}
          {hydrated && <BrowserStartData />}
          {hydrated && <ScrollRestoration nonce={nonce} />}
          {hydrated && <Scripts nonce={nonce} />}
        </body>
      </html>
    </CarriedPartnerProvider>
  );
}

export default function App() {
  useNewerBuild();
  useOldToken();
  useHydrationEvent();
  const dialog = useAuthDialog();
  useBrowserTimeZone();
  useCurrentReturnPath();
  // No Suspense here: input in a boundary that is not hydrated yet makes React fail (error 345).
  return (
    <>
      <Outlet />
      {dialog}
      <ConnectionNotice />
    </>
  );
}

export function ErrorBoundary() {
  useFullPageLoad();
  return <ErrorPage />;
}
