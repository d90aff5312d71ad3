import { z } from "zod/v4";
import type { RawQuery } from "../../../db/database.ts";
import { queueOf } from "../../../jobs/queue-names.ts";
import type { Figure } from "../metrics.ts";

const rowShape = z.object({
  name: z.string(),
  waiting: z.int(),
  failed: z.int(),
  oldest: z.coerce.number().nullable(),
});

/** Jobs by kind, from the queue's own table and by the database's clock. */
export async function jobFigures(query: RawQuery): Promise<Figure[]> {
  const { rows } = await query(
    `select name, count(*) filter (where state < 'completed')::int as waiting,
            count(*) filter (where state = 'failed')::int as failed,
            extract(epoch from now() - min(created_on) filter (where state < 'completed')) as oldest
       from pgboss.job where state < 'completed' or state = 'failed' group by name`,
  );
  const queues = z.array(rowShape).parse(rows);
  const values = (of: (row: z.infer<typeof rowShape>) => number) =>
    Object.entries(queueOf).map(([job, queue]) => {
      const row = queues.find(({ name }) => name === queue);
      return { labels: { job }, value: row ? of(row) : 0 };
    });
  return [
    { name: "jobs_waiting", help: "Jobs that are not done, by kind.", values: values(({ waiting }) => waiting) },
    {
      name: "job_oldest_seconds",
      help: "How long the oldest job that is not done has existed.",
      values: values(({ oldest }) => oldest ?? 0),
    },
    { name: "jobs_failed", help: "Jobs that are not retried any more.", values: values(({ failed }) => failed) },
  ];
}
