import type { Wallet } from "../../../contract/balance/wallets.ts";
import type { Asset } from "../../../contract/market/pairs.ts";
import { isZero } from "../../../contract/values/decimal.ts";
import type { Qr } from "../../components/qr/qr.server.ts";
import { QrCode } from "../../components/qr/qr-code.tsx";
import { placeOf } from "../../components/summary/assets.ts";
import { networkWithLabel } from "../../components/summary/network-name.ts";
import { useWalletMoney } from "../../components/wallets/use-wallet-money.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";
import { CopyButton } from "../../ui/buttons/copy-button.tsx";
import { Card } from "../../ui/card.tsx";
import { AddressGroups } from "../../ui/figures/address-groups.tsx";
import { Slip, SlipRow } from "../../ui/figures/slip.tsx";
import { TriangleAlert } from "../../ui/icons/icons.tsx";
import { Note } from "../../ui/messages/note.tsx";

type DepositAddress = NonNullable<Wallet["deposit"]>;
type AddressCardProps = { deposit: DepositAddress; asset: Asset; qr: Qr };

/** The warning stands above the address: it has to be read before copying. */
export function AddressCard({ deposit, asset, qr }: AddressCardProps) {
  const { t } = useTranslation("wallets");
  const { address, memo, uri } = deposit;
  return (
    <Card main aria-label={t("deposit.title", { symbol: asset.symbol })} className="!p-0">
      <div className="space-y-5 p-4 lg:p-6">
        <Note tone="secondary" icon={TriangleAlert}>
          <strong className="font-semibold">
            {t("deposit.only", { symbol: asset.symbol, network: placeOf(asset) })}
          </strong>{" "}
          {t("deposit.onlyWhy")}
        </Note>
        {memo && <Memo memo={memo} />}
        <div className="flex flex-wrap gap-6 lg:gap-8">
          <div className="address-place min-w-0 flex-[1_1_18rem] space-y-3">
            <h2 className="text-small font-medium text-ink-2">
              {t("deposit.address", { symbol: asset.symbol, network: networkWithLabel(asset) })}
            </h2>
            <p>
              <AddressGroups address={address} />
            </p>
            <div className="flex flex-wrap gap-3 max-sm:[&_.needs-script]:w-full max-sm:[&_button]:w-full">
              <CopyButton
                variant="filled"
                size="medium"
                value={address}
                label={t("deposit.copy")}
                copiedLabel={t("deposit.copied")}
              />
              {uri && (
                <a href={uri} className={buttonClass({ variant: "quiet" })}>
                  {t("deposit.openApp")}
                </a>
              )}
            </div>
            <p className="max-w-sm text-small text-ink-2">{t("deposit.yours")}</p>
          </div>
          <figure className="mx-auto flex flex-col items-center gap-3">
            <QrCode qr={qr} label={t("deposit.qr", { address })} />
            <figcaption className="text-center text-small text-ink-3">{t("deposit.scan")}</figcaption>
          </figure>
        </div>
      </div>
      <div className="border-t border-line p-4 lg:p-6">
        <Terms deposit={deposit} asset={asset} />
      </div>
    </Card>
  );
}

function Terms({ deposit, asset }: Omit<AddressCardProps, "qr">) {
  const { t } = useTranslation("wallets");
  const money = useWalletMoney({ [asset.id]: asset });
  return (
    <Slip>
      <SlipRow label={t("deposit.minimum")}>
        {isZero(deposit.min) ? t("deposit.noMinimum") : money.short(deposit.min, asset.id)}
      </SlipRow>
      <SlipRow label={t("deposit.fee")}>{t("deposit.noFee")}</SlipRow>
      <SlipRow label={t("deposit.after")}>{t("deposit.confirmations", { count: deposit.confirmations })}</SlipRow>
    </Slip>
  );
}

/** Loud, and before the address: without it we cannot tell whose money it is. */
function Memo({ memo }: { memo: string }) {
  const { t } = useTranslation("wallets");
  return (
    <div className="rounded-note border-2 border-secondary-500 bg-secondary-50 p-4">
      <p className="text-small font-medium">{t("deposit.memo")}</p>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-3">
        <strong className="select-all text-h3 [overflow-wrap:anywhere]">{memo}</strong>
        <CopyButton value={memo} label={t("deposit.copyMemo")} copiedLabel={t("deposit.copied")} />
      </div>
      <p className="mt-1 text-small text-ink-2">{t("deposit.memoWhy")}</p>
    </div>
  );
}
