import { listenForComplaints } from "./complaints.ts";
import { expect } from "./expect.ts";
import { test as base } from "./site.ts";

type Each = {
  /** Fails the test when the page logged an error or violated its CSP. */
  quiet: undefined;
};

/** A test that needs a real browser. */
export const test = base.extend<Each>({
  quiet: [
    async ({ page }, use) => {
      const mustBeNone = listenForComplaints(page);
      await use(undefined);
      mustBeNone();
    },
    { auto: true },
  ],
});
export { expect };
