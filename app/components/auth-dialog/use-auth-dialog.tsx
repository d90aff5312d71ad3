import { useRevalidator } from "@remix-run/react";
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from "react";
import type { AuthDialogProps } from "./auth-dialog.tsx";
import { isAuthPath } from "./auth-path.ts";

type Opened = { Dialog: ComponentType<AuthDialogProps>; door: HTMLAnchorElement };

/**
 * A link that leads into an account opens a dialog over the page instead. Only this much comes with every page; the
 * dialog is fetched when it is wanted, and where that fails the link is a link.
 * See docs/decisions/138.
 */
export function useAuthDialog(): ReactNode {
  const [opened, setOpened] = useState<Opened | null>(null);
  const { revalidate } = useRevalidator();
  const place = useRef<Element | null>(null);
  useEffect(() => {
    function onClick(event: MouseEvent): void {
      const door = doorOf(event);
      if (!door) return;
      event.preventDefault();
      place.current = door.closest("[data-account]");
      import("./auth-dialog.tsx").then(
        ({ AuthDialog }) => setOpened({ Dialog: AuthDialog, door }),
        () => window.location.assign(door.href),
      );
    }
    document.addEventListener("click", onClick);
    return () => document.removeEventListener("click", onClick);
  }, []);
  if (!opened) return null;
  const onSignedIn = async () => {
    revalidate();
    await showMember();
    // The link that opened the dialog was replaced: focus the element that replaced it.
    place.current?.querySelector<HTMLElement>("summary, a")?.focus();
  };
  return <opened.Dialog door={opened.door} onClose={() => setOpened(null)} onSignedIn={() => void onSignedIn()} />;
}

/** The header is the server's HTML: its account links are taken from the page as the server renders it for a member. */
async function showMember(): Promise<void> {
  const answer = await fetch(window.location.href, { headers: { Accept: "text/html" } }).catch(() => null);
  // The next page shows them; this one keeps what was typed.
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.querySelectorAll("[data-account]");
  const shown = document.querySelectorAll("[data-account]");
  shown.forEach((links, index) => {
    links.replaceChildren(...(fresh[index]?.childNodes ?? []));
  });
}

/** The pressed link, when it leads into an account and is to open here. */
function doorOf(event: MouseEvent): HTMLAnchorElement | null {
  const { target, button, defaultPrevented, metaKey, ctrlKey, shiftKey, altKey } = event;
  if (defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return null;
  const link = target instanceof Element ? target.closest("a") : null;
  // What leads in from inside a dialog is its own affair.
  if (!link || link.target || link.closest("dialog")) return null;
  return isAuthPath(link.pathname) && !isAuthPath(window.location.pathname) ? link : null;
}
