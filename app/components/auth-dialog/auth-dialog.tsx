import { useTranslation } from "../../i18n/translation.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { TriangleAlert } from "../../ui/icons/icons.tsx";
import { Note } from "../../ui/messages/note.tsx";
import { Spinner } from "../../ui/progress/spinner.tsx";
import { useAuthPages } from "./use-auth-pages.ts";

export type AuthDialogProps = {
  /** The link that was pressed. */
  trigger: HTMLAnchorElement;
  onClose: () => void;
  /** The browser is signed in, on the open page. */
  onSignedIn: () => void;
};

/** Sign-in, sign-up and reset in a dialog over the current page. */
export function AuthDialog({ trigger, onClose, onSignedIn }: AuthDialogProps) {
  const { t } = useTranslation("shell");
  const { content, title, state, address } = useAuthPages(trigger, () => {
    onSignedIn();
    onClose();
  });
  return (
    <Dialog open title={title} closeLabel={t("authDialog.close")} onClose={onClose}>
      <div role="alert">
        {state === "failed" && (
          <Note tone="error" icon={TriangleAlert} className="mb-4">
            <p>{t("authDialog.failed")}</p>
            <a href={address} className="inline-block py-1 text-link-inline">
              {t("authDialog.page")}
            </a>
          </Note>
        )}
      </div>
      {state === "opening" && (
        <p className="flex min-h-40 items-center justify-center gap-3 text-body-2 text-ink-2">
          <Spinner />
          {t("authDialog.loading")}
        </p>
      )}
      <div ref={content} aria-busy={state === "loading"} className="auth-dialog" />
    </Dialog>
  );
}
