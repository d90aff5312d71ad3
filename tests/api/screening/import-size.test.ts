import { expect, test } from "vitest";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { listFile, ofacXml, type SampleParty } from "../../support/screening/list-files.ts";
import { exchange } from "../../support/service/exchange.ts";

test("a list of 20,000 parties is imported within 150 MB", async () => {
  const { ctx } = await exchange({ market: "empty" });
  const parties = Array.from({ length: 20_000 }, (_, at): SampleParty => {
    const name = `Name${String.fromCharCode(97 + (at % 26), 97 + ((at >> 3) % 26), 97 + ((at >> 6) % 26))}`;
    return {
      id: `${at}`,
      names: [
        ["Viktor", `${name}ov`],
        ["Vitya", `${name}off`],
      ],
      birth: "1966-12-07",
    };
  });
  const path = listFile(ofacXml(parties));
  const before = process.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 20);
  const args = { path, list: "ofac-sdn", reason: "the list of today" };
  const outcome = await runCommand(ctx, { command: "screening import", args, operator: { name: "anna" } });
  clearInterval(watch);
  expect(outcome).toMatchObject({ ok: true, data: { parties: 20_000 } });
  // The embedded database is in the same process.
  if (ctx.db.kind === "postgres") expect((peak - before) / 1_000_000).toBeLessThan(150);
});
