import type { Asset } from "../../../contract/market/pairs.ts";
import { useMemberTimes } from "../../components/dashboard/use-member-times.ts";
import { placeOf } from "../../components/summary/assets.ts";
import { networkName, networkWithLabel } from "../../components/summary/network-name.ts";
import { Field } from "../../forms/field.tsx";
import type { FormReply } from "../../forms/reply.ts";
import { formatList } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useLang } from "../../i18n/use-lang.ts";
import { Check, Clock, TriangleAlert } from "../../ui/icons/icons.tsx";
import { Note } from "../../ui/messages/note.tsx";
import type { WithdrawalQuote } from "./new-withdrawal-result.ts";

type DestinationProps = {
  asset: Asset;
  values: Record<string, string>;
  reply: FormReply | undefined;
  /** Null until the service has checked the address. */
  quote: WithdrawalQuote | null;
  /** `USDT ERC20` of an asset's id. */
  nameOf: (asset: string) => string;
  now: string;
};

/** The address, what the service says about it, and that the network counts. */
export function Destination({ asset, values, reply, quote, nameOf, now }: DestinationProps) {
  const { t } = useTranslation("withdrawals");
  const lang = useLang();
  const times = useMemberTimes();
  const time = quote?.available_at && times.until(quote.available_at, now);
  return (
    <div className="space-y-2">
      <Field
        name="account"
        label={t("new.to")}
        hint={t("new.toHint", { network: networkWithLabel(asset) })}
        reply={reply}
        saved={values.account}
        required
        maxLength={500}
        address
      />
      {quote && (
        <p className="flex items-center gap-1.5 text-small text-success-700">
          <Check size={16} />
          {t("new.valid", { network: networkName(asset) })}
        </p>
      )}
      {time && (
        <p className="flex items-center gap-1.5 text-small text-ink-2">
          <Clock size={16} className="shrink-0" />
          {t("new.newAddress", { time })}
        </p>
      )}
      {quote && quote.known_for.length > 0 && (
        <Note tone="warning" icon={TriangleAlert}>
          {t("new.knownFor", { assets: formatList(lang, quote.known_for.map(nameOf)) })}
        </Note>
      )}
      {hasTwins(asset) && (
        <p className="text-small text-ink-3">{t("new.other", { symbol: asset.symbol, network: placeOf(asset) })}</p>
      )}
    </div>
  );
}

/** Coins with a network of their own name are on no other; a token may be on several. */
const hasTwins = ({ network_label: label }: Asset) => label !== null;
