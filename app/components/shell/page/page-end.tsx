import { ServerHtml } from "../../../ui/server-html.tsx";
import { StatisticsScript } from "../consent/statistics-script.tsx";
import { PrefetchScript } from "./prefetch-script.tsx";
import { StructuredData } from "./structured-data.tsx";

/** What stands behind the visible page and is no part of its scripts. */
export function PageEnd() {
  return (
    <ServerHtml name="end">
      {import.meta.env.SSR && (
        <>
          <StructuredData />
          <StatisticsScript />
          <PrefetchScript />
        </>
      )}
    </ServerHtml>
  );
}
