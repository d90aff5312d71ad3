import { shownRef } from "../../../contract/order/order-number.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";
import { LinkButton } from "../../ui/buttons/link-button.tsx";
import { Hourglass } from "../../ui/icons/icons.tsx";
import { Note } from "../../ui/messages/note.tsx";

type ReturnPageProps = {
  orderRef: string;
  /** Whether the gateway has answered just now. */
  verified: boolean;
  /** The gateway's page, to continue there. */
  gateway: string | null;
  orderPage: string;
  secondsToWait: number;
};

/** Shows only what is confirmed: a returning browser is not a payment. */
export function ReturnPage({ orderRef, verified, gateway, orderPage, secondsToWait }: ReturnPageProps) {
  const { t } = useTranslation("return");
  return (
    <div className="page-width pb-20 pt-6 lg:pt-10">
      <div className="max-w-text space-y-6">
        <header className="space-y-2">
          <p className="text-body-2 text-ink-2">
            {t("number")} <strong className="figures font-semibold text-ink">{shownRef(orderRef)}</strong>
          </p>
          <h1 className="text-h1">{t("title")}</h1>
          <p className="text-lead text-ink-2">{t(verified ? "asked" : "noAnswer")}</p>
        </header>
        <Note tone="secondary" icon={Hourglass}>
          {t("goesOn", { count: secondsToWait })}
        </Note>
        <div className="flex flex-wrap gap-3 max-sm:flex-col">
          <LinkButton href={orderPage} variant="filled" size="large">
            {t("toOrder")}
          </LinkButton>
          {gateway && (
            <a href={gateway} rel="noreferrer" className={buttonClass({ variant: "outlined", size: "large" })}>
              {t("backToGateway")}
            </a>
          )}
        </div>
      </div>
    </div>
  );
}
