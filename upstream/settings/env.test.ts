import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import example from "../../contract/company/company.example.json" with { type: "json" };
import { usualUnpaidLimits } from "../orders/rules/unpaid-limits.ts";
import { usualPayoutCaps } from "../payouts/rules/payout-caps.ts";
import { registeredRails } from "../rails/registered.ts";
import { readEnv } from "./env.ts";
import { generatedSecret } from "./generated-secret.ts";

const problemsOf = (source: Record<string, string>) => {
  const reading = readEnv(source, registeredRails);
  return reading.ok ? [] : reading.problems.map((line) => line.split(":")[0]);
};

const secrets = { ORDER_LINK_SECRETS: "x".repeat(32), ACCOUNT_SECRETS: "y".repeat(32) };

describe("the service's settings", () => {
  test("all have defaults on a developer's machine", () => {
    expect(readEnv({}, registeredRails)).toMatchObject({
      ok: true,
      env: { RAILS: "sandbox", RATE_LIMITS: "on", SANDBOX_CLOCK: false },
    });
    expect(problemsOf({ PORT: "", DATABASE_URL: "" })).toEqual([]);
  });

  test("guard forms with our own bot check by default; another provider needs its keys", () => {
    expect(readEnv({}, registeredRails)).toMatchObject({ env: { BOT_CHECK: "altcha" } });
    expect(problemsOf({ BOT_CHECK: "off" })).toEqual([]);
    expect(problemsOf({ BOT_CHECK: "hcaptcha" })).toEqual(["BOT_CHECK_SITE_KEY", "BOT_CHECK_SECRET"]);
    expect(problemsOf({ BOT_CHECK: "captcha" })).toContain("BOT_CHECK");
  });

  test("name each band, with a default", () => {
    const bandsOf = (text: string) => readEnv({ OPERATOR_BANDS: text }, registeredRails);
    const usual = { rate: 5, promo: 3, amount: 50, correction: 5 };
    expect(bandsOf("")).toMatchObject({ env: { OPERATOR_BANDS: usual } });
    expect(bandsOf("rate=2.5, amount=10")).toMatchObject({
      env: { OPERATOR_BANDS: { ...usual, rate: 2.5, amount: 10 } },
    });
    for (const wrong of ["rate", "rate=-1", "rate=x", "toString=1", "luck=3"]) {
      expect(problemsOf({ OPERATOR_BANDS: wrong })).toEqual(["OPERATOR_BANDS"]);
    }
  });

  test("name each limit of unpaid orders, with a default, or none at all", () => {
    const limitsOf = (text: string) => readEnv({ UNPAID_LIMITS: text }, registeredRails);
    expect(limitsOf("")).toMatchObject({ env: { UNPAID_LIMITS: usualUnpaidLimits } });
    expect(limitsOf("network=5,orders=2")).toMatchObject({
      env: { UNPAID_LIMITS: { ...usualUnpaidLimits, network: 5, orders: 2 } },
    });
    expect(limitsOf("off")).toMatchObject({ env: { UNPAID_LIMITS: null } });
    for (const wrong of ["on", "network", "network=-1", "subnet=3"]) {
      expect(problemsOf({ UNPAID_LIMITS: wrong })).toEqual(["UNPAID_LIMITS"]);
    }
  });

  test("name the caps of payouts by asset, with defaults, or none at all", () => {
    const capsOf = (text: string) => readEnv({ PAYOUT_CAPS: text }, registeredRails);
    expect(capsOf("")).toMatchObject({ env: { PAYOUT_CAPS: usualPayoutCaps } });
    const btc = { alone: "0.1", hour: "0.5", day: "0.5" };
    expect(capsOf("btc:0.1/0.5/0.5")).toMatchObject({ env: { PAYOUT_CAPS: { ...usualPayoutCaps, btc } } });
    expect(capsOf("off")).toMatchObject({ env: { PAYOUT_CAPS: null } });
    for (const wrong of ["on", "btc", "btc:1", "btc:1/2", "btc:3/2/4", "btc:1/3/2", "btc:-1/2/3", "btc=1/2/3"]) {
      expect(problemsOf({ PAYOUT_CAPS: wrong })).toEqual(["PAYOUT_CAPS"]);
    }
  });

  test("report all invalid values at once", () => {
    const wrong = {
      PORT: "http",
      PUBLIC_ORIGIN: "https://exchange.example/path",
      DATABASE_URL: "mysql://localhost",
      API_CLIENT_SECRET: "short",
      ORDER_LINK_SECRETS: `${"x".repeat(32)},short`,
      ACCOUNT_SECRETS: "short",
      RAILS: "sandbox,gold",
      COMPANY_FILE: "/nowhere/company.json",
      SANDBOX_CLOCK: "yes",
      SANDBOX_PACE_MS: "-1",
      SUPPORT_EMAIL: "nobody",
      SMTP_URL: "mail.example",
      MAIL_FROM: "x",
    };
    expect(new Set(problemsOf(wrong))).toEqual(new Set(Object.keys(wrong)));
  });

  test.each<Record<string, string>>([
    { DATABASE_URL: "postgres://db/kursa" },
    { PUBLIC_ORIGIN: "https://exchange.example" },
    { PUBLIC_ORIGIN: "http://exchange.example" },
  ])("require secrets and a mail server on a deployed service: %o", (deployed) => {
    expect(problemsOf(deployed)).toEqual(["ORDER_LINK_SECRETS", "ACCOUNT_SECRETS", "SMTP_URL"]);
    expect(problemsOf({ ...deployed, ...secrets })).toEqual(["SMTP_URL"]);
    expect(problemsOf({ ...deployed, ...secrets, MAIL_TO_FILES: "0" })).toEqual(["SMTP_URL"]);
    expect(problemsOf({ ...deployed, ...secrets, MAIL_TO_FILES: "1" })).toEqual([]);
    const mail = { SMTP_URL: "smtps://mail.example", MAIL_FROM: "Kursa <a@b.co>", SUPPORT_EMAIL: "a@b.co" };
    expect(problemsOf({ PUBLIC_ORIGIN: "https://exchange.example", ...deployed, ...secrets, ...mail })).toEqual([]);
  });

  test.each<Record<string, string>>([
    { PUBLIC_ORIGIN: "http://localhost:3000" },
    { PUBLIC_ORIGIN: "http://127.0.0.1:3000", DATABASE_URL: "postgres://kursa@[::1]/kursa", ...secrets },
    { DATABASE_URL: "postgres://kursa@localhost/kursa?host=/run/postgresql", ...secrets },
  ])("need no mail server on one machine: %o", (local) => {
    expect(problemsOf(local)).toEqual([]);
  });

  test("require address and secrets of a listed gateway", () => {
    const gateway = {
      NEBULOX_URL: "https://gateway.example/v1",
      NEBULOX_KEY: "a key of ours",
      NEBULOX_WEBHOOK_SECRETS: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    };
    const COMPANY_FILE = companyFile();
    expect(problemsOf({ RAILS: "nebulox", COMPANY_FILE })).toEqual(Object.keys(gateway));
    expect(problemsOf({ RAILS: "nebulox", COMPANY_FILE, ...gateway })).toEqual([]);
    expect(problemsOf({ RAILS: "nebulox", ...gateway })).toEqual(["COMPANY_FILE"]);
    expect(problemsOf({ RAILS: "sandbox,nebulox", COMPANY_FILE, ...gateway })).toEqual(["RAILS"]);
    const onTestNetworks = { REAL_RAILS_ON: "test-networks", ...gateway };
    expect(problemsOf({ RAILS: "sandbox,nebulox", ...onTestNetworks })).toEqual([]);
    expect(problemsOf({ RAILS: "nebulox", ...onTestNetworks })).toEqual([]);
    const three = Array.from({ length: 3 }, () => gateway.NEBULOX_WEBHOOK_SECRETS).join(",");
    for (const secrets of [three, "whsec_short", gateway.NEBULOX_WEBHOOK_SECRETS.slice(6)]) {
      expect(problemsOf({ NEBULOX_WEBHOOK_SECRETS: secrets })).toEqual(["NEBULOX_WEBHOOK_SECRETS"]);
    }
  });

  test("require a sender and a link origin for real emails", () => {
    expect(problemsOf({ SMTP_URL: "smtp://mail.example" })).toEqual(["PUBLIC_ORIGIN", "MAIL_FROM", "SUPPORT_EMAIL"]);
  });
});

function companyFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "kursa-company-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "company.json");
  writeFileSync(
    path,
    JSON.stringify({ ...example, legalName: "Kursa Trading Ltd", register: { ...example.register, number: "1" } }),
  );
  return path;
}

test("a generated secret is stored once, readable by its user only", () => {
  const folder = mkdtempSync(join(tmpdir(), "kursa-secret-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const secret = generatedSecret(join(folder, "data"), "order-link-secret");
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(generatedSecret(join(folder, "data"), "order-link-secret")).toBe(secret);
  expect(statSync(join(folder, "data", "order-link-secret")).mode & 0o777).toBe(0o600);
});
