import { shortDecimal } from "../../../contract/values/decimal.ts";
import { AssetPicker } from "../../components/calculator/fields/asset-picker.tsx";
import { typedAmount } from "../../forms/amount-input.ts";
import type { FieldReply } from "../../forms/reply.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useLang } from "../../i18n/use-lang.ts";
import { classNames } from "../../ui/class-names.ts";
import { FieldError } from "../../ui/fields/field-frame.tsx";
import type { NewWithdrawal } from "./new-withdrawal.ts";

type AmountLegProps = {
  page: NewWithdrawal;
  asset: string;
  onChoose: (asset: string) => void;
  typed: string;
  wrong: FieldReply | undefined;
  available: string;
  min: string;
  onAll: (amount: string) => void;
};

/** What leaves the wallet, and which wallet. */
export function AmountLeg({ page, asset, onChoose, typed, wrong, available, min, onAll }: AmountLegProps) {
  const { t } = useTranslation("withdrawals");
  const lang = useLang();
  const wallet = page.wallets.find((candidate) => candidate.asset === asset);
  return (
    <div>
      <div
        className={classNames(
          "leg flex items-center gap-3 rounded-leg border bg-surface py-2.5 pl-4 pr-3",
          wrong ? "border-error-600 shadow-[inset_0_0_0_1px_var(--error-600)]" : "border-control",
        )}
      >
        <div className="min-w-0 flex-1">
          <label htmlFor="amount" className="block text-small font-medium text-ink-2">
            {t("new.amount")}
          </label>
          <input
            id="amount"
            name="amount"
            type="text"
            inputMode="decimal"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            maxLength={200}
            defaultValue={typed}
            aria-invalid={wrong ? true : undefined}
            aria-describedby={wrong ? "amount-hint amount-error" : "amount-hint"}
            className="leg-amount block w-full min-w-0 bg-transparent text-amount-in [font-variant-numeric:tabular-nums]"
          />
        </div>
        <AssetPicker
          name="asset"
          label={t("new.wallet")}
          assets={page.assets}
          choices={page.wallets.map((choice) => choice.asset)}
          value={asset}
          onChoose={onChoose}
        />
      </div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-small text-ink-2">
        <span id="amount-hint" className="pt-1.5">
          {t("new.available", { amount: available, min })}
        </span>
        <button
          type="submit"
          name="intent"
          value="all"
          onClick={(event) => {
            event.preventDefault();
            onAll(typedAmount(shortDecimal(wallet?.available ?? "0"), lang));
          }}
          className="ml-auto inline-flex min-h-11 items-center font-semibold text-link hover:underline forced-colors:underline lg:min-h-8"
        >
          {t("new.all")}
        </button>
      </div>
      {wrong && <FieldError id="amount-error">{wrong.text}</FieldError>}
    </div>
  );
}
