/** Parts of a form with its boundaries; our largest has a dozen. */
const mostParts = 100;

/** The fields and files of a form that has been read; or why it is none: too many parts, or an incomplete body. */
export async function multipartForm(body: Buffer, type: string): Promise<FormData | "parts" | "broken"> {
  if (hasTooManyParts(body, type)) return "parts";
  const parsed = new Response(new Uint8Array(body), { headers: { "Content-Type": type } }).formData();
  return parsed.catch(() => "broken" as const);
}

/** The parser takes most of a second for eight megabytes of small parts. */
function hasTooManyParts(body: Buffer, type: string): boolean {
  const boundary = /boundary="?([^";]+)/i.exec(type)?.[1] ?? "";
  let parts = 0;
  for (
    let at = body.indexOf(boundary);
    boundary && at >= 0 && parts <= mostParts;
    at = body.indexOf(boundary, at + 1)
  ) {
    parts += 1;
  }
  return parts > mostParts;
}
