import type { ReactNode } from "react";
import { useTranslation } from "../../i18n/translation.ts";
import { PageHead } from "../dashboard/page-head.tsx";
import type { Done } from "./done.ts";
import { DoneNote } from "./done-note.tsx";

type AccountFrameProps = { title: string; lead?: ReactNode; done: Done | null; children: ReactNode };

/** A page below the profile. */
export function AccountFrame({ title, lead, done, children }: AccountFrameProps) {
  const { t } = useTranslation("account");
  return (
    <>
      <PageHead title={title} above={[{ name: t("title"), path: "/dashboard/account" }]} />
      <div className="max-w-text space-y-6">
        {lead && <p className="text-body text-ink-2">{lead}</p>}
        <DoneNote done={done} />
        {children}
      </div>
    </>
  );
}
