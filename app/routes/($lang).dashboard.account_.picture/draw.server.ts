import sharp from "sharp";
import type { PictureFault } from "./fault.ts";

// Only these formats are decoded, by content and not by declared type; above all no SVG with links and scripts.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"],
});

/** Phone photos have up to 48 megapixels; a small file can declare far more and would take gigabytes to decode. */
const mostPixels = 50_000_000;
/** The service re-encodes it smaller; this fits its limit at any quality. */
const sidePixels = 512;
const drawnWithinSeconds = 5;

/** One at a time: decoding a large one takes up to 200 MB. */
let turn: Promise<unknown> = Promise.resolve();

/** Re-encodes a photo as a small square picture in a data: URL, or returns what is wrong with it. */
export function draw(bytes: Buffer): Promise<{ dataUrl: string } | { fault: PictureFault }> {
  const drawing = turn.then(() => drawNow(bytes));
  turn = drawing;
  return drawing;
}

async function drawNow(bytes: Buffer): Promise<{ dataUrl: string } | { fault: PictureFault }> {
  const start = bytes.toString("latin1", 0, 12);
  if (start.startsWith("GIF8")) return { fault: "animated" };
  if (!isDrawn(start)) return { fault: "format" };
  try {
    const picture = sharp(bytes, { limitInputPixels: false, failOn: "error" });
    const { width, height, pages = 1 } = await picture.metadata();
    if (pages > 1 || isMovingPng(bytes)) return { fault: "animated" };
    if (width * height > mostPixels) return { fault: "pixels" };
    const drawn = await picture
      .autoOrient()
      .resize(sidePixels, sidePixels, { fit: "cover" })
      .webp({ quality: 90 })
      .timeout({ seconds: drawnWithinSeconds })
      .toBuffer();
    return { dataUrl: `data:image/webp;base64,${drawn.toString("base64")}` };
  } catch {
    return { fault: "broken" };
  }
}

/** By the first bytes of the file, not by its declared type. */
function isDrawn(start: string): boolean {
  const isWebp = start.startsWith("RIFF") && start.endsWith("WEBP");
  return isWebp || start.startsWith("\x89PNG\r\n\x1a\n") || start.startsWith("\xff\xd8\xff");
}

/** An APNG has this chunk before its image data. */
function isMovingPng(bytes: Buffer): boolean {
  const animation = bytes.indexOf("acTL");
  return animation !== -1 && bytes[0] === 0x89 && animation < bytes.indexOf("IDAT");
}
