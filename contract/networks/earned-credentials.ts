const rememberedMs = 15 * 60_000;
const mostRemembered = 10_000;

/** Credentials that have opened something lately. One that was only sent proves nothing: anybody can invent it. */
export type EarnedCredentials = {
  has(credential: string): boolean;
  /** What a call with it has shown: it opened something, or was refused. */
  learn(credential: string, isReal: boolean): void;
};

export function earnedCredentials(elapsedMs: () => number): EarnedCredentials {
  const until = new Map<string, number>();
  return {
    has: (credential) => (until.get(credential) ?? 0) > elapsedMs(),
    learn(credential, isReal) {
      until.delete(credential);
      if (!isReal) return;
      until.set(credential, elapsedMs() + rememberedMs);
      const [oldest] = until.size > mostRemembered ? until.keys() : [];
      if (oldest !== undefined) until.delete(oldest);
    },
  };
}
