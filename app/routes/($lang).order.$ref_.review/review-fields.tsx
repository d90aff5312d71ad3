import { Form } from "@remix-run/react";
import { ratings, reviewLimits } from "../../../contract/reviews/review-rules.ts";
import type { OwnReview } from "../../../contract/reviews/reviews.ts";
import { pageFormId } from "../../components/shell/page/page-handle.ts";
import { Field } from "../../forms/field.tsx";
import { FormProblem } from "../../forms/form-problem.tsx";
import type { FormReply } from "../../forms/reply.ts";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useSite } from "../../site/site.ts";
import { FieldError } from "../../ui/fields/field-frame.tsx";
import { Stars } from "../../ui/icons/stars.tsx";

type ReviewFieldsProps = { reply: FormReply | undefined; review: OwnReview["review"]; suggested?: number | null };

/** Stars, text and name. `review` is the text that a new one replaces. */
export function ReviewFields({ reply, review, suggested = null }: ReviewFieldsProps) {
  const { t } = useTranslation("reviews");
  const missing = {
    rating: { label: t("form.rating"), missing: t("form.missingRating") },
    text: { label: t("form.text"), missing: t("form.missingText") },
    name: { label: t("form.name"), missing: t("form.missingName") },
  };
  const keptFields = useSite()?.restoredForm;
  const chosen = reply?.values.rating ?? keptFields?.rating ?? review?.rating ?? suggested;
  return (
    <Form id={pageFormId} method="post" noValidate className="space-y-5">
      <FormProblem reply={reply} labels={missing} />
      <fieldset aria-describedby={reply?.fields.rating ? "rating-error" : undefined}>
        <legend className="text-body-2 font-semibold">{t("form.rating")}</legend>
        <div className="mt-1.5 flex flex-col">
          {ratings.map((stars, at) => (
            <label key={stars} className="flex min-h-11 items-center gap-3 self-start pr-3">
              <input
                type="radio"
                name="rating"
                id={at === 0 ? "rating" : undefined}
                value={stars}
                defaultChecked={String(chosen) === String(stars)}
                className="size-5"
              />
              <Stars rating={stars} label={t("stars", { stars })} size={20} />
            </label>
          ))}
        </div>
        {reply?.fields.rating && <FieldError id="rating-error">{t("form.missingRating")}</FieldError>}
      </fieldset>
      <Field
        name="text"
        label={t("form.text")}
        hint={t("form.textHint")}
        reply={reply}
        saved={review?.text}
        missing={missing.text.missing}
        maxLength={reviewLimits.text}
        required
        long
      />
      <Field
        name="name"
        label={t("form.name")}
        hint={t("form.nameHint")}
        reply={reply}
        saved={review?.name}
        missing={missing.name.missing}
        maxLength={reviewLimits.name}
        autoComplete="given-name"
        required
      />
      <p className="text-small text-ink-2">{t("form.once")}</p>
      <SubmitButton variant="filled" size="large" pressed={t("form.pressed")}>
        {t(review ? "form.changeSubmit" : "form.submit")}
      </SubmitButton>
    </Form>
  );
}
