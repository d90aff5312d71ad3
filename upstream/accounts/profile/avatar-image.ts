import sharp from "sharp";
import { type Refusal, refuseFields } from "../../domain/refusal.ts";

// Nothing but these is ever decoded, whatever a file says of itself: above all no drawing with links and scripts in it.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"],
});

const mostBytes = 512 * 1024;
/** A small file can hold a huge picture: more pixels than this are not even counted out. */
const mostPixels = 24_000_000;
const sidePixels = 256;
const drawnWithinSeconds = 5;

/** Decoded and drawn anew, square and small: nothing of the file itself stays, no place, no camera, no other content. */
export async function reencodedAvatar(dataUrl: string): Promise<Uint8Array | Refusal> {
  const encoded = /^data:image\/(?:png|jpeg|webp);base64,([A-Za-z0-9+/]+={0,2})$/.exec(dataUrl)?.[1];
  if (!encoded) return refuseFields({ pointer: "/image", code: "image_format" });
  const bytes = Buffer.from(encoded, "base64");
  if (bytes.byteLength > mostBytes)
    return refuseFields({ pointer: "/image", code: "image_large", meta: { max: "512 kB" } });
  try {
    const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: "error" });
    const { format } = await picture.metadata();
    if (!drawn.includes(format)) return refuseFields({ pointer: "/image", code: "image_format" });
    return await picture
      .autoOrient()
      .resize(sidePixels, sidePixels, { fit: "cover" })
      .webp({ quality: 82 })
      .timeout({ seconds: drawnWithinSeconds })
      .toBuffer();
  } catch {
    // Whatever it is, it is no picture that can be drawn.
    return refuseFields({ pointer: "/image", code: "image_format" });
  }
}

/** By what the file is, not by what it says of itself. */
const drawn: string[] = ["png", "jpeg", "webp"];
