import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { jwtDecrypt } from "jose";
import { z } from "zod/v4";
import { sealedCookie } from "../../../app/cookies/sealed-cookie.server.ts";
import type { Site } from "../../support/site/site.ts";
import type { SiteContext } from "../../support/site-page.ts";

/** The value of a cookie in this browser; empty when missing. */
export async function cookieOf(context: Pick<SiteContext, "cookies">, name: string): Promise<string> {
  return (await context.cookies()).find((cookie) => cookie.name === name)?.value ?? "";
}

/** The decrypted value of a cookie, with the machine's own secret. */
export async function unsealed(site: Pick<Site, "dataDir">, sealed: string): Promise<Record<string, unknown>> {
  const secret = readFileSync(join(site.dataDir, "session-secret"), "utf8").trim();
  const { payload } = await jwtDecrypt(sealed, createHash("sha256").update(secret).digest());
  const { value } = payload;
  if (typeof value !== "object" || value === null) throw new Error("Nothing lies in this cookie");
  return { ...value };
}

/** The cookie value the site gives a browser that has just signed in. */
export async function sealedSession(
  site: Pick<Site, "dataDir">,
  { bearer, endsAt }: { bearer: string; endsAt: string },
): Promise<string> {
  const secret = readFileSync(join(site.dataDir, "session-secret"), "utf8").trim();
  const options = { name: "session", schema: z.unknown(), maxAgeSeconds: 3600, secrets: [secret], secure: false };
  const now = new Date();
  const value = { bearer, endsAt, sealedAt: now.toISOString(), remembered: false };
  const header = await sealedCookie(options).write(value, now);
  return header.slice("session=".length, header.indexOf(";"));
}

/** The bearer the site uses for this browser. */
export async function bearerOf(site: Pick<Site, "dataDir">, context: Pick<SiteContext, "cookies">): Promise<string> {
  return String((await unsealed(site, await cookieOf(context, "session"))).bearer);
}

/** As a Cookie header, for a request outside the browser. */
export async function cookieHeader(context: Pick<SiteContext, "cookies">): Promise<string> {
  return (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
}
