import { statusDocs } from "../../../contract/docs/status-docs.ts";
import type { ServiceStatus } from "../../../contract/market/service-status.ts";
import { close, service } from "../../support/site/scripted-service.ts";
import { startSite } from "../../support/site/site.ts";
import { langs, prefix, siteText } from "../people/visitor.ts";
import { expect, test } from "../setup/story.ts";

const block = 23_900_000;
const differing = {
  ...{ assets: ["eth", "usdt-erc20"], compared_at: "2026-11-29T08:00:00.000Z", agrees: false },
  ...{ matched_at: "2026-11-28T08:00:00.000Z", matched_block: block },
};

/** A service that knows its status and nothing else. */
const withStatus = (reconciled: ServiceStatus["reconciled"]) => {
  const data = { ...statusDocs.exchangeStatus.reply.data, reconciled };
  return service(({ url = "" }) =>
    url.includes("/exchange/status") ? { status: 200, body: JSON.stringify({ data }) } : { status: 503, body: "no" },
  );
};

test("the status page says until which block books and network agreed, and that they differ", async ({
  newBrowser,
}) => {
  const statusService = await withStatus([differing]);
  const site = await startSite({ API_BASE_URL: statusService.url });
  try {
    const page = await newBrowser(site.origin);
    for (const lang of langs) {
      await page.goto(`${prefix(lang)}/status`);
      const title = siteText(lang, "status:reconciled.title");
      await expect(page.getByRole("heading", { name: title, exact: true }), lang).toHaveCount(1);
      await expect(page.getByText(String(block)), lang).toHaveCount(1);
      await expect(page.getByText(lang === "en" ? /found a difference/ : /нашла расхождение/)).toHaveCount(1);
      await expect(page.getByText(siteText(lang, "status:reconciled.limits"))).toHaveCount(1);
    }
  } finally {
    await site.stop();
    close(statusService.server);
  }
});
