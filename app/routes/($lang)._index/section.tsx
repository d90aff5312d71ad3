import { type ReactNode, useId } from "react";
import { classNames } from "../../ui/class-names.ts";

type SectionProps = {
  /** The id of the section, for links. */
  id?: string;
  title: string;
  lead?: ReactNode;
  /** Every second section has a white background. */
  band?: boolean;
  children: ReactNode;
};

export function Section({ id: anchor, title, lead, band = false, children }: SectionProps) {
  const id = useId();
  return (
    <section
      id={anchor}
      aria-labelledby={id}
      className={classNames("py-[3.25rem] lg:py-20", band && "border-y border-line bg-surface")}
    >
      <div className="page-width">
        <div className="mb-7 lg:mb-9">
          <h2 id={id} className="text-h2">
            {title}
          </h2>
          {lead && <p className="mt-1 text-body-2 text-ink-2">{lead}</p>}
        </div>
        {children}
      </div>
    </section>
  );
}
