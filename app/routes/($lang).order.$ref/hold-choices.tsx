import { Form } from "@remix-run/react";
import Info from "lucide-react/icons/info";
import { useTranslation } from "react-i18next";
import type { Order } from "../../../contract/order.ts";
import type { Assets } from "../../components/summary/assets.ts";
import { Amount } from "../../ui/amount.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Note } from "../../ui/note.tsx";
import { choicesOf, refundAsk } from "./choices.ts";
import { livePayments, seenAmount } from "./facts.ts";
import { HoldOptionCard } from "./hold-option-card.tsx";
import type { OrderWords } from "./use-order-words.ts";

/** Where it matters what was asked and what came. */
const aboutAmounts: readonly string[] = ["amount_mismatch", "below_minimum", "late_payment", "rate_moved"];

type HoldChoicesProps = { order: Order; assets: Assets; said: OrderWords };

/** What was asked, what came, and the ways to go on, each equal to the others. */
export function HoldChoices({ order, assets, said }: HoldChoicesProps) {
  const { t } = useTranslation("order");
  const choices = choicesOf(order);
  const arrivedAt = livePayments(order).at(-1)?.seen_at;
  return (
    <section aria-label={t("choice.title")} className="space-y-5">
      {aboutAmounts.includes(order.hold?.reason ?? "") && (
        <dl className="grid grid-cols-2 divide-x divide-line rounded-card border border-line bg-surface">
          <div className="p-4">
            <dt className="text-small text-ink-2">{t("choice.asked")}</dt>
            <dd className="text-body font-semibold">
              <Amount {...said.money.figure(order.from.expected, order.from.asset)} />
            </dd>
          </div>
          <div className="p-4">
            <dt className="text-small text-ink-2">
              {arrivedAt ? t("choice.arrivedAt", { time: said.times.short(arrivedAt) }) : t("choice.arrived")}
            </dt>
            <dd className="text-body font-semibold">
              <Amount {...said.money.figure(seenAmount(order), order.from.asset)} />
            </dd>
          </div>
        </dl>
      )}
      {choices.length > 0 && (
        <Form method="post" className={classNames("grid gap-5", choices.length === 2 && "sm:grid-cols-2")}>
          <input type="hidden" name="version" value={order.version} />
          {choices.map((option) => (
            <HoldOptionCard key={option.action} option={option} order={order} assets={assets} said={said} />
          ))}
        </Form>
      )}
      <IfNothing order={order} said={said} />
    </section>
  );
}

/** What happens when nobody chooses, and when. */
function IfNothing({ order, said }: Omit<HoldChoicesProps, "assets">) {
  const { t } = useTranslation("order");
  const standard = outcomes.find((known) => known === order.hold?.default);
  if (!standard) return null;
  const hasTarget = refundAsk(order)?.missing !== true;
  const key = standard === "request_refund" && !hasTarget ? "request_refund_nowhere" : standard;
  return <Note icon={Info}>{t(`hold.default.${key}`, said.words)}</Note>;
}

const outcomes = ["request_refund", "wait", "resume"] as const;
