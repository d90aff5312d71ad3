/** A metric whose value is read at a scrape; `name` is without our prefix. A counter never falls while the process runs. */
export type Figure = {
  name: string;
  help: string;
  type?: "gauge" | "counter";
  values: readonly { labels?: Readonly<Record<string, string>>; value: number }[];
};

/** Reads figures for one scrape; empty where they cannot be read now. */
export type FigureSource = () => Figure[] | Promise<Figure[]>;

/** What work reports while it is done. The labels are closed lists: never a path, an id or an address. */
export type Observer = {
  /** An HTTP request or a call of the service. `route`: a page's pattern or an endpoint's name. */
  request(kind: RequestKind, route: string, status: number, seconds: number): void;
  /** An answer to `/healthz` or `/readyz`. */
  health(path: HealthPath, seconds: number): void;
  commit(seconds: number): void;
};

/** `call`: a call of the service, by a page of this process too. `refused`: answered by the front itself. */
export const requestKinds = ["page", "cached", "api", "file", "refused", "call"] as const;
export type RequestKind = (typeof requestKinds)[number];
type HealthPath = "/healthz" | "/readyz";

/** The metrics of a process. Without METRICS_PORT there are none, and nothing is counted. */
export type Metrics = Observer & {
  /** Adds figures to every scrape. */
  read(source: FigureSource): void;
  /** What `kursa_ready` asks; 0 until this is called. */
  ready(isReady: () => Promise<boolean>): void;
  /** What `kursa_http_inflight` reads: requests without an answer. */
  inFlight(count: () => number): void;
  /** All of it, in Prometheus' text format. */
  text(): Promise<string>;
};
