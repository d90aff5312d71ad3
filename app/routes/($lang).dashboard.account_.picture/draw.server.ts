import sharp from "sharp";
import type { PictureFault } from "./fault.ts";

// Nothing but these is ever decoded, whatever a file says of itself: above all no drawing with links and scripts in it.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"],
});

/** Photos of telephones have up to 48 million; a small file can hold far more, and would take gigabytes to draw. */
const mostPixels = 50_000_000;
/** The service draws it once more, smaller; this fits into its limit at any quality. */
const sidePixels = 512;
const drawnWithinSeconds = 5;

/** One at a time: a large one takes up to 200 MB while it is drawn. */
let turn: Promise<unknown> = Promise.resolve();

/** A photo of any size as a small square picture in a data: URL, or why it cannot be one. */
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

/** By what a file begins with, not by what it says of itself. */
function isDrawn(start: string): boolean {
  const isWebp = start.startsWith("RIFF") && start.endsWith("WEBP");
  return isWebp || start.startsWith("\x89PNG\r\n\x1a\n") || start.startsWith("\xff\xd8\xff");
}

/** A chunk of this name stands before the picture itself. */
function isMovingPng(bytes: Buffer): boolean {
  const animation = bytes.indexOf("acTL");
  return animation !== -1 && bytes[0] === 0x89 && animation < bytes.indexOf("IDAT");
}
