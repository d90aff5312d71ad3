import { readFileSync } from "node:fs";
import { ask, form } from "../../support/service/ask.ts";
import type { Site } from "../../support/site/site.ts";
import { expect, test } from "../setup/story.ts";

/** Requests per kind. */
const rounds = 12;
const mostTimesPlain = 5;
/** Measurements of a kind that seems too dear. */
const attempts = 4;

type Hostile = { path?: string; headers?: Record<string, string>; body?: string };
const json = { "Content-Type": "application/json", "client-id": "anybody" };
const repeated = (text: string, bytes: number) => text.repeat(Math.floor(bytes / text.length));
const sixtyFour = 65_000;
const ofHeader = 12_000;

const fields = (name: (at: number) => string, count = 100) =>
  Array.from({ length: count }, (_, at) => `${name(at)}=1`).join("&");

const forms: Record<string, string> = {
  "32,000 names": fields((at) => at.toString(36), 9000),
  "one name 21,000 times": repeated("a=&", sixtyFour),
  "a hundred names": fields((at) => `field${at}`),
  "one name a hundred times": fields(() => "email"),
  "a list of a hundred": fields((at) => `email[${at}]`),
  "huge indices": fields((at) => `email[${4_000_000_000 + at}]`),
  "a name nested by dots": `a${repeated(".a", sixtyFour - 10)}=1`,
  "a name nested by brackets": `a${repeated("[0]", sixtyFour - 10)}=1`,
  "a hundred nested names": fields((at) => `a${repeated(".b", 600)}${at}`),
  "open brackets": `${repeated("[", sixtyFour - 10)}=1`,
  prototypes: fields((at) => ["__proto__.a", "constructor.prototype.a", "a.__proto__"][at % 3] ?? ""),
  "escapes only": `email=${repeated("%41", sixtyFour - 10)}`,
  "broken escapes": `email=${repeated("%f", sixtyFour - 10)}`,
  "half characters": `email=${repeated("%ED%A0%80", sixtyFour - 10)}`,
  NUL: `email=${repeated("%00", sixtyFour - 10)}`,
  "one long value": `email=${repeated("a", sixtyFour - 10)}`,
  "an address of signs": `email=${repeated("a@", 30_000)}&ref=${repeated("-", 30_000)}`,
  "commands of the form library": `__intent__=${repeated("%7B", 30_000)}&__state__=${repeated("%5B", 30_000)}`,
  "too large": repeated("a", sixtyFour * 2),
};
const bodies: Record<string, string> = {
  "deep lists": repeated("[", 8000),
  "deep objects": repeated('{"a":', 16_000),
  "many keys": `{${Array.from({ length: 1500 }, (_, at) => `"k${at}":1`).join(",")}}`,
  "one key many times": `{${Array.from({ length: 2000 }, () => '"a":1').join(",")}}`,
  "a long list": `{"from":[${repeated("1,", 14_000)}1]}`,
  escapes: `{"from":"${repeated('\\"', 14_000)}"}`,
  "a long number": `{"amount":${repeated("9", 14_000)}}`,
  "spaces before a colon": `{"a"${repeated(" ", 14_000)}:1}`,
  "a long amount": JSON.stringify({
    from: "usdt-trc20",
    to: "paypal-usd",
    amount: repeated("9", 14_000),
    side: "from",
  }),
};
const part = (name: string, value = "1", more = "") =>
  `--edge\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
const uploads: Record<string, string> = {
  "a name nested by dots": part(`a${repeated(".a", 1_000_000)}`),
  "a name nested by brackets": part(`a${repeated("[0]", 1_000_000)}`),
  "a hundred nested names": Array.from({ length: 98 }, (_, at) => part(`a${at}${repeated("[0]", 12_000)}`)).join(""),
  "20,000 names": Array.from({ length: 20_000 }, (_, at) => part(`a${at}`)).join(""),
  "one long value": part("message", repeated("a", 1_000_000)),
  "5,000 files": Array.from({ length: 5000 }, (_, at) => part("files", "x", `; filename="${at}.png"`)).join(""),
  "a long header": part("a", "1", `\r\nX-A: ${repeated("b", 500_000)}`),
};
const heads: Record<string, Hostile> = {
  "a query of many names": { path: `/En/track?${repeated("a=&", ofHeader)}` },
  "a calculation of many names": { path: `/En?${repeated("from=&", ofHeader)}` },
  "a query of the API": { path: `/api/v1/orders/status?${repeated("ref[]=A&", ofHeader)}`, headers: json },
  "many cookies": { path: "/En/track", headers: { Cookie: repeated("a=b; ", ofHeader) } },
  "many cookies on a cached page": { path: "/En", headers: { Cookie: repeated("a=b; ", ofHeader) } },
  "a sealed cookie of nothing": { path: "/En/track", headers: { Cookie: `session=${repeated("a.", ofHeader)}` } },
  "many languages": { path: "/track", headers: { "Accept-Language": repeated("ru;q=0.1,", ofHeader) } },
  "many encodings": { path: "/En/track", headers: { "Accept-Encoding": repeated("br;q=0,", ofHeader) } },
  "many ETags": { path: "/En", headers: { "If-None-Match": repeated('"a",', ofHeader) } },
  "many proxies": { path: "/En/track", headers: { "X-Forwarded-For": repeated("1,", ofHeader) } },
  "many order tokens": {
    path: "/api/v1/exchange/track?ref=7Q2MK9XW3T",
    headers: { ...json, "Order-Token": repeated("a,", ofHeader) },
  },
  "a long path": { path: `/En/${repeated("a/", ofHeader)}` },
  "escapes in a path": { path: `/En/${repeated("%2e", ofHeader)}` },
};

test("no hostile request costs more than five plain bad posts", async ({ site }) => {
  test.skip(process.platform !== "linux", "The processor time of a process is read from /proc.");
  test.setTimeout(240_000);
  const log = site.logFromNow();
  const post = (body: string): Hostile => ({ headers: { ...form, Origin: site.origin }, body });
  const call = (body: string): Hostile => ({ path: "/api/v1/exchange/step-one", headers: json, body });
  const kinds: Record<string, Hostile> = {
    ...Object.fromEntries(Object.entries(forms).map(([name, body]) => [`form: ${name}`, post(body)])),
    ...Object.fromEntries(Object.entries(bodies).map(([name, body]) => [`JSON: ${name}`, call(body)])),
    ...heads,
  };
  expect(await dearKinds(site, post("email=nobody&ref=1"), kinds)).toEqual([]);
  expect(log()).not.toContain('"level":"error"');
});

test("nor does a form with files, whose texts are no longer than those of others", async ({ site }) => {
  test.skip(process.platform !== "linux", "The processor time of a process is read from /proc.");
  test.setTimeout(120_000);
  const log = site.logFromNow();
  const post = (body: string): Hostile => ({
    path: "/En/company/contact-us",
    headers: { "Content-Type": "multipart/form-data; boundary=edge", Origin: site.origin },
    body: `${body}--edge--\r\n`,
  });
  const kinds = Object.fromEntries(Object.entries(uploads).map(([name, body]) => [name, post(body)]));
  expect(await dearKinds(site, post(part("email")), kinds)).toEqual([]);
  expect(log()).not.toContain('"level":"error"');
});

/** Those that cost more than so many plain requests, with both figures. */
async function dearKinds(site: Site, plain: Hostile, kinds: Record<string, Hostile>): Promise<string[]> {
  for (let warm = 0; warm < 4; warm += 1) await costMs(site, plain);
  const usualMs = await costMs(site, plain);
  const dear: string[] = [];
  for (const [name, hostile] of Object.entries(kinds)) {
    let [leastMs, plainMs] = [Number.POSITIVE_INFINITY, usualMs];
    const isDear = async () => {
      leastMs = Math.min(leastMs, await costMs(site, hostile));
      return leastMs > plainMs * mostTimesPlain;
    };
    // The site's own work (garbage, scheduled tasks) may fall into one measurement, and a busy machine slows all down.
    for (let attempt = 1; await isDear(); attempt += 1) {
      if (attempt === attempts) {
        dear.push(`${name}: ${leastMs.toFixed(1)} ms, over ${mostTimesPlain} times ${plainMs.toFixed(1)} ms`);
        break;
      }
      plainMs = Math.max(plainMs, await costMs(site, plain));
    }
  }
  return dear;
}

/** Processor time of the site per request, in milliseconds. */
async function costMs(site: Site, { path = "/En/track", headers = {}, body }: Hostile): Promise<number> {
  const before = processorMs(site);
  for (let round = 0; round < rounds; round += 1) {
    const { status } = await ask(site, path, headers, body === undefined ? "GET" : "POST", body);
    expect(status, path.slice(0, 60)).toBeLessThan(500);
  }
  return (processorMs(site) - before) / rounds;
}

/** Of its main thread, which reads requests; the others collect garbage and compile. */
function processorMs({ process: { pid } }: Site): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1_000_000;
}
