import type { Order } from "../../../contract/order/order.ts";
import type { FormReply } from "../../forms/reply.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { RadioCard } from "../../ui/fields/radio-card.tsx";

/** The payment methods this site has texts for. */
const known = ["crypto_address", "hosted_gateway"] as const;

/** Choice of the payment method. All look equal; the default is first and selected. */
export function PayMethods({ order, reply }: { order: Order; reply: FormReply | undefined }) {
  const { t } = useTranslation("confirm");
  if (!hasChoice(order)) return null;
  const options = optionsOf(order);
  const chosen = options.find((method) => method === reply?.values.pay_with) ?? options[0];
  return (
    <fieldset className="space-y-3">
      <legend className="text-h4 lg:text-h3">{t("payWith.legend")}</legend>
      <div className="grid grid-cols-2 gap-3">
        {options.map((method) => (
          <RadioCard
            key={method}
            name="pay_with"
            value={method}
            defaultChecked={method === chosen}
            title={t(`payWith.${method}.title`)}
          >
            {t(`payWith.${method}.how`)}
          </RadioCard>
        ))}
      </div>
    </fieldset>
  );
}

export const hasChoice = (order: Order) => optionsOf(order).length > 1;

const optionsOf = (order: Order) => known.filter((method) => order.payin.options.includes(method));
