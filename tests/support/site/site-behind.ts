import { type ProxyName, proxyHost, type RunningProxy, startProxy } from "./proxies.ts";
import { freePort, type Site, startSite } from "./site.ts";

export type SiteBehind = { proxy: RunningProxy; site: Site; stop(): Promise<void> };

/** The settings of a site behind a proxy on this machine. */
export function deployed(port: number): Record<string, string> {
  return {
    PUBLIC_ORIGIN: `https://${proxyHost}:${port}`,
    TRUSTED_PROXIES: "127.0.0.1",
    SESSION_SECRETS: "s".repeat(32),
    ORDER_LINK_SECRETS: "o".repeat(32),
    ACCOUNT_SECRETS: "a".repeat(32),
    API_CLIENT_SECRET: "c".repeat(32),
    SUPPORT_EMAIL: "help@exchange.test",
    MAIL_TO_FILES: "1",
  };
}

/** The built site behind a real proxy with TLS. */
export async function siteBehind(name: ProxyName, settings: Record<string, string> = {}): Promise<SiteBehind> {
  const port = await freePort();
  const site = await startSite({ ...deployed(port), ...settings });
  const proxy = await startProxy(name, { port, sites: [new URL(site.origin).host] });
  return {
    proxy,
    site,
    stop: async () => {
      await proxy.stop();
      await site.stop();
    },
  };
}
