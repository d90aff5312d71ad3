import { readFileSync, statSync } from "node:fs";
import pg from "pg";
import { describe, expect, test, vi } from "vitest";
import { readEnv as readSiteEnv, envSchema as siteSchema } from "../../../app/settings/env-schema.server.ts";
import { registeredRails } from "../../../upstream/rails/registered.ts";
import { readEnv as readServiceEnv, envSchema as serviceSchema } from "../../../upstream/settings/env.ts";
import { readCompose, readVariables, variablesOfCompose } from "../../support/service/compose-file.ts";

/** Settings that deploy/.env does not choose, and why. */
const notChosen: Record<string, string> = {
  NODE_ENV: "the image is for production",
  HOST: "the image listens inside its container",
  PORT: "the image, the Caddyfile and the health check agree on 3000",
  DATA_DIR: "the image has its volume there",
  API_BASE_URL: "the site runs its own service",
  API_CLIENT_ID: "names the site to a service of its own",
  API_CLIENT_SECRET: "between a site and a service in another process",
  PAGE_TIMEOUT_MS: "pages promise three seconds; more is for tests on a slow machine",
  SANDBOX_CLOCK: "moves the time, for tests",
  MAIL_TO_FILES: "SMTP_URL is required here",
  OPERATOR_KEY_FILE: "of an operator's machine",
  OPERATOR_PASSPHRASE_FILE: "of an operator's machine",
};
/** Not settings of the programs: the driver's, and what makes the role. */
const others = ["PGPASSWORD", "SERVICE_PASSWORD"];
const awkward = "p@ss/w:r%d ?&$#'\"\\";

const secret = "0123456789abcdef0123456789abcdef";
const variables = {
  ...readVariables("deploy/.env.example"),
  POSTGRES_PASSWORD: "of the owner",
  SERVICE_PASSWORD: awkward,
  ...{ SESSION_SECRETS: secret, ORDER_LINK_SECRETS: secret, ACCOUNT_SECRETS: secret },
  SMTP_URL: "smtps://user:p%40ss@mail.example",
  BACKUP_COPIES: "/mnt/elsewhere/kursa",
};
const needed = ["SITE_HOST", "MAIL_FROM", "SUPPORT_EMAIL", "OPERATOR_EMAIL"].concat([
  "POSTGRES_PASSWORD",
  "SERVICE_PASSWORD",
  "SESSION_SECRETS",
  "ORDER_LINK_SECRETS",
  "ACCOUNT_SECRETS",
  "SMTP_URL",
  "BACKUP_COPIES",
]);
const { services, networks } = readCompose(variables);
const environmentOf = (name: string) => services[name]?.environment ?? {};

describe("the compose file's settings", () => {
  test("every setting of both programs reaches the site, or has a reason not to", () => {
    const ofRails = registeredRails.flatMap(({ settings }) => Object.keys(settings.schema.shape));
    const settings = new Set([...Object.keys(siteSchema.shape), ...Object.keys(serviceSchema.shape), ...ofRails]);
    const passedOn = Object.keys(environmentOf("site")).filter((name) => !others.includes(name));
    expect([...passedOn, ...Object.keys(notChosen)].sort()).toEqual([...settings].sort());
    const migrating = Object.keys(environmentOf("migrate")).filter((name) => !others.includes(name));
    expect(migrating.sort()).toEqual(passedOn.sort());
    const auditing = Object.keys(environmentOf("audit")).filter((name) => ![...others, "AUDIT_HOURS"].includes(name));
    expect(auditing.sort()).toEqual(passedOn.sort());
    // COMPANY_FILE names a file in it.
    for (const name of ["site", "migrate", "audit"])
      expect(services[name]?.volumes).toContain("./company:/etc/kursa:ro");
  });

  test("deploy/.env.example names every variable that the file reads, and no other", () => {
    expect(Object.keys(readVariables("deploy/.env.example")).sort()).toEqual([...variablesOfCompose()].sort());
  });

  test("the example, filled in, is a valid configuration of both programs", () => {
    for (const environment of [environmentOf("site"), environmentOf("migrate")]) {
      expect(readSiteEnv(environment)).toMatchObject({ ok: true });
      expect(readServiceEnv(environment, registeredRails)).toMatchObject({ ok: true });
    }
  });

  test("the needed variables are enough, and each missing one is named", () => {
    const least = Object.fromEntries(Object.entries(variables).filter(([name]) => needed.includes(name)));
    const environment = readCompose(least).services.site?.environment ?? {};
    expect(readSiteEnv(environment)).toMatchObject({ ok: true });
    expect(readServiceEnv(environment, registeredRails)).toMatchObject({ ok: true });
    for (const name of needed)
      expect(() => readCompose({ ...least, [name]: "" })).toThrow(`variable ${name} is missing`);
  });

  test("passwords may have any characters, and are in no command line and no address", () => {
    const { DATABASE_URL, PGPASSWORD } = environmentOf("site");
    vi.stubEnv("PGPASSWORD", PGPASSWORD);
    const client = new pg.Client({ connectionString: DATABASE_URL });
    vi.unstubAllEnvs();
    expect(client).toMatchObject({ user: "kursa_service", password: awkward, host: "database", database: "kursa" });
    expect(JSON.stringify(Object.values(services).map(({ command }) => command))).not.toContain("of the owner");
    expect(services.migrate?.command.join(" ")).toContain('"$SERVICE_PASSWORD" | node build/operator.js db role');
  });
});

describe("the compose file's containers", () => {
  test.each(Object.keys(services))("%s can write and do only what it needs, and is limited", (name) => {
    expect(services[name]).toMatchObject({
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
      mem_limit: expect.stringMatching(/^\d+[mg]$/),
      pids_limit: expect.any(Number),
      logging: { options: { "max-size": expect.any(String), "max-file": expect.any(String) } },
    });
    // Ours is built here; others by their digest, since a tag can be moved to another image.
    expect(services[name]?.image).toMatch(/^kursa:|^[a-z]+:\d+\.\d+[\d.]*@sha256:[\da-f]{64}$/);
    // `migrate` ends. An image in OCI's format has no HEALTHCHECK of its own.
    if (name !== "migrate") expect(services[name]?.healthcheck?.test.length).toBeGreaterThan(1);
    if (name !== "migrate") expect(services[name]?.restart).toBe("unless-stopped");
  });

  test("only the proxy can be reached from outside, and the database reaches nothing", () => {
    const open = Object.entries(services).filter(([, { ports }]) => ports.length > 0);
    expect(open.map(([name]) => name)).toEqual(["proxy"]);
    expect(services.database?.networks).toEqual(["inside"]);
    expect(networks.inside?.internal).toBe(true);
    // Over a second network in common the site would see the proxy come from an address that it does not trust.
    const shared = services.proxy?.networks.filter((network) => services.site?.networks.includes(network));
    expect(shared).toEqual(["front"]);
  });
});

test("the signer is there by its profile only, under a user of its own, without a network, and alone with its keys", () => {
  expect(services.signer).toMatchObject({ profiles: ["signer"], network_mode: "none", networks: [], environment: {} });
  const [user, group] = (services.signer?.user ?? "").split(":");
  // 1000 is the user `node` of the image, which the site runs as.
  expect([user === "1000", group]).toEqual([false, "1000"]);
  const mounting = (volume: string) =>
    Object.keys(services).filter((name) => services[name]?.volumes.some((mount) => mount.startsWith(`${volume}:`)));
  expect(mounting("signer-keys")).toEqual(["signer"]);
  expect(mounting("signer-socket").sort()).toEqual(["signer", "site"]);
  expect(readFileSync("Dockerfile", "utf8")).toContain(`chown ${user}:${group} /keys /run/signer`);
});

test("what other programs than ours run in containers is a file of deploy/ that may be executed", () => {
  for (const script of ["deploy/audit/audit.sh", "deploy/backup/backup.sh"])
    expect(statSync(script).mode & 0o111).toBe(0o111);
  expect(services.audit?.command).toEqual(["/audit/audit.sh"]);
  expect(services.audit?.volumes).toContain("./audit:/audit:ro");
  // Backups beside their database are lost with it: the operator says where their copies go.
  expect(services.backup?.environment.BACKUP_COPY_DIR).toBe("/copies");
  expect(services.backup?.volumes).toContain("/mnt/elsewhere/kursa:/copies");
});

test("the site's health check is that of its image", () => {
  const [, ofImage = ""] = /^HEALTHCHECK .*\\\n\s*CMD (.*)$/m.exec(readFileSync("Dockerfile", "utf8")) ?? [];
  expect(services.site?.healthcheck?.test).toEqual(["CMD", ...JSON.parse(ofImage)]);
});

test("the image is built from a pinned image, and without secrets, data and history", () => {
  const stages = [...readFileSync("Dockerfile", "utf8").matchAll(/^(?:ARG NODE=|FROM )(\S+)/gm)].map(
    ([, from]) => from,
  );
  expect(stages).toEqual([
    expect.stringMatching(/^node:\d+\.\d+\.\d+-slim@sha256:[\da-f]{64}$/),
    "$NODE",
    "$NODE",
    "$NODE",
  ]);
  const ignored = readFileSync(".dockerignore", "utf8").split("\n");
  expect(ignored).toEqual(expect.arrayContaining([".git", "**/.env", "**/.env.*", "data", "backups", "node_modules"]));
});
