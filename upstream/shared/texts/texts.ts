import type { Lang } from "../../../contract/values/languages.ts";
import en from "./en.json" with { type: "json" };
import ru from "./ru.json" with { type: "json" };

/** The service's own texts: problems, statuses, emails and the pages of the sandbox. The website has its own. */
export type Texts = typeof en;
export const texts: Record<Lang, Texts> = { en, ru };
