import { type Leftover, leftoverKinds } from "../../../contract/member/closing.ts";
import type { Assets } from "../../components/summary/assets.ts";
import { useWalletMoney } from "../../components/wallets/use-wallet-money.ts";
import type { FormReply } from "../../forms/reply.ts";
import { TextWithParts } from "../../i18n/text-with-parts.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { Checkbox } from "../../ui/fields/checkbox.tsx";

type GiveUpProps = { leftovers: Leftover[]; assets: Assets; reply: FormReply | undefined };

/** The money that no withdrawal can take out, and the consent to leave it. */
export function GiveUp({ leftovers, assets, reply }: GiveUpProps) {
  const { t } = useTranslation("account");
  const href = useHref();
  const money = useWalletMoney(assets);
  const problem = reply?.fields.give_up_leftovers;
  const reasonOf = (kind: string) => {
    const leftoverKind = leftoverKinds.find((name) => name === kind);
    return leftoverKind && t(`close.leftover.${leftoverKind}`);
  };
  const support = (text: string) => (
    <a href={href("/company/contact-us")} className="text-link-inline">
      {text}
    </a>
  );
  return (
    <div className="space-y-3 rounded-card border border-warning-300 bg-warning-50 p-4">
      <h3 className="text-h4">{t("close.leftTitle")}</h3>
      <ul className="space-y-2 text-body-2">
        {leftovers.map(({ asset, amount, kind }) => (
          <li key={`${asset} ${kind}`}>
            <span className="figures font-semibold">{money.text(amount, asset)}</span>{" "}
            <span className="text-ink-2">{reasonOf(kind)}</span>
          </li>
        ))}
      </ul>
      <p className="text-body-2 text-ink-2">
        <TextWithParts text={t("close.leftText")} parts={{ support }} />
      </p>
      <Checkbox
        id="give_up_leftovers"
        name="give_up_leftovers"
        label={t("close.giveUp")}
        defaultChecked={reply?.values.give_up_leftovers !== undefined}
        error={problem?.text}
      />
    </div>
  );
}
