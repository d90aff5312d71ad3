import type { ChangeEvent } from "react";
import type { Asset } from "../../../contract/market/pairs.ts";
import { type Assets, placeOf } from "../../components/summary/assets.ts";
import { networkName } from "../../components/summary/network-name.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";
import { FieldFrame } from "../../ui/fields/field-frame.tsx";
import { RadioCard } from "../../ui/fields/radio-card.tsx";
import { SelectInput } from "../../ui/fields/select-input.tsx";

type AssetChoiceProps = { chosen: Asset; choices: string[]; assets: Assets };

/** Currency and network as a GET form; scripts send it at each choice. */
export function AssetChoice({ chosen, choices, assets }: AssetChoiceProps) {
  const { t } = useTranslation("wallets");
  const href = useHref();
  const offeredAssets = choices.flatMap((id) => assets[id] ?? []);
  const symbols = [...new Set(offeredAssets.map(({ symbol }) => symbol))];
  const networks = offeredAssets.filter(({ symbol }) => symbol === chosen.symbol);
  const send = (event: ChangeEvent<HTMLFormElement>) => event.currentTarget.requestSubmit();
  return (
    <form
      // A new form for each choice: the browser keeps no earlier one.
      key={chosen.id}
      method="get"
      autoComplete="off"
      action={href("/dashboard/wallets/deposit")}
      onChange={send}
      className="flex flex-wrap gap-4"
    >
      <div className="w-full sm:w-44">
        <FieldFrame id="currency" label={t("deposit.currency")}>
          <SelectInput
            id="currency"
            name="currency"
            defaultValue={chosen.symbol}
            autoComplete="off"
            className="min-h-16"
          >
            {symbols.map((symbol) => (
              <option key={symbol}>{symbol}</option>
            ))}
          </SelectInput>
        </FieldFrame>
      </div>
      <fieldset className="min-w-0 flex-1 basis-72">
        <legend className="mb-1.5 text-body-2 font-semibold">{t("deposit.network")}</legend>
        <div className="grid grid-cols-2 gap-3">
          {networks.map((network) => (
            <RadioCard
              key={network.id}
              name="asset"
              value={network.id}
              defaultChecked={network.id === chosen.id}
              title={placeOf(network)}
              className="!px-3 !py-2.5"
            >
              {networkName(network) !== placeOf(network) && networkName(network)}
            </RadioCard>
          ))}
        </div>
      </fieldset>
      <button type="submit" className={`${buttonClass({})} needs-no-script self-end`}>
        {t("deposit.show")}
      </button>
    </form>
  );
}
