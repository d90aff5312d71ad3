import { useSearchParams } from "@remix-run/react";
import type { CalculatorData } from "../../components/calculator/calculation.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { Info } from "../../ui/icons/icons.tsx";
import { Note } from "../../ui/messages/note.tsx";

const reasons = ["below_min", "above_max", "pair_paused", "reserve_insufficient", "gone"] as const;

/** Why an earlier order could not be repeated; hidden after the next change of the amount. */
export function RepeatNote({ data }: { data: CalculatorData }) {
  const { t } = useTranslation("exchange");
  const [query] = useSearchParams();
  const reason = reasons.find((name) => name === query.get("repeat"));
  // After repricing, an outdated reason is dropped.
  const isOver = reason === "reserve_insufficient" && data.quote !== null;
  if (!reason || isOver) return null;
  return (
    <Note tone="warning" icon={Info} className="mb-4">
      {t(`repeat.${reason}`)}
    </Note>
  );
}
