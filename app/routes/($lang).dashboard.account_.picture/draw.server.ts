import sharp from "sharp";
import type { PictureFault } from "./fault.ts";

// Only these formats are decoded, by content and not by declared type; above all no SVG with links and scripts.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"],
});

/** As in the service, and more than cameras of phones take by default; a small file can declare gigabytes. */
const maxPixels = 24_000_000;
/** The service re-encodes it smaller; this fits its limit at any quality. */
const sidePixels = 512;
const timeoutSeconds = 5;

/** One at a time: decoding a large one takes up to 200 MB. */
let queue: Promise<unknown> = Promise.resolve();

/** Re-encodes a photo as a small square picture in a data: URL, or returns what is wrong with it. */
export function reencodePicture(bytes: Buffer): Promise<{ dataUrl: string } | { fault: PictureFault }> {
  const drawing = queue.then(() => reencode(bytes));
  queue = drawing;
  return drawing;
}

async function reencode(bytes: Buffer): Promise<{ dataUrl: string } | { fault: PictureFault }> {
  const start = bytes.toString("latin1", 0, 12);
  if (start.startsWith("GIF8")) return { fault: "animated" };
  if (!isSupported(start)) return { fault: "format" };
  try {
    const picture = sharp(bytes, { limitInputPixels: false, failOn: "error" });
    const { width, height, pages = 1 } = await picture.metadata();
    if (pages > 1 || isAnimatedPng(bytes)) return { fault: "animated" };
    if (width * height > maxPixels) return { fault: "pixels" };
    const drawn = await picture
      .autoOrient()
      .resize(sidePixels, sidePixels, { fit: "cover" })
      .webp({ quality: 90 })
      .timeout({ seconds: timeoutSeconds })
      .toBuffer();
    return { dataUrl: `data:image/webp;base64,${drawn.toString("base64")}` };
  } catch {
    return { fault: "broken" };
  }
}

/** By the first bytes of the file, not by its declared type. */
function isSupported(start: string): boolean {
  const isWebp = start.startsWith("RIFF") && start.endsWith("WEBP");
  return isWebp || start.startsWith("\x89PNG\r\n\x1a\n") || start.startsWith("\xff\xd8\xff");
}

/** An APNG has this chunk before its image data. */
function isAnimatedPng(bytes: Buffer): boolean {
  const animation = bytes.indexOf("acTL");
  return animation !== -1 && bytes[0] === 0x89 && animation < bytes.indexOf("IDAT");
}
