import { serviceReady } from "../../api/transport.server.ts";
import { isStopping } from "../../http/in-flight.server.ts";

/** Whether visitors should be sent here: the service behind the site works, and the process is not ending. */
export async function loader() {
  const ready = !isStopping() && (await serviceReady());
  return new Response(ready ? "ready\n" : "not ready\n", {
    status: ready ? 200 : 503,
    headers: { "Content-Type": "text/plain", "Cache-Control": "no-store" },
  });
}
