import { type ReactNode, useEffect, useRef } from "react";

type ErrorSummaryProps = {
  title: string;
  /** Each wrong field: the id of its control and its sentence. */
  fields: readonly { id: string; text: ReactNode }[];
  children?: ReactNode;
};

/** Above a form with errors: takes focus and links to each field. */
export function ErrorSummary({ title, fields, children }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="alert"
      className="rounded-note border border-error-600 bg-error-50 px-4 py-3.5 text-body-2"
    >
      <h2 className="text-h4">{title}</h2>
      {fields.length > 0 && (
        <ul className="mt-1">
          {fields.map((field) => (
            <li key={field.id}>
              <a href={`#${field.id}`} className="inline-block py-1 text-error-700 underline underline-offset-4">
                {field.text}
              </a>
            </li>
          ))}
        </ul>
      )}
      {children}
    </div>
  );
}
