export type Breaker = {
  /** Whether a call may be sent now. While the service is given up, one in a while, to see whether it is back. */
  admits(nowMs: number): boolean;
  answered(): void;
  failed(nowMs: number): void;
};

/**
 * Gives a service up after `failures` calls in a row that got no sensible answer: pages then say so at once instead of
 * each waiting for its time to run out. Every `pauseMs` one call goes through, and its answer ends the pause. A call
 * whose outcome is never told holds nothing up. See docs/decisions/115.
 */
export function createBreaker({ failures, pauseMs }: { failures: number; pauseMs: number }): Breaker {
  let failedInARow = 0;
  let nextTrialMs = 0;
  return {
    admits(nowMs) {
      if (failedInARow < failures) return true;
      if (nowMs < nextTrialMs) return false;
      nextTrialMs = nowMs + pauseMs;
      return true;
    },
    answered() {
      failedInARow = 0;
    },
    failed(nowMs) {
      failedInARow += 1;
      nextTrialMs = nowMs + pauseMs;
    },
  };
}
