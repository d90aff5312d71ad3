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

/** The proxy looks every two seconds: by then it has seen a process that has come. */
const noticedMs = 3000;

/**
 * Two processes of the site on one PostgreSQL behind a proxy, replaced one after the other while visitors open orders:
 * what became of the visitors' requests.
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
  // A certificate takes a moment to be made.
  await answering(proxy);
  await pause(noticedMs);
  const load = visitors(target, 6);
  try {
    for (let round = 0; round < rounds; round += 1) {
      const at = round % ports.length;
      const code = await sites[at]?.stop();
      if (code !== 0) throw new Error(`The site ended with ${code}:\n${sites[at]?.log().slice(-2000)}`);
      sites[at] = await start(ports[at] ?? 0);
      await pause(noticedMs);
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

async function answering(proxy: RunningProxy): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const answer = await overTls(proxy, { path: "/healthz" }).catch(() => null);
    if (answer?.status === 200) return;
    await pause(100);
  }
  throw new Error(`The proxy does not reach the site:\n${proxy.log()}`);
}
