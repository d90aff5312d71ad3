import { type ComponentProps, type ReactNode, useState } from "react";
import { useSite } from "../site/site.ts";
import { FieldFrame, fieldIds } from "../ui/fields/field-frame.tsx";
import { TextArea, TextInput } from "../ui/fields/text-input.tsx";
import { AddressInput } from "./address/address-input.tsx";
import { EmailInput } from "./email-field.tsx";
import { type FormReply, fieldError } from "./reply.ts";

type FieldProps = Omit<ComponentProps<"input">, "id" | "name" | "defaultValue"> & {
  /** Dots express the nesting of the value: `payout.extra.full_name`. Also the id of the control. */
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  /** The last response, if this form was refused. Its values take precedence over `saved`. */
  reply: FormReply | undefined;
  /** The value that the service has. */
  saved?: string | null | undefined;
  /** The error for an empty field, where its name is not enough. */
  missing?: string | undefined;
  /** A multi-line field. */
  long?: boolean;
  /** An address of a network. */
  address?: boolean;
};

/**
 * A labelled text field. Pass its constraints as attributes (`required`, `maxLength`, `inputMode`) for keyboards and
 * assistive technology; validation and messages come from the server.
 */
export function Field({
  name,
  label,
  hint,
  reply,
  saved,
  missing,
  long = false,
  address = false,
  ...rest
}: FieldProps) {
  const keptValue = useSite()?.restoredForm?.[name];
  const problem = reply?.fields[name];
  const wrong = problem?.code === "email_meant" ? undefined : problem;
  const error = fieldError(wrong, missing);
  const [editedReply, setEditedReply] = useState<FormReply>();
  const isEdited = reply !== undefined && editedReply === reply;
  const ids = fieldIds(name, { hint: Boolean(hint), error: Boolean(error) });
  const control = {
    id: name,
    name,
    defaultValue: reply?.values[name] ?? keptValue ?? saved ?? "",
    required: rest.required,
    maxLength: rest.maxLength,
    "aria-invalid": error && !isEdited ? true : undefined,
    "aria-describedby": ids.describedBy,
  } as const;
  const frame = { id: name, label, hint, error, isEdited, onInput: () => setEditedReply(reply) };
  if (rest.type === "email") {
    return (
      <FieldFrame {...frame}>
        <EmailInput {...rest} {...control} />
      </FieldFrame>
    );
  }
  if (address) {
    const typed = { autoComplete: "off", autoCapitalize: "none", autoCorrect: "off", spellCheck: false } as const;
    return (
      <FieldFrame {...frame}>
        <AddressInput {...typed} {...control} />
      </FieldFrame>
    );
  }
  return <FieldFrame {...frame}>{long ? <TextArea {...control} /> : <TextInput {...rest} {...control} />}</FieldFrame>;
}
