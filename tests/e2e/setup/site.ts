import { test as base, expect } from "@playwright/test";
import { type Site, startSite } from "../../support/site/site.ts";

type Worker = {
  /** Milliseconds between two steps of the sandbox's rails. */
  pace: string;
  site: Site;
};
/** What a test brings about itself; the last is its own look into the frame of a letter, where nothing may run. */
const expected =
  /status of (4\d\d|50[234])|ERR_INTERNET_DISCONNECTED|Blocked script execution in '[^']+\/mailbox\/[^']+\/html'/;

type Each = {
  /** Fails the test when the page logged an error or broke its content policy. */
  quiet: undefined;
};

/** Playwright's test with a site of the worker's own; a page that complains on its console fails. */
export const test = base.extend<Each, Worker>({
  pace: ["0", { option: true, scope: "worker" }],
  site: [
    async ({ pace }, use) => {
      const site = await startSite({ SANDBOX_PACE_MS: pace });
      await use(site);
      await site.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  baseURL: async ({ site }, use) => {
    await use(site.origin);
  },
  quiet: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on("pageerror", (error) => {
        // Of a navigation that another overtook: Remix leaves its promise to itself.
        if (error.name !== "AbortError") complaints.push(String(error));
      });
      page.on("console", (message) => {
        if (message.type() === "error" && !expected.test(message.text())) complaints.push(message.text());
      });
      await use(undefined);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});
export { expect };
