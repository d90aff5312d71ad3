import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";
import { Card } from "../../ui/card.tsx";
import { Wallet } from "../../ui/icons/icons.tsx";

/** Before the first wallet: what one is good for, in a line. */
export function FirstWallet() {
  const { t } = useTranslation("wallets");
  const href = useHref();
  return (
    <Card aria-labelledby="first-wallet" className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-primary-100 text-primary-700">
        <Wallet size={20} />
      </span>
      <span className="min-w-0 flex-1 basis-60">
        <h2 id="first-wallet" className="text-h4">
          {t("list.empty")}
        </h2>
        <p className="text-small text-ink-2">{t("list.emptyText")}</p>
      </span>
      <a href={href("/dashboard/wallets")} className={buttonClass({ size: "small" })}>
        {t("list.open")}
      </a>
    </Card>
  );
}
