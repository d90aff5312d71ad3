import { describe, expect, test } from "vitest";
import { readEnv as readSiteEnv } from "../../app/settings/env-schema.server.ts";
import { registeredRails } from "../../upstream/rails/registered.ts";
import { readEnv as readServiceEnv } from "../../upstream/settings/env.ts";

const programs = [
  ["the site", (source: Record<string, string>) => readSiteEnv(source)],
  ["the service", (source: Record<string, string>) => readServiceEnv(source, registeredRails)],
] as const;

describe.each(programs)("a settings file of Windows, as %s reads it,", (_name, read) => {
  test("may end its lines with a carriage return, and have spaces around a value", () => {
    expect(read({ WALLETS: "off\r", RATE_LIMITS: " on ", BRAND_NAME: "Acme\r", COMPANY_FILE: "\r" })).toMatchObject({
      ok: true,
      env: { WALLETS: "off", RATE_LIMITS: "on", BRAND_NAME: "Acme" },
    });
  });

  test.each(['"on"', "'on'", '"on"\r'])("is refused with the reason where %j has quotes around it", (value) => {
    const reading = read({ WALLETS: value, BRAND_NAME: '"Acme"' });
    expect(reading.ok ? [] : reading.problems.toSorted()).toEqual([
      "BRAND_NAME: has quotes around its value, which are part of it: remove them",
      "WALLETS: has quotes around its value, which are part of it: remove them",
    ]);
  });

  test("may have quotes inside a value", () => {
    expect(read({ BRAND_NAME: 'The "Acme" Exchange' })).toMatchObject({ ok: true });
  });
});
