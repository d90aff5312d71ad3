import { shownReceiptCode } from "../../../contract/order/receipt-code.ts";
import type { Qr } from "../../components/qr/qr.server.ts";
import { QrCode } from "../../components/qr/qr-code.tsx";
import { useTranslation } from "../../i18n/translation.ts";

type ReceiptCheckProps = { code: string; site: string; qr: Qr };

/** The check code and its QR code, with which the recipient of a printed receipt verifies it. */
export function ReceiptCheck({ code, site, qr }: ReceiptCheckProps) {
  const { t } = useTranslation("receipt");
  const address = `${site.replace(/^https?:\/\//, "")}/verify`;
  return (
    <section aria-labelledby="check" className="mt-4 flex flex-wrap items-start gap-4 print:mt-2 print:flex-nowrap">
      <QrCode qr={qr} label={t("check.qr")} small />
      <div className="min-w-[min(14rem,100%)] max-w-[22rem] flex-1 text-small text-ink-2 print:max-w-[24rem]">
        <h2 id="check" className="text-body-2 font-semibold text-ink">
          {t("check.title")}
        </h2>
        <p className="figures whitespace-normal font-semibold text-ink [overflow-wrap:anywhere]">
          <span className="sr-only">{t("check.code")}: </span>
          {shownReceiptCode(code)}
        </p>
        <p className="mt-1 [overflow-wrap:anywhere]">{t("check.text", { address })}</p>
      </div>
    </section>
  );
}
