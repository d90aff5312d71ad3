import type { z } from "zod/v4";
import type { savedAddress } from "../../../contract/member/member.ts";
import { useMemberTimes } from "../../components/dashboard/use-member-times.ts";
import { maskAccount } from "../../components/order/mask-account.ts";
import { TextWithParts } from "../../i18n/text-with-parts.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { Card } from "../../ui/card.tsx";

export type SavedAddress = z.output<typeof savedAddress>;
type SavedAddressesProps = {
  saved: readonly SavedAddress[];
  now: string;
  formId: string;
  onChoose: (address: SavedAddress) => void;
};

/** The member's own addresses of this currency. A button of the form, so that what is typed stays without scripts too. */
export function SavedAddresses({ saved, now, formId, onChoose }: SavedAddressesProps) {
  const { t } = useTranslation("withdrawals");
  const href = useHref();
  const times = useMemberTimes();
  const link = (text: string) => (
    <a href={href("/dashboard/account/addresses")} className="text-link-inline">
      {text}
    </a>
  );
  return (
    <Card aria-labelledby="saved">
      <h2 id="saved" className="text-h4">
        {t("new.saved")}
      </h2>
      <p className="text-small text-ink-2">
        {saved.length > 0 ? t("new.savedText") : <TextWithParts text={t("new.savedNone")} parts={{ link }} />}
      </p>
      {saved.length > 0 && (
        <ul className="mt-3 divide-y divide-line border-t border-line">
          {saved.map((address) => (
            <li key={address.id} className="flex items-center justify-between gap-4 py-3 last:pb-0">
              <span className="min-w-0">
                <span className="block truncate text-body-2 font-medium">{address.label}</span>
                <span className="block text-small text-ink-3">
                  {maskAccount(address.account)}
                  {address.usable_at && address.usable_at > now && (
                    <span className="block">{t("new.savedFrom", { time: times.until(address.usable_at, now) })}</span>
                  )}
                </span>
              </span>
              <button
                type="submit"
                form={formId}
                formNoValidate
                name="saved"
                value={address.id}
                aria-label={t("new.chooseOf", { label: address.label })}
                onClick={(event) => {
                  event.preventDefault();
                  onChoose(address);
                }}
                className="inline-flex min-h-11 items-center text-body-2 font-semibold text-link hover:underline"
              >
                {t("new.choose")}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
