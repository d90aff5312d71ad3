import { useId } from "react";
import { type HoldReason, holdActors, holdDefaults, holdReasons } from "../../../contract/order/order-states.ts";
import type { ExchangeRules, HoldRule } from "../../../contract/terms/exchange-rules.ts";
import { formatDuration } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useLang } from "../../i18n/use-lang.ts";
import { Disclosure, Question } from "../../ui/disclosure.tsx";
import { type Rule, Rules } from "../../ui/figures/rules.tsx";
import { ruleFigures } from "./rule-figures.ts";

type ExceptionTableProps = {
  rules: ExchangeRules | null;
  /** Shows the cases of `usual`, the rest is collapsed. */
  show: "usual" | "all";
  /** Leaves out what cannot happen when the customer pays in this way; both ways by default. */
  paysBy?: PayKind;
  /** Folds the cases below the title: open, or closed until asked for. */
  folded?: "open" | "closed";
  /** Names the way to pay in the title, where both ways have a table. */
  ofKind?: boolean;
};

/** The frequent cases; the others are rare. */
const usual: readonly string[] = ["amount_mismatch", "rate_moved", "below_minimum", "wrong_asset", "payout_error"];
const cases = ["quote", "expired", "cancel"] as const;

/** "If something goes differently": every hold reason, from the rules that the service applies. */
export function ExceptionTable({ rules, show, paysBy, folded, ofKind = false }: ExceptionTableProps) {
  const { t } = useTranslation("rules");
  const id = useId();
  const title = ofKind && paysBy ? t(`titleOf.${paysBy}`) : t("title");
  const cases = rules ? (
    <Cases rules={rules} show={show} paysBy={paysBy} />
  ) : (
    <p className="text-body-2 text-ink-2">{t("unavailable")}</p>
  );
  return (
    <section aria-labelledby={id} data-rules={paysBy ?? "all"}>
      {folded ? (
        <Question title={<h2 id={id}>{title}</h2>} open={folded === "open"}>
          {cases}
        </Question>
      ) : (
        <>
          <h2 id={id} className="mb-4 text-h3">
            {title}
          </h2>
          {cases}
        </>
      )}
    </section>
  );
}

type CasesProps = { rules: ExchangeRules; show: ExceptionTableProps["show"]; paysBy: PayKind | undefined };

function Cases({ rules, show, paysBy }: CasesProps) {
  const { t } = useTranslation("rules");
  const { t: holds } = useTranslation("holds");
  const lang = useLang();
  const figures = ruleFigures(rules, lang);
  const casesOfPage = cases.map((name): Rule => {
    const isByKind = name === "expired" && paysBy;
    return {
      term: t(`case.${name}.term`),
      text: t(isByKind ? `case.expired.${paysBy}` : `case.${name}.text`, figures),
    };
  });
  // An unknown reason has no text here; its order page shows that our team is checking.
  const held = rules.holds.flatMap((hold) => {
    const reason = knownReason(hold.reason);
    return reason && mayHappen(reason, paysBy) ? [{ reason, rule: holdRow(reason, hold) }] : [];
  });
  const isUsual = ({ reason }: { reason: HoldReason }) => usual.includes(reason);
  const common = held.filter(isUsual).sort((a, b) => usual.indexOf(a.reason) - usual.indexOf(b.reason));
  const rare = held.filter((row) => !isUsual(row));
  if (show === "all") return <Rules rules={[...casesOfPage, ...[...common, ...rare].map(({ rule }) => rule)]} />;
  return (
    <>
      <Rules rules={[...casesOfPage, ...common.map(({ rule }) => rule)]} />
      <Disclosure title={t("more")} className="mt-1">
        <Rules rules={rare.map(({ rule }) => rule)} />
      </Disclosure>
    </>
  );

  function holdRow(reason: HoldReason, hold: HoldRule): Rule {
    const then = knownOf(holdDefaults, hold.default);
    const who = knownOf(holdActors, hold.action_by);
    return {
      term: holds(`${reason}.rules.term`),
      text: (
        <>
          {holds(textOf(reason, paysBy), figures)}
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

/** How the customer pays. */
type PayKind = "crypto" | "ewallet";

/** Only PayPal knows disputes; only coins can be of another kind or network, and so lack an address to return to. */
const onlyWith: Partial<Record<HoldReason, PayKind>> = {
  dispute: "ewallet",
  wrong_asset: "crypto",
  refund_address_missing: "crypto",
};

/** Texts that differ by the way of paying. */
const byKind = ["amount_mismatch", "late_payment", "payout_error"] as const;

function textOf(reason: HoldReason, paysBy: PayKind | undefined) {
  const differs = byKind.find((name) => name === reason);
  return differs && paysBy ? (`${differs}.rules.${paysBy}` as const) : (`${reason}.rules.text` as const);
}

function mayHappen(reason: HoldReason, paysBy: PayKind | undefined): boolean {
  const only = onlyWith[reason];
  return only === undefined || paysBy === undefined || only === paysBy;
}

function knownReason(reason: string): HoldReason | undefined {
  return knownOf(holdReasons, reason);
}

function knownOf<Word extends string>(words: readonly Word[], word: string): Word | undefined {
  return words.find((candidate) => candidate === word);
}
