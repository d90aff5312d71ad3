import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";
import { CopyButton } from "../../ui/buttons/copy-button.tsx";

/** Shown only in the response that created them. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  const { t } = useTranslation("account");
  const href = useHref();
  return (
    <section aria-labelledby="codes" className="space-y-4">
      <h2 id="codes" className="text-h3">
        {t("twoFactor.codesTitle")}
      </h2>
      <p className="text-body text-ink-2">{t("twoFactor.codesLead")}</p>
      <ol className="figures grid gap-x-8 gap-y-2 rounded-card border border-line bg-surface p-5 text-body font-semibold sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-3 print:hidden">
        <a href={href("/dashboard/account/two-factor")} className={buttonClass({ variant: "filled", size: "large" })}>
          {t("twoFactor.codesDone")}
        </a>
        <CopyButton value={codes.join("\n")} label={t("twoFactor.copyCodes")} copiedLabel={t("twoFactor.copied")} />
      </div>
    </section>
  );
}
