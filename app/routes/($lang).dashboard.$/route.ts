import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { href } from "../../i18n/href.ts";
import { langOf } from "../../i18n/lang.server.ts";

/** Every page of an account asks to sign in first and remembers where the visitor was going. */
export function loader({ request }: LoaderFunctionArgs): never {
  const { pathname, search } = new URL(request.url);
  const next = new URLSearchParams({ next: pathname + search });
  throw redirect(href(langOf(request), `/sign-in?${next}`), 302);
}
