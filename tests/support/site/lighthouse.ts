import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { z } from "zod/v4";
import { chromiumLaunch } from "./chromium.ts";

const run = promisify(execFile);

export const categories = ["performance", "accessibility", "best-practices", "seo"] as const;
export type Category = (typeof categories)[number];

type Wanted = {
  only: readonly Category[];
  /** Audits that the page fails on purpose. */
  skipped?: readonly string[];
  /** A JSON file with headers for each request. */
  headersFile?: string;
};

const scored = z.object({
  score: z.number(),
  auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })),
});
const report = z.object({
  categories: z.partialRecord(z.enum(categories), scored),
  audits: z.record(
    z.string(),
    z.object({ score: z.number().nullable(), title: z.string(), numericValue: z.number().optional() }),
  ),
});

export type Inspection = {
  /** From 0 to 100. */
  scores: Partial<Record<Category, number>>;
  /** Titles of the audits that cost points. */
  missed: string[];
  /** Total blocking time and the largest paint, in milliseconds. */
  tbtMs: number;
  lcpMs: number;
};

/** One run of Lighthouse on a phone. By npx: its hundred packages are not needed elsewhere. */
export async function inspect(url: string, { only, skipped = [], headersFile }: Wanted): Promise<Inspection> {
  const options = ["--output=json", "--quiet", `--only-categories=${only}`];
  if (skipped.length > 0) options.push(`--skip-audits=${skipped}`);
  if (headersFile) options.push(`--extra-headers=${headersFile}`);
  const chrome = "--chrome-flags=--headless --no-sandbox --disable-gpu";
  const { stdout } = await run("npx", ["--yes", "lighthouse@12.8.2", url, ...options, chrome], {
    env: { ...process.env, CHROME_PATH: chromiumLaunch().executablePath ?? "" },
    maxBuffer: 64_000_000,
  });
  const { categories, audits } = report.parse(JSON.parse(stdout));
  const weighty = Object.values(categories).flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0));
  return {
    scores: Object.fromEntries(Object.entries(categories).map(([name, { score }]) => [name, score * 100])),
    missed: weighty.flatMap(({ id }) => {
      const audit = audits[id];
      return audit && audit.score !== null && audit.score < 0.9 ? [audit.title] : [];
    }),
    tbtMs: audits["total-blocking-time"]?.numericValue ?? 0,
    lcpMs: audits["largest-contentful-paint"]?.numericValue ?? 0,
  };
}
