import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildPrograms, built, compare, type Program, startProgram } from "./program.ts";

const site = ["node_modules/@remix-run/serve/dist/cli.js", "build/server/index.js"];
const requestsARound = 8000;
const quote = "/api/v1/exchange?from=usdt-trc20&to=paypal-usd&side=from&amount=";
const pairs = "/api/v1/exchange/pairs";

type FrontFile = { type: string; encoding?: string | undefined; body: Buffer };

/**
 * CPU per request of the built site for cached pages and computed quotes, against a bare server that sends the same
 * bytes for a page, and a hello JSON for a call. Needs `npm run build` first.
 */
export async function benchFront(port: number): Promise<void> {
  await buildPrograms({ "bare-answer": "bench/bare-answer.ts" });
  const folder = mkdtempSync(join(tmpdir(), "bench-front-"));
  const programs: Program[] = [];
  const started = async (program: Promise<Program>) => {
    programs.push(await program);
    return program;
  };
  let nextPort = port + 1;
  const bare = ({ type, encoding, body }: FrontFile) => {
    const file = join(folder, `${nextPort}.body`);
    writeFileSync(file, body);
    const headers = { "content-type": type, ...(encoding && { "content-encoding": encoding }) };
    const env = { PORT: String(nextPort), BODY: file, HEADERS: JSON.stringify(headers) };
    nextPort += 1;
    return started(startProgram(built("bare-answer"), env, "/"));
  };
  try {
    const env = {
      DATA_DIR: join(folder, "data"),
      RATE_LIMITS: "off",
      BOT_CHECK: "off",
      HOST: "127.0.0.1",
      PORT: String(port),
    };
    const frontProgram = await started(startProgram(site, env, "/En"));
    for (const encoding of ["identity", "br"]) {
      const headers = { "accept-encoding": encoding };
      const same = await bare(await answerOf(frontProgram.url, encoding));
      const ratio = await compare(`cached page, ${encoding}`, { ...frontProgram, headers }, same, requestsARound);
      console.log(`cached page, ${encoding}: ${ratio.toFixed(2)} times the CPU of a bare hello (bar: 1.3)`);
    }
    const hello = await bare({ type: "application/json", body: Buffer.from('{"hello":"world"}') });
    const origin = `http://127.0.0.1:${port}`;
    // No amount repeats while its response is cached.
    let computed = 0;
    const nextAmount = () => {
      computed += 1;
      return (100 + ((computed * 0.37) % 4000)).toFixed(2);
    };
    const calls: [name: string, bar: number, url: () => string][] = [
      ["quote from memory", 2, () => `${origin}${quote}500`],
      ["pairs from memory", 2, () => `${origin}${pairs}`],
      ["quote computed", 12, () => `${origin}${quote}${nextAmount()}`],
    ];
    for (const [name, bar, url] of calls) {
      const measured = {
        ...frontProgram,
        get url() {
          return url();
        },
      };
      const ratio = await compare(name, measured, hello, requestsARound);
      console.log(`${name}: ${ratio.toFixed(2)} times the CPU of a hello in JSON (bar: ${bar})`);
    }
  } finally {
    await Promise.all(programs.map((program) => program.stop()));
    rmSync(folder, { recursive: true });
  }
}

/** As sent over the wire: fetch would decompress it. */
async function answerOf(url: string, encoding: string): Promise<FrontFile> {
  const clientRequest = request(url, { headers: { "accept-encoding": encoding } }).end();
  const [response] = (await once(clientRequest, "response")) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const { headers } = response;
  return { type: headers["content-type"] ?? "", encoding: headers["content-encoding"], body: Buffer.concat(chunks) };
}
