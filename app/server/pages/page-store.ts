/** What the store needs to know about a page. */
type Stored = { byteLength(): number };

export type StoreLimits = { entries: number; bytes: number };

const mostOfAll: StoreLimits = { entries: 500, bytes: 32 * 1024 * 1024 };

/** Pages by key. Beyond either limit the least recently used page is evicted. */
export class PageStore<Page extends Stored> {
  readonly #limits: StoreLimits;
  readonly #pages = new Map<string, { page: Page; usedAt: number }>();
  #uses = 0;

  constructor(limits: StoreLimits = mostOfAll) {
    this.#limits = limits;
  }

  /** Counts as a use. Stores a counter instead of moving the map entry: reads are far more frequent than evictions. */
  get(key: string): Page | undefined {
    const entry = this.#pages.get(key);
    if (!entry) return undefined;
    this.#uses += 1;
    entry.usedAt = this.#uses;
    return entry.page;
  }

  set(key: string, page: Page): void {
    this.#uses += 1;
    this.#pages.set(key, { page, usedAt: this.#uses });
    this.trim();
  }

  /** Call when a page has grown. */
  trim(): void {
    let bytes = this.byteLength();
    if (this.#pages.size <= this.#limits.entries && bytes <= this.#limits.bytes) return;
    const oldestFirst = [...this.#pages].sort(([, a], [, b]) => a.usedAt - b.usedAt);
    for (const [key, { page }] of oldestFirst) {
      if (this.#pages.size <= this.#limits.entries && bytes <= this.#limits.bytes) return;
      this.#pages.delete(key);
      bytes -= page.byteLength();
    }
  }

  get size(): number {
    return this.#pages.size;
  }

  byteLength(): number {
    let sum = 0;
    for (const { page } of this.#pages.values()) sum += page.byteLength();
    return sum;
  }
}
