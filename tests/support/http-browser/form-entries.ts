/**
 * What a browser without scripts sends for a form: https://html.spec.whatwg.org/multipage/form-control-infrastructure.html
 * ("constructing the form data set", "form submission algorithm").
 */
export type Chosen = { name: string; mimeType: string; buffer: Buffer };
export type Submission = { url: string; method: "GET" | "POST"; body?: { type: string; bytes: Buffer } };

type Entry = [name: string, value: string | Chosen];

/** `files`: the chosen files of the page's file fields. */
export async function submissionOf(
  form: Element,
  submitter: Element,
  pageUrl: string,
  files: ReadonlyMap<Element, readonly Chosen[]>,
): Promise<Submission> {
  const formAttribute = (name: string) => submitter.getAttribute(`form${name}`) ?? form.getAttribute(name);
  const url = new URL(formAttribute("action") || pageUrl, pageUrl);
  const entries = controlsOf(form).flatMap((control) => entriesOf(control, submitter, files));
  if (formAttribute("method")?.toLowerCase() !== "post") {
    url.search = new URLSearchParams(entries.map(asText)).toString();
    return { url: url.href, method: "GET" };
  }
  const isMultipart = formAttribute("enctype")?.toLowerCase() === "multipart/form-data";
  return { url: url.href, method: "POST", body: isMultipart ? await multipart(entries) : urlEncoded(entries) };
}

/** Fields that block a submit, by name; empty without validation. */
export function refusedFields(form: Element, submitter: Element): string[] {
  if (form.hasAttribute("novalidate") || submitter.hasAttribute("formnovalidate")) return [];
  const looked = controlsOf(form).filter((control) => !isDisabled(control) && !control.hasAttribute("readonly"));
  const refused = looked.filter((control) => isMissing(control, form) || !fits(control));
  return refused.map((control) => control.getAttribute("name") ?? "");
}

/** An address as https://html.spec.whatwg.org/multipage/input.html#valid-email-address has it, without its lengths. */
const emailAddress = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d-]+(\.[a-z\d-]+)*$/i;

/** Typed text must match its field's type and pattern; empty fields are checked separately. */
function fits(control: Element): boolean {
  const value = fieldValue(control);
  if (value === "" || control.localName !== "input") return true;
  const pattern = control.getAttribute("pattern");
  if (pattern !== null && !new RegExp(`^(?:${pattern})$`, "v").test(value)) return false;
  return control.getAttribute("type") !== "email" || emailAddress.test(value);
}

function isMissing(control: Element, form: Element): boolean {
  if (!control.hasAttribute("required")) return false;
  const type = control.getAttribute("type");
  if (type === "checkbox") return !control.hasAttribute("checked");
  if (type !== "radio") return fieldValue(control) === "";
  const group = controlsOf(form).filter((other) => other.getAttribute("name") === control.getAttribute("name"));
  return !group.some((other) => other.hasAttribute("checked"));
}

/** The parser leaves references in a long field as they are, so they are read and written here. */
function longValue(control: Element): string {
  const references: Record<string, string> = { lt: "<", gt: ">", quot: '"', "#x27": "'", amp: "&" };
  const html = (control.textContent ?? "").replace(/^\n/, "");
  return html.replace(/&(lt|gt|quot|#x27|amp);/g, (whole, name: string) => references[name] ?? whole);
}

export function fillLong(control: Element, typed: string): void {
  control.textContent = typed.replace(/&/g, "&amp;").replace(/</g, "&lt;");
}

export function fieldValue(control: Element): string {
  if (control.localName === "textarea") return longValue(control);
  const isBox = control.matches("input[type=checkbox], input[type=radio]");
  if (control.localName !== "select") return control.getAttribute("value") ?? (isBox ? "on" : "");
  const chosen = optionsOf(control).filter((option) => option.hasAttribute("selected"));
  const selected = chosen.at(-1) ?? optionsOf(control).find((option) => !isDisabled(option));
  return selected ? optionValue(selected) : "";
}

export const optionsOf = (select: Element) => [...select.querySelectorAll("option")];
export const optionValue = (option: Element) => option.getAttribute("value") ?? (option.textContent ?? "").trim();

export function isDisabled(control: Element): boolean {
  if (control.hasAttribute("disabled")) return true;
  const around = control.parentElement?.closest("fieldset[disabled]");
  return around != null && control.closest("legend")?.parentElement !== around;
}

export function formOf(control: Element): Element | null {
  const id = control.getAttribute("form");
  return id === null ? control.closest("form") : control.ownerDocument.getElementById(id);
}

export function isSubmitter(element: Element): boolean {
  const type = element.getAttribute("type")?.toLowerCase();
  if (element.localName === "button") return type == null || type === "submit";
  return element.localName === "input" && (type === "submit" || type === "image");
}

function controlsOf(form: Element): Element[] {
  const all = form.ownerDocument.querySelectorAll("input, select, textarea, button");
  return [...all].filter((control) => formOf(control) === form);
}

const noFile: Chosen = { name: "", mimeType: "application/octet-stream", buffer: Buffer.alloc(0) };

function entriesOf(control: Element, submitter: Element, files: ReadonlyMap<Element, readonly Chosen[]>): Entry[] {
  const name = control.getAttribute("name");
  const type = control.getAttribute("type")?.toLowerCase() ?? "";
  const isButton = control.localName === "button" || ["submit", "button", "reset", "image"].includes(type);
  if (!name || isDisabled(control) || control.closest("datalist") || (isButton && control !== submitter)) return [];
  if (type === "checkbox" || type === "radio") {
    return control.hasAttribute("checked") ? [[name, fieldValue(control)]] : [];
  }
  if (type === "file") {
    return (files.get(control) ?? [noFile]).map((file) => [name, file]);
  }
  if (control.localName === "select" && control.hasAttribute("multiple")) {
    const chosen = optionsOf(control).filter((option) => option.hasAttribute("selected") && !isDisabled(option));
    return chosen.map((option) => [name, optionValue(option)]);
  }
  return [[name, fieldValue(control).replace(/\r\n?|\n/g, "\r\n")]];
}

const asText = ([name, value]: Entry): [string, string] => [name, typeof value === "string" ? value : value.name];

function urlEncoded(entries: Entry[]) {
  const text = new URLSearchParams(entries.map(asText)).toString();
  return { type: "application/x-www-form-urlencoded", bytes: Buffer.from(text) };
}

async function multipart(entries: Entry[]) {
  const data = new FormData();
  for (const [name, value] of entries) {
    if (typeof value === "string") data.append(name, value);
    else data.append(name, new Blob([new Uint8Array(value.buffer)], { type: value.mimeType }), value.name);
  }
  const sent = new Response(data);
  const type = sent.headers.get("Content-Type") ?? "";
  return { type, bytes: Buffer.from(await sent.arrayBuffer()) };
}
