import { Form } from "@remix-run/react";
import type { AffiliateTerms } from "../../../contract/affiliate/affiliate-terms.ts";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { Card } from "../../ui/card.tsx";
import { Steps } from "./steps.tsx";

/** For a member who has no link yet. */
export function JoinCard({ terms }: { terms: AffiliateTerms }) {
  const { t } = useTranslation("affiliates");
  return (
    <Card main aria-labelledby="join" className="max-w-[44rem]">
      <h2 id="join" className="text-h3">
        {t("join.title")}
      </h2>
      <p className="mt-2 text-body-2 text-ink-2">{t("join.text")}</p>
      <Form method="post" className="mt-4">
        <SubmitButton variant="filled" size="large" intent="join" pressed={t("join.pressed")}>
          {t("join.button")}
        </SubmitButton>
      </Form>
      <Steps terms={terms} />
    </Card>
  );
}
