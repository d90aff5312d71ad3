import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildPrograms, built, compare, type Program, startProgram } from "./program.ts";

/** With the bound of memory that npm start has. */
const site = ["--max-semi-space-size=8", "node_modules/@remix-run/serve/dist/cli.js", "build/server/index.js"];
const requestsARound = 400;
/** A visitor with an unknown cookie bypasses the page cache. */
const uncached = { cookie: "bench=1" };
const pages = { exchange: "/En/exchange/usdt-to-paypal?amount=500", terms: "/En/legal/terms" };

/**
 * Whole pages of the built site against React alone: streaming the same components, and streaming existing elements,
 * the lower bound of a page. Needs `npm run build` first.
 */
export async function benchPages(port: number): Promise<void> {
  await buildPrograms({ "raw-page": "bench/raw-page.ts", "same-tree": "bench/same-tree.ts" });
  for (const [name, path] of Object.entries(pages)) {
    const folder = mkdtempSync(join(tmpdir(), "bench-page-"));
    const programs: Program[] = [];
    try {
      const env = {
        DATA_DIR: folder,
        RATE_LIMITS: "off",
        BOT_CHECK: "off",
        LOG_LEVEL: "warn",
        HOST: "127.0.0.1",
        PORT: String(port),
      };
      const siteProgram = { ...(await startProgram(site, env, path)), headers: uncached };
      programs.push(siteProgram);
      const file = join(folder, "page.html");
      writeFileSync(file, await (await fetch(siteProgram.url, { headers: uncached })).text());
      const quiet = { ...env, DATA_DIR: join(folder, "same-tree") };
      const tree = await startProgram(built("same-tree"), { ...quiet, PORT: String(port + 1), PAGE: path }, "/");
      programs.push(tree);
      const ratio = await compare(`${name} page against its components`, siteProgram, tree, requestsARound);
      console.log(`${name} page: ${ratio.toFixed(2)} times the CPU of React streaming its components (bar: 1.8)`);
      const raw = await startProgram(built("raw-page"), { PORT: String(port + 2), PAGE: file }, "/");
      programs.push(raw);
      const least = await compare(`${name} page against its bare elements`, siteProgram, raw, requestsARound);
      console.log(`${name} page: ${least.toFixed(2)} times the CPU of streaming its elements`);
    } finally {
      await Promise.all(programs.map((program) => program.stop()));
      rmSync(folder, { recursive: true });
    }
  }
}
