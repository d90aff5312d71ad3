import { useEffect } from "react";

/**
 * Changing language or theme returns to the page in its current state: the address follows the calculator's input,
 * while the header forms contain the address as the server rendered it.
 */
export function useCurrentReturnPath(): void {
  useEffect(() => {
    function onSubmit({ target }: Event): void {
      const field = target instanceof HTMLFormElement ? target.elements.namedItem("returnTo") : null;
      if (field instanceof HTMLInputElement) field.value = window.location.pathname + window.location.search;
    }
    document.addEventListener("submit", onSubmit, { capture: true });
    return () => document.removeEventListener("submit", onSubmit, { capture: true });
  }, []);
}
