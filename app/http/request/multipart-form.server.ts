import { formBounds } from "./form-bounds.ts";

/** The fields and files of a form that has been read; or why it is none: its texts are beyond our bounds, or incomplete. */
export async function multipartForm(body: Buffer, type: string): Promise<FormData | "too_large" | "broken"> {
  if (hasTooManyParts(body, type)) return "too_large";
  const parsed = new Response(new Uint8Array(body), { headers: { "Content-Type": type } }).formData();
  const form = await parsed.catch(() => "broken" as const);
  return form === "broken" || areTextsBounded(form) ? form : "too_large";
}

/** The parser takes most of a second for eight megabytes of small parts. */
function hasTooManyParts(body: Buffer, type: string): boolean {
  const boundary = /boundary="?([^";]+)/i.exec(type)?.[1] ?? "";
  let parts = 0;
  for (
    let at = body.indexOf(boundary);
    boundary && at >= 0 && parts <= formBounds.fields;
    at = body.indexOf(boundary, at + 1)
  ) {
    parts += 1;
  }
  return parts > formBounds.fields;
}

/** Only files may fill the megabytes of an upload. */
function areTextsBounded(form: FormData): boolean {
  let textBytes = 0;
  for (const [name, value] of form) {
    const nameBytes = Buffer.byteLength(name);
    if (nameBytes > formBounds.nameBytes) return false;
    textBytes += nameBytes + Buffer.byteLength(typeof value === "string" ? value : value.name);
  }
  return textBytes <= formBounds.textBytes;
}
