import type { AffiliateSummary } from "../../../contract/affiliate/affiliate.ts";
import type { AffiliateTerms } from "../../../contract/affiliate/affiliate-terms.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { CopyButton } from "../../ui/buttons/copy-button.tsx";
import { Card } from "../../ui/card.tsx";
import { Link as LinkIcon } from "../../ui/icons/icons.tsx";
import { PartnerCode } from "./code.tsx";
import { Steps } from "./steps.tsx";

type LinkCardProps = { summary: AffiliateSummary; terms: AffiliateTerms };

export function LinkCard({ summary: { link, code }, terms }: LinkCardProps) {
  const { t } = useTranslation("affiliates");
  return (
    <Card aria-labelledby="link">
      <h2 id="link" className="text-h4">
        {t("link.title")}
      </h2>
      <p className="mt-3 flex items-center gap-2.5 rounded border border-line bg-inset px-3.5 py-3">
        <LinkIcon size={18} className="shrink-0 text-ink-3" />
        <span className="min-w-0 select-all [overflow-wrap:anywhere]">{link}</span>
      </p>
      <div className="mt-3">
        <CopyButton value={link} label={t("link.copy")} copiedLabel={t("link.copied")} size="medium" />
      </div>
      <p className="mt-4 text-body-2 text-ink-2">
        {t("link.code")} <PartnerCode code={code} />
      </p>
      <Steps terms={terms} />
    </Card>
  );
}
