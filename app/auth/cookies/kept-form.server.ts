import { z } from "zod/v4";
import { sealedCookie } from "../../cookies/sealed-cookie.server.ts";
import { sessionSecrets } from "../../cookies/session-secrets.server.ts";
import { isSecretField } from "../../forms/secret-fields.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { cookieSeconds } from "../../settings/cookie-lifetimes.ts";
import { isHttps } from "../../settings/env.server.ts";

/** Browsers drop cookies over 4096 bytes. */
const maxCookieBytes = 4000;
/** As JSON, above every form of ours: more is not compressed at all. */
const mostBytes = 16_000;

const formSchema = z.object({ path: z.string().max(200), values: z.record(z.string(), z.string()) });
const cookie = sealedCookie({
  name: "kept-form",
  schema: formSchema,
  maxAgeSeconds: cookieSeconds.keptForm,
  secrets: sessionSecrets,
  secure: isHttps,
  mostBytes,
});

/**
 * The Set-Cookie header that keeps the submitted form, without passwords and codes, while the user signs in again. Null
 * when there is nothing to keep or it is too large. Reads a clone, so the body can still be read.
 */
export async function keepForm(args: RouteArgs): Promise<string | null> {
  if (args.request.method !== "POST" || args.request.bodyUsed || !isForm(args.request)) return null;
  return keepFields(args, new URL(args.request.url).pathname, await args.request.clone().formData());
}

/** The same for fields of the page at `path`. */
export async function keepFields(args: RouteArgs, path: string, fields: FormData): Promise<string | null> {
  const values: Record<string, string> = {};
  for (const [name, value] of fields) {
    if (typeof value === "string" && !isSecretField(name)) values[name] = value;
  }
  const form = { path, values };
  if (path.length > 200 || Buffer.byteLength(JSON.stringify(form)) > mostBytes) return null;
  const header = await cookie.write(form, args.context.receivedAt);
  return header.length > maxCookieBytes ? null : header;
}

/**
 * The form values submitted before the user had to sign in, or chose another language or theme. Send `forgetForm()` with the
 * response.
 */
export async function keptForm(args: RouteArgs): Promise<Record<string, string> | null> {
  const form = await cookie.read(args.request.headers.get("Cookie"), args.context.receivedAt);
  return form?.path === new URL(args.request.url).pathname ? form.values : null;
}

export function forgetForm(): string {
  return cookie.clear();
}

function isForm(request: Request): boolean {
  return request.headers.get("Content-Type")?.startsWith("application/x-www-form-urlencoded") ?? false;
}
