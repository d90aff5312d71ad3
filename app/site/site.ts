import { useRouteLoaderData } from "@remix-run/react";
import { createContext, useContext } from "react";
import type { siteOf } from "./site.server.ts";

export type Site = ReturnType<typeof siteOf> & {
  /** What was typed here before a sign-in, or another language or theme, by field. */
  restoredForm?: Record<string, string> | undefined;
};

const ServerSite = createContext<Site | undefined>(undefined);

/** On the server, for pages whose root loader did not run: Remix skips it after a failed action. */
export const SiteProvider = ServerSite.Provider;

/** Data about the site and this visitor. Undefined only in the browser when the root itself failed. */
export function useSite(): Site | undefined {
  const ofServer = useContext(ServerSite);
  return useRouteLoaderData<typeof siteOf>("root") ?? ofServer;
}
