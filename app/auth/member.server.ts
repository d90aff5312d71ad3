import { redirectDocument } from "@remix-run/node";
import type { MemberProfile } from "../../contract/member/member.ts";
import { api } from "../api/client.server.ts";
import type { ApiProblem } from "../api/endpoint-types.ts";
import type { RequestFacts, RouteArgs } from "../http/request/request-facts.ts";
import { failed } from "../http/response/fail.server.ts";
import { href } from "../i18n/href.ts";
import { langOf } from "../i18n/lang.server.ts";
import { keepForm } from "./cookies/kept-form.server.ts";
import { bearerOf, endSession, hasSessionCookie } from "./cookies/session-cookie.server.ts";

/** `ended`: the browser holds a session that is over. `unknown`: the service does not say. */
export type Membership =
  | { status: "guest" }
  | { status: "ended" }
  | { status: "unknown"; problem: ApiProblem }
  | { status: "member"; profile: MemberProfile };

const asked = new WeakMap<RequestFacts, Promise<Membership>>();

/** Who asks, by the service's own word; asked once a page, however many of its parts want to know. */
export function membershipOf(args: RouteArgs): Promise<Membership> {
  const facts = args.context;
  const known = asked.get(facts) ?? ask(args);
  asked.set(facts, known);
  return known;
}

async function ask(args: RouteArgs): Promise<Membership> {
  if (!hasSessionCookie(args.request)) return { status: "guest" };
  args.context.personal = true;
  if (!(await bearerOf(args))) return { status: "ended" };
  // A read, so a fault of the network is met with one quick retry before it counts.
  const answer = await api(args, "memberProfile", {});
  if (answer.ok) return { status: "member", profile: answer.data.data };
  return answer.problem.status === 401 ? { status: "ended" } : { status: "unknown", problem: answer.problem };
}

/**
 * The member a page or an act is for. Anybody else is sent to sign in and comes back here, with what was typed kept;
 * while the service does not answer the error page says so. Every loader and every action of an account begins here:
 * Remix runs them beside each other, and a guard above would stop neither.
 */
export async function requireMember(args: RouteArgs): Promise<MemberProfile> {
  const membership = await membershipOf(args);
  if (membership.status === "member") return membership.profile;
  const kept = await keepForm(args);
  if (membership.status === "unknown") {
    const page = failed(args.request, membership.problem);
    if (kept) page.headers.append("Set-Cookie", kept);
    throw page;
  }
  throw signInFirst(args.request, membership.status === "ended", kept);
}

/** The way to the sign-in and back; a session that is over is removed on the way. */
export function signInFirst(request: Request, hasEnded: boolean, kept: string | null = null): Response {
  return toSignIn(request, hasEnded ? "ended" : null, [hasEnded ? endSession() : null, kept]);
}

/**
 * The same for a member whose remembered sign-in is too old for what was pressed (`sign_in_again`). What was typed is
 * kept when the request has not been read.
 */
export async function signInAgain(args: RouteArgs): Promise<Response> {
  return toSignIn(args.request, "again", [await keepForm(args)]);
}

function toSignIn(request: Request, why: string | null, cookies: (string | null)[]): Response {
  const { pathname, search } = new URL(request.url);
  const query = new URLSearchParams({ next: pathname + search, ...(why && { why }) });
  const headers = new Headers();
  for (const cookie of cookies) if (cookie) headers.append("Set-Cookie", cookie);
  return redirectDocument(href(langOf(request), `/sign-in?${query}`), { status: 303, headers });
}
