import { useEffect } from "react";

/**
 * A choice of language or theme comes back to the page as it is now: the address follows what is typed into a calculator,
 * while the forms in the header stay as the server rendered them.
 */
export function useReturnHere(): void {
  useEffect(() => {
    function onSubmit({ target }: Event): void {
      const field = target instanceof HTMLFormElement ? target.elements.namedItem("returnTo") : null;
      if (field instanceof HTMLInputElement) field.value = window.location.pathname + window.location.search;
    }
    document.addEventListener("submit", onSubmit, { capture: true });
    return () => document.removeEventListener("submit", onSubmit, { capture: true });
  }, []);
}
