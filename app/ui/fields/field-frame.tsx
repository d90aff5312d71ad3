import type { ReactNode } from "react";
import { CircleAlert } from "../icons/icons.tsx";

/** Ids that link a control to its hint and error; pass `describedBy` as `aria-describedby`. */
export function fieldIds(id: string, has: { hint: boolean; error: boolean }) {
  const hint = `${id}-hint`;
  const error = `${id}-error`;
  const describedBy = [has.hint && hint, has.error && error].filter(Boolean).join(" ") || undefined;
  return { hint, error, describedBy };
}

type FieldFrameProps = {
  id: string;
  label: ReactNode;
  /** Read before the control, so that users know it before they type. */
  hint?: ReactNode;
  error?: ReactNode;
  children: ReactNode;
};

/** Label, hint, control, error, in this order. The control is the child, with the same `id`. */
export function FieldFrame({ id, label, hint, error, children }: FieldFrameProps) {
  const ids = fieldIds(id, { hint: Boolean(hint), error: Boolean(error) });
  return (
    <div className="flex flex-col">
      <label htmlFor={id} className="text-body-2 font-semibold">
        {label}
      </label>
      {hint && (
        <div id={ids.hint} className="text-small text-ink-3">
          {hint}
        </div>
      )}
      <div className="mt-1.5">{children}</div>
      {error && <FieldError id={ids.error}>{error}</FieldError>}
    </div>
  );
}

/** An icon and text, never colour alone. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div id={id} className="mt-1.5 flex gap-1.5 text-small text-error-700">
      <CircleAlert size={16} className="mt-0.5 shrink-0" />
      <div>{children}</div>
    </div>
  );
}
