import { accountsPage } from "../accounts-page.ts";
import { invoicePage } from "../invoice/page.ts";
import { payPage } from "../nebulox/page.ts";
import type { SandboxPage } from "./page.ts";

/** All sandbox pages. */
export const sandboxPages: readonly SandboxPage[] = [invoicePage, payPage, accountsPage];
