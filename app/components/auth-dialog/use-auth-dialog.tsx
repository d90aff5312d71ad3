import { useRevalidator } from "@remix-run/react";
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from "react";
import type { AuthDialogProps } from "./auth-dialog.tsx";
import { isAuthPath } from "./auth-path.ts";

type OpenDialog = { Dialog: ComponentType<AuthDialogProps>; trigger: HTMLAnchorElement };

/**
 * Opens sign-in links in a dialog over the page. Only this much is part of every page; the dialog is loaded on demand,
 * and if that fails the link works as a link. See docs/decisions/138.
 */
export function useAuthDialog(): ReactNode {
  const [opened, setOpened] = useState<OpenDialog | null>(null);
  const { revalidate } = useRevalidator();
  const container = useRef<Element | null>(null);
  useEffect(() => {
    function onClick(event: MouseEvent): void {
      const trigger = triggerOf(event);
      if (!trigger) return;
      event.preventDefault();
      container.current = trigger.closest("[data-account]");
      import("./auth-dialog.tsx").then(
        ({ AuthDialog }) => setOpened({ Dialog: AuthDialog, trigger }),
        () => window.location.assign(trigger.href),
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
    container.current?.querySelector<HTMLElement>("summary, a")?.focus();
  };
  return (
    <opened.Dialog trigger={opened.trigger} onClose={() => setOpened(null)} onSignedIn={() => void onSignedIn()} />
  );
}

/**
 * The header is server HTML: its account links are taken from a page as rendered for a member. Not from this one, which
 * members may see in another frame.
 */
async function showMember(): Promise<void> {
  const prefix = /^\/[A-Z][a-z](?=\/|$)/.exec(window.location.pathname)?.[0] ?? "";
  const response = await fetch(`${prefix}/track`, { headers: { Accept: "text/html" } }).catch(() => null);
  // The next page shows them; this one keeps its input.
  if (!response?.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const fresh = page.querySelectorAll("[data-account]");
  const currentLinks = document.querySelectorAll("[data-account]");
  currentLinks.forEach((links, index) => {
    links.replaceChildren(...(fresh[index]?.childNodes ?? []));
  });
}

/** The pressed link, if it opens in the dialog. */
function triggerOf(event: MouseEvent): HTMLAnchorElement | null {
  const { target, button, defaultPrevented, metaKey, ctrlKey, shiftKey, altKey } = event;
  if (defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return null;
  const link = target instanceof Element ? target.closest("a") : null;
  // Links inside another dialog are not handled here.
  if (!link || link.target || link.closest("dialog")) return null;
  return isAuthPath(link.pathname) && !isAuthPath(window.location.pathname) ? link : null;
}
