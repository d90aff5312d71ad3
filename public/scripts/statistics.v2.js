// Loaded only with the visitor's consent. Reports each opened page once to the configured services, by an address
// without a query.
(() => {
  const { services, afterHydration } = document.currentScript.dataset;
  // Such services add elements anywhere. Where React has not taken over yet, it would discard the page for that.
  if (afterHydration === undefined) begin();
  else addEventListener("kursa:hydrated", begin, { once: true });

  function begin() {
    const page = { url: location.origin + location.pathname, path: location.pathname };
    for (const service of JSON.parse(services)) reporterOf(service)(page);
  }

  function load(src, attributes = {}) {
    const script = Object.assign(document.createElement("script"), { src, async: true });
    for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value);
    document.head.append(script);
  }

  function reporterOf({ kind, id, origin }) {
    if (kind === "plausible") return plausible(origin);
    if (kind === "matomo") return matomo(id, origin);
    return kind === "gtm" ? tagManager(id, origin) : analytics(id, origin);
  }

  function analytics(id, origin) {
    window.dataLayer ??= [];
    // Google's script reads the arguments object itself.
    window.gtag = function () {
      window.dataLayer.push(arguments);
    };
    window.gtag("js", new Date());
    window.gtag("config", id, { send_page_view: false });
    load(`${origin}/gtag/js?id=${id}`);
    return ({ url }) => window.gtag("event", "page_view", { send_to: id, page_location: url, page_referrer: "" });
  }

  function tagManager(id, origin) {
    window.dataLayer ??= [];
    window.dataLayer.push({ "gtm.start": Date.now(), event: "gtm.js" });
    load(`${origin}/gtm.js?id=${id}`);
    return ({ url, path }) => window.dataLayer.push({ event: "page_view", page_location: url, page_path: path });
  }

  function plausible(origin) {
    window.plausible ??= function () {
      window.plausible.q ??= [];
      window.plausible.q.push(arguments);
    };
    load(`${origin}/js/script.manual.js`, { "data-domain": location.hostname });
    return ({ url }) => window.plausible("pageview", { u: url });
  }

  function matomo(id, origin) {
    window._paq ??= [];
    window._paq.push(["setTrackerUrl", `${origin}/matomo.php`], ["setSiteId", id]);
    load(`${origin}/matomo.js`);
    return ({ url }) => window._paq.push(["setCustomUrl", url], ["setReferrerUrl", ""], ["trackPageView"]);
  }
})();
