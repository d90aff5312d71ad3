import sharp from "sharp";
import { type Refusal, refuseFields } from "../../shared/rules/refusal.ts";

// Only these formats are decoded, whatever the file claims: in particular no SVG with links and scripts.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"],
});

const maxBytes = 512 * 1024;
/** A small file can decode to a huge picture: above this many pixels it is not decoded. */
const maxPixels = 24_000_000;
const sidePixels = 256;
const timeoutSeconds = 5;

/** Decoded and re-encoded, square and small: no metadata, location or other content of the file remains. */
export async function reencodedAvatar(dataUrl: string): Promise<Uint8Array | Refusal> {
  const encoded = /^data:image\/(?:png|jpeg|webp);base64,([A-Za-z0-9+/]+={0,2})$/.exec(dataUrl)?.[1];
  if (!encoded) return refuseFields({ pointer: "/image", code: "image_format" });
  const bytes = Buffer.from(encoded, "base64");
  if (bytes.byteLength > maxBytes)
    return refuseFields({ pointer: "/image", code: "image_large", meta: { max: "512 kB" } });
  try {
    const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn: "error" });
    const { format } = await picture.metadata();
    if (!drawn.includes(format)) return refuseFields({ pointer: "/image", code: "image_format" });
    return await picture
      .autoOrient()
      .resize(sidePixels, sidePixels, { fit: "cover" })
      .webp({ quality: 82 })
      .timeout({ seconds: timeoutSeconds })
      .toBuffer();
  } catch {
    // The file is no picture that can be decoded.
    return refuseFields({ pointer: "/image", code: "image_format" });
  }
}

/** Detected from the content, not from the declared type. */
const drawn: string[] = ["png", "jpeg", "webp"];
