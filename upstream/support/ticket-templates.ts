import { inEachLanguage } from "../../contract/values/languages.ts";
import { texts } from "../shared/texts/texts.ts";

/** Prepared answers of support by name. */
export const ticketTemplates = inEachLanguage((lang) => texts[lang].emails.ticket.templates);
