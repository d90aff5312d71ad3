import type { ComponentProps } from "react";
import { Field } from "./field.tsx";

/** An amount as people type it: a keyboard with digits, no correction, no spinner; grouping and either sign may be pasted. */
export function MoneyField(props: Omit<ComponentProps<typeof Field>, "type" | "inputMode" | "long">) {
  return <Field {...props} type="text" inputMode="decimal" autoComplete="off" autoCorrect="off" spellCheck={false} />;
}
