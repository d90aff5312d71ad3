import { mostPageViewRows, type PageViews } from "../../../contract/visits/page-views.ts";
import type { PageView } from "./page-view.ts";

/** Sends sums to the service. False when it was not reached, so that they can be sent again. */
export type RecordPageViews = (rows: PageViews[]) => Promise<boolean>;

export type VisitCounts = {
  add(view: PageView): void;
  /** Sends what was counted since the last time. */
  flush(): Promise<void>;
};

/** At the end of a crash these are lost at most. */
const flushMs = 10_000;

/** Page views in memory, sent as sums: a request costs a look-up, and visits cost the database almost nothing. */
export function visitCounts(record: RecordPageViews): VisitCounts {
  let sums = new Map<string, PageViews>();
  let waiting: NodeJS.Timeout | undefined;

  const put = (row: PageViews) => {
    const key = keyOf(row);
    const storedRow = sums.get(key);
    if (storedRow) storedRow.views += row.views;
    else if (sums.size < mostPageViewRows) sums.set(key, { ...row });
  };
  const flush = async () => {
    clearTimeout(waiting);
    waiting = undefined;
    if (sums.size === 0) return;
    const rows = [...sums.values()];
    sums = new Map();
    if (await record(rows)) return;
    for (const row of rows) put(row);
  };
  return {
    flush,
    add({ page, language, referrer, isBot }) {
      put({ page, language, referrer, is_bot: isBot, views: 1 });
      waiting ??= setTimeout(() => void flush(), flushMs).unref();
    },
  };
}

const keyOf = ({ page, language, referrer, is_bot }: PageViews) => `${page} ${language} ${referrer} ${is_bot}`;
