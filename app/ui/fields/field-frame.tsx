import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";
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
  /** The value was changed after the error: what is typed now was not judged yet. */
  isEdited?: boolean;
  onInput?: () => void;
  children: ReactNode;
};

/** Label, hint, control, error, in this order. The control is the child, with the same `id`. */
export function FieldFrame({ id, label, hint, error, isEdited, onInput, children }: FieldFrameProps) {
  const ids = fieldIds(id, { hint: Boolean(hint), error: Boolean(error) });
  return (
    <div className="flex flex-col" onInput={onInput}>
      <label htmlFor={id} className="text-body-2 font-semibold">
        {label}
      </label>
      {hint && (
        <div id={ids.hint} className="text-small text-ink-3">
          {hint}
        </div>
      )}
      <div className="mt-1.5">{children}</div>
      {error && (
        <FieldError id={ids.error} isEdited={isEdited}>
          {error}
        </FieldError>
      )}
    </div>
  );
}

type FieldErrorProps = { id: string; isEdited?: boolean | undefined; children: ReactNode };

/** An icon and text, never colour alone. The text stays while the value is corrected, no longer as an alarm. */
export function FieldError({ id, isEdited, children }: FieldErrorProps) {
  return (
    <div id={id} className={classNames("mt-1.5 flex gap-1.5 text-small", isEdited ? "text-ink-3" : "text-error-700")}>
      <CircleAlert size={16} className="mt-0.5 shrink-0" />
      <div>{children}</div>
    </div>
  );
}
