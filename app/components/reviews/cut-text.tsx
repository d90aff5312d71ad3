import { blackout } from "../../../contract/reviews/review-rules.ts";
import { useTranslation } from "../../i18n/translation.ts";

const bars = new RegExp(`(${blackout}+)`, "u");

/** A customer's text as plain text, with removed words as bars that a screen reader names. */
export function CutText({ text }: { text: string }) {
  const { t } = useTranslation("reviews");
  return text.split(bars).map((part, at) =>
    part.startsWith(blackout) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text, which never move.
      <span key={at}>
        <span aria-hidden="true">{part}</span>
        <span className="sr-only">({t("removed")})</span>
      </span>
    ) : (
      part
    ),
  );
}
