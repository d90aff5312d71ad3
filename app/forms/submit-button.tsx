import { useNavigation } from "@remix-run/react";
import { type ComponentProps, type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "../i18n/translation.ts";
import { Button } from "../ui/buttons/button.tsx";

type SubmitButtonProps = Omit<ComponentProps<typeof Button>, "type" | "busy" | "busyLabel" | "name" | "value"> & {
  /** What the form is asked to do; needed where a page has more than one button, and read as `intent`. */
  intent?: string;
  /** The verb while it works: "Confirming". */
  pressed?: string;
};

/** Sends its form once: until the page has moved on it shows the verb, keeps its width and takes no second press. */
export function SubmitButton({ intent, pressed, ...rest }: SubmitButtonProps) {
  const { t } = useTranslation("forms");
  const navigation = useNavigation();
  // `formMethod` stays with a navigation until its last loader has answered, so the button is busy all that time.
  const sent = navigation.state !== "idle" && navigation.formMethod === "POST";
  const { button, isLeaving } = useLeaving();
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

/** Whether the button's form was sent as a whole load, of which Remix knows nothing; Back shows the page as before. */
function useLeaving(): { button: RefObject<HTMLButtonElement>; isLeaving: boolean } {
  const button = useRef<HTMLButtonElement>(null);
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    function onSubmit(event: SubmitEvent): void {
      if (!event.defaultPrevented && event.submitter === button.current) setLeaving(true);
    }
    const onShow = () => setLeaving(false);
    // Behind React's own listeners, in which Remix takes a form over.
    window.addEventListener("submit", onSubmit);
    window.addEventListener("pageshow", onShow);
    return () => {
      window.removeEventListener("submit", onSubmit);
      window.removeEventListener("pageshow", onShow);
    };
  }, []);
  return { button, isLeaving };
}
