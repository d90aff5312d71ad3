import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { requireMember } from "../../auth/member.server.ts";
import { accountPage } from "../../components/account/account-page.server.ts";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import { ExportPage } from "./export-page.tsx";

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

export async function loader(args: LoaderFunctionArgs) {
  await requireMember(args);
  const { common, headers } = await accountPage(args, "export");
  return data(common, { headers });
}

export default function Export() {
  return <ExportPage />;
}
