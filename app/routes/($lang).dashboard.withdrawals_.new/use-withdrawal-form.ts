import { useActionData, useFetcher } from "@remix-run/react";
import { type FormEvent, useRef, useState } from "react";
import type { NewWithdrawal } from "./new-withdrawal.ts";
import type { NewWithdrawalResult } from "./new-withdrawal-result.ts";

/**
 * The form's state. With scripts it is sent when a field is left, for its price; what the service has said is shown until
 * something changes. Without them the answer is the page's.
 */
export function useWithdrawalForm({ typed, wallets }: Pick<NewWithdrawal, "typed" | "wallets">, first: string) {
  const fetcher = useFetcher<NewWithdrawalResult>();
  const posted = useActionData<NewWithdrawalResult>();
  const actionData = fetcher.data ?? posted;
  const values = actionData?.values ?? typed;
  const [asset, setAsset] = useState(() => wallets.find((wallet) => wallet.asset === values.asset)?.asset ?? first);
  const [isEdited, setEdited] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  function askPrice() {
    const fields = form.current && new FormData(form.current);
    if (!fields?.get("amount") || !fields.get("account")) return;
    fields.set("intent", "quote");
    setEdited(false);
    fetcher.submit(fields, { method: "post" });
  }
  return {
    /** Null after a change: it is about something else. */
    actionData: isEdited ? null : (actionData ?? null),
    values,
    asset,
    isSending: fetcher.state !== "idle" && fetcher.formData?.get("intent") === "review",
    Form: fetcher.Form,
    events: {
      ref: form,
      onInput: () => setEdited(true),
      onSubmit: () => setEdited(false),
      onBlur: ({ target }: FormEvent) => {
        if (isEdited && isTextField(target)) askPrice();
      },
    },
    choose: (chosen: string) => {
      setAsset(chosen);
      setEdited(true);
    },
    fill: (filledValues: Record<string, string>) => {
      for (const [name, value] of Object.entries(filledValues)) {
        const input = form.current?.elements.namedItem(name);
        if (isTextField(input)) input.value = value;
      }
      askPrice();
    },
  };
}

/** A field of one line, or the two lines of an address. */
function isTextField(target: unknown): target is HTMLInputElement | HTMLTextAreaElement {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}
