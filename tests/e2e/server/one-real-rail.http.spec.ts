import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HDKey } from "@scure/bip32";
import example from "../../../contract/company/company.example.json" with { type: "json" };
import { startChain } from "../../support/evm/chain.ts";
import { ask } from "../../support/service/ask.ts";
import { startSite } from "../../support/site/site.ts";
import { langs, prefix, siteText } from "../people/visitor.ts";
import { publicPaths } from "../setup/public-pages.ts";
import { expect, test } from "../setup/story.ts";

/** Of no test network, so that its money counts as real. */
const chainId = "424242";
const xpub = HDKey.fromMasterSeed(new Uint8Array(32).fill(5)).derive("m/44'/60'/0'").publicExtendedKey;

test("with RAILS=evm alone the site starts and serves its pages, and nothing there is of a sandbox", async () => {
  const folder = await mkdtemp(join(tmpdir(), "kursa-real-"));
  const company = { ...example, legalName: "Kursa Trading Ltd", register: { ...example.register, number: "1" } };
  await writeFile(join(folder, "company.json"), JSON.stringify(company));
  const chain = await startChain(["--chain-id", chainId]);
  const token = await chain.token("ReturnsNothing");
  const site = await startSite({
    ...{
      RAILS: "evm",
      EVM_RPC_URL: chain.url,
      EVM_CHAIN_ID: chainId,
      EVM_XPUB: xpub,
      EVM_TOKENS: `usdt-erc20=${token}`,
    },
    ...{ COMPANY_FILE: join(folder, "company.json"), SANDBOX_CLOCK: "" },
  });
  try {
    for (const lang of langs)
      for (const path of publicPaths) {
        const { status, text } = await ask(site, `${prefix(lang)}${path}`);
        // The asset of the rewards is not in the market yet: the page says that there is nothing to offer.
        expect([status, text.includes("</html>")], path).toEqual([path === "/earn" ? 501 : 200, true]);
        expect(siteText(lang, "shell:testMode").test(text), path).toBe(false);
        // The API is described with the meaning of its field `sandbox`.
        if (path !== "/developers") expect(/.{0,60}sandbox.{0,60}/i.exec(text)?.[0], path).toBeUndefined();
      }
    const pairs = await ask(site, "/api/v1/exchange/pairs", { "client-id": "test" });
    const { data, meta } = JSON.parse(pairs.text) as { data: { assets: unknown[] }; meta: Record<string, unknown> };
    expect([data.assets, meta.sandbox, meta.reference_source]).toEqual([[], false, "table"]);
    const json = { "client-id": "test", "Content-Type": "application/json" };
    for (const path of ["clock", "events", "deposits", "letters", "accounts/test"])
      for (const method of ["GET", "POST"])
        expect((await ask(site, `/api/v1/sandbox/${path}`, json, method, "{}")).status, path).toBeGreaterThanOrEqual(
          400,
        );
    await expect.poll(async () => (await ask(site, "/readyz")).status).toBe(200);
    expect(site.log()).not.toMatch(/sandbox/i);
  } finally {
    await site.stop();
    await chain.stop();
    await rm(folder, { recursive: true });
  }
});
