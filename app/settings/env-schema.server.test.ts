import { describe, expect, test } from "vitest";
import { readEnv } from "./env-schema.server.ts";

const secret = "a".repeat(32);
const deployed = {
  PUBLIC_ORIGIN: "https://exchange.example",
  SESSION_SECRETS: secret,
  SUPPORT_EMAIL: "a@b.co",
  TRUSTED_PROXIES: "10.0.0.1",
};

describe("the settings of the site", () => {
  test("have defaults for all on a fresh machine", () => {
    expect(readEnv({})).toMatchObject({
      ok: true,
      env: { BRAND_NAME: "Kursa", DATA_DIR: "./data", TRUSTED_PROXIES: [], RAILS: ["sandbox"] },
    });
  });

  test("read comma-separated lists, and an empty value as unset", () => {
    const reading = readEnv({
      PUBLIC_ORIGIN: "http://localhost:3000",
      TRUSTED_PROXIES: "10.0.0.0/8, 192.0.2.1,fd00::/8",
      SESSION_SECRETS: "",
      RAILS: "sandbox",
    });
    expect(reading).toMatchObject({ ok: true, env: { TRUSTED_PROXIES: ["10.0.0.0/8", "192.0.2.1", "fd00::/8"] } });
  });

  test("require the company for rails that move real money", () => {
    const refused = readEnv({ RAILS: "sandbox,nebulox" });
    expect(refused).toMatchObject({ ok: false });
    expect(refused.ok ? [] : refused.problems).toEqual([expect.stringMatching(/^COMPANY_FILE: must be set/)]);
    expect(readEnv({ RAILS: "sandbox" })).toMatchObject({ ok: true, env: { COMPANY: { isExample: true } } });
  });

  test("require the public key of another provider of the bot check", () => {
    expect(readEnv({})).toMatchObject({ ok: true, env: { BOT_CHECK: "altcha" } });
    const refused = readEnv({ BOT_CHECK: "turnstile" });
    expect(refused.ok ? [] : refused.problems).toEqual([expect.stringMatching(/^BOT_CHECK_SITE_KEY: must be set/)]);
    expect(readEnv({ BOT_CHECK: "turnstile", BOT_CHECK_SITE_KEY: "a-public-key" })).toMatchObject({ ok: true });
  });

  test("report all invalid settings at once, by name", () => {
    const reading = readEnv({
      PUBLIC_ORIGIN: "exchange.example",
      API_BASE_URL: "not a url",
      TRUSTED_PROXIES: "10.0.0.0/40",
      SESSION_SECRETS: "short",
      SUPPORT_EMAIL: "nobody",
    });
    if (reading.ok) throw new Error("wrong settings were taken");
    for (const name of ["PUBLIC_ORIGIN", "API_BASE_URL", "TRUSTED_PROXIES", "SESSION_SECRETS", "SUPPORT_EMAIL"]) {
      expect(reading.problems.join("\n")).toContain(name);
    }
  });

  test("accept an origin only without a path", () => {
    expect(readEnv({ PUBLIC_ORIGIN: "http://localhost:3000/En" })).toMatchObject({ ok: false });
  });

  test("refuse Google sign-in with only one of its two settings", () => {
    expect(readEnv({ GOOGLE_CLIENT_ID: "1234.apps.google" })).toEqual({
      ok: false,
      problems: ["GOOGLE_CLIENT_SECRET: must be set when GOOGLE_CLIENT_ID is"],
    });
    expect(readEnv({ GOOGLE_CLIENT_SECRET: "a secret" })).toMatchObject({ ok: false });
    const credentials = { GOOGLE_CLIENT_ID: "1234.apps.google", GOOGLE_CLIENT_SECRET: "a secret" };
    expect(readEnv(credentials)).toMatchObject({ env: credentials });
  });

  test("require secrets and origins on a deployed site", () => {
    const reading = readEnv({ PUBLIC_ORIGIN: "https://exchange.example" });
    expect(reading).toEqual({
      ok: false,
      problems: [
        "SESSION_SECRETS: must be set when PUBLIC_ORIGIN is not this machine",
        "SUPPORT_EMAIL: must be set when PUBLIC_ORIGIN is not this machine",
        expect.stringContaining("TRUSTED_PROXIES"),
      ],
    });
    expect(readEnv(deployed)).toMatchObject({ ok: true });
    expect(readEnv({ PUBLIC_ORIGIN: "http://localhost:3000" })).toMatchObject({ ok: true });
  });

  test.each([
    ["TRUSTED_PROXIES", "with an https origin, which only a proxy can serve", { ...deployed, TRUSTED_PROXIES: "" }],
    ["PUBLIC_ORIGIN", "with proxies, whose host name is not believed", { TRUSTED_PROXIES: "10.0.0.1" }],
    [
      "API_CLIENT_SECRET",
      "with a service at its own address, which would see one visitor",
      { ...deployed, API_BASE_URL: "http://10.0.0.2:3001" },
    ],
  ] as [string, string, Record<string, string>][])("require %s %s", (name, _, settings) => {
    expect(readEnv(settings)).toEqual({ ok: false, problems: [expect.stringMatching(`^${name}: must be set when`)] });
  });
});
