import "@remix-run/server-runtime";

/** Loader and action data keep their types in the page: see v3_singleFetch in remix.config.js. */
declare module "@remix-run/server-runtime" {
  interface Future {
    v3_singleFetch: true;
  }
}
