import type { ExchangePage } from "../../../contract/market/pairs.ts";
import { api } from "../../api/client.server.ts";
import type { ApiProblem } from "../../api/endpoint-types.ts";
import { blocksCookies, cookiesBlocked } from "../../auth/cookies/cookies-blocked.server.ts";
import { readAmount } from "../../forms/amount-input.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { partnerTouch } from "../../partners/partner-cookie.server.ts";
import { calculate, issueOf, refusalIssue } from "./calculate.server.ts";
import { type CalculatorData, type CalculatorInput, type CalculatorProblem, inputAsset } from "./calculation.ts";
import type { CalculatorState } from "./calculator.server.ts";
import { loadMarket, marketOf } from "./market.server.ts";
import { changedSide, readInput } from "./state/calculator-input.ts";
import { problemStatus } from "./state/problem-status.ts";

type OpenOrderResult =
  | { status: "opened"; ref: string; token: string }
  /** The page again, with what was typed and the reason beside it. */
  | { status: "refused"; httpStatus: number; state: CalculatorState };

/** Opens a draft for the form, by the amount that was changed last. */
export async function openOrder(args: RouteArgs, page: ExchangePage, form: FormData): Promise<OpenOrderResult> {
  const lang = langOf(args.request);
  const whole = await loadMarket(args);
  if (whole.status === "unknown") return unavailableResult(form, whole.problem);
  const market = marketOf(whole.reply, page);
  const stepOne = readInput(textFields(form), market, lang);
  if (!stepOne) return { status: "refused", httpStatus: 503, state: { status: "closed" } };

  const side = changedSide(textFields(form));
  const input = side === "both" ? stepOne : { ...stepOne, side, typed: textFields(form).get(`${side}_amount`) ?? "" };
  const refused = (issue: CalculatorProblem, promoIssue: string | null = null): OpenOrderResult => {
    const data: CalculatorData = { page, market, input, quote: null, issue, promoIssue };
    return { status: "refused", httpStatus: problemStatus(issue), state: { status: "open", data } };
  };
  // A remembered market is good enough to show the form again, not to open an order.
  if (whole.status === "remembered") return refused(refusalIssue(whole.problem, lang));
  if (side === "both") return refused({ kind: "both_changed" });
  if (blocksCookies(args)) return refused(refusalIssue(cookiesBlocked, lang));

  const asset = market.assets[inputAsset(input)];
  const reading = readAmount(input.typed, lang, asset?.decimals ?? 0, asset?.symbol);
  if (!reading.ok) {
    return refused({ kind: reading.problem, offers: reading.readings.map((amount) => ({ side: input.side, amount })) });
  }
  const { from, to, promo } = input;
  const touch = await partnerTouch(args);
  const body = { from, to, amount: reading.amount, side: input.side, promo: promo || null, ...touch };
  const response = await api(args, "exchangeStepOne", { body });
  if (response.ok) return { status: "opened", ref: response.data.data.order.ref, token: response.data.data.token };
  if (isAboutPromo(response.problem)) return withoutPromo(args, { page, market, input });
  const issue = issueOf(response.problem, input, lang);
  // The price contains the reserve and the payout for this amount.
  const priced = issue.kind === "reserve_low" ? await calculate(args, market, input, lang) : null;
  return refused(priced?.issue ?? issue);
}

function unavailableResult(form: FormData, { status: httpStatus }: ApiProblem): OpenOrderResult {
  const posted = [...form].flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[name, value]] : [],
  );
  return { status: "refused", httpStatus, state: { status: "unavailable", httpStatus, posted } };
}

/** The same page with the price without the code, and why the code has no effect. */
async function withoutPromo(
  args: RouteArgs,
  stepOne: Pick<CalculatorData, "page" | "market"> & { input: CalculatorInput },
): Promise<OpenOrderResult> {
  const { page, market, input } = stepOne;
  const calculation = await calculate(args, market, input, langOf(args.request));
  const promoIssue = calculation.promoIssue ?? "unknown";
  const data: CalculatorData = { page, market, ...calculation, promoIssue };
  return { status: "refused", httpStatus: 422, state: { status: "open", data } };
}

function isAboutPromo(problem: ApiProblem): boolean {
  return problem.code === "promo_invalid" || problem.errors?.some(({ pointer }) => pointer === "/promo") === true;
}

function textFields(form: FormData) {
  const texts = (name: string) => form.getAll(name).filter((value) => typeof value === "string");
  return { get: (name: string) => texts(name)[0] ?? null, getAll: texts };
}
