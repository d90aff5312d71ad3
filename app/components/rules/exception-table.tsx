import type { ExchangeRules, HoldRule } from "../../../contract/market/rules.ts";
import { type HoldReason, holdReasons } from "../../../contract/order/order-states.ts";
import { formatDuration } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useLang } from "../../i18n/use-lang.ts";
import { Disclosure } from "../../ui/disclosure.tsx";
import { type Rule, Rules } from "../../ui/figures/rules.tsx";
import { ruleFigures } from "./rule-figures.ts";

type ExceptionTableProps = {
  rules: ExchangeRules | null;
  /** Shows the cases of `usual`, the rest is collapsed. */
  show: "usual" | "all";
};

/** The frequent cases; the others are rare. */
const usual: readonly string[] = ["amount_mismatch", "rate_moved", "below_minimum", "wrong_asset", "payout_error"];
const cases = ["quote", "expired", "cancel"] as const;

/** "If something goes differently": every hold reason, from the rules that the service applies. */
export function ExceptionTable({ rules, show }: ExceptionTableProps) {
  const { t } = useTranslation("rules");
  return (
    <section aria-labelledby="exceptions">
      <h2 id="exceptions" className="mb-4 text-h3">
        {t("title")}
      </h2>
      {rules ? <Cases rules={rules} show={show} /> : <p className="text-body-2 text-ink-2">{t("unavailable")}</p>}
    </section>
  );
}

function Cases({ rules, show }: { rules: ExchangeRules; show: ExceptionTableProps["show"] }) {
  const { t } = useTranslation("rules");
  const lang = useLang();
  const figures = ruleFigures(rules, lang);
  const own = cases.map((name): Rule => ({ term: t(`case.${name}.term`), text: t(`case.${name}.text`, figures) }));
  // An unknown reason has no text here; its order page says that our team is checking.
  const held = rules.holds.flatMap((hold) => {
    const reason = knownReason(hold.reason);
    return reason ? [{ reason, rule: holdRow(reason, hold) }] : [];
  });
  const isUsual = ({ reason }: { reason: HoldReason }) => usual.includes(reason);
  const common = held.filter(isUsual).sort((one, other) => usual.indexOf(one.reason) - usual.indexOf(other.reason));
  const rare = held.filter((row) => !isUsual(row));
  if (show === "all") return <Rules rules={[...own, ...[...common, ...rare].map(({ rule }) => rule)]} />;
  return (
    <>
      <Rules rules={[...own, ...common.map(({ rule }) => rule)]} />
      <Disclosure title={t("more")} className="mt-1">
        <Rules rules={rare.map(({ rule }) => rule)} />
      </Disclosure>
    </>
  );

  function holdRow(reason: HoldReason, hold: HoldRule): Rule {
    const then = knownOf(ends, hold.default);
    const who = knownOf(people, hold.action_by);
    return {
      term: t(`hold.${reason}.term`),
      text: (
        <>
          {t(`hold.${reason}.text`, figures)}
          {then && who && (
            <span className="mt-1 block text-small text-ink-3">
              {t(`then.${then}.${who}`, { time: formatDuration(lang, hold.seconds) })}
            </span>
          )}
        </>
      ),
    };
  }
}

const ends = ["request_refund", "wait", "resume"] as const;
const people = ["client", "operator", "system"] as const;

function knownReason(reason: string): HoldReason | undefined {
  return knownOf(holdReasons, reason);
}

function knownOf<Word extends string>(words: readonly Word[], word: string): Word | undefined {
  return words.find((known) => known === word);
}
