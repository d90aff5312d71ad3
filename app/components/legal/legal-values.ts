import type { BotCheckProvider } from "../../../contract/bot-check/actions.ts";
import type { Company } from "../../../contract/company/company.ts";
import type { TermsOperator } from "../../../contract/company/terms-operator.ts";
import { keptDays } from "../../../contract/member/kept-days.ts";
import type { HoldReason } from "../../../contract/order/order-states.ts";
import type {
  CustomerChecks,
  ExchangeRules,
  providerSilence,
  TermsFigures,
} from "../../../contract/terms/exchange-rules.ts";
import type { Lang } from "../../../contract/values/languages.ts";
import { formatAmount, formatDuration, formatList, formatSeconds, formatYears } from "../../i18n/format.ts";
import { botCheckCompany } from "../../settings/bot-check-sources.ts";
import { cookieSeconds } from "../../settings/cookie-lifetimes.ts";
import type { Statistics } from "../../settings/statistics.ts";
import { companyWords, termsWords } from "../company/company-words.ts";
import { ruleFigures } from "../rules/rule-figures.ts";

type Operator = {
  company: Company;
  brand: string;
  email: string;
  /** Which checks of customers the service does; nothing is said of them where it does not answer. */
  checks?: CustomerChecks | undefined;
  /** Who counts visits with consent, the cookies with their times, names of chats, and who does the bot check. */
  parties?: { statistics: readonly Statistics[]; chats: readonly string[]; botCheck: BotCheckProvider };
};

export type LegalValues = ReturnType<typeof legalValues>;

/**
 * Values for legal texts: who runs the exchange, and the figures that the service obeys. `was` is who ran it when the
 * terms with these figures were accepted.
 */
export function legalValues(
  lang: Lang,
  { company, brand, email, parties, checks }: Operator,
  rules: TermsFigures,
  was: TermsOperator | null = null,
) {
  const wholeRules: ExchangeRules = { ...rules, assets: [], terms_version: "" };
  const { tolerance: _, ...figures } = ruleFigures(wholeRules, lang);
  const held = (reason: HoldReason) =>
    formatDuration(lang, rules.holds.find((hold) => hold.reason === reason)?.seconds ?? 0);
  const days = (count: number) =>
    count % 365 === 0 ? formatYears(lang, count / 365) : formatDuration(lang, count * 86_400);
  return {
    ...figures,
    ...companyWords(company, lang),
    ...(was && termsWords(was, lang)),
    brand: was?.brand ?? brand,
    email: was?.email ?? email,
    holdTime: held("amount_mismatch"),
    payoutTime: held("payout_error"),
    infoTime: held("kyc_required"),
    reminderTime: held("aml_check"),
    delayTime: held("new_user_delay"),
    keptRequests: days(rules.reserve_request_days),
    keptDrafts: days(keptDays.drafts),
    keptCodes: days(keptDays.codes),
    keptUnknown: days(keptDays.unknownSignIns),
    keptEmails: days(keptDays.accountEmails),
    keptAddresses: days(keptDays.orderAddresses),
    keptPayPal: days(keptDays.paypalEvidence),
    keptPush: days(keptDays.pushSubscriptions),
    keptReviews: days(keptDays.unconfirmedReviews),
    keptSubscriptions: days(keptDays.unconfirmedSubscriptions),
    keptHistory: days(keptDays.signInHistory),
    keptTickets: days(keptDays.tickets),
    partners: rules.partners ? "yes" : "",
    ...checkWords(lang, checks),
    ...walletTimes(lang, rules.wallets),
    ...cookieTimes(lang),
    ...partyWords(lang, parties ?? { statistics: [], chats: [], botCheck: "altcha" }),
  };
}

/** Each is empty where it is not done, or not known. */
function checkWords(lang: Lang, checks: CustomerChecks | undefined) {
  const from = checks?.identity_from_usd ?? null;
  const hasList = (issuer: CustomerChecks["lists"][number]) => (checks?.lists.includes(issuer) ? "yes" : "");
  const isAsked = from !== null;
  return {
    lists: checks && checks.lists.length > 0 ? "yes" : "",
    listOfac: hasList("ofac"),
    listEu: hasList("eu"),
    listUn: hasList("un"),
    listOwn: hasList("own"),
    provider: checks?.provider ?? "",
    ...silenceWords(lang, checks),
    reviewTime: checks ? formatDuration(lang, checks.review_hours * 3600) : "",
    identity: isAsked ? "yes" : "",
    noIdentity: checks && !isAsked ? "yes" : "",
    identityFrom: isAsked ? `${formatAmount(lang, from)}\u00a0USD` : "",
    identityDays: checks ? formatDuration(lang, checks.identity_days * 86_400) : "",
    identityYears: checks ? formatYears(lang, checks.identity_years) : "",
  };
}

/** What happens when the provider does not answer; nothing for a service whose reply lacks the field. */
function silenceWords(lang: Lang, checks: CustomerChecks | undefined) {
  const silent = checks?.provider ? checks.provider_silent : null;
  const ends = (outcome: (typeof providerSilence)[number]) => (silent?.outcome === outcome ? "yes" : "");
  return {
    providerWait: silent ? formatSeconds(lang, silent.after_seconds) : "",
    silentHolds: ends("hold"),
    silentPasses: ends("pass"),
  };
}

/** Each is empty where there is none. */
function partyWords(lang: Lang, { statistics, chats, botCheck }: NonNullable<Operator["parties"]>) {
  const cookies = statistics.flatMap((service) =>
    service.cookies.map(({ name, days }) => `${name} (${formatDuration(lang, days * 86_400)})`),
  );
  return {
    onlyOurs: statistics.length === 0 ? "yes" : "",
    statistics: formatList(
      lang,
      statistics.map(({ name }) => name),
    ),
    statisticsCookies: cookies.join(", "),
    chats: formatList(lang, chats),
    ownBotCheck: botCheck === "altcha" ? "yes" : "",
    botCheck: botCheckCompany[botCheck],
  };
}

/** Times are empty where the exchange keeps no wallets. */
function walletTimes(lang: Lang, wallets: TermsFigures["wallets"]) {
  const time = (seconds: number | undefined) => (seconds === undefined ? "" : formatDuration(lang, seconds));
  return {
    wallets: wallets ? "yes" : "",
    noWallets: wallets ? "" : "yes",
    settle: time(wallets?.settle_days && wallets.settle_days * 86_400),
    newPayerSettle: time(wallets?.new_payer_settle_days && wallets.new_payer_settle_days * 86_400),
    newAddress: time(wallets?.new_address_seconds),
    securityFreeze: time(wallets?.security_freeze_seconds),
    reportedFreeze: time(wallets?.reported_freeze_seconds),
  };
}

function cookieTimes(lang: Lang) {
  const {
    orders,
    tickets,
    session,
    remembered,
    pending,
    authenticator,
    frozen,
    check,
    google,
    googleNonce,
    hint,
    choice,
    consent,
    partner,
  } = cookieSeconds;
  const time = (seconds: number) => formatDuration(lang, seconds);
  return {
    cookieOrders: time(orders),
    cookieTickets: time(tickets),
    cookieSession: time(session),
    cookieRemembered: time(remembered),
    cookiePending: time(pending),
    cookieAuthenticator: time(authenticator),
    cookieFrozen: formatDuration(lang, frozen),
    cookieCheck: time(check),
    cookieGoogle: time(google),
    cookieNonce: time(googleNonce),
    cookieHint: time(hint),
    cookieConsent: time(consent),
    cookiePartner: time(partner),
    cookieChoice: time(choice),
  };
}
