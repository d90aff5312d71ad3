import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { exampleCompany } from "../../../contract/company/read-company.ts";
import type { PayoutTimes } from "../../../contract/market/payout-times.ts";
import type { ServicePart } from "../../../contract/market/service-parts.ts";
import { CompanyProvider, companyAt } from "../../components/company/company.ts";
import { textsFor } from "../../i18n/texts/texts.server.ts";
import { TextsProvider } from "../../i18n/translation.ts";
import { ServiceBand } from "./service-band.tsx";
import { firstIn, type ServiceNow } from "./service-now.server.ts";

const checkedAt = "2026-11-25T10:20:00.000Z";
const bandOf = (lang: "en" | "ru", now: ServiceNow, times: PayoutTimes | null = null, isExample = false) =>
  renderToStaticMarkup(
    <TextsProvider value={textsFor(lang)}>
      <CompanyProvider value={companyAt({ ...exampleCompany, isExample }, new Date(checkedAt))}>
        <ServiceBand now={now} times={times} />
      </CompanyProvider>
    </TextsProvider>,
  ).replaceAll("\u00a0", " ");

test("the home page says that everything works and when that was checked, and leads to the status page", () => {
  expect(bandOf("en", { state: "works", checkedAt })).toMatch(/href="\/En\/status".*Everything works, checked 10:20/);
  expect(bandOf("ru", { state: "works", checkedAt })).toContain("Всё работает, проверено в 10:20");
});

test("the home page says what does not work as it should, payouts first, and of an incident only that there is one", () => {
  const trouble = (part: ServicePart | undefined, state: "partly" | "stopped") => ({
    state,
    checkedAt,
    ...(part && { part }),
  });
  expect(bandOf("en", trouble("payouts", "partly"))).toContain("Payouts are delayed, checked 10:20");
  expect(bandOf("ru", trouble("payouts", "partly"))).toContain("Выплаты задерживаются, проверено в 10:20");
  expect(bandOf("en", trouble("invoices", "stopped"))).toContain("PayPal to crypto is unavailable, checked 10:20");
  expect(bandOf("en", trouble(undefined, "stopped"))).toContain("Something does not work, checked 10:20");
  const parts = [
    { part: "coins", state: "partly" },
    { part: "payouts", state: "partly" },
    { part: "orders", state: "works" },
  ];
  expect(firstIn("partly", parts)).toBe("payouts");
  expect(firstIn("stopped", parts)).toBeUndefined();
});

test("the home page promises nothing after an old measurement, or without one", () => {
  expect(bandOf("en", { state: "unmeasured", checkedAt })).toContain("Last checked 10:20");
  expect(bandOf("en", { state: "unmeasured", checkedAt })).not.toContain("works");
  expect(bandOf("en", null)).not.toContain("/status");
});

test("the home page tells the median in whole minutes, and none without enough orders", () => {
  const times = { days: 90, orders: 4218, median_seconds: 652 };
  expect(bandOf("en", null, times)).toContain("Half of payouts are sent within 11 minutes");
  expect(bandOf("ru", null, times)).toContain("Половина выплат: 11 минут или быстрее");
  expect(bandOf("en", null)).not.toContain("payouts");
});

test("the home page names the company and links its register, but says of example data what it is", () => {
  expect(bandOf("en", null)).toMatch(/Example Exchange Ltd.*Check the register/);
  expect(bandOf("en", null, null, true)).toMatch(/Example Exchange Ltd.*example data/);
  expect(bandOf("en", null, null, true)).not.toContain("register");
});
