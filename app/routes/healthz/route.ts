/** The process answers; asks nothing of anybody else. */
export function loader() {
  return new Response("ok\n", { headers: { "Content-Type": "text/plain", "Cache-Control": "no-store" } });
}
