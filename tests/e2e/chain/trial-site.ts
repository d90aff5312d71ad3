import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Fixtures } from "@playwright/test";
import { startTrial, type Trial } from "../../../scripts/trial/start-trial.ts";
import type { Site } from "../../support/site/site.ts";
import { test as story } from "../setup/story.ts";

type OnChain = { trial: Trial };

/** The site of `npm run trial`: with a real node, and the signer. */
const trialSite: Fixtures<object, OnChain & { site: Site }> = {
  trial: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), "kursa-trial-"));
      const trial = await startTrial(folder);
      await use(trial);
      await trial.stop();
      await rm(folder, { recursive: true, force: true });
    },
    // Ten operator commands, each a process of its own: ten seconds on a quiet machine.
    { scope: "worker", timeout: 240_000 },
  ],
  site: [async ({ trial }, use) => use(trial.site), { scope: "worker" }],
};

export const test = story.extend<object, OnChain>(trialSite);
