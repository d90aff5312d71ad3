import { Form } from "@remix-run/react";
import { SubmitButton } from "../../../forms/submit-button.tsx";
import { useHref } from "../../../i18n/use-lang.ts";
import { FlaskConical } from "../../../ui/icons/icons.tsx";
import type { OrderTexts } from "../texts/use-order-texts.ts";

/** Simulates payer and network, on sandbox rails only. */
export function SandboxPanel({ title, how, mailbox, events }: NonNullable<OrderTexts["sandbox"]>) {
  const href = useHref();
  return (
    <section
      aria-labelledby="sandbox"
      className="no-print space-y-3 rounded-card border border-dashed border-secondary-500 bg-secondary-50 p-4 lg:p-6"
    >
      <h2 id="sandbox" className="flex items-center gap-2.5 text-h4">
        <FlaskConical size={20} className="text-secondary-700" />
        {title}
      </h2>
      {events.length > 0 && (
        <>
          <p className="text-small">{how}</p>
          <Form method="post" preventScrollReset className="flex flex-wrap gap-2">
            {events.map(({ event, label }) => (
              <SubmitButton key={event} intent={`sandbox:${event}`} size="small">
                {label}
              </SubmitButton>
            ))}
          </Form>
        </>
      )}
      <p className="text-small">
        <a href={href("/mailbox")} className="inline-block py-1 text-link-inline">
          {mailbox}
        </a>
      </p>
    </section>
  );
}
