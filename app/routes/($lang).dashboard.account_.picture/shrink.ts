/** As the server would draw it. */
const sidePixels = 512;

/**
 * Draws the chosen photo small in the browser and puts that in its place: sent in a moment, and without the place where
 * it was taken. Answers a data: URL to look at. What a browser cannot draw goes as it is; the server says what is wrong.
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
  // Meanwhile another one may have been chosen.
  if (!brush || !small || input.files?.[0] !== file) return null;
  const chosen = new DataTransfer();
  chosen.items.add(new File([small], file.name, { type: small.type }));
  input.files = chosen.files;
  return canvas.toDataURL("image/png");
}
