import type { Order } from "../../../contract/order/order.ts";
import { useMoney } from "../../components/order/use-money.ts";
import type { Assets } from "../../components/summary/assets.ts";
import type { FormReply } from "../../forms/reply.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { useSite } from "../../site/site.ts";
import { FieldError } from "../../ui/fields/field-frame.tsx";
import { RadioCard } from "../../ui/fields/radio-card.tsx";
import { Wallet } from "../../ui/icons/icons.tsx";
import { Note } from "../../ui/messages/note.tsx";
import type { OwnWallet } from "./own-wallet.server.ts";

/** The payment methods this site has texts for. */
const methodsWithTexts = ["crypto_address", "hosted_gateway"] as const;

type PayMethodsProps = { order: Order; assets: Assets; reply: FormReply | undefined; wallet: OwnWallet | null };

/** Choice of the payment method. The wallet is listed above the other methods; the order's default is selected. */
export function PayMethods({ order, assets, reply, wallet }: PayMethodsProps) {
  const { t } = useTranslation("confirm");
  const money = useMoney(assets);
  const keptFields = useSite()?.restoredForm;
  if (!hasChoice(order, wallet)) return <TooLittle order={order} assets={assets} wallet={wallet} />;
  const options = optionsOf(order, wallet);
  const { pay_with: choice } = reply?.values ?? keptFields ?? {};
  const chosen = options.find((method) => method === choice) ?? options.find((method) => method !== "balance");
  const wrong = reply?.fields.pay_with;
  return (
    <fieldset id="pay_with" className="space-y-3">
      <legend className="text-h4 lg:text-h3">{t("payWith.legend")}</legend>
      <div className="grid grid-cols-2 gap-3">
        {options.map((method) => (
          <RadioCard
            key={method}
            className={method === "balance" ? "col-span-2" : undefined}
            name="pay_with"
            value={method}
            defaultChecked={method === chosen}
            title={t(`payWith.${method}.title`)}
          >
            {method === "balance"
              ? t("payWith.balance.how", { amount: money.text(wallet?.available ?? "0", order.from.asset) })
              : t(`payWith.${method}.how`)}
          </RadioCard>
        ))}
      </div>
      {wrong && <FieldError id="pay_with-error">{wrong.text}</FieldError>}
      <TooLittle order={order} assets={assets} wallet={wallet} />
    </fieldset>
  );
}

/** There is money in the wallet, and not enough, or something forbids to use it: says what helps. */
function TooLittle({ order, assets, wallet }: Omit<PayMethodsProps, "reply">) {
  const { t } = useTranslation("confirm");
  const href = useHref();
  const money = useMoney(assets);
  if (wallet?.obstacle) return <Note icon={Wallet}>{t(`payWith.obstacle.${wallet.obstacle}`)}</Note>;
  if (!wallet || wallet.covers) return null;
  const { asset } = order.from;
  return (
    <Note icon={Wallet}>
      <span>{t("payWith.tooLittle", { amount: money.text(wallet.available, asset) })}</span>{" "}
      <a href={href(`/dashboard/wallets/deposit?asset=${asset}`)} className="text-link-inline">
        {t("payWith.deposit")}
      </a>
    </Note>
  );
}

export const hasChoice = (order: Order, wallet: OwnWallet | null) => optionsOf(order, wallet).length > 1;

function optionsOf(order: Order, wallet: OwnWallet | null) {
  const offered = methodsWithTexts.filter((method) => order.payin.options.includes(method));
  return wallet?.terms ? (["balance", ...offered] as const) : offered;
}
