import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { api } from "../../api/client.server.ts";
import { requireMember } from "../../auth/member.server.ts";
import { accountPage, redirectDone } from "../../components/account/account-page.server.ts";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import type { PageHandle } from "../../components/shell/page/page-handle.ts";
import { refusedReply } from "../../forms/form-reply.server.ts";
import type { FormReply, Refused } from "../../forms/reply.ts";
import { discardBody } from "../../http/request/bounded-body.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { langOf } from "../../i18n/lang.server.ts";
import type { PictureFault } from "./fault.ts";
import { PicturePage } from "./picture-page.tsx";
import { uploadedPicture } from "./upload.server.ts";

export const handle = { i18n: ["account", "dashboard", "forms"], hydrate: true } satisfies PageHandle;

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

const path = "/dashboard/account/picture";

export async function loader(args: LoaderFunctionArgs) {
  const { name, email, avatar_url: picture } = await requireMember(args);
  const { common, headers } = await accountPage(args, "picture");
  return data({ ...common, member: { name, email, picture } }, { headers });
}

/** Files up to this size get an error message; deploy/ blocks larger ones. */
const maxRequestBytes = 32 * 1024 * 1024;

export async function action(args: ActionFunctionArgs) {
  try {
    return await runAction(args);
  } finally {
    await discardBody(args.request, maxRequestBytes);
  }
}

/** A form with a file sets the picture; the one without removes it. */
async function runAction(args: RouteArgs) {
  const { id } = await requireMember(args);
  if (!args.request.headers.get("Content-Type")?.startsWith("multipart/")) return remove(args);

  const upload = await uploadedPicture(args, id);
  if ("fault" in upload) return answered({ fault: upload.fault }, upload.fault === "large" ? 413 : 400);
  if ("problem" in upload) return refused(args, { code: upload.problem, status: 429 });
  const set = await api(args, "memberSettingsAvatar", { body: { image: upload.dataUrl } });
  if (set.ok) throw redirectDone(args.request, path, "picture");
  return refused(args, set.problem);
}

async function remove(args: RouteArgs) {
  const removed = await api(args, "memberSettingsAvatar", { body: { image: null } });
  if (removed.ok) throw redirectDone(args.request, path, "noPicture");
  return refused(args, removed.problem);
}

type PictureReply = { fault?: PictureFault; reply?: FormReply };

const answered = (reply: PictureReply, status: number) => data(reply, { status });
const refused = ({ request }: RouteArgs, problem: Refused) =>
  answered({ reply: refusedReply(langOf(request), {}, problem) }, problem.status ?? 500);

export default function Picture() {
  return <PicturePage {...useLoaderData<typeof loader>()} actionData={useActionData<typeof action>()} />;
}
