import "i18next";
import type common from "../../locales/en/common.json";
import type content from "../../locales/en/content.json";
import type errors from "../../locales/en/errors.json";
import type problems from "../../locales/en/problems.json";
import type rules from "../../locales/en/rules.json";
import type shell from "../../locales/en/shell.json";

/** The English files are the type of every key: a key that is not there does not compile. */
declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    returnNull: false;
    resources: {
      common: typeof common;
      content: typeof content;
      errors: typeof errors;
      problems: typeof problems;
      rules: typeof rules;
      shell: typeof shell;
    };
  }
}
