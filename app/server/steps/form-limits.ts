import { formBounds } from "../../http/request/form-bounds.ts";
import { changesSomething } from "../../http/request/own-origin.server.ts";
import type { Refusal } from "../../http/request/request-facts.ts";
import { splitPath } from "../../i18n/languages.ts";
import { type FrontRequest, type FrontResponse, headerOf, type Step, textResponse } from "../front-request.ts";
import type { AddressLimit } from "../pages/address-limit.ts";
import { isApiPath, isOneClick, refuseRequest } from "./origin.ts";
import { type BodyReader, unreadAnswer } from "./read-body.ts";

/** Three pictures of a message, and its text. What is longer is not kept: the page then says so by its length. */
const longestUpload = 16 * 1024 * 1024;
/** The forms with files. Their pages check size and fields, to report them beside the field; the bounds are the same. */
const uploadPath = /^\/(dashboard\/account\/picture|company\/contact-us|support\/[\w-]{1,20})(\.data)?$/;

/**
 * Refuses invalid form posts before a page reads them, and reads the others: whatever parses a form later has a small
 * one. An address with too many bad posts gets a bare 429, which costs less than a page. The API has its own limits and
 * errors.
 */
export function formLimitsStep(
  badPosts: AddressLimit,
  bodies: BodyReader,
  busy: (request: FrontRequest) => FrontResponse,
): Step {
  const read = async (request: FrontRequest): Promise<FrontResponse | undefined> => {
    const longest = isUpload(request) ? longestUpload : formBounds.textBytes;
    const form = await bodies.read(request, longest, isUpload(request));
    if (typeof form === "string") return unreadAnswer(form, request, busy);
    return isUpload(request) ? keepUpload(request, form) : keepForm(request, form);
  };
  /**
   * Its body says only that it is one, as `multipart/form-data` or urlencoded (RFC 8058, section 3.1), in chunks or not. No
   * action gets it. One mail provider presses for many of its users, so its presses do not count as bad posts.
   */
  const readOneClick = async (request: FrontRequest): Promise<FrontResponse | undefined> => {
    const body = await bodies.read(request, formBounds.textBytes);
    if (typeof body === "string") return unreadAnswer(body, request, busy);
    if (body.byteLength > formBounds.textBytes) return textResponse(413, "The request is too large.\n");
    request.body = new Uint8Array();
    return undefined;
  };
  return (request) => {
    const { facts, outgoing } = request;
    if (facts.refusal === null && (!changesSomething(request.method) || isApiPath(request.path))) return undefined;
    if (facts.refusal === null && isOneClick(request)) return readOneClick(request);
    const waitSeconds = badPosts.wait(facts.clientAddress, performance.now());
    if (waitSeconds !== null) return tooMany(waitSeconds);
    outgoing.once("finish", () => {
      const { statusCode } = outgoing;
      if (statusCode >= 400 && statusCode < 500) badPosts.take(facts.clientAddress, performance.now());
    });
    if (facts.refusal !== null) return undefined;
    const refused = refusalOf(request);
    if (refused) return refuseRequest(request, { ...refused, path: request.path });
    return read(request);
  };
}

function refusalOf(request: FrontRequest): Omit<Refusal, "path"> | undefined {
  // Forms use GET and POST. An action would treat any other method as a submit.
  if (request.method !== "POST") return { status: 405, code: "wrong_method" };
  const length = headerOf(request, "content-length");
  // Without Content-Length the size would be known only after reading. Browsers always send it with forms.
  if (length === undefined && headerOf(request, "transfer-encoding")) return { status: 411, code: "length_required" };
  if (isUpload(request)) return undefined;
  if (Number(length ?? 0) > formBounds.textBytes) return { status: 413, code: "too_large" };
  // All other forms have this type, empty ones too; anything else would fail later as an internal error.
  const type = headerOf(request, "content-type") ?? "";
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) return { status: 415, code: "wrong_type" };
  return undefined;
}

function isUpload(request: FrontRequest): boolean {
  const type = headerOf(request, "content-type") ?? "";
  return uploadPath.test(splitPath(request.path).path) && /^multipart\/form-data\s*;/i.test(type);
}

/** An upload takes as long as the visitor's connection needs: the page's time begins when it is read. */
function keepUpload(request: FrontRequest, form: Uint8Array<ArrayBuffer>): undefined {
  request.body = form.byteLength > longestUpload ? new Uint8Array() : form;
  request.facts.receivedMs = performance.now();
}

function keepForm(request: FrontRequest, form: Uint8Array<ArrayBuffer>): undefined {
  request.body = form;
  const code = formFault(form);
  if (code) refuseRequest(request, { status: 413, code, path: request.path });
}

function formFault(form: Uint8Array): "too_many_fields" | "too_large" | undefined {
  let fields = 1;
  let nameBytes = 0;
  let inName = true;
  for (const byte of form) {
    if (byte === ampersand) {
      fields += 1;
      [nameBytes, inName] = [0, true];
    } else if (byte === equals) inName = false;
    else if (inName) nameBytes += 1;
    if (fields > formBounds.fields) return "too_many_fields";
    if (nameBytes > formBounds.nameBytes) return "too_large";
  }
  return undefined;
}

const ampersand = "&".charCodeAt(0);
const equals = "=".charCodeAt(0);

function tooMany(waitSeconds: number): FrontResponse {
  return textResponse(429, "Too many forms with errors. Try again in a moment.\n", {
    "retry-after": String(waitSeconds),
    "cache-control": "no-store",
  });
}
