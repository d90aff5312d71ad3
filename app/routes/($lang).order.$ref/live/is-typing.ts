/** Whether a field has unsent input or focus. */
export function isTyping(page: ParentNode & Pick<Document, "activeElement">): boolean {
  const fields = [...page.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(fieldsOfForms)];
  return fields.some((field) => field === page.activeElement || field.value !== field.defaultValue);
}

const fieldsOfForms = "main form :is(textarea, input:not([type=hidden], [type=checkbox], [type=radio], [readonly]))";
