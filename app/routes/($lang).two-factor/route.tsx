import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { AccountsSoon } from "../../components/shell/accounts-soon.tsx";
import { accountsSoonMeta } from "../../components/shell/accounts-soon-meta.server.ts";
import { metaTags } from "../../components/shell/meta-tags.ts";

export function loader({ request }: LoaderFunctionArgs) {
  return { meta: accountsSoonMeta(request, "twoFactor") };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => metaTags(data?.meta);

export default function TwoFactor() {
  return <AccountsSoon name="twoFactor" />;
}
