const underWaySeconds = 15;
const waitingSeconds = 60;

/** Without scripts the page reloads itself: often while something is under way. */
export function NoScriptRefresh({ isUnderWay }: { isUnderWay: boolean }) {
  return (
    <noscript>
      <meta httpEquiv="refresh" content={String(isUnderWay ? underWaySeconds : waitingSeconds)} />
    </noscript>
  );
}
