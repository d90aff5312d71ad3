import sharp from "sharp";
import { expect, test } from "vitest";
import { reencodePicture } from "./draw.server.ts";

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#3366cc" } });
const tiny = () => plain(9, 9).png().toBuffer();

test("a phone photo becomes a small square without metadata, within the service's limit", async () => {
  const secret = "Anna lives at 57.1,24.1";
  const photo = await plain(5600, 4200)
    .withExif({ IFD0: { ImageDescription: secret } })
    .jpeg()
    .toBuffer();
  const drawn = await reencodePicture(photo);
  const dataUrl = "dataUrl" in drawn ? drawn.dataUrl : "";
  const bytes = Buffer.from(dataUrl.replace("data:image/webp;base64,", ""), "base64");
  expect(await sharp(bytes).metadata()).toMatchObject({ format: "webp", width: 512, height: 512 });
  expect(bytes.toString("latin1")).not.toContain(secret);
  expect(bytes.byteLength).toBeLessThan(512 * 1024);
});

test("noise, the worst case for compression, fits as well", async () => {
  const noise = await sharp({
    create: { width: 700, height: 700, channels: 3, background: "#000", noise: { type: "gaussian", sigma: 90 } },
  })
    .png()
    .toBuffer();
  const drawn = await reencodePicture(noise);
  expect("dataUrl" in drawn && drawn.dataUrl.length).toBeLessThan(512 * 1024);
});

test("data after the image are dropped", async () => {
  const drawn = await reencodePicture(
    Buffer.concat([await plain(60, 60).jpeg().toBuffer(), Buffer.from("<script>1</script>")]),
  );
  const dataUrl = "dataUrl" in drawn ? drawn.dataUrl : "";
  expect(Buffer.from(dataUrl.split(",")[1] ?? "", "base64").toString("latin1")).not.toContain("script");
  expect(dataUrl).toMatch(/^data:image\/webp/);
});

test("decodes one picture at a time", async () => {
  const large = await plain(4000, 4000).png({ progressive: true }).toBuffer();
  const small = await tiny();
  const drawn: string[] = [];
  await Promise.all([
    reencodePicture(large).then(() => drawn.push("large")),
    reencodePicture(small).then(() => drawn.push("small")),
  ]);
  expect(drawn).toEqual(["large", "small"]);
});

test.each([
  ["no picture", Buffer.from("not a picture"), "format"],
  ["an empty file", Buffer.alloc(0), "format"],
  ["a drawing with a script", Buffer.from("<?xml version='1.0'?><svg><script>1</script></svg>"), "format"],
  ["a moving GIF", Buffer.from("GIF89a and so on"), "animated"],
  ["a picture in name only", Buffer.from("\x89PNG\r\n\x1a\n<svg/>", "latin1"), "broken"],
] as const)("%s is refused", async (_, bytes, fault) => {
  expect(await reencodePicture(bytes)).toEqual({ fault });
});

test("animations, truncated files and decompression bombs are refused, each with its reason", async () => {
  const frames = await sharp([await tiny(), await plain(9, 9).negate().png().toBuffer()], { join: { animated: true } })
    .webp()
    .toBuffer();
  expect(await reencodePicture(frames)).toEqual({ fault: "animated" });
  const still = await tiny();
  const header = 33;
  const chunk = Buffer.from("\0\0\0\x08acTL\0\0\0\x02\0\0\0\0\xf3\x8d\x93\x70", "latin1");
  expect(await reencodePicture(Buffer.concat([still.subarray(0, header), chunk, still.subarray(header)]))).toEqual({
    fault: "animated",
  });
  expect(await reencodePicture((await plain(900, 900).png().toBuffer()).subarray(0, 900))).toEqual({ fault: "broken" });
  expect(await reencodePicture(await plain(10_000, 10_000).png().toBuffer())).toEqual({ fault: "pixels" });
});
