import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { unprovenKinds } from "../../upstream/db/unproven/kinds.ts";
import { takeRoom } from "../../upstream/db/unproven/room.ts";
import { newOnServer } from "../support/service/database.ts";
import { serviceAtWork } from "../support/service/service-at-work.ts";
import { asService, templateDatabase } from "../support/service/template-server.ts";

test("two services on one database, under the service's role, give one network one share of what strangers may leave", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "kursa-unproven-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const databaseUrl = asService(await newOnServer(`template ${templateDatabase}`));
  const services = await Promise.all([1, 2].map(() => serviceAtWork({ databaseUrl, dataDir })));
  const contexts = services.map(({ ctx }) => ({ ...ctx, env: { ...ctx.env, UNPROVEN_MB: 1 } }));
  const takes = (at: number, address: string) => {
    const ctx = contexts[at % 2] ?? expect.fail("no service");
    return takeRoom(ctx, "codes", { address, now: ctx.clock.now() });
  };
  // Both have counted what is stored: nothing yet.
  for (const at of [0, 1]) await takes(at, "192.0.2.1");
  const share = 1_000_000 / 5 / unprovenKinds.codes.bytes - 1;
  const answers = await Promise.all(Array.from({ length: 2 * share }, (_, at) => takes(at, `203.0.113.${at % 250}`)));
  expect(answers.filter((answer) => answer === undefined)).toHaveLength(share);
  expect(await Promise.all([takes(0, "198.51.100.1"), takes(1, "198.51.100.2")])).toEqual([undefined, undefined]);
  for (const service of services) await service.stop();
});
