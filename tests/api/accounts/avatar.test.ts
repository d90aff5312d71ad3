import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import { avatar } from "../../../upstream/db/schema/accounts.ts";
import { refused } from "../../support/service/api-client.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { onePixel } from "../../support/service/member-calls.ts";
import { by, type Member, signedUp } from "../../support/service/members.ts";

let service: Exchange;
let anna: Member;

beforeEach(async () => {
  service = await exchange();
  anna = await signedUp(service, "anna@example.com");
});

const set = (image: string | null) => service.call("memberSettingsAvatar", { body: { image }, ...by(anna.token) });
const dataUrl = (bytes: Buffer, type = "png") => `data:image/${type};base64,${bytes.toString("base64")}`;
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#3366cc" } });
const imageAt = (url: string | null) =>
  service.fetch(new Request(`http://exchange.test${url}`), { address: "192.0.2.1", isTrusted: false });

describe("an avatar", () => {
  test("is re-encoded: small, square and without metadata", async () => {
    const secret = "Anna lives at 57.1,24.1";
    const photo = await plain(900, 600)
      .withExif({ IFD0: { ImageDescription: secret } })
      .jpeg()
      .toBuffer();
    expect(photo.toString("latin1")).toContain(secret);
    const url = (await set(dataUrl(photo, "jpeg"))).reply().data.avatar_url;
    const response = await imageAt(url);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "webp", width: 256, height: 256 });
    expect(bytes.toString("latin1")).not.toContain(secret);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/webp",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "cache-control": "public, max-age=31536000, immutable",
    });
    expect((await service.call("memberProfile", by(anna.token))).reply().data.avatar_url).toBe(url);
  });

  test("is part of the data export", async () => {
    const picture = async () => (await service.call("memberExport", by(anna.token))).reply().data.picture;
    expect(await picture()).toBeNull();
    const url = (await set(onePixel)).reply().data.avatar_url;
    const bytes = Buffer.from(await (await imageAt(url)).arrayBuffer());
    expect(await picture()).toBe(`data:image/webp;base64,${bytes.toString("base64")}`);
  });

  test("is replaced by the next one, and deleted on request", async () => {
    const first = (await set(onePixel)).reply().data.avatar_url;
    const second = (await set(onePixel)).reply().data.avatar_url;
    expect(second).not.toBe(first);
    expect((await imageAt(first)).status).toBe(404);
    expect((await imageAt(second)).status).toBe(200);
    expect((await set(null)).reply().data.avatar_url).toBeNull();
    expect(await service.upstream.context.db.orm.select().from(avatar)).toEqual([]);
  });

  test("is refused when invalid, of another type or too large", async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>');
    const gif = await plain(9, 9).gif().toBuffer();
    const bomb = await plain(6000, 6000).png().toBuffer();
    expect(bomb.byteLength).toBeLessThan(512 * 1024);
    const wrong = [
      "https://example.com/a.png",
      "data:text/html;base64,PGI+",
      dataUrl(Buffer.from("not a picture")),
      dataUrl(svg),
      dataUrl(gif),
      dataUrl(bomb),
      onePixel.slice(0, -30),
    ];
    for (const image of wrong) {
      expect(refused(await set(image)).errors).toEqual([{ pointer: "/image", code: "image_format" }]);
    }
    const large = dataUrl(Buffer.alloc(512 * 1024 + 1, "a"));
    expect(refused(await set(large)).errors).toMatchObject([{ code: "image_large", meta: { max: "512 kB" } }]);
    expect((await set("a".repeat(800_000))).problem().code).toBe("too_large");
  });
});
