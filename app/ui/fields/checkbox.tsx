import type { ComponentProps, ReactNode } from "react";
import { classNames } from "../class-names.ts";
import { Check } from "../icons/icons.tsx";
import { FieldError, fieldIds } from "./field-frame.tsx";

type CheckboxProps = Omit<ComponentProps<"input">, "type" | "children"> & {
  id: string;
  label: ReactNode;
  error?: ReactNode;
};

/** The whole row is clickable. In forced-colours mode the browser draws its own box. */
export function Checkbox({ id, label, error, className, ...rest }: CheckboxProps) {
  const ids = fieldIds(id, { hint: false, error: Boolean(error) });
  return (
    <div className={className}>
      <label htmlFor={id} className="flex min-h-11 items-start gap-3 py-2.5 text-body-2 lg:min-h-8 lg:py-1">
        <span className="relative grid size-6 shrink-0 place-items-center">
          <input
            {...rest}
            id={id}
            type="checkbox"
            aria-invalid={error ? true : undefined}
            aria-describedby={ids.describedBy}
            className={classNames(
              "peer size-6 appearance-none rounded-badge border bg-surface checked:border-solid checked:bg-solid forced-colors:appearance-auto",
              error ? "border-2 border-error-600" : "border-control",
            )}
          />
          <Check
            size={18}
            className="icon-bold pointer-events-none absolute hidden text-on-solid peer-checked:block forced-colors:!hidden"
          />
        </span>
        <span className="pt-px">{label}</span>
      </label>
      {error && <FieldError id={ids.error}>{error}</FieldError>}
    </div>
  );
}
