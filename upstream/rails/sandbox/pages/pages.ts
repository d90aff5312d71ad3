import type { SandboxPage } from "./page.ts";

/** Every page that the sandbox shows. */
export const sandboxPages: readonly SandboxPage[] = [];
