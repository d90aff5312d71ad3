import { useTranslation } from "../../../i18n/translation.ts";
import { classNames } from "../../../ui/class-names.ts";
import { Amount } from "../../../ui/figures/amount.tsx";
import { holdChoicesOf } from "../choices.ts";
import { livePayments } from "../order-facts.ts";
import { receivedText } from "../texts/received-text.ts";
import { HoldOptionCard } from "./hold-option-card.tsx";
import type { HoldProps } from "./hold-props.ts";
import { HoldTerms } from "./hold-terms.tsx";
import { InputAction } from "./input-actions.tsx";

/** Hold reasons where requested and received amounts matter. */
const aboutAmounts: readonly string[] = ["amount_mismatch", "below_minimum", "late_payment", "rate_moved"];

/** As many beside each other as have room for their amounts; four make two rows. */
const columns = "grid-cols-[repeat(auto-fit,minmax(min(100%,14rem),1fr))]";
const twoRows = "sm:grid-cols-2";

/** Requested and received amounts and the choices, all with equal weight; then who has to act, and until when. */
export function HoldChoices({ order, assets, reply, texts }: HoldProps) {
  const { t } = useTranslation("order");
  const choices = holdChoicesOf(order);
  return (
    <section aria-label={t("choice.title")} className="space-y-5">
      {aboutAmounts.includes(order.hold?.reason ?? "") && <AskedAndArrived order={order} texts={texts} />}
      {choices.length > 0 && (
        <div className={classNames("grid gap-5", choices.length === 4 ? twoRows : columns)}>
          {choices.map((choice) =>
            choice.kind === "typed" ? (
              <InputAction key={choice.action} kind={choice.action} {...{ order, assets, reply, texts }} />
            ) : (
              <HoldOptionCard key={choice.option.action} option={choice.option} {...{ order, assets, reply, texts }} />
            ),
          )}
        </div>
      )}
      <HoldTerms texts={texts} />
    </section>
  );
}

function AskedAndArrived({ order, texts }: Pick<HoldProps, "order" | "texts">) {
  const { t } = useTranslation("order");
  const receivedAt = livePayments(order).at(-1)?.seen_at;
  return (
    <dl className="grid grid-cols-2 divide-x divide-line rounded-card border border-line bg-surface">
      <div className="p-4">
        <dt className="text-small text-ink-2">{t("choice.asked")}</dt>
        <dd className="text-body font-semibold">
          <Amount {...texts.money.figure(order.from.amount, order.from.asset)} />
        </dd>
      </div>
      <div className="p-4">
        <dt className="text-small text-ink-2">{receivedText(t, texts.times, receivedAt)}</dt>
        <dd className="text-body font-semibold">
          <Amount {...texts.money.figure(order.from.seen, order.from.asset)} />
        </dd>
      </div>
    </dl>
  );
}
