import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mailbox } from "../../../upstream/mail/delivery/mailbox.ts";
import { startService } from "../../proof/service.ts";
import { rawRequest } from "../../support/service/raw-request.ts";
import { type Site, startSite } from "../../support/site/site.ts";
import { Member } from "../people/member.ts";
import { cookieHeader } from "../setup/cookies.ts";
import { expect, test } from "../setup/story.ts";

/** Must be in no answer and no email. */
const foreign = "foreign.example";

/** Each the Host headers of one request. */
const hostsLike = (siteHost: string): string[][] =>
  [
    ...[
      "a b",
      "[::1",
      "unknown",
      "a".repeat(300),
      "localhost:99999",
      "[::1]:80",
      "LOCALHOST",
      "localhost.",
      "xn--a",
      "",
    ],
    ...["%00", foreign, `${foreign}:80@localhost`, `localhost, ${foreign}`, `localhost/${foreign}`, "[fe80::1%25eth0]"],
  ]
    .map((host) => [host])
    .concat([[siteHost, foreign], [foreign, siteHost], []]);

const forwarding = [
  ...["a b", "[::1", ",,,,", "1.2.3.4,".repeat(400), "::1, unknown", "999.1.1.1"].map(
    (text) => `X-Forwarded-For: ${text}`,
  ),
  ...[`Forwarded: for="[::1]";host=${foreign};proto=https`, 'Forwarded: ====;;;"', `X-Forwarded-Host: ${foreign}, x y`],
  ...["X-Forwarded-Proto: javascript", `X-Forwarded-Prefix: //${foreign}`, "X-Real-IP: %00"],
];

type Route = { line: string; headers?: string[]; body?: string };
const calling = ["Content-Type: application/json", "client-id: test"];
const posted = (origin: string) => ["Content-Type: application/x-www-form-urlencoded", `Origin: ${origin}`];

const calls: Route[] = [
  { line: "GET /healthz" },
  { line: "GET /api/v1/exchange/pairs", headers: calling },
  { line: "POST /api/v1/exchange/step-one", headers: calling, body: "{}" },
  { line: "POST /api/v1/gateways/nebulox/webhook", headers: calling, body: "{}" },
];
const pages = (origin: string): Route[] => [
  ...["/En", "/EN/", "/En/track", "/En/dashboard/account", "/En/dashboard/account.data", "/nowhere"].map((path) => ({
    line: `GET ${path}`,
  })),
  ...["/robots.txt", "/sitemap.xml", "/favicon.ico"].map((path) => ({ line: `GET ${path}` })),
  { line: `GET http://${foreign}/En` },
  { line: "OPTIONS *" },
  { line: "POST /En/track", headers: posted(origin), body: "ref=1&email=a" },
  { line: "POST /En/sign-up", headers: posted(origin), body: "email=anna%40example.com" },
  { line: "POST /En/dashboard/account", headers: posted(origin), body: "intent=profile&name=x" },
];

/** Sends every route with every odd header; returns what is wrong with the answers. */
async function faultsOf(
  at: { origin: string; log(): string },
  siteHost: string,
  routes: Route[],
  secret = "",
  cookie = "",
) {
  const before = at.log().length;
  const current = [
    ...hostsLike(siteHost).map((hosts) => hosts.map((host) => `Host: ${host}`)),
    ...forwarding.map((line) => [`Host: ${siteHost}`, line]),
  ];
  const old = [[], ["Host:"], [`Host: ${siteHost}`], [`Host: ${foreign}`]];
  const odd = [
    ...current.map((lines) => ({ version: "1.1", lines })),
    // Node itself refuses HTTP/1.1 without a Host header; in HTTP/1.0 it is optional.
    ...old.map((lines) => ({ version: "1.0", lines })),
  ];
  const faults: string[] = [];
  for (const { line, headers = [], body = "" } of routes) {
    // Few at once: more than the site can work on would be refused with 503.
    for (let first = 0; first < odd.length; first += 4) {
      const some = odd.slice(first, first + 4).map(async ({ version, lines }) => {
        const answer = await rawRequest(
          at.origin,
          [`${line} HTTP/${version}`, ...lines, ...headers, ...(cookie && [cookie])],
          body,
        );
        const text = `${answer?.head}${answer?.body}`;
        const isWrong =
          (answer?.status ?? 500) >= 500 ||
          text.includes(foreign) ||
          (!cookie && secret !== "" && text.includes(secret));
        if (isWrong)
          faults.push(
            `${cookie ? "member" : "guest"}: ${line} HTTP/${version} with ${lines.join(", ").slice(0, 90)}: ${answer?.status}`,
          );
      });
      await Promise.all(some);
    }
  }
  return [
    ...faults,
    ...at
      .log()
      .slice(before)
      .split("\n")
      .filter((line) => /"level":"(?:error|fatal)"/.test(line)),
  ];
}

/** All emails the site has sent. */
async function emailsOf({ dataDir }: Pick<Site, "dataDir">): Promise<string> {
  return JSON.stringify(await mailbox(join(dataDir, "mailbox")).emails());
}

test("a site without PUBLIC_ORIGIN answers odd hosts and proxies without an error, a leak or a foreign name", async ({
  page,
  site,
}) => {
  test.slow();
  const member = new Member(page, "en", site);
  await member.beginsSignedIn();
  const { host } = new URL(site.origin);
  const cookie = `Cookie: ${await cookieHeader(page.context())}`;
  const pageOfMember = await rawRequest(site.origin, ["GET /En/dashboard/account HTTP/1.1", `Host: ${host}`, cookie]);
  expect(pageOfMember?.body).toContain(member.email);
  const routes = [...pages(site.origin), ...calls];
  expect(await faultsOf(site, host, routes, member.email)).toEqual([]);
  expect(await faultsOf(site, host, pages(site.origin), member.email, cookie)).toEqual([]);
  await expect.poll(() => emailsOf(site)).toContain("anna@example.com");
  expect(await emailsOf(site)).not.toContain(foreign);
});

test("a deployed site behind a proxy does the same", async () => {
  test.slow();
  const origin = "https://exchange.example";
  const secrets = "s".repeat(40);
  const site = await startSite({
    PUBLIC_ORIGIN: origin,
    TRUSTED_PROXIES: "127.0.0.1",
    MAIL_TO_FILES: "1",
    SUPPORT_EMAIL: "help@exchange.example",
    SESSION_SECRETS: secrets,
    ORDER_LINK_SECRETS: secrets,
    ACCOUNT_SECRETS: secrets,
  });
  try {
    expect(await faultsOf(site, "exchange.example", [...pages(origin), ...calls])).toEqual([]);
    await expect.poll(() => emailsOf(site)).toContain("anna@example.com");
    expect(await emailsOf(site)).not.toContain(foreign);
  } finally {
    await site.stop();
  }
});

test("a service on its own does the same", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "kursa-odd-"));
  const service = await startService({ DATA_DIR: dataDir });
  try {
    const { origin, host } = new URL(service.base);
    expect(await faultsOf({ origin, log: service.log }, host, calls)).toEqual([]);
  } finally {
    await service.kill("SIGTERM");
    await rm(dataDir, { recursive: true, force: true });
  }
});
