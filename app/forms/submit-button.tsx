import { useNavigation } from "@remix-run/react";
import type { ComponentProps } from "react";
import { useTranslation } from "../i18n/translation.ts";
import { Button } from "../ui/button.tsx";

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
  const busy = sent && (intent === undefined || navigation.formData?.get("intent") === intent);
  return (
    <Button
      {...rest}
      {...(intent && { name: "intent", value: intent })}
      type="submit"
      busy={busy}
      busyLabel={pressed ?? t("working")}
    />
  );
}
