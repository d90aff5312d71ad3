export type Breaker = {
  /** Whether a call may be sent now. While the circuit is open, one trial per pause. */
  admits(nowMs: number): boolean;
  answered(): void;
  failed(nowMs: number): void;
};

/**
 * A circuit breaker: opens after `failures` consecutive calls without a valid response, so that pages fail at once
 * instead of each waiting for its timeout. Every `pauseMs` one trial call is sent; its success closes the circuit. A
 * call without an outcome blocks nothing. See docs/decisions/115.
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
