import type { z } from "zod/v4";
import type { Asset } from "../../../contract/market/pairs.ts";
import type { savedAddress } from "../../../contract/member/member.ts";
import { AccountFrame } from "../../components/account/account-frame.tsx";
import type { Done } from "../../components/account/done.ts";
import { isAccount, placeOf } from "../../components/summary/assets.ts";
import type { FormReply } from "../../forms/reply.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";
import { AssetMark } from "../../ui/icons/asset-mark.tsx";
import { EmptyState } from "../../ui/messages/empty-state.tsx";
import { AddForm } from "./add-form.tsx";
import { UsableFrom } from "./usable-from.tsx";

type Saved = z.output<typeof savedAddress>;
type AddressesPageProps = {
  saved: Saved[];
  assets: Asset[];
  done: Done | null;
  now: string;
  restoredForm: Record<string, string> | null;
  reply: FormReply | undefined;
};

export function AddressesPage({ saved, assets, done, now, restoredForm, reply }: AddressesPageProps) {
  const { t } = useTranslation("account");
  return (
    <AccountFrame title={t("addresses.title")} lead={t("addresses.lead")} done={done}>
      {saved.length === 0 ? (
        <EmptyState title={t("addresses.empty")}>{t("addresses.emptyText")}</EmptyState>
      ) : (
        <ul className="divide-y divide-line rounded-card border border-line bg-surface px-4">
          {saved.map((address) => (
            <SavedRow
              key={address.id}
              address={address}
              asset={assets.find(({ id }) => id === address.asset)}
              now={now}
            />
          ))}
        </ul>
      )}
      <AddForm assets={assets} restoredForm={restoredForm} reply={reply} />
    </AccountFrame>
  );
}

function SavedRow({ address, asset, now }: { address: Saved; asset: Asset | undefined; now: string }) {
  const { t } = useTranslation("account");
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3.5">
      <AssetMark symbol={asset?.symbol ?? address.asset} account={isAccount(asset)} />
      <span className="min-w-0 flex-1 basis-56">
        <span className="block text-body-2 font-semibold">{address.label}</span>
        <span className="block text-small text-ink-2 [overflow-wrap:anywhere]">{address.account}</span>
        <span className="block text-small text-ink-3">
          {asset ? `${asset.symbol} ${placeOf(asset)}` : address.asset}
          {address.memo && ` · ${t("addresses.memo")}: ${address.memo}`}
        </span>
      </span>
      <UsableFrom at={address.usable_at} now={now} />
      <form method="post">
        <input type="hidden" name="id" value={address.id} />
        <button
          type="submit"
          name="intent"
          value="remove"
          aria-label={t("addresses.removeOf", { label: address.label })}
          className={buttonClass({ size: "small" })}
        >
          {t("addresses.remove")}
        </button>
      </form>
    </li>
  );
}
