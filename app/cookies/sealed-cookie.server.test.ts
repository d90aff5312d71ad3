import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod/v4";
import { sealedCookie } from "./sealed-cookie.server.ts";

const now = new Date("2026-11-21T10:00:00.000Z");
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const older = "older-secret-older-secret-older-secret";
const newer = "newer-secret-newer-secret-newer-secret";

/** Of the cookie that is tested now. */
let kind: { mostBytes?: number } = {};

function cookie(options: Partial<Parameters<typeof sealedCookie<string>>[0]> = {}) {
  return sealedCookie({
    name: "key",
    schema: z.string(),
    maxAgeSeconds: 60,
    secrets: [newer],
    secure: false,
    ...kind,
    ...options,
  });
}

/** The Cookie header a browser sends back for a Set-Cookie header. */
const sentBack = (setCookie: string) => setCookie.split(";")[0] ?? "";

describe.each([
  ["an encrypted cookie", {}],
  ["an encrypted cookie with a long value", { mostBytes: 1000 }],
])("%s", (_name, kindOfCookie) => {
  beforeAll(() => {
    kind = kindOfCookie;
  });

  test("returns the stored value among other cookies", async () => {
    const sealed = sentBack(await cookie().write("secret value", now));
    expect(sealed).not.toContain("secret value");
    expect(await cookie().read(`a=1; ${sealed}; key2=x`, now)).toBe("secret value");
  });

  test("is limited to this site and hidden from scripts", async () => {
    expect(await cookie().write("v", now)).toMatch(/^key=[^;]+; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(await cookie({ secure: true }).write("v", now)).toMatch(
      /^__Host-key=[^;]+; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
  });

  test("is rejected with any bit changed", async () => {
    const [name = "", sealed = ""] = sentBack(await cookie().write("value", now)).split(/=(.*)/s);
    for (let at = 0; at < sealed.length; at += 1) {
      // The first bit of a base64url character is always significant, unlike the last bits at the end of a part.
      const flipped = sealed[at] === "." ? "A" : String.fromCharCode(sealed.charCodeAt(at) ^ 0b10);
      const forged = sealed.slice(0, at) + flipped + sealed.slice(at + 1);
      const value = await cookie().read(`${name}=${forged}`, now);
      if (value !== null) expect(sameBytes(forged, sealed), `character ${at}`).toBe(true);
    }
  });

  test("is rejected without its secret", async () => {
    const sealed = sentBack(await cookie({ secrets: [older] }).write("v", now));
    expect(await cookie().read(sealed, now)).toBeNull();
  });

  test("is readable while its secret is still listed", async () => {
    const sealed = sentBack(await cookie({ secrets: [older] }).write("v", now));
    expect(await cookie({ secrets: [newer, older] }).read(sealed, now)).toBe("v");
    const again = sentBack(await cookie({ secrets: [newer, older] }).write("v", now));
    expect(await cookie({ secrets: [newer] }).read(again, now)).toBe("v");
  });

  test("expires by its own age, even if the browser keeps it", async () => {
    const sealed = sentBack(await cookie().write("v", now));
    expect(await cookie().read(sealed, later(59))).toBe("v");
    expect(await cookie().read(sealed, later(61))).toBeNull();
  });

  test("is rejected under another name", async () => {
    const sealed = sentBack(await cookie().write("v", now)).slice("key=".length);
    expect(await cookie({ name: "other" }).read(`other=${sealed}`, now)).toBeNull();
  });

  test("with an outdated shape reads as null", async () => {
    const sealed = sentBack(await cookie().write("v", now));
    const numbers = sealedCookie({
      name: "key",
      schema: z.number(),
      maxAgeSeconds: 60,
      secrets: [newer],
      secure: false,
      ...kind,
    });
    expect(await numbers.read(sealed, now)).toBeNull();
  });

  test.each([null, "", "key", "key=", "key=garbage", "key=a.b.c.d.e", "other=1"])(
    "reads %j as null",
    async (header) => {
      expect(await cookie().read(header, now)).toBeNull();
    },
  );
});

/** The last base64url character has bits that decoders ignore. */
function sameBytes(a: string, b: string): boolean {
  const parts = (text: string) => text.split(".").map((part) => Buffer.from(part, "base64url").toString("hex"));
  return parts(a).join() === parts(b).join();
}
