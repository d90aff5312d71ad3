import { routes as sandbox } from "./sandbox.ts";
import type { Route } from "./serve.ts";

/** Every call that is answered; `ls` of this folder is their list. */
export const routes: readonly Route[] = [...sandbox];
