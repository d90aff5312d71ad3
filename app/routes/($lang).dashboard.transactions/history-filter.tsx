import type { Wallet } from "../../../contract/balance/wallets.ts";
import type { Assets } from "../../components/summary/assets.ts";
import type { HistoryQuery } from "../../components/wallets/history-query.server.ts";
import { useWalletMoney } from "../../components/wallets/use-wallet-money.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";
import { FieldFrame } from "../../ui/fields/field-frame.tsx";
import { SelectInput } from "../../ui/fields/select-input.tsx";
import { TextInput } from "../../ui/fields/text-input.tsx";
import { Search, SlidersHorizontal } from "../../ui/icons/icons.tsx";
import { Note } from "../../ui/messages/note.tsx";

type HistoryFilterProps = {
  query: HistoryQuery;
  badDate: boolean;
  wallets: readonly Pick<Wallet, "asset">[];
  assets: Assets;
};

/** A GET form: a filtered list has an address. Folded, as on a phone it would push the list off the screen. */
export function HistoryFilter({ query, badDate, ...lists }: HistoryFilterProps) {
  const { t } = useTranslation("wallets");
  const isUsed = Boolean(query.wallet || query.from || query.until);
  return (
    <>
      <details open={isUsed} className="group">
        <summary className={`${buttonClass({ size: "small" })} list-none`}>
          <SlidersHorizontal size={18} />
          {t("history.filter")}
        </summary>
        <FilterFields query={query} isUsed={isUsed} {...lists} />
      </details>
      {badDate && <Note icon={Search}>{t("history.badDate")}</Note>}
    </>
  );
}

function FilterFields({ query, isUsed, wallets, assets }: Omit<HistoryFilterProps, "badDate"> & { isUsed: boolean }) {
  const { t } = useTranslation("wallets");
  const href = useHref();
  const money = useWalletMoney(assets);
  return (
    <form method="get" action={href("/dashboard/transactions")} className="flex flex-wrap items-end gap-3 pt-4">
      {query.kind !== "all" && <input type="hidden" name="kind" value={query.kind} />}
      <div className="min-w-0 flex-1 basis-56">
        <FieldFrame id="wallet" label={t("history.wallet")}>
          <SelectInput id="wallet" name="wallet" defaultValue={query.wallet}>
            <option value="">{t("history.allWallets")}</option>
            {wallets.map(({ asset }) => (
              <option key={asset} value={asset}>
                {money.name(asset)}
              </option>
            ))}
          </SelectInput>
        </FieldFrame>
      </div>
      {(["from", "until"] as const).map((name) => (
        <div key={name} className="min-w-36 flex-1 sm:flex-none">
          <FieldFrame id={name} label={t(`history.${name}`)}>
            <TextInput id={name} name={name} type="date" defaultValue={query[name]} />
          </FieldFrame>
        </div>
      ))}
      <button type="submit" className={`${buttonClass({})} min-h-12`}>
        {t("history.show")}
      </button>
      {isUsed && (
        <a href={href("/dashboard/transactions")} className={`${buttonClass({ variant: "quiet" })} min-h-12`}>
          {t("history.clear")}
        </a>
      )}
    </form>
  );
}
