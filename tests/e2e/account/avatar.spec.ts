import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { APIResponse } from "@playwright/test";
import sharp from "sharp";
import { startService } from "../../proof/service.ts";
import { startSite } from "../../support/site/site.ts";
import { Member } from "../people/member.ts";
import { expect, test } from "../setup/story.ts";

const here = "/dashboard/account/picture";
const secret = "Taken at 57.1,24.1";
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#3366cc" } });

/** As from a phone: large, with its location. */
const photo = () =>
  plain(4000, 3000)
    .withExif({ IFD0: { ImageDescription: secret } })
    .jpeg()
    .toBuffer();

class AvatarOwner extends Member {
  async chooses(name: string, buffer: Buffer, mimeType = "image/jpeg"): Promise<void> {
    await this.page.locator("#picture").setInputFiles({ name, mimeType, buffer });
    await this.button("account:picture.submit").click();
  }

  /** The member's pictures on the page; one has the size used on the picture page. */
  pictures() {
    return this.page.locator("img[src^='/api/v1/avatars/']");
  }
}

test("a photo becomes the avatar without its metadata and can be removed", async ({ page, site, lang }) => {
  const member = new AvatarOwner(page, lang, site);
  await member.beginsSignedIn();
  await member.opens("/dashboard/account");
  await page.getByRole("link", { name: member.say("account:profile.addPicture") }).click();
  await expect(member.pictures()).toHaveCount(0);
  await member.chooses("holiday.jpg", await photo());
  await expect(page.getByText(member.say("account:done.picture"))).toBeVisible();
  const address = await member.pictures().first().getAttribute("src");
  const bytes = await (await page.request.get(`${site.origin}${address}`)).body();
  const metadata = await sharp(bytes).metadata();
  expect(metadata).toMatchObject({ format: "webp", width: 256, height: 256 });
  expect(metadata.exif).toBeUndefined();
  expect(bytes.toString("latin1")).not.toContain(secret);
  await member.opens("/dashboard/account");
  await expect(page.getByRole("link", { name: member.say("account:profile.changePicture") })).toBeVisible();
  expect(await member.pictures().count()).toBeGreaterThan(0);
  await member.opens(here);
  await member.button("account:picture.remove").click();
  await expect(page.getByText(member.say("account:done.noPicture"))).toBeVisible();
  await expect(member.pictures()).toHaveCount(0);
  expect((await page.request.get(`${site.origin}${address}`)).status()).toBe(404);
});

test("a file that is no picture is rejected beside the field", async ({ page, site, hasScripts, lang }) => {
  const member = new AvatarOwner(page, lang, site);
  await member.beginsSignedIn();
  await member.opens(here);
  await member.button("account:picture.submit").click();
  const error = page.locator("#picture-error");
  await expect(error).toHaveText(member.say("account:picture.fault.missing"));
  const cases = [
    ["drawing.svg", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>"), "format"],
    ["letter.pdf", Buffer.from("%PDF-1.7"), "format"],
    ["dance.gif", Buffer.from("GIF89a, more or less"), "animated"],
    ["torn.jpg", (await photo()).subarray(0, 2000), "broken"],
    ["huge.jpg", Buffer.concat([await photo(), Buffer.alloc(24 * 1024 * 1024)]), "large"],
  ] as const;
  for (const [name, bytes, fault] of cases) {
    // A browser with scripts scales the picture down before upload, and so shrinks the last one.
    if (fault === "large" && hasScripts) continue;
    await member.chooses(name, bytes);
    await expect(error, name).toHaveText(member.say(`account:picture.fault.${fault}`));
  }
  await expect(member.pictures()).toHaveCount(0);
});

test("with a separate service the avatar is still served under the site's address", { tag: "@http" }, async ({
  newBrowser,
}) => {
  const secret = "c".repeat(64);
  const dataDir = await mkdtemp(join(tmpdir(), "kursa-apart-"));
  const service = await startService({
    ORDER_LINK_SECRETS: "o".repeat(64),
    ACCOUNT_SECRETS: "a".repeat(64),
    API_CLIENT_SECRET: secret,
    DATA_DIR: dataDir,
  });
  const site = await startSite({ API_BASE_URL: service.base, API_CLIENT_SECRET: secret });
  const behind = { ...site, origin: new URL(service.base).origin, serviceDataDir: dataDir };
  const member = new AvatarOwner(await newBrowser(site.origin), "en", behind);
  await member.beginsSignedIn();
  await member.opens(here);
  await member.chooses("holiday.jpg", await photo());
  await expect(member.page.getByText(member.say("account:done.picture"))).toBeVisible();
  const address = await member.pictures().first().getAttribute("src");
  const response = await member.page.request.get(`${site.origin}${address}`);
  expect(response.headers()).toMatchObject({ "content-type": "image/webp", "x-content-type-options": "nosniff" });
  expect(await sharp(await response.body()).metadata()).toMatchObject({ width: 256, height: 256 });
  await site.stop();
  await service.kill("SIGTERM");
  await rm(dataDir, { recursive: true, force: true });
});

test.describe("the upload form under attack", () => {
  const boundary = "kursa-boundary";
  const multipart = `multipart/form-data; boundary=${boundary}`;
  const part = (name: string, bytes: Buffer, type = "image/png") =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="a.png"\r\n`),
      Buffer.from(`Content-Type: ${type}\r\n\r\n`),
      bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]);

  test("rejects every malformed, foreign or oversized body with a 4xx page", { tag: "@http" }, async ({
    page,
    site,
  }) => {
    test.slow();
    const log = site.logFromNow();
    const member = new AvatarOwner(page, "en", site);
    await member.beginsSignedIn();
    const post = (data: Buffer, type: string, path = `/En${here}`): Promise<APIResponse> =>
      page.request.post(`${site.origin}${path}`, {
        headers: { Origin: site.origin, "Content-Type": type },
        data,
        maxRedirects: 0,
      });
    const sound = part("picture", await plain(90, 60).png().toBuffer());
    const script = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>");
    const bomb = await plain(10_000, 10_000).png().toBuffer();
    const attacks: [name: string, status: number, send: () => Promise<APIResponse>][] = [
      ["a script in a drawing", 400, () => post(part("picture", script, "image/png"), multipart)],
      ["a hundred million pixels", 400, () => post(part("picture", bomb), multipart)],
      ["a body that ends in the middle", 400, () => post(sound.subarray(0, sound.byteLength - 40), multipart)],
      ["nothing", 400, () => post(Buffer.alloc(0), multipart)],
      ["noise", 400, () => post(Buffer.alloc(5000, 7), multipart)],
      ["a boundary that never comes", 400, () => post(sound, "multipart/form-data; boundary=other")],
      ["no boundary", 415, () => post(sound, "multipart/form-data")],
      ["another name", 400, () => post(part("photo", Buffer.alloc(9)), multipart)],
      ["JSON", 415, () => post(Buffer.from("{}"), "application/json")],
      ["a picture as it is", 415, () => post(sound, "image/png")],
      ["twenty megabytes", 413, () => post(part("picture", Buffer.alloc(20 * 1024 * 1024)), multipart)],
      ["a large form without a file", 413, () => post(Buffer.alloc(100_000, "a"), "application/x-www-form-urlencoded")],
      ["too many parts", 413, () => post(Buffer.concat(Array(200).fill(part("a", Buffer.alloc(0)))), multipart)],
      ["a file for another page", 415, () => post(sound, multipart, "/En/dashboard/account")],
    ];
    for (const [name, status, send] of attacks) {
      const response = await send();
      expect(response.status(), name).toBe(status);
      expect(await response.text(), name).toContain("<h1");
    }
    for (const origin of ["https://evil.example", "null"]) {
      const headers = { Origin: origin, "Content-Type": multipart };
      const foreign = await page.request.post(`${site.origin}/En${here}`, { headers, data: sound });
      expect(foreign.status(), origin).toBe(403);
    }
    expect((await post(sound, multipart)).status()).toBe(303);
    await member.opens(here);
    await expect(member.pictures().first()).toBeVisible();
    await page.context().clearCookies({ name: "session" });
    const guest = await post(sound, multipart);
    expect([guest.status(), guest.headers().location]).toEqual([303, expect.stringContaining("/En/sign-in?next=")]);
    expect(log()).not.toContain("Error");
  });

  test("stays within its memory limit for decompression bombs", { tag: "@http" }, async ({ site, newBrowser }) => {
    test.slow();
    // Just below the 24 megapixels that are accepted, so that each is decoded.
    const bomb = part("picture", await plain(4890, 4890).png({ progressive: true }).toBuffer());
    const people = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const member = new AvatarOwner(await newBrowser(), "en", site);
        await member.beginsSignedIn();
        return member;
      }),
    );
    const before = memoryMegabytes(site.process.pid);
    const statuses = await Promise.all(
      people.flatMap((member) =>
        Array.from({ length: 3 }, async () => {
          const response = await member.page.request.post(`${site.origin}/En${here}`, {
            headers: { Origin: site.origin, "Content-Type": multipart },
            data: bomb,
            maxRedirects: 0,
          });
          return response.status();
        }),
      ),
    );
    // One at a time per member; further ones get 429, unless a busy machine sends them after the first has ended, or reaches the
    // time limit of the decoding: 400.
    expect(statuses.filter((status) => ![303, 400, 429].includes(status))).toEqual([]);
    expect(statuses).toContain(429);
    // Each takes 90 MB while decoded, three together 300: one at a time.
    expect(memoryMegabytes(site.process.pid) - before).toBeLessThan(250);
  });
});

/** Peak memory of the process. */
function memoryMegabytes(pid: number | undefined): number {
  const held = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(held) / 1024;
}
