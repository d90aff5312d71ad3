import { useNavigation } from "@remix-run/react";
import { type ComponentProps, type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "../i18n/translation.ts";
import { Button } from "../ui/buttons/button.tsx";

type SubmitButtonProps = Omit<ComponentProps<typeof Button>, "type" | "busy" | "busyLabel" | "name" | "value"> & {
  /** The action of the form; needed on pages with several buttons, and read as `intent`. */
  intent?: string;
  /** The label while it works: "Confirming". */
  pressed?: string;
};

/**
 * Submits its form once: until the navigation ends it shows the progress label, keeps its width and ignores presses.
 */
export function SubmitButton({ intent, pressed, ...rest }: SubmitButtonProps) {
  const { t } = useTranslation("shell");
  const navigation = useNavigation();
  // `formMethod` is set until the navigation's last loader has answered, so the button is busy until then.
  const sent = navigation.state !== "idle" && navigation.formMethod === "POST";
  const { button, isLeaving } = useFullPageSubmit();
  const busy = isLeaving || (sent && (intent === undefined || navigation.formData?.get("intent") === intent));
  return (
    <Button
      {...rest}
      ref={button}
      {...(intent && { name: "intent", value: intent })}
      type="submit"
      busy={busy}
      busyLabel={pressed ?? t("working")}
    />
  );
}

/** Whether the form was submitted as a full page load, which Remix does not know of; Back restores the page. */
function useFullPageSubmit(): { button: RefObject<HTMLButtonElement>; isLeaving: boolean } {
  const button = useRef<HTMLButtonElement>(null);
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    function onSubmit(event: SubmitEvent): void {
      if (!event.defaultPrevented && event.submitter === button.current) setLeaving(true);
    }
    const onShow = () => setLeaving(false);
    // After React's own listeners, where Remix intercepts a form.
    window.addEventListener("submit", onSubmit);
    window.addEventListener("pageshow", onShow);
    return () => {
      window.removeEventListener("submit", onSubmit);
      window.removeEventListener("pageshow", onShow);
    };
  }, []);
  return { button, isLeaving };
}
