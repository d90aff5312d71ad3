import { useHydrated } from "remix-utils/use-hydrated";
import { showsGoogleButton } from "../../../http/paths/page-rules.ts";
import { TextWithParts } from "../../../i18n/text-with-parts.tsx";
import { useTranslation } from "../../../i18n/translation.ts";
import { useHref } from "../../../i18n/use-lang.ts";
import { useSite } from "../../../site/site.ts";
import { buttonClass } from "../../../ui/buttons/button-class.ts";
import { withNext } from "../steps/with-next.ts";
import { GoogleIdentity } from "./google-identity.tsx";
import { GoogleMark } from "./google-mark.tsx";

/**
 * Google sign-in, where configured: a link that works without scripts, and with scripts Google's own button, on the
 * pages whose CSP allows it.
 */
export function GoogleSignIn({ next }: { next: string | null }) {
  const { t } = useTranslation("auth");
  const href = useHref();
  const hydrated = useHydrated();
  const site = useSite();
  if (!site?.google) return null;
  const terms = (text: string) => (
    <a href={href("/legal/terms")} target="_blank" className="text-link-inline" rel="noopener">
      {text}
    </a>
  );
  return (
    <div className="space-y-4">
      <div className="flex items-center gap-4 text-small text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t("or")}
      </div>
      <a href={href(withNext("/auth/google", next))} className={`${buttonClass({ size: "medium" })} w-full`}>
        <GoogleMark />
        {t("google.continue")}
      </a>
      {hydrated && showsGoogleButton(site.path) && <GoogleIdentity {...site.google} next={next} />}
      {/* The service records this for accounts created through Google, which never see the form's checkbox. */}
      <p className="text-center text-small text-ink-3">
        <TextWithParts text={t("google.terms")} parts={{ terms }} />
      </p>
    </div>
  );
}
