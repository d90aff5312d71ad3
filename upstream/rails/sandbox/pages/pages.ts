import { invoicePage } from "../invoice/page.ts";
import { payPage } from "../nebulox/page.ts";
import type { SandboxPage } from "./page.ts";

/** Every page that the sandbox shows. */
export const sandboxPages: readonly SandboxPage[] = [invoicePage, payPage];
