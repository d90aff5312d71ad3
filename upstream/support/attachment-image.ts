import sharp from "sharp";
import { type Refusal, refuseFields } from "../shared/rules/refusal.ts";

// Only these formats are decoded, whatever the file claims: in particular no SVG with links and scripts, and no PDF.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"],
});

/** What the contract's body allows. */
const maxBytes = 1024 * 1024;
/** A small file can decode to a huge picture: above this many pixels it is not decoded. */
const maxPixels = 24_000_000;
/** Enough to read a screenshot. */
const maxWidth = 2000;
/** Pictures of whole pages are long. */
const maxHeight = 8000;
const timeoutSeconds = 5;
const drawn: string[] = ["png", "jpeg", "webp"];

const wrongFormat = refuseFields({ pointer: "/image", code: "image_format" });

/** The picture of a `data:` address, re-encoded. */
export async function reencodedDataUrl(dataUrl: string): Promise<Uint8Array | Refusal> {
  const encoded = /^data:image\/(?:png|jpeg|webp);base64,([A-Za-z0-9+/]+={0,2})$/.exec(dataUrl)?.[1];
  if (!encoded) return wrongFormat;
  const bytes = Buffer.from(encoded, "base64");
  if (bytes.byteLength > maxBytes)
    return refuseFields({ pointer: "/image", code: "image_large", meta: { max: "1 MB" } });
  return reencodedPicture(bytes);
}

/** Decoded and re-encoded as WebP: no metadata, location or other content of the file remains. */
export async function reencodedPicture(bytes: Uint8Array): Promise<Uint8Array | Refusal> {
  try {
    const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn: "error" });
    const { format } = await picture.metadata();
    if (!drawn.includes(format)) return wrongFormat;
    return await picture
      .autoOrient()
      .resize(maxWidth, maxHeight, { fit: "inside", withoutEnlargement: true })
      .webp({ quality: 82 })
      .timeout({ seconds: timeoutSeconds })
      .toBuffer();
  } catch {
    // The file is no picture that can be decoded.
    return wrongFormat;
  }
}
