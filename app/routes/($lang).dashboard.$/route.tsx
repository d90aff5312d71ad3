import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireMember } from "../../auth/member.server.ts";
import { notFound } from "../../http/response/fail.server.ts";

/** The existence of account pages is not revealed: every address below requires sign-in. */
export async function loader(args: LoaderFunctionArgs): Promise<never> {
  await requireMember(args);
  throw notFound(args.request);
}

export function action(args: LoaderFunctionArgs): Promise<never> {
  return loader(args);
}

/** A page component, so that a browser gets the root's error page in the member's frame; it never renders. */
export default function NothingHere() {
  return null;
}
