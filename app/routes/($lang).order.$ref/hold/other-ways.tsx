import { Form, Link, useLocation } from "@remix-run/react";
import { type ReactNode, useId } from "react";
import { isMore, isZero } from "../../../../contract/values/decimal.ts";
import { SubmitButton } from "../../../forms/submit-button.tsx";
import { TextWithParts } from "../../../i18n/text-with-parts.tsx";
import { useTranslation } from "../../../i18n/translation.ts";
import { buttonClass } from "../../../ui/buttons/button-class.ts";
import { Card } from "../../../ui/card.tsx";
import { type Choice, holdChoicesOf, refundAsk } from "../choices.ts";
import { AskLink, useAsked } from "../question.tsx";
import { RefundQuestion } from "../refund-question.tsx";
import { arrivedIn, givenBy, HoldOptionCard } from "./hold-option-card.tsx";
import type { HoldProps } from "./hold-props.ts";
import { HoldTerms } from "./hold-terms.tsx";
import { InputAction } from "./input-actions.tsx";

/** What can be done instead of paying the rest: outlined, and each asks once before it acts. */
export function OtherWays(props: HoldProps) {
  const { t } = useTranslation("order");
  const { order, texts } = props;
  const choices = holdChoicesOf(order);
  const id = useId();
  const rows = choices.flatMap((choice) =>
    choice.kind === "amounts" && !asksWhere(choice.option, props) ? [choice.option] : [],
  );
  return (
    <section aria-labelledby={id} className="space-y-4">
      <h2 id={id} className="text-h4">
        {t("choice.otherWays")}
      </h2>
      {rows.length > 0 && (
        <Card className="!p-0">
          <ul className="divide-y divide-line">
            {rows.map((option) => (
              <Way key={option.action} option={option} {...props} />
            ))}
          </ul>
        </Card>
      )}
      {choices.map((choice) => {
        if (choice.kind === "typed") return <InputAction key={choice.action} kind={choice.action} {...props} />;
        if (!asksWhere(choice.option, props)) return null;
        return <HoldOptionCard key={choice.option.action} option={choice.option} {...props} />;
      })}
      <HoldTerms texts={texts} plain />
    </section>
  );
}

/** A refund without an address asks for one first. */
const asksWhere = ({ action }: Choice, { order }: Pick<HoldProps, "order">) =>
  action === "request_refund" && refundAsk(order)?.missing === true;

type WayProps = HoldProps & { option: Choice };

function Way(props: WayProps) {
  const { t } = useTranslation("order");
  const { option, order, texts } = props;
  const isRefund = option.action === "request_refund";
  const gives = givenBy(option, order);
  const amount = texts.money.text(gives.amount, gives.asset);
  const received = texts.money.text(
    arrivedIn(order, isRefund ? gives.asset : order.from.asset),
    isRefund ? gives.asset : order.from.asset,
  );
  const isNothing = isRefund && isZero(gives.amount);
  const label = isNothing
    ? t("choice.closeWithNothing")
    : t(isRefund ? "choice.refundAmount" : "choice.getAmount", { amount });
  const question = isRefund ? "refund" : "exchange";
  const isAsked = useAsked() === question;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 p-4 lg:p-6">
      <div className="min-w-0 flex-[1_1_18rem] space-y-1">
        <h3 className="text-body font-semibold">{t(`choice.way.${option.action}`, { received })}</h3>
        <p className="text-small text-ink-2">
          {isNothing ? (
            t("choice.nothingLeft")
          ) : (
            <TextWithParts
              text={t(isRefund ? "choice.refundLine" : "choice.exchangeLine", { ...texts.words, amount })}
              parts={{ amount: (text) => <strong className="font-semibold text-ink">{text}</strong> }}
            />
          )}{" "}
          {isRefund ? <RefundFee {...props} /> : <RateLine {...props} />}
        </p>
      </div>
      {isAsked ? (
        <div className="w-full">
          {isRefund ? (
            <RefundQuestion order={order} texts={texts} sure={label} />
          ) : (
            <ExchangeQuestion {...props} sure={label} />
          )}
        </div>
      ) : (
        <AskLink question={question} variant="outlined" className="min-h-12 w-full sm:w-52">
          {label}
        </AskLink>
      )}
    </li>
  );
}

/** The rate now and the agreed one, and until when it is held. */
function RateLine({ option, order, texts: { money, times } }: WayProps): ReactNode {
  const { t } = useTranslation("order");
  const { effective_rate: rate, valid_until: until } = option;
  if (!rate) return null;
  const agreed = order.effective_rate;
  const key = isMore(rate, agreed) || isMore(agreed, rate) ? "choice.rateNow" : "choice.rateSame";
  return (
    <>
      {t(key, { rate: money.rate(rate), agreed: money.rate(agreed) })}{" "}
      {until && t("choice.rateUntil", { time: times.moment(until) })}
    </>
  );
}

function RefundFee({ option, order, texts: { money } }: WayProps): ReactNode {
  const { t } = useTranslation("order");
  const { asset } = givenBy(option, order);
  if (!option.fee || isZero(option.fee)) return null;
  return t("choice.feeLine", { fee: money.text(option.fee, asset) });
}

/** The rate was shown with the choice: the version of the order and the offer's own time say that it still holds. */
function ExchangeQuestion({ option, order, texts, sure }: WayProps & { sure: string }) {
  const { t } = useTranslation("order");
  const { pathname } = useLocation();
  return (
    <Form id="exchange" method="post" action={pathname} className="space-y-4 border-t border-line pt-4">
      <p className="text-body-2 font-semibold">{t("choice.exchangeFinal", texts.words)}</p>
      <div className="flex flex-col gap-3">
        <SubmitButton variant="filled" intent={option.action} className="min-h-12">
          {sure}
        </SubmitButton>
        <Link to={pathname} preventScrollReset className={buttonClass({ variant: "quiet" })}>
          {t("refund.keep")}
        </Link>
      </div>
      {/* Last: before the text it would add a gap. */}
      <input type="hidden" name="version" value={order.version} />
    </Form>
  );
}
