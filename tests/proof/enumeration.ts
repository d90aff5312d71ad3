/**
 * Timing side channel test: whether response times reveal which addresses have accounts, for sign-up, sign-in and reset
 * with known and unknown addresses in turn. Exits with 1 when the medians differ by more than 2 ms or the distributions
 * can be told apart (area under the curve, Mann-Whitney, above 0.55). SAMPLES of each, 2000 by default.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EndpointName } from "../../contract/calls/endpoints.ts";
import { hashPassword, networksOfMember } from "../../upstream/accounts/security/passwords.ts";
import { openUpstream } from "../../upstream/program/open.ts";
import { registeredRails } from "../../upstream/rails/registered.ts";
import { processEnv } from "../../upstream/settings/env.ts";
import { createLog } from "../../upstream/shared/log.ts";
import { wireRequest } from "../support/service/api-client.ts";

const samples = Number(process.env.SAMPLES ?? 2000);
const folder = await mkdtemp(join(tmpdir(), "kursa-enumeration-"));
const env = {
  ...processEnv(registeredRails),
  DATA_DIR: folder,
  RATE_LIMITS: "off" as const,
  BOT_CHECK: "off" as const,
};
const upstream = await openUpstream(env, createLog("warn"));
await upstream.start();
const { db } = upstream.context;
const password = "the password of no member";
// As many members as strangers, each address used once per call, so that history does not matter.
await db.query(
  `insert into member (id, email, locale, created_at)
   select 'us_' || at, 'member-' || at || '@example.com', 'en', now() from generate_series(0, $1 - 1) at`,
  [samples],
);
// A valid hash that no password matches.
await db.query(
  "insert into member_password (member_id, hash, changed_at) select 'us_' || at, $2, now() from generate_series(0, $1 - 1) at",
  [samples, await hashPassword("the password of a member", networksOfMember("mb_any"))],
);
await db.query("analyze member, member_password");

const calls: [EndpointName, (email: string) => object][] = [
  ["registerRequestCode", (email) => ({ email })],
  ["signin", (email) => ({ email, password })],
  ["passwordResetCode", (email) => ({ email })],
];

let isTold = false;
for (const [name, body] of calls) {
  const times: Record<"known" | "unknown", number[]> = { known: [], unknown: [] };
  const take = async (kind: "known" | "unknown", at: number) => {
    // Rate limits would refuse both alike and hide differences.
    await db.query("delete from attempt");
    const email = kind === "known" ? `member-${at}@example.com` : `nobody-${at}@example.com`;
    const request = wireRequest(name, { body: body(email) });
    const startedMs = performance.now();
    const response = await upstream.fetch(request);
    await response.text();
    if (response.status !== (name === "signin" ? 401 : 202)) throw new Error(`${name} answered ${response.status}`);
    times[kind].push(performance.now() - startedMs);
  };
  for (let at = 0; at < samples; at += 1) {
    // The order alternates, so that neither always runs with warm caches.
    await take(at % 2 ? "known" : "unknown", at);
    await take(at % 2 ? "unknown" : "known", at);
  }
  const apartMs = Math.abs(median(times.known) - median(times.unknown));
  const area = areaUnderCurve(times.known, times.unknown);
  const isOpen = apartMs > 2 || Math.abs(area - 0.5) > 0.05;
  isTold ||= isOpen;
  console.log(`${isOpen ? "TOLD" : "ok  "} ${name}: medians ${apartMs.toFixed(2)} ms apart, AUC ${area.toFixed(3)}`);
}
await upstream.stop();
await rm(folder, { recursive: true, force: true });
process.exitCode = isTold ? 1 : 0;

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** The probability that one of the first took longer than one of the second. */
function areaUnderCurve(first: number[], second: number[]): number {
  const sorted = [...second].sort((a, b) => a - b);
  const below = (value: number) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const sum = first.reduce((total, value) => total + below(value), 0);
  return sum / (first.length * second.length);
}
