import type { z } from "zod/v4";
import type { Asset } from "../../../contract/market/pairs.ts";
import type { savedAddress } from "../../../contract/member/member.ts";
import { AccountFrame } from "../../components/account/account-frame.tsx";
import { useMemberTimes } from "../../components/dashboard/use-member-times.ts";
import { maskAccount } from "../../components/order/mask-account.ts";
import { placeOf } from "../../components/summary/assets.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";
import { Card } from "../../ui/card.tsx";
import { UsableFrom } from "./usable-from.tsx";

type SavedNowProps = { address: z.output<typeof savedAddress>; assets: Asset[]; email: string; now: string };

/** After an address was saved: from when it can be used, and how to undo it. */
export function SavedNow({ address, assets, email, now }: SavedNowProps) {
  const { t } = useTranslation("account");
  const href = useHref();
  const times = useMemberTimes();
  const asset = assets.find(({ id }) => id === address.asset);
  const isWaiting = address.usable_at !== null && address.usable_at > now;
  return (
    <AccountFrame title={t("addresses.title")} done={null}>
      <Card main aria-labelledby="just-saved" className="max-w-[35rem] space-y-4">
        <div>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <h2 id="just-saved" className="text-h4 [overflow-wrap:anywhere]">
              {address.label}
            </h2>
            <UsableFrom at={address.usable_at} now={now} />
          </div>
          <p className="text-small text-ink-2">
            {asset ? `${asset.symbol} ${placeOf(asset)}` : address.asset} · {maskAccount(address.account)}
          </p>
        </div>
        <p role="status" className="text-body-2">
          <strong className="font-semibold">{t("addresses.saved.title")}</strong>{" "}
          {isWaiting
            ? t("addresses.saved.usable", { time: times.until(address.usable_at ?? now, now) })
            : t("addresses.saved.usableNow")}
        </p>
        <p className="text-small text-ink-2">{t("addresses.saved.letter", { email: maskAccount(email) })}</p>
        <p>
          <a href={href("/dashboard/account/addresses")} className={buttonClass({})}>
            {t("addresses.saved.back")}
          </a>
        </p>
        <form method="post">
          <input type="hidden" name="id" value={address.id} />
          <button
            type="submit"
            name="intent"
            value="remove"
            className="inline-flex min-h-11 items-center text-body-2 font-semibold text-error-700 hover:underline"
          >
            {t("addresses.saved.remove")}
          </button>
        </form>
      </Card>
    </AccountFrame>
  );
}
