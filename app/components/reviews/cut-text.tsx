import { createElement, Fragment } from "react";
import { blackout } from "../../../contract/reviews/review-rules.ts";
import { useTranslation } from "../../i18n/translation.ts";

const bars = new RegExp(`(${blackout}+)`, "u");

/** A customer's text as plain text, with removed words as bars that a screen reader names. */
export function CutText({ text }: { text: string }) {
  const { t } = useTranslation("reviews");
  const parts = text.split(bars).map((part) =>
    part.startsWith(blackout) ? (
      <>
        <span aria-hidden="true">{part}</span>
        <span className="sr-only">({t("removed")})</span>
      </>
    ) : (
      part
    ),
  );
  // As children in their own places, the parts need no keys.
  return createElement(Fragment, null, ...parts);
}
