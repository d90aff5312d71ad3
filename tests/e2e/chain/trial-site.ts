import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Fixtures } from "@playwright/test";
import { startTrial, type Trial } from "../../../scripts/trial/start-trial.ts";
import { deleteFolder } from "../../support/delete-folder.ts";
import { BackOffice } from "../people/back-office.ts";
import { expect } from "../setup/expect.ts";
import type { SiteAtPace } from "../setup/site.ts";
import { test as story } from "../setup/story.ts";

type OnChain = { trial: Trial };
type Priced = { pricedPairs: undefined };

/** The site of `npm run trial`: with a real node, and the signer. */
const trialSite: Fixtures<Priced, OnChain & { siteAtPace: SiteAtPace }> = {
  trial: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), "kursa-trial-"));
      const trial = await startTrial(folder);
      await use(trial);
      await trial.stop();
      await deleteFolder(folder);
    },
    // Ten operator commands, each a process of its own: ten seconds on a quiet machine.
    { scope: "worker", timeout: 240_000 },
  ],
  siteAtPace: [async ({ trial }, use) => use(async () => trial.site), { scope: "worker" }],
  // After an earlier test has moved the clock, pairs are paused until their sources have been asked again.
  pricedPairs: [
    async ({ trial }, use) => {
      await expect.poll(() => pausedPairs(trial), { intervals: [100, 250] }).toEqual([]);
      await use(undefined);
    },
    { auto: true },
  ],
};

/** Of the pairs with the money of the chain. */
async function pausedPairs({ site }: Trial): Promise<string[]> {
  const { data } = await new BackOffice(site).call("exchangePairs", {});
  const ofChain = data.pairs.filter(({ from, to }) => [from, to].some((id) => id === "usdt-erc20" || id === "eth"));
  return ofChain.filter(({ status }) => status === "paused").map(({ id }) => id);
}

export const test = story.extend<Priced, OnChain>(trialSite);
