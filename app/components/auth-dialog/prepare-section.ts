import { countDown } from "../order/count-down.ts";
import { countdown } from "../order/use-seconds-left.ts";

/** So that no id here equals one on the page below. */
const idPrefix = "auth-";
const references = ["for", "aria-describedby", "aria-labelledby", "list"];

/**
 * Prepares the content of a fetched page for the dialog: title extracted, ids prefixed, resend timer and password
 * toggle attached.
 */
export function prepareSection(section: Element): { title: string; content: DocumentFragment } {
  const title = section.querySelector("h1");
  title?.remove();
  prefixIds(section);
  describeFirstField(section);
  for (const form of section.querySelectorAll<HTMLElement>("[data-resend-seconds]")) startCountdown(form);
  for (const button of section.querySelectorAll<HTMLElement>("[data-hide-label]")) attachPasswordToggle(button);
  const content = document.createDocumentFragment();
  content.append(...section.childNodes);
  return { title: title?.textContent ?? "", content };
}

function prefixIds(section: Element): void {
  for (const element of section.querySelectorAll("[id]")) element.id = idPrefix + element.id;
  for (const name of references) {
    for (const element of section.querySelectorAll(`[${name}]`)) {
      const ids = element.getAttribute(name)?.split(" ") ?? [];
      element.setAttribute(name, ids.map((id) => idPrefix + id).join(" "));
    }
  }
  for (const link of section.querySelectorAll('a[href^="#"]')) {
    link.setAttribute("href", `#${idPrefix}${link.getAttribute("href")?.slice(1)}`);
  }
}

/** Focus moves to the field at once; the description before it is read with the field. */
function describeFirstField(section: Element): void {
  const lead = section.querySelector(":scope > p");
  const field = section.querySelector(firstField);
  if (!lead || !field) return;
  lead.id = `${idPrefix}lead`;
  const describedBy = field.getAttribute("aria-describedby");
  field.setAttribute("aria-describedby", [lead.id, describedBy].filter(Boolean).join(" "));
}

export const firstField = 'input:not([type="hidden"])';

/** Enables the button for another code when the countdown ends. */
function startCountdown(form: HTMLElement): void {
  const button = form.querySelector("[data-resend-later]");
  const seconds = Number(form.dataset.resendSeconds);
  if (!button || !(seconds > 0)) return;
  const clock = document.createElement("span");
  clock.className = "figures text-body-2 text-ink-3";
  const show = (left: number) => {
    clock.textContent = form.dataset.resendIn?.replace("{{time}}", countdown(left)) ?? "";
    if (left === 0) clock.replaceWith(button);
  };
  show(seconds);
  button.replaceWith(clock);
  const stop = countDown(seconds, (left) => (form.isConnected ? show(left) : stop()));
}

/** Attaches the button that shows the password. */
function attachPasswordToggle(button: HTMLElement): void {
  const labels = [button.getAttribute("aria-label") ?? "", button.dataset.hideLabel ?? ""] as const;
  const input = button.parentElement?.parentElement?.querySelector("input");
  button.addEventListener("click", () => {
    if (!input) return;
    const isHidden = input.type === "password";
    input.type = isHidden ? "text" : "password";
    button.setAttribute("aria-pressed", String(isHidden));
    button.setAttribute("aria-label", labels[isHidden ? 1 : 0]);
  });
}
