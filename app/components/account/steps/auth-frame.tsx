import type { ReactNode } from "react";

type AuthFrameProps = {
  title: string;
  lead?: ReactNode;
  /** Above the title: the link back. */
  back?: ReactNode;
  children: ReactNode;
  /** At the bottom: the alternative. */
  foot?: ReactNode;
};

/** A page of sign-in, sign-up or reset: a card on a desktop, a plain page on a phone. */
export function AuthFrame({ title, lead, back, children, foot }: AuthFrameProps) {
  return (
    <div className="page-width flex justify-center pb-20 pt-6 lg:pt-12">
      <section
        data-auth-page=""
        className="w-full max-w-[27.5rem] lg:rounded-hero lg:border lg:border-line lg:bg-surface lg:p-8 lg:shadow-e2"
      >
        {back}
        <h1 className="text-h2">{title}</h1>
        {lead && <p className="mt-2 text-body text-ink-2">{lead}</p>}
        <div className="mt-6 space-y-6">{children}</div>
        {foot && <div className="mt-6 text-center text-body-2 text-ink-2">{foot}</div>}
      </section>
    </div>
  );
}
