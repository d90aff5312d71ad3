/** The traces of this process. Without OTEL_EXPORTER_OTLP_ENDPOINT there are none, and nothing is measured for them. */
export type Tracing = {
  /** Begins a span: below the one at work; else below `continues`; else a trace of its own. Each must be ended. */
  begin(start: SpanStart): Span;
  /** Whether a span is at work here. */
  isTracing(): boolean;
  /** The headers that continue the trace at work in another process of ours; none outside a span. */
  headers(): Readonly<Record<string, string>>;
  /** Sends what is left, for half a second at most. */
  stop(): Promise<void>;
};

/** Closed lists and patterns only: never a path, a parameter, an address, or the message of an error. */
type Attributes = Readonly<Record<string, string | number>>;

export type SpanStart = {
  name: string;
  /** `server`: answers a request. `client`: waits for another program. `consumer`: a job. */
  kind: "server" | "client" | "consumer";
  attributes?: Attributes;
  /** The headers of a caller whose trace this continues. Pass those of our own programs and proxies only. */
  continues?: Pick<Headers, "get"> | undefined;
  /** A trace of its own, whatever is at work: the request that wakes a worker does not wait for its jobs. */
  isRoot?: boolean;
};

export type Span = {
  /** Runs `work` with this span at work. */
  within<Result>(work: () => Result): Result;
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** Of the error only its kind is recorded. */
  fail(error: unknown): void;
  end(): void;
};

/** Runs `work` as one span; an exception fails it. */
export async function inSpan<Result>(
  tracing: Tracing,
  start: SpanStart,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  const span = tracing.begin(start);
  try {
    return await span.within(() => work(span));
  } catch (error) {
    span.fail(error);
    throw error;
  } finally {
    span.end();
  }
}
