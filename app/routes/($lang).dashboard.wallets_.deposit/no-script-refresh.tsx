const underWaySeconds = 15;
const waitingSeconds = 60;

/** Without scripts the page reloads itself: often while a deposit is under way, else for the next one to be seen. */
export function NoScriptRefresh({ isUnderWay }: { isUnderWay: boolean }) {
  return (
    <noscript>
      <meta httpEquiv="refresh" content={String(isUnderWay ? underWaySeconds : waitingSeconds)} />
    </noscript>
  );
}
