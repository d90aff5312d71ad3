import { FormProblem } from "../../forms/form-problem.tsx";
import type { FormReply } from "../../forms/reply.ts";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { useSite } from "../../site/site.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";
import type { IconComponent } from "../../ui/icons/icons.tsx";
import { Note } from "../../ui/messages/note.tsx";
import type { OpenedLink } from "./opened-link.server.ts";

type KeyPageProps = {
  link: OpenedLink;
  /** The form has the key, and its address does not; otherwise the other way around. */
  isKeyInForm?: boolean;
  actionData: KeyPageResult | undefined;
  icon: IconComponent;
  texts: { title: string; lead: string; submit: string; pressed: string; done: string; noKey: string };
  /** What to do next, once the link has acted or can act no more. */
  next?: { label: string; href: string };
};
export type KeyPageResult = { reply?: FormReply; done?: boolean; old?: string };

/** The page of a link in an email: it acts when its button is pressed, because mail scanners open links too. */
export function KeyPage({ link, isKeyInForm = false, actionData, icon, texts, next }: KeyPageProps) {
  // With the key, so that the answer's page has it too.
  const site = useSite();
  const isDone = actionData?.done ?? link.isDone;
  return (
    <div className="page-width pb-20 pt-6 lg:pt-10">
      <div className="max-w-text space-y-6">
        <h1 className="text-h1">{texts.title}</h1>
        {isDone && (
          <Note tone="success" icon={icon}>
            {texts.done}
          </Note>
        )}
        {!isDone && (
          <>
            <p className="text-lead text-ink-2">{actionData?.old ?? (link.key ? texts.lead : texts.noKey)}</p>
            {link.key && !actionData?.old && (
              <form method="post" action={isKeyInForm ? site?.pathname : site?.address} className="space-y-5">
                {isKeyInForm && <input type="hidden" name="key" value={link.key} />}
                <FormProblem reply={actionData?.reply} labels={{}} />
                <SubmitButton variant="filled" size="large" pressed={texts.pressed}>
                  {texts.submit}
                </SubmitButton>
              </form>
            )}
          </>
        )}
        {next && (isDone || actionData?.old) && (
          <a href={next.href} className={buttonClass({ variant: "filled", size: "large" })}>
            {next.label}
          </a>
        )}
      </div>
    </div>
  );
}
