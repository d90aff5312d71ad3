import type { ReactNode } from "react";
import { useTranslation } from "../../i18n/translation.ts";
import { useLang } from "../../i18n/use-lang.ts";
import { LinkButton } from "../../ui/buttons/link-button.tsx";
import { Card } from "../../ui/card.tsx";
import { useCompany } from "./company.ts";
import { companyWords } from "./company-words.ts";

/** The company and its registration; what is given stands below them. */
export function WhoWeAre({ children }: { children?: ReactNode }) {
  const { t } = useTranslation("company");
  const company = useCompany();
  const words = companyWords(company, useLang());
  return (
    <Card main aria-labelledby="who-we-are">
      <h2 id="who-we-are" className="text-h4">
        {t("card.title")}
      </h2>
      <dl className="mt-3 divide-y divide-line">
        <Row label={t("card.company")}>{words.company}</Row>
        <Row label={words.register}>{words.registerNumber}</Row>
        {words.authorisation && <Row label={t("card.authorisation")}>{words.authorisation}</Row>}
        {company.authorisation && (
          <Row label={t("card.supervisor")}>
            <a href={company.authorisation.url} className="text-link-inline" rel="noreferrer">
              {words.supervisor}
            </a>
          </Row>
        )}
        <Row label={t("card.address")}>{words.address}</Row>
      </dl>
      {company.register.url && (
        <LinkButton variant="outlined" href={company.register.url} rel="noreferrer" className="mt-3 w-full">
          {t("card.openRegister")}
        </LinkButton>
      )}
      {children && <hr className="my-4 border-line" />}
      {children}
    </Card>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="py-2.5">
      <dt className="text-small text-ink-2">{label}</dt>
      <dd className="text-body-2 font-semibold [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}
