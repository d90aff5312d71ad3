import { isSecretField } from "../../../forms/secret-fields.ts";
import { splitPath } from "../../../i18n/languages.ts";

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
/** What fields hold, by `nameOf`. */
type Typed = Record<string, string>;

const storageKey = "typed";
const rememberAfterMs = 300;
const events = ["input", "change"] as const;

/**
 * Keeps what a visitor types:
 * - before the page is hydrated, also where hydration fails and React makes the page anew, because of an extension's element
 *   beside the body or a translation;
 * - when the page is loaded again or left and come back to, in the state of its entry in the tab's history;
 * - when language or theme is switched, in the tab's storage until the next page.
 * The last two keep no passwords and no codes.
 */
export function keepTypedFields(): void {
  const typed: Typed = { ...lastVisitOf(history.state), ...carriedHere() };
  const note = (field: Element) => {
    if (isField(field)) typed[nameOf(field)] = stateOf(field);
  };
  for (const field of fields()) if (isTyped(field)) note(field);
  const onInput = ({ target }: Event) => target instanceof Element && note(target);
  for (const type of events) document.addEventListener(type, onInput, { capture: true });
  addEventListener(
    "kursa:hydrated",
    () => {
      for (const type of events) document.removeEventListener(type, onInput, { capture: true });
      releaseForm();
      restore(typed);
      // Fields that appear because another one was restored.
      requestAnimationFrame(() => {
        restore(typed);
        rememberVisit();
      });
      for (const type of events) document.addEventListener(type, rememberSoon, { capture: true });
    },
    { once: true },
  );
  addEventListener("pagehide", rememberVisit);
  document.addEventListener("submit", carry, { capture: true });
}

/** From now on the tab keeps what is typed: the switches of language and theme no longer send the page's form along. */
function releaseForm(): void {
  for (const button of document.querySelectorAll("button[form][formaction^='/preferences']")) {
    for (const name of ["form", "formaction", "formmethod", "formenctype"]) button.removeAttribute(name);
  }
}

function restore(typed: Typed): void {
  for (const field of fields()) {
    const state = typed[nameOf(field)];
    // What the page itself has changed since is not overwritten.
    if (state === undefined || stateOf(field) === state || isTyped(field)) continue;
    // The prototype's setter: React's own would hide the change from it.
    const setter = (name: string) => Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), name)?.set;
    if (isBox(field)) setter("checked")?.call(field, state === "true");
    else setter("value")?.call(field, state);
    for (const type of events) field.dispatchEvent(new Event(type, { bubbles: true }));
  }
}

/** Of forms that are sent: the calculator's input is in the address. */
function typedInForms(): Typed {
  const formFields = fields().filter((field) => field.form?.method === "post" && !isSecret(field) && isTyped(field));
  return Object.fromEntries(formFields.map((field) => [nameOf(field), stateOf(field)]));
}

let waiting: ReturnType<typeof setTimeout> | undefined;

/** Not at each letter: browsers limit how often the state may change. */
function rememberSoon(): void {
  clearTimeout(waiting);
  waiting = setTimeout(rememberVisit, rememberAfterMs);
}

/** By its name, and by what it tells the browser: a new field may have another name. */
const isSecret = ({ name, type, autocomplete }: Field) =>
  isSecretField(name) || type === "password" || autocomplete === "one-time-code";

function rememberVisit(): void {
  history.replaceState({ ...history.state, [storageKey]: typedInForms() }, "");
}

function lastVisitOf(state: unknown): Typed {
  return isObject(state) && isObject(state[storageKey]) ? asTyped(state[storageKey]) : {};
}

function carry({ target }: Event): void {
  if (!(target instanceof HTMLFormElement) || target.getAttribute("action") !== "/preferences") return;
  inStorage((storage) => storage.setItem(storageKey, JSON.stringify({ page: pagePath(), fields: typedInForms() })));
}

function carriedHere(): Typed {
  const carried = inStorage((storage) => {
    const text = storage.getItem(storageKey);
    storage.removeItem(storageKey);
    return text === null ? undefined : (JSON.parse(text) as unknown);
  });
  return isObject(carried) && carried.page === pagePath() && isObject(carried.fields) ? asTyped(carried.fields) : {};
}

/** Undefined also when the browser blocks storage. */
function inStorage<Value>(use: (storage: Storage) => Value): Value | undefined {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
}

/** The same in both languages. */
const pagePath = () => splitPath(location.pathname).path;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const asTyped = (values: Record<string, unknown>): Typed =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

const fields = () => [...document.querySelectorAll("input[name], textarea[name], select[name]")].filter(isField);

function isField(element: Element): element is Field {
  if (element instanceof HTMLInputElement) return !["hidden", "file", "submit"].includes(element.type);
  return element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;
}

const isBox = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio");

const stateOf = (field: Field) => String(isBox(field) ? field.checked : field.value);

/** Holds something else than the page gave it. */
const isTyped = (field: Field) => stateOf(field) !== firstStateOf(field);

function firstStateOf(field: Field): string {
  if (isBox(field)) return String(field.defaultChecked);
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue;
  return ([...field.options].find(({ defaultSelected }) => defaultSelected) ?? field.options[0])?.value ?? "";
}

/** Of the same form, the same name and, for boxes, the same value; the same in both languages. */
function nameOf(field: Field): string {
  const action = splitPath(field.form?.getAttribute("action") ?? "").path;
  return [action, field.name, isBox(field) ? field.value : ""].join(" ");
}
