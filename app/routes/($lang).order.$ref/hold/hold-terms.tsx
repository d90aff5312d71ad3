import { Info } from "../../../ui/icons/icons.tsx";
import { Note } from "../../../ui/messages/note.tsx";
import type { OrderTexts } from "../texts/use-order-texts.ts";

type HoldTermsProps = {
  texts: OrderTexts /** One small line, where a decision is shown before it. */;
  plain?: boolean;
};

/** Who has to act on the hold, until when, and what happens at the deadline. */
export function HoldTerms({ texts: { holdTerms }, plain = false }: HoldTermsProps) {
  if (!holdTerms) return null;
  const terms = (
    <>
      <strong className="font-semibold">{holdTerms.who}</strong> {holdTerms.outcome}
    </>
  );
  return plain ? <p className="text-small text-ink-2">{terms}</p> : <Note icon={Info}>{terms}</Note>;
}
