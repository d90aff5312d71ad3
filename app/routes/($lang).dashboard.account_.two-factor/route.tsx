import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { pendingStep } from "../../auth/cookies/pending-cookie.server.ts";
import { requireMember } from "../../auth/member.server.ts";
import { accountPage } from "../../components/account/account-page.server.ts";
import { qrOf } from "../../components/qr/qr.server.ts";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import type { PageHandle } from "../../components/shell/page/page-handle.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { beginEnrolment, disable, enable, startOver } from "./two-factor-actions.server.ts";
import { TwoFactorSettings } from "./two-factor-settings.tsx";

export const handle = { i18n: ["account", "dashboard", "forms"], hydrate: true } satisfies PageHandle;

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

export async function loader(args: LoaderFunctionArgs) {
  const { two_factor: factor, sign_in: ways } = await requireMember(args);
  const { common, headers } = await accountPage(args, "twoFactor");
  const page = { ...common, isOn: factor.enabled, left: factor.recovery_left, hasPassword: ways.password };
  return data({ ...page, enrolment: await enrolment(args) }, { headers });
}

/** The secret waiting for its first code; null when there is none or it has expired. */
async function enrolment(args: RouteArgs) {
  const pending = await pendingStep(args, "enrol");
  if (!pending || new Date(pending.expiresAt) <= args.context.receivedAt) return null;
  return { secret: pending.secret, qr: qrOf(pending.uri) };
}

export async function action(args: ActionFunctionArgs) {
  await requireMember(args);
  const intent = (await args.request.clone().formData()).get("intent");
  if (intent === "enable") return enable(args);
  if (intent === "disable") return disable(args);
  if (intent === "restart") throw startOver(args.request);
  return beginEnrolment(args);
}

export default function TwoFactor() {
  return <TwoFactorSettings {...useLoaderData<typeof loader>()} actionData={useActionData<typeof action>()} />;
}
