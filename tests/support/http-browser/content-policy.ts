/** Whether a CSP allows a form of this page to lead there: https://www.w3.org/TR/CSP3/#directive-form-action. */
export function allowsForm(policy: string, target: URL, pageUrl: string): boolean {
  const directive = policy
    .split(";")
    .map((part) => part.trim().split(/\s+/))
    .find(([name]) => name === "form-action");
  if (!directive) return true;
  return directive.slice(1).some((source) => {
    if (source === "'self'") return target.origin === new URL(pageUrl).origin;
    if (source.endsWith(":")) return target.protocol === source;
    return source === "*" || source.replace(/\/$/, "") === target.origin;
  });
}
