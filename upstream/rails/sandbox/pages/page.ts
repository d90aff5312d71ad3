import type { Lang } from "../../../../contract/values/languages.ts";
import type { Context } from "../../../ports/context.ts";
import type { Html } from "../../../shared/html.ts";

/** The visitor of a page: the id is the last part of its URL, and the only credential. */
export type PageRequest = { ctx: Context; id: string; language: Lang };

/** The page's content; or, after a form, the website path to redirect to (303). */
export type PageResult = { title: string; content: Html[]; status?: 200 | 422 } | { goTo: string };

/**
 * A page of an outside party that the sandbox simulates. To add one, export a `SandboxPage` and list it in `pages.ts`.
 * Its texts are in `upstream/shared/texts/{en,ru}.json` under `sandbox`, its markup is built with `html`, which escapes. Forms
 * are plain: `<form method="post"><button name="choice" value="...">`, without an action, so that they post to the page
 * itself. No scripts; styles only those of `frame.ts`. The page is served at `/api/v1/sandbox/<path>` by service and
 * website while `RAILS` names sandbox. Undefined means not found. Links are `pagePath(...)`: relative, because the
 * sandbox does not know its origin.
 */
export type SandboxPage = {
  /** Always two parts, so that no API path matches a page. */
  path: `${string}/:id`;
  show(request: PageRequest): Promise<PageResult | undefined>;
  /** Handles a submitted form; idempotent. */
  submit(request: PageRequest, form: URLSearchParams): Promise<PageResult | undefined>;
};

/** The path of a page, in the customer's language. */
export function pagePath(page: Pick<SandboxPage, "path">, id: string, language: Lang): string {
  return `/api/v1/sandbox/${page.path.replace(":id", encodeURIComponent(id))}?lang=${language}`;
}
