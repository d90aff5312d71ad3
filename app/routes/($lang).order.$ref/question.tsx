import { Link, useLocation, useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { type ButtonStyle, buttonClass } from "../../ui/buttons/button-class.ts";
import { classNames } from "../../ui/class-names.ts";

const questions = ["refund", "exchange"] as const;
type Question = (typeof questions)[number];

/** What the page asks once more before it acts; part of the address, so that it works without scripts. */
export function useAsked(): Question | undefined {
  const [query] = useSearchParams();
  return questions.find((question) => question === query.get("ask"));
}

type AskLinkProps = Pick<ButtonStyle, "variant"> & { question: Question; className?: string; children: ReactNode };

/** Opens a question; looks like a button. */
export function AskLink({ question, variant = "filled", className, children }: AskLinkProps) {
  const { pathname } = useLocation();
  return (
    <Link
      to={`${pathname}?ask=${question}#${question}`}
      preventScrollReset
      className={classNames(buttonClass({ variant }), className)}
    >
      {children}
    </Link>
  );
}
