import { affiliateDocs } from "./affiliate-docs.ts";
import { authDocs } from "./auth-docs.ts";
import { balanceDocs } from "./balance-docs.ts";
import { botCheckDocs } from "./bot-check-docs.ts";
import type { CallDocs } from "./call-doc.ts";
import { freezeDocs } from "./freeze-docs.ts";
import { marketDocs } from "./market-docs.ts";
import { memberDocs } from "./member-docs.ts";
import { newsletterDocs } from "./newsletter-docs.ts";
import { orderDocs } from "./order-docs.ts";
import { pushDocs } from "./push-docs.ts";
import { railDocs } from "./rail-docs.ts";
import { reviewDocs } from "./review-docs.ts";
import { settingsDocs } from "./settings-docs.ts";
import { siteDocs } from "./site-docs.ts";
import { statusDocs } from "./status-docs.ts";
import { supportDocs } from "./support-docs.ts";
import { verifyDocs } from "./verify-docs.ts";
import { withdrawalDocs } from "./withdrawal-docs.ts";

/** Description and examples of every call; a call without them is a type error. */
export const callDocs: CallDocs = {
  ...marketDocs,
  ...verifyDocs,
  ...statusDocs,
  ...orderDocs,
  ...pushDocs,
  ...railDocs,
  ...authDocs,
  ...botCheckDocs,
  ...memberDocs,
  ...settingsDocs,
  ...siteDocs,
  ...reviewDocs,
  ...newsletterDocs,
  ...supportDocs,
  ...balanceDocs,
  ...withdrawalDocs,
  ...freezeDocs,
  ...affiliateDocs,
};
