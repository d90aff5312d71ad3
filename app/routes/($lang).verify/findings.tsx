import { type Finding, foundKinds, verdictReasons, type verifyReply } from "../../../contract/verify/verify.ts";
import type { Assets } from "../../components/summary/assets.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { useSite } from "../../site/site.ts";
import { classNames } from "../../ui/class-names.ts";
import { CircleAlert, CircleCheck, type IconComponent, Info } from "../../ui/icons/icons.tsx";
import { PaperFacts } from "./paper-facts.tsx";

const looks = {
  ours: { icon: CircleCheck, box: "bg-success-50 border-success-200", ink: "text-success-700" },
  not_ours: { icon: CircleAlert, box: "bg-error-50 border-error-200", ink: "text-error-700" },
  unknown: { icon: Info, box: "bg-warning-50 border-warning-200", ink: "text-warning-700" },
} as const satisfies Record<string, { icon: IconComponent; box: string; ink: string }>;

type Verdict = keyof typeof looks;
/** A verdict that this site does not know is treated as not ours. */
const verdictOf = ({ verdict }: Finding): Verdict =>
  verdict === "ours" ? "ours" : verdict === "unknown" ? "unknown" : "not_ours";

type FindingsProps = { result: ReturnType<typeof verifyReply.parse>["data"]; assets: Assets };

/** One line for each thing found, the worst first, and what to do when something is not ours. */
export function Findings({ result: { findings, left_off: leftOff }, assets }: FindingsProps) {
  const { t } = useTranslation("verify");
  const isForeign = findings.some((finding) => verdictOf(finding) === "not_ours");
  const isUnsure = findings.some((finding) => verdictOf(finding) === "unknown");
  return (
    <section aria-labelledby="answer" className="space-y-3">
      {/* biome-ignore lint/a11y/noAutofocus: the answer to what was just asked, without scripts too. */}
      <h2 id="answer" tabIndex={-1} autoFocus className="text-h3">
        {t("answer.title")}
      </h2>
      <ul className="space-y-3">
        {findings.map((finding) => (
          <FindingLine key={`${finding.kind} ${finding.text}`} finding={finding} assets={assets} />
        ))}
      </ul>
      {leftOff > 0 && <p className="text-body-2 text-ink-2">{t("answer.leftOff", { count: leftOff })}</p>}
      {isForeign && <WhatToDo />}
      {isUnsure && <p className="text-body-2 text-ink-2">{t("answer.unsure")}</p>}
    </section>
  );
}

function FindingLine({ finding, assets }: { finding: Finding; assets: Assets }) {
  const { t } = useTranslation("verify");
  const brand = useSite()?.brand ?? "";
  const verdict = verdictOf(finding);
  const { icon: Icon, box, ink } = looks[verdict];
  const kind = foundKinds.find((name) => name === finding.kind) ?? "text";
  const reason = verdictReasons.find((name) => name === finding.reason) ?? "other";
  const isOwnAccount = finding.kind === "email" && reason === "pays_out";
  return (
    <li className={classNames("flex gap-3 rounded-note border p-4", box)}>
      <Icon size={22} className={classNames("shrink-0", ink)} />
      <div className="min-w-0 flex-1">
        <h3 className="text-body-2 font-semibold">{t(`verdict.${verdict}`)}</h3>
        <p className="text-small text-ink-2 [overflow-wrap:anywhere]">
          {t(`kind.${kind}`)}: {kind === "receipt" ? t("receiptText") : finding.text}
        </p>
        <p className="mt-1 text-body-2">{t(`reason.${isOwnAccount ? "pays_out_account" : reason}`, { brand })}</p>
        {finding.receipt && <PaperFacts receipt={finding.receipt} assets={assets} />}
      </div>
    </li>
  );
}

function WhatToDo() {
  const { t } = useTranslation("verify");
  const address = useHref();
  const link = "text-link-inline";
  return (
    <div className="rounded-card border border-line bg-surface p-4 lg:p-6">
      <h3 className="text-body-2 font-semibold">{t("do.title")}</h3>
      <ol className="mt-2 list-decimal space-y-1.5 pl-5 text-body-2">
        <li>{t("do.close")}</li>
        <li>
          {t("do.password")}{" "}
          <a href={address("/reset")} className={link}>
            {t("do.reset")}
          </a>
        </li>
        <li>
          {t("do.paid")}{" "}
          <a href={address("/company/contact-us")} className={link}>
            {t("do.contact")}
          </a>
        </li>
      </ol>
    </div>
  );
}
