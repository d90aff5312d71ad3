import type { ReactNode } from "react";
import { CodeInput } from "../ui/fields/code-input.tsx";
import { FieldFrame, fieldIds } from "../ui/fields/field-frame.tsx";
import type { FormProblemCode, FormReply } from "./reply.ts";

type CodeFieldProps = { name: string; label: string; hint?: ReactNode; reply: FormReply | undefined; length?: number };

/** Errors of the whole form that concern its code. */
const aboutCode: readonly FormProblemCode[] = [
  "code_invalid",
  "code_expired",
  "two_factor_invalid",
  "two_factor_clock",
];

/** A code from an email or an app. Never filled in again: it was wrong or is used. */
export function CodeField({ name, label, hint, reply, length = 6 }: CodeFieldProps) {
  const wrong = reply?.fields[name];
  const refused = reply && aboutCode.includes(reply.problem) ? reply.sentence : undefined;
  const error = wrong?.text ?? refused;
  const ids = fieldIds(name, { hint: Boolean(hint), error: Boolean(error) });
  return (
    <FieldFrame id={name} label={label} error={error}>
      <CodeInput
        id={name}
        name={name}
        length={length}
        required
        aria-invalid={error ? true : undefined}
        aria-describedby={ids.describedBy}
      />
      {hint && (
        <div id={ids.hint} className="mt-1.5 text-small text-ink-3">
          {hint}
        </div>
      )}
    </FieldFrame>
  );
}
