import { Fragment } from "react";
import { useSite } from "../../../site/site.ts";

/** A sentence in which the support address is a link. */
export function WithEmailLink({ text }: { text: string }) {
  const email = useSite()?.supportEmail;
  if (!email) return <>{text}</>;
  return text.split(email).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence keep their order.
    <Fragment key={index}>
      {index > 0 && (
        <a href={`mailto:${email}`} className="text-link-inline [overflow-wrap:anywhere]">
          {email}
        </a>
      )}
      {part}
    </Fragment>
  ));
}
