import type { ExchangePage } from "../../../contract/market/pairs.ts";
import { api } from "../../api/client.server.ts";
import type { ApiProblem } from "../../api/endpoint-types.ts";
import { readAmount } from "../../forms/amount-input.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { calculate, refusedTrouble, troubleOf } from "./calculate.server.ts";
import { type CalculatorData, type Given, givenAsset, type Trouble } from "./calculation.ts";
import type { CalculatorState } from "./calculator.server.ts";
import { marketOf, wholeMarket } from "./market.server.ts";
import { changedSide, givenIn } from "./state/calculator-input.ts";
import { troubleStatus } from "./state/problem-status.ts";

type Outcome =
  | { status: "opened"; ref: string; token: string }
  /** The page again, with what was typed and the reason beside it. */
  | { status: "refused"; httpStatus: number; state: CalculatorState };

/** Opens a draft for the form, by the amount that was changed last. */
export async function openOrder(args: RouteArgs, page: ExchangePage, form: FormData): Promise<Outcome> {
  const lang = langOf(args.request);
  const whole = await wholeMarket(args);
  if (whole.status === "unknown") return nothingKnown(form, whole.problem);
  const market = marketOf(whole.reply, page);
  const asked = givenIn(textFields(form), market, lang);
  if (!asked) return { status: "refused", httpStatus: 503, state: { status: "closed" } };

  const side = changedSide(textFields(form));
  const given = side === "both" ? asked : { ...asked, side, typed: textFields(form).get(`${side}_amount`) ?? "" };
  const refused = (trouble: Trouble, promoTrouble: string | null = null): Outcome => {
    const data: CalculatorData = { page, market, given, quote: null, trouble, promoTrouble };
    return { status: "refused", httpStatus: troubleStatus(trouble), state: { status: "open", data } };
  };
  // A remembered market is good enough to show the form again, not to open an order.
  if (whole.status === "remembered") return refused(refusedTrouble(whole.problem, lang));
  if (side === "both") return refused({ kind: "both_changed" });

  const reading = readAmount(given.typed, lang, market.assets[givenAsset(given)]?.decimals ?? 0);
  if (!reading.ok) {
    return refused({ kind: reading.problem, offers: reading.readings.map((amount) => ({ side: given.side, amount })) });
  }
  const { from, to, promo } = given;
  const body = { from, to, amount: reading.amount, side: given.side, promo: promo || null };
  const answer = await api(args, "exchangeStepOne", { body });
  if (answer.ok) return { status: "opened", ref: answer.data.data.order.ref, token: answer.data.data.token };
  if (isAboutPromo(answer.problem)) return withoutPromo(args, { page, market, given });
  const trouble = troubleOf(answer.problem, given, lang);
  // The price says how much the reserve has and what the payout would have been.
  const priced = trouble.kind === "reserve_low" ? await calculate(args, market, given, lang) : null;
  return refused(priced?.trouble ?? trouble);
}

function nothingKnown(form: FormData, { status: httpStatus }: ApiProblem): Outcome {
  const posted = [...form].flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[name, value]] : [],
  );
  return { status: "refused", httpStatus, state: { status: "unavailable", httpStatus, posted } };
}

/** The same page with the price without the code, and why the code has no effect. */
async function withoutPromo(
  args: RouteArgs,
  asked: Pick<CalculatorData, "page" | "market"> & { given: Given },
): Promise<Outcome> {
  const { page, market, given } = asked;
  const calculation = await calculate(args, market, given, langOf(args.request));
  const promoTrouble = calculation.promoTrouble ?? "unknown";
  const data: CalculatorData = { page, market, ...calculation, promoTrouble };
  return { status: "refused", httpStatus: 422, state: { status: "open", data } };
}

function isAboutPromo(problem: ApiProblem): boolean {
  return problem.code === "promo_invalid" || problem.errors?.some(({ pointer }) => pointer === "/promo") === true;
}

function textFields(form: FormData) {
  const texts = (name: string) => form.getAll(name).filter((value) => typeof value === "string");
  return { get: (name: string) => texts(name)[0] ?? null, getAll: texts };
}
