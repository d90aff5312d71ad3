import { asciiForm, unwrapped } from "../../../../contract/values/pasted-text.ts";

/** Syntax of an email address: ASCII, one `@`, a domain with a dot. Only sending to it shows whether it exists. */
const local = "(?!/)[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*";
const label = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
const address = new RegExp(`^${local}@(?:${label}\\.)+[A-Za-z][A-Za-z0-9-]*[A-Za-z0-9]$`);

/** RFC 5321. */
export const maxEmailLength = 254;
/** Of a pasted text with an address in it, so that a long one costs nothing. */
const maxPastedLength = 1000;

/** A name before or behind an address, one of the two in brackets. */
const twoParts = /^([^<>\n\r]*?)(?:<([^<>]+)>|\[([^[\]]+)\]|\(([^()]+)\))$/;
const finalMarks = /[\s.,;:!?…。]+$/u;
const fieldName =
  /^(?:(?:my )?e-?mail(?: address)?|mail|paypal|(?:эл\.? ?|электронная )?почта|(?:электронный )?адрес|имейл|эл\. адрес) ?: */iu;

/**
 * The address with its domain in lower case; undefined when invalid. RFC 5321 limits: 64 and 254 characters. Read as people
 * paste it: `Anna <anna@mail.com>`, `anna@mail.com (Anna)`, `Email: anna@mail.com`, `mailto:anna@mail.com`, in quotes, of full width,
 * with invisible characters or punctuation at its end. A text with two different addresses has none.
 */
export function readEmail(text: string): string | undefined {
  if (text.length > maxPastedLength) return undefined;
  const typed = asciiForm(text).trim().replace(finalMarks, "");
  const [, outer = "", ...inner] = twoParts.exec(typed) ?? [];
  const parts = [outer, ...inner].filter((part) => part?.includes("@"));
  const [first, ...others] = (parts.length > 0 ? parts : [typed]).map(addressIn);
  return others.every((other) => other?.toLowerCase() === first?.toLowerCase()) ? first : undefined;
}

function addressIn(text: string): string | undefined {
  const typed = withoutScheme(unwrapped(text).replace(fieldName, "").replace(finalMarks, ""));
  const plain = typed === undefined ? "" : unwrapped(typed).replace(finalMarks, "");
  const at = plain.lastIndexOf("@");
  if (plain.length > maxEmailLength || at > 64 || !address.test(plain)) return undefined;
  return plain.slice(0, at) + plain.slice(at).toLowerCase();
}

/** RFC 6068; undefined for a link that is broken or names further recipients. */
function withoutScheme(text: string): string | undefined {
  const [, target = "", query = ""] = /^([^?]*@[^?]*|[^@?]*)(\?[a-z-]+=.*)?$/is.exec(text) ?? ["", text];
  if (/[?&](?:to|cc|bcc)=/i.test(query)) return undefined;
  if (!/^mailto:/i.test(target)) return target;
  const encoded = target.replace(/^mailto:(?:\/\/)?\s*/i, "");
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}
