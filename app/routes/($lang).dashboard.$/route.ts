import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireMember } from "../../auth/member.server.ts";
import { notFound } from "../../http/response/fail.server.ts";

/** The existence of account pages is not revealed: every address below requires sign-in. */
export async function loader(args: LoaderFunctionArgs): Promise<never> {
  await requireMember(args);
  throw notFound(args.request);
}
