import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readEnv as readSiteEnv, envSchema as siteSchema } from "../../../app/settings/env-schema.server.ts";
import { registeredRails } from "../../../upstream/rails/registered.ts";
import { readEnv as readServiceEnv, envSchema as serviceSchema } from "../../../upstream/settings/env.ts";

const lines = readFileSync(".env.example", "utf8").split("\n");
const example = Object.fromEntries(
  lines
    .map((line) => /^([A-Z_]+)=(.*)$/.exec(line))
    .filter((match) => match !== null)
    .map(([, name = "", value = ""]) => [name, value]),
);

test(".env.example lists every setting of both programs and no other", () => {
  const ofRails = registeredRails.flatMap(({ settings }) => Object.keys(settings.schema.shape));
  const settings = new Set([...Object.keys(siteSchema.shape), ...Object.keys(serviceSchema.shape), ...ofRails]);
  expect(Object.keys(example).sort()).toEqual([...settings].sort());
});

test(".env.example is a valid configuration of both programs", () => {
  expect(readSiteEnv(example)).toMatchObject({ ok: true });
  expect(readServiceEnv(example, registeredRails)).toMatchObject({ ok: true });
});
