import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches, useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { useNonce } from "./components/shell/nonce.ts";
import { handlesOf, wantsScripts } from "./components/shell/page-handle.ts";
import { Shell } from "./components/shell/shell.tsx";
import { env } from "./env.server.ts";
import { alternatesOf } from "./http/alternates.server.ts";
import { themeOf } from "./http/theme.server.ts";
import { langOf } from "./i18n/lang.server.ts";
import { splitPath } from "./i18n/languages.ts";
import { useLang } from "./i18n/use-lang.ts";
import stylesheet from "./styles/app.css?url";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }];

export function loader({ request }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  return {
    lang: langOf(request),
    theme: themeOf(request),
    path: splitPath(url.pathname).path,
    search: url.search,
    alternates: alternatesOf(request),
    brand: env.BRAND_NAME,
    supportEmail: env.SUPPORT_EMAIL,
    testMode: env.RAILS.includes("sandbox"),
  };
}

export function Layout({ children }: { children: ReactNode }) {
  const site = useRouteLoaderData<typeof loader>("root");
  const hydrated = wantsScripts(handlesOf(useMatches()));
  const nonce = useNonce();
  return (
    <html lang={useLang()} data-theme={site?.theme ?? undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
      </head>
      <body>
        <Shell>{children}</Shell>
        {hydrated ? <ScrollRestoration nonce={nonce} /> : null}
        {hydrated ? <Scripts nonce={nonce} /> : null}
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}
