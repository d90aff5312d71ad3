import sharp from "sharp";

// Only these formats are decoded, by content and not by declared type: no PDF, and no SVG with links and scripts.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"],
});

/** As in the service. A small file can declare far more pixels than memory holds. */
const maxPixels = 24_000_000;
const maxWidth = 2000;
const maxHeight = 8000;
/** The service's limit. */
const maxBytes = 1024 * 1024;
/** The worse one for pictures that are too large at the better. */
const qualities = [82, 50, 20];
const timeoutSeconds = 5;

/** A picture as a data: URL that the service accepts; `pixels` where it has too many, null for a file that is none. */
export async function shrinkPicture(bytes: Buffer): Promise<{ dataUrl: string } | "pixels" | null> {
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false, failOn: "error" }).metadata();
    if (width * height > maxPixels) return "pixels";
    for (const quality of qualities) {
      const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn: "error" });
      const drawn = await picture
        .autoOrient()
        .resize(maxWidth, maxHeight, { fit: "inside", withoutEnlargement: true })
        .webp({ quality })
        .timeout({ seconds: timeoutSeconds })
        .toBuffer();
      if (drawn.byteLength <= maxBytes) return { dataUrl: `data:image/webp;base64,${drawn.toString("base64")}` };
    }
    return null;
  } catch {
    // The file is no picture that can be decoded.
    return null;
  }
}
