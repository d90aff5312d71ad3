import { type ReactNode, useId } from "react";
import { Card } from "../../../ui/card.tsx";

/** One of several choices. All look the same, so that none is favoured. */
export function ChoiceCard({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Card aria-labelledby={id} className="flex flex-col gap-3 !border-line-strong">
      <h2 id={id} className="text-body-2 font-medium text-ink-2">
        {title}
      </h2>
      {children}
    </Card>
  );
}
