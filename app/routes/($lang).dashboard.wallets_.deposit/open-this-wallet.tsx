import { Form } from "@remix-run/react";
import type { WalletCurrency } from "../../../contract/balance/wallets.ts";
import type { Asset } from "../../../contract/market/pairs.ts";
import { placeOf } from "../../components/summary/assets.ts";
import { DepositsPaused } from "../../components/wallets/deposits-paused.tsx";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { Card } from "../../ui/card.tsx";

/** There is no wallet for this currency yet: one press opens it and makes its address. */
export function OpenThisWallet({ asset, currency }: { asset: Asset; currency: WalletCurrency }) {
  const { t } = useTranslation("wallets");
  if (!currency.deposit_enabled) return <DepositsPaused />;
  const name = `${asset.symbol} ${placeOf(asset)}`;
  return (
    <Card main aria-labelledby="first" className="space-y-3">
      <h2 id="first" className="text-h4">
        {t("deposit.first", { wallet: name })}
      </h2>
      <p className="max-w-text text-body-2 text-ink-2">{t("deposit.firstText")}</p>
      <Form method="post">
        <input type="hidden" name="asset" value={asset.id} />
        <SubmitButton variant="filled" intent="open">
          {t("deposit.open")}
        </SubmitButton>
      </Form>
    </Card>
  );
}
