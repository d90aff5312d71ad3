import { Form } from "@remix-run/react";
import type { SandboxDepositEvent } from "../../../contract/balance/balance-lists.ts";
import type { Asset } from "../../../contract/market/pairs.ts";
import { formatDecimal, isZero, parseDecimal } from "../../../contract/values/decimal.ts";
import { useWalletMoney } from "../../components/wallets/use-wallet-money.ts";
import type { WalletDetails } from "../../components/wallets/wallet-details.ts";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { FlaskConical } from "../../ui/icons/icons.tsx";

/** Simulates sender and network, on sandbox rails only. */
export function SandboxDeposits({ wallet, asset }: { wallet: WalletDetails; asset: Asset }) {
  const { t } = useTranslation("wallets");
  const money = useWalletMoney({ [asset.id]: asset });
  const small = wallet.deposit && halfOf(wallet.deposit.min, asset.decimals);
  return (
    <section
      aria-labelledby="sandbox"
      className="no-print space-y-3 rounded-card border border-dashed border-secondary-500 bg-secondary-50 p-4 lg:p-6"
    >
      <h2 id="sandbox" className="flex items-center gap-2.5 text-h4">
        <FlaskConical size={20} className="text-secondary-700" />
        {t("sandbox.title")}
      </h2>
      <p className="text-small">{t("sandbox.how")}</p>
      <div className="flex flex-wrap gap-2">
        <Form method="post" preventScrollReset className="contents">
          <input type="hidden" name="asset" value={asset.id} />
          {eventsFor(wallet).map((event) => (
            <SubmitButton key={event} intent={event} size="small">
              {t(`sandbox.${event}`)}
            </SubmitButton>
          ))}
        </Form>
        {small && (
          <Form method="post" preventScrollReset className="contents">
            <input type="hidden" name="asset" value={asset.id} />
            <input type="hidden" name="amount" value={small} />
            <SubmitButton intent="pay" size="small">
              {t("sandbox.small", { amount: money.short(small, asset.id) })}
            </SubmitButton>
          </Form>
        )}
      </div>
    </section>
  );
}

/** Only what is possible now: what the service would refuse is not offered. */
function eventsFor({ deposit, deposits }: WalletDetails): SandboxDepositEvent[] {
  const has = (...statuses: string[]) => deposits.some(({ status }) => statuses.includes(status));
  return [
    ...(deposit ? (["pay", "pay_wrong_asset"] as const) : []),
    ...(has("pending") ? (["confirm", "vanish"] as const) : []),
    ...(has("credited", "collecting") ? (["take_back"] as const) : []),
  ];
}

/** Half of the minimum; null without one. */
function halfOf(min: string, decimals: number): string | null {
  const minor = parseDecimal(min, decimals);
  return isZero(min) || typeof minor !== "bigint" ? null : formatDecimal(minor / 2n, decimals);
}
