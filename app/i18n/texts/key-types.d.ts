import "i18next";
import type account from "../../../locales/en/account.json";
import type auth from "../../../locales/en/auth.json";
import type calculator from "../../../locales/en/calculator.json";
import type check from "../../../locales/en/check.json";
import type common from "../../../locales/en/common.json";
import type company from "../../../locales/en/company.json";
import type confirm from "../../../locales/en/confirm.json";
import type content from "../../../locales/en/content.json";
import type cookies from "../../../locales/en/cookies.json";
import type dashboard from "../../../locales/en/dashboard.json";
import type details from "../../../locales/en/details.json";
import type errors from "../../../locales/en/errors.json";
import type exchange from "../../../locales/en/exchange.json";
import type forms from "../../../locales/en/forms.json";
import type home from "../../../locales/en/home.json";
import type legal from "../../../locales/en/legal.json";
import type mailbox from "../../../locales/en/mailbox.json";
import type order from "../../../locales/en/order.json";
import type pair from "../../../locales/en/pair.json";
import type problems from "../../../locales/en/problems.json";
import type rates from "../../../locales/en/rates.json";
import type receipt from "../../../locales/en/receipt.json";
import type reserve from "../../../locales/en/reserve.json";
import type returning from "../../../locales/en/return.json";
import type reviews from "../../../locales/en/reviews.json";
import type rules from "../../../locales/en/rules.json";
import type shell from "../../../locales/en/shell.json";
import type status from "../../../locales/en/status.json";
import type steps from "../../../locales/en/steps.json";
import type summary from "../../../locales/en/summary.json";
import type support from "../../../locales/en/support.json";
import type track from "../../../locales/en/track.json";
import type verify from "../../../locales/en/verify.json";

/** The English files are the type of all keys: a missing key does not compile. */
declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    returnNull: false;
    contextSeparator: "@";
    resources: {
      account: typeof account;
      auth: typeof auth;
      calculator: typeof calculator;
      check: typeof check;
      common: typeof common;
      confirm: typeof confirm;
      company: typeof company;
      content: typeof content;
      cookies: typeof cookies;
      dashboard: typeof dashboard;
      details: typeof details;
      errors: typeof errors;
      exchange: typeof exchange;
      forms: typeof forms;
      home: typeof home;
      legal: typeof legal;
      mailbox: typeof mailbox;
      order: typeof order;
      pair: typeof pair;
      problems: typeof problems;
      rates: typeof rates;
      return: typeof returning;
      receipt: typeof receipt;
      reserve: typeof reserve;
      reviews: typeof reviews;
      rules: typeof rules;
      shell: typeof shell;
      status: typeof status;
      steps: typeof steps;
      summary: typeof summary;
      support: typeof support;
      track: typeof track;
      verify: typeof verify;
    };
  }
}
