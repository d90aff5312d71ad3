/** The server's size. */
const sidePixels = 512;

/**
 * Scales the chosen photo down in the browser and replaces the file: a quick upload, without its location data. Returns
 * a data: URL for the preview. What the browser cannot decode is sent unchanged; the server reports what is wrong.
 */
export async function shrink(input: HTMLInputElement): Promise<string | null> {
  const file = input.files?.[0];
  const photo = file && (await createImageBitmap(file).catch(() => null));
  if (!photo) return null;
  const side = Math.min(photo.width, photo.height);
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = Math.min(side, sidePixels);
  const brush = canvas.getContext("2d");
  const [left, top] = [(photo.width - side) / 2, (photo.height - side) / 2];
  brush?.drawImage(photo, left, top, side, side, 0, 0, canvas.width, canvas.height);
  const small = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  // Another file may have been chosen meanwhile.
  if (!brush || !small || input.files?.[0] !== file) return null;
  const chosen = new DataTransfer();
  chosen.items.add(new File([small], file.name, { type: small.type }));
  input.files = chosen.files;
  return canvas.toDataURL("image/png");
}
