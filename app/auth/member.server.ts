import { redirectDocument } from "@remix-run/node";
import type { MemberProfile } from "../../contract/member/member.ts";
import { api } from "../api/client.server.ts";
import type { ApiProblem } from "../api/endpoint-types.ts";
import { bearerOf, endSession, hasSessionCookie } from "../cookies/session-cookie.server.ts";
import type { RequestFacts, RouteArgs } from "../http/request/request-facts.ts";
import { failed } from "../http/response/fail.server.ts";
import { href } from "../i18n/href.ts";
import { langOf } from "../i18n/lang.server.ts";
import { keepForm } from "./cookies/kept-form.server.ts";

/** `ended`: the browser has an expired session. `unknown`: the service does not answer. */
export type Membership =
  | { status: "guest" }
  | { status: "ended" }
  | { status: "unknown"; problem: ApiProblem }
  | { status: "member"; profile: MemberProfile };

const cachedMembership = new WeakMap<RequestFacts, Promise<Membership>>();

/** The member, requested from the service once per page and shared by its loaders. */
export function membershipOf(args: RouteArgs): Promise<Membership> {
  const facts = args.context;
  const membership = cachedMembership.get(facts) ?? requestMembership(args);
  cachedMembership.set(facts, membership);
  return membership;
}

async function requestMembership(args: RouteArgs): Promise<Membership> {
  if (!hasSessionCookie(args.request)) return { status: "guest" };
  args.context.personal = true;
  if (!(await bearerOf(args))) return { status: "ended" };
  // A read, so it is retried once on a network error.
  const response = await api(args, "memberProfile", {});
  if (response.ok) return { status: "member", profile: response.data.data };
  return response.problem.status === 401 ? { status: "ended" } : { status: "unknown", problem: response.problem };
}

/**
 * The signed-in member of a page or action. Guests are redirected to sign in and back, with their form kept; while the
 * service does not answer, the error page is shown. Every loader and action of the account calls this: Remix runs them
 * in parallel, so a check in a parent route would not protect them.
 */
export async function requireMember(args: RouteArgs): Promise<MemberProfile> {
  const membership = await membershipOf(args);
  if (membership.status === "member") return membership.profile;
  const formCookie = await keepForm(args);
  if (membership.status === "unknown") {
    const page = failed(args.request, membership.problem);
    if (formCookie) page.headers.append("Set-Cookie", formCookie);
    throw page;
  }
  throw redirectToSignIn(args.request, membership.status === "ended", formCookie);
}

/** The redirect to sign in and back; an expired session is deleted. */
export function redirectToSignIn(request: Request, hasEnded: boolean, formCookie: string | null = null): Response {
  return toSignIn(request, hasEnded ? "ended" : null, [hasEnded ? endSession() : null, formCookie]);
}

/**
 * The same for a member whose remembered sign-in is too old for this action (`sign_in_again`). Keeps the form if its
 * body has not been read.
 */
export async function signInAgain(args: RouteArgs): Promise<Response> {
  return toSignIn(args.request, "again", [await keepForm(args)]);
}

function toSignIn(request: Request, reason: string | null, cookies: (string | null)[]): Response {
  const { pathname, search } = new URL(request.url);
  const query = new URLSearchParams({ next: pathname + search, ...(reason && { why: reason }) });
  const headers = new Headers();
  for (const cookie of cookies) if (cookie) headers.append("Set-Cookie", cookie);
  return redirectDocument(href(langOf(request), `/sign-in?${query}`), { status: 303, headers });
}
