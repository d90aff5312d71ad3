/**
 * Whether the time of an answer tells which addresses have accounts: sign-up, sign-in and reset with a known and an
 * unknown address in turn. Ends with 1 when the medians are further apart than 2 ms or one kind can be told from the
 * other (area under the curve, Mann-Whitney, beyond 0.55). SAMPLES of each kind, 2000 when left out.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EndpointName } from "../../contract/calls/endpoints.ts";
import { hashPassword } from "../../upstream/accounts/security/passwords.ts";
import { processEnv } from "../../upstream/env.ts";
import { createLog } from "../../upstream/log.ts";
import { openUpstream } from "../../upstream/open.ts";
import { registeredRails } from "../../upstream/rails/registered.ts";
import { wireRequest } from "../support/service/api-client.ts";

const samples = Number(process.env.SAMPLES ?? 2000);
const folder = await mkdtemp(join(tmpdir(), "kursa-enumeration-"));
const env = { ...processEnv(registeredRails), DATA_DIR: folder, RATE_LIMITS: "off" as const };
const upstream = await openUpstream(env, createLog("warn"));
await upstream.start();
const { db } = upstream.context;
const password = "not the password of anybody";
// As many members as strangers, each address asked once a call: what an address has done before is no part of the question.
await db.query(
  `insert into member (id, email, locale, created_at)
   select 'us_' || at, 'member-' || at || '@example.com', 'en', now() from generate_series(0, $1 - 1) at`,
  [samples],
);
// A hash of its kind; no password fits it.
await db.query(
  "insert into member_password (member_id, hash, changed_at) select 'us_' || at, $2, now() from generate_series(0, $1 - 1) at",
  [samples, await hashPassword("the password of a member")],
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
    // Limits would refuse both alike, and then there is nothing to measure.
    await db.query("delete from attempt");
    const email = kind === "known" ? `member-${at}@example.com` : `nobody-${at}@example.com`;
    const request = wireRequest(name, { body: body(email) });
    const startedMs = performance.now();
    const answer = await upstream.fetch(request);
    await answer.text();
    if (answer.status !== (name === "signin" ? 401 : 202)) throw new Error(`${name} answered ${answer.status}`);
    times[kind].push(performance.now() - startedMs);
  };
  for (let at = 0; at < samples; at += 1) {
    // Who comes first changes, so that neither always finds the other's traces warm.
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
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** How likely one of the first took longer than one of the second. */
function areaUnderCurve(first: number[], second: number[]): number {
  const sorted = [...second].sort((one, other) => one - other);
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
