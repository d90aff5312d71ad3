import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startPostgres } from "../service/postgres.ts";
import { type ProxyName, type RunningProxy, startProxy } from "./proxies.ts";
import { freePort, type Site, startSite } from "./site.ts";
import { deployed } from "./site-behind.ts";
import { overTls } from "./tls-client.ts";
import { type Figures, visitors } from "./visitors.ts";

/**
 * Two site processes on one PostgreSQL behind a proxy, replaced one after the other while visitors open orders; returns
 * the results of the visitors' requests.
 */
export async function rollingReplacement(name: ProxyName, rounds: number): Promise<Figures> {
  const postgres = await startPostgres({ isDurable: false });
  const proxyPort = await freePort();
  const ports = [await freePort(), await freePort()];
  const folder = await mkdtemp(join(tmpdir(), "kursa-rolling-"));
  const database = await postgres.freshUrl();
  const start = (port: number) =>
    startSite({
      ...deployed(proxyPort),
      DATABASE_URL: database,
      DATA_DIR: join(folder, String(port)),
      PORT: String(port),
    });
  const sites: Site[] = [];
  for (const port of ports) sites.push(await start(port));
  const proxy = await startProxy(name, { port: proxyPort, sites: ports.map((port) => `127.0.0.1:${port}`) });
  const target = { url: `https://127.0.0.1:${proxyPort}`, publicOrigin: proxy.origin, ca: proxy.ca };
  for (const site of sites) await usedBy(proxy, site);
  const load = visitors(target, 6);
  try {
    for (let round = 0; round < rounds; round += 1) {
      const at = round % ports.length;
      const code = await sites[at]?.stop();
      if (code !== 0) throw new Error(`The site ended with ${code}:\n${sites[at]?.log().slice(-2000)}`);
      const next = await start(ports[at] ?? 0);
      sites[at] = next;
      await usedBy(proxy, next);
    }
  } finally {
    await load.leave();
    await proxy.stop();
    for (const site of sites) await site.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
  return load.leave();
}

/** The proxy has its certificate, knows the new process and forwards to it. */
async function usedBy(proxy: RunningProxy, site: Site): Promise<void> {
  const path = "/En/legal/terms";
  for (let attempt = 0; attempt < 600; attempt += 1) {
    await overTls(proxy, { path }).catch(() => null);
    if (site.log().includes(path)) return;
    await pause(100);
  }
  throw new Error(`The proxy does not use ${site.origin}:\n${proxy.log()}`);
}
