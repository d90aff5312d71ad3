import type { OwnReview } from "../../../contract/reviews/reviews.ts";
import type { FormReply } from "../../forms/reply.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { useSite } from "../../site/site.ts";
import { LinkButton } from "../../ui/buttons/link-button.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { MailCheck } from "../../ui/icons/icons.tsx";
import { Stars } from "../../ui/icons/stars.tsx";
import { Note } from "../../ui/messages/note.tsx";
import { ReviewFields } from "./review-fields.tsx";

type ReviewPageProps = {
  ref: string;
  ownReview: OwnReview;
  /** The star that was pressed on the order's page. */
  suggested: number | null;
  reply: FormReply | undefined;
};

/** The review of one order: the form, the text that waits for its link, or what was published. */
export function ReviewPage({ ref, ownReview: { state, review }, suggested, reply }: ReviewPageProps) {
  const { t } = useTranslation("reviews");
  const href = useHref();
  const isKept = useSite()?.restoredForm !== undefined;
  return (
    <div className="page-width pb-20 pt-6 lg:pt-10">
      <div className="max-w-text space-y-6">
        <h1 className="text-h1">{t("form.title")}</h1>
        {state === "open" && (
          <>
            <p className="text-lead text-ink-2">{t("form.lead")}</p>
            <ReviewFields reply={reply} review={null} suggested={suggested} />
          </>
        )}
        {state === "waiting" && (
          <Note tone="primary" icon={MailCheck}>
            {t("form.waiting")}
          </Note>
        )}
        {state === "published" && (
          <Note tone="success" icon={MailCheck}>
            {t("form.published")}
          </Note>
        )}
        {state === "closed" && <p className="text-lead text-ink-2">{t("form.closed")}</p>}
        {state !== "open" && review && (
          <blockquote className="rounded-card border border-line bg-surface p-4 lg:p-6">
            <Stars rating={review.rating} label={t("stars", { stars: review.rating })} />
            <p className="mt-2 whitespace-pre-line text-body [overflow-wrap:anywhere]">{review.text}</p>
            <p className="mt-2 text-small font-semibold">{review.name}</p>
          </blockquote>
        )}
        {state === "waiting" && (
          <Disclosure title={t("form.change")} open={reply !== undefined || isKept}>
            <ReviewFields reply={reply} review={review} />
          </Disclosure>
        )}
        <div className="flex flex-wrap gap-3">
          <LinkButton href={href(`/order/${ref}`)}>{t("form.back")}</LinkButton>
          <LinkButton href={href("/reviews")} variant="quiet">
            {t("form.see")}
          </LinkButton>
        </div>
      </div>
    </div>
  );
}
