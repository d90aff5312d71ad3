// On pages that are the same for all visitors. Browsers with speculation rules prefetch by themselves; for the others
// this prefetches links in view, four at a time, never with data saver or on a slow connection.
(() => {
  const [navigation] = performance.getEntriesByType("navigation");
  // The server did not see this visit: it only saw the prefetch, which it does not count.
  if (navigation?.deliveryType === "navigational-prefetch") {
    navigator.sendBeacon("/visits", new URLSearchParams({ path: location.pathname }));
  }

  const { saveData, effectiveType } = navigator.connection ?? {};
  if (HTMLScriptElement.supports?.("speculationrules") || saveData || /2g|3g/.test(effectiveType)) return;

  const most = 4;
  const publicPage = /^\/(En|Ru)(\/(exchange|company|legal(?!\/cookies))\/[\w-]+|\/(developers|newsletter|status|reviews|verify|earn))?$/;
  const seen = new Set([location.pathname]);
  const waiting = [];
  let running = 0;

  const next = () => {
    while (running < most && waiting.length > 0) {
      running += 1;
      const link = Object.assign(document.createElement("link"), { rel: "prefetch", href: waiting.shift() });
      link.onload = link.onerror = () => {
        running -= 1;
        next();
      };
      document.head.append(link);
    }
  };
  const inView = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      inView.unobserve(target);
      if (seen.has(target.pathname)) continue;
      seen.add(target.pathname);
      waiting.push(target.pathname);
    }
    next();
  });
  for (const link of document.querySelectorAll("a[href]")) {
    const isPage = link.origin === location.origin && publicPage.test(link.pathname) && link.search === "";
    if (isPage && !link.target) inView.observe(link);
  }
})();
