type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * What a visitor types before the page is hydrated stays, also where hydration fails and React makes the page anew: because of
 * an extension's element beside the body, or a translation. In the page's memory only, until it is hydrated.
 */
export function keepTypedFields(): void {
  const typed = new Map<string, string>();
  const note = (field: Element) => isField(field) && typed.set(nameOf(field), stateOf(field));
  for (const field of fields()) if (stateOf(field) !== firstStateOf(field)) note(field);
  const onInput = ({ target }: Event) => target instanceof Element && note(target);
  const events = ["input", "change"] as const;
  for (const type of events) document.addEventListener(type, onInput, { capture: true });
  addEventListener(
    "kursa:hydrated",
    () => {
      for (const type of events) document.removeEventListener(type, onInput, { capture: true });
      for (const field of fields()) restore(field, typed.get(nameOf(field)));
    },
    { once: true },
  );
}

function restore(field: Field, state: string | undefined): void {
  // What the page itself has changed since is not overwritten.
  if (state === undefined || stateOf(field) === state || stateOf(field) !== firstStateOf(field)) return;
  const isTicked = isBox(field);
  const kind = Object.getPrototypeOf(field) as object;
  // As React's own setter would hide the change from it.
  Object.getOwnPropertyDescriptor(kind, isTicked ? "checked" : "value")?.set?.call(
    field,
    isTicked ? state === "true" : state,
  );
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
}

const fields = () => [...document.querySelectorAll<Field>("input[name], textarea[name], select[name]")].filter(isField);

function isField(element: Element): element is Field {
  if (element instanceof HTMLInputElement) return !["hidden", "file", "submit"].includes(element.type);
  return element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;
}

const isBox = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio");

const stateOf = (field: Field) => String(isBox(field) ? field.checked : field.value);

function firstStateOf(field: Field): string {
  if (isBox(field)) return String(field.defaultChecked);
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue;
  return ([...field.options].find(({ defaultSelected }) => defaultSelected) ?? field.options[0])?.value ?? "";
}

/** Of the same form, the same name and, for boxes, the same value. */
function nameOf(field: Field): string {
  return [field.form?.getAttribute("action"), field.name, isBox(field) ? field.value : ""].join("\n");
}
