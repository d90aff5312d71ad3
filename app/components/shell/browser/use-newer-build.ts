import { useEffect } from "react";
import { useSite } from "../../../site/site.ts";

const firstCheckMilliseconds = 1000;
const everyMilliseconds = 3_600_000;
/** A page younger than this was just loaded: reloading it could loop. */
const guardMilliseconds = 10_000;

/**
 * An open page may outlive its build, whose chunks are then gone. Checks for a newer build after a second and every
 * hour; if there is one and a chunk is missing, reloads the page.
 */
export function useNewerBuild(): void {
  const currentBuild = useSite()?.build;
  useEffect(() => {
    let newer = false;
    async function check(): Promise<void> {
      const now = Math.round(performance.timeOrigin + performance.now());
      const response = await fetch(`/builds/latest.json?${now}`).catch(() => null);
      const latest: unknown = response?.ok ? await response.json().catch(() => null) : null;
      if (hasId(latest)) newer = latest.id !== currentBuild;
    }
    function loadAgain(): void {
      if (newer && performance.now() > guardMilliseconds) window.location.reload();
    }
    function onError(): void {
      if (newer) loadAgain();
      else void check().then(loadAgain);
    }
    const first = window.setTimeout(() => void check(), firstCheckMilliseconds);
    const every = window.setInterval(() => void check(), everyMilliseconds);
    window.addEventListener("vite:preloadError", onError);
    return () => {
      window.clearTimeout(first);
      window.clearInterval(every);
      window.removeEventListener("vite:preloadError", onError);
    };
  }, [currentBuild]);
}

function hasId(value: unknown): value is { id: unknown } {
  return typeof value === "object" && value !== null && "id" in value;
}
