import type { Lang } from "../../../../contract/values/languages.ts";
import type { Context } from "../../../context.ts";
import type { Html } from "../../../mail/html.ts";

/** Who opens a page: the id is the last part of its address, and the only key that it has. */
export type Visit = { ctx: Context; id: string; language: Lang };

/** Shown under the page's own frame; or, after a form, where the browser goes on to (303): a path of the website. */
export type Answer = { title: string; content: Html[]; status?: 200 | 422 } | { goTo: string };

/**
 * A page of an outside party that the sandbox plays, for a person with a browser. To add one:
 *
 * 1. Write a file that exports a `SandboxPage`. Its words stand in `upstream/words/{en,ru}.json` under `sandbox`, its
 *    markup is made by `html`, which escapes. Forms are plain: `<form method="post"><button name="choice" value="...">`,
 *    without an action, so that they post to the page itself. There are no scripts, and styles only those of `frame.ts`.
 * 2. Name it in `pages.ts`.
 *
 * It is then there at `/api/v1/sandbox/<path>`, of the service and of the website alike, while `RAILS` names sandbox.
 * An answer of undefined is "nothing here". Links to it are `pagePath(...)`: relative, because the sandbox does not
 * know what origin it is seen under.
 */
export type SandboxPage = {
  /** Always two parts, so that no call of the API is taken for a page. */
  path: `${string}/:id`;
  show(visit: Visit): Promise<Answer | undefined>;
  /** A form was sent. Sent twice it must do once. */
  submit(visit: Visit, form: URLSearchParams): Promise<Answer | undefined>;
};

/** Where a page is found, in the language of whoever is sent there. */
export function pagePath(page: Pick<SandboxPage, "path">, id: string, language: Lang): string {
  return `/api/v1/sandbox/${page.path.replace(":id", encodeURIComponent(id))}?lang=${language}`;
}
